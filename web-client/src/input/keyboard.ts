/** One listener for the whole page: turns keys into commands, and offers them to whoever is on the screen. */
import { settings } from '../settings.svelte';
import { commandOf, type Command } from './commands';

/** Does what a command asks for; false if it means nothing here just now. */
export type Listener = (command: Command) => boolean;

// The last to come is asked first: a question before the screen it is asked on.
const listeners: Listener[] = [];

/** Listens until the returned function is called: made to be an effect. Who answers for the whole page is asked `last`, whenever they came. */
export function onCommand(listener: Listener, turn: 'first' | 'last' = 'first'): () => void {
  if (turn === 'first') listeners.push(listener);
  else listeners.unshift(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
}

/** Starts to listen for keys. */
export function listenForKeys(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // Who holds a key down walks on, and presses nothing twice; some browsers press a button again and again.
    const isHeld = event.repeat && !event.key.startsWith('Arrow');
    if (isHeld && event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    if (isHeld || !isFree(event.target, event.key)) return;
    const command = commandOf(event.key, settings.now.keys);
    if (command === undefined) return;
    const done = listeners.toReversed().some((listener) => listener(command));
    if (done) event.preventDefault();
  });
}

/** Whether a key pressed there is ours: sheets and text fields keep all keys, controls those that work them. */
function isFree(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest('input:not([type=radio], [type=checkbox], [type=range]), textarea, select') !== null) {
    return false;
  }
  // Space passes also with the focus in the hand; while nothing is asked it works the tile.
  const works = key === 'Enter' || (key === ' ' && target.closest('.hand') === null);
  if (works && target.closest('button, a, summary, label, input:not([type=range]), [role=tab]') !== null) return false;
  // A slider is walked by the keys of what it belongs to, where they mean something there: else down would go back on it.
  const moves = key.startsWith('Arrow');
  return !(moves && target.closest('input:not([type=range]), [role=tablist]') !== null);
}
