/** A choice among several of one kind, such as runs or kongs: walked and made by keys, and said. */
import type { Command } from '../../input/commands';
import { runFrom } from '../../table/tiles';
import type { SuitTile } from '../../wire/tile';
import { spoken } from '../../words/spoken.svelte';
import { tilesText } from '../../words/tiles';
import { say } from '../live.svelte';

/** What there may be several of: runs, named by their lowest tile, and own kongs. */
export type Several = 'chow' | 'kong';

const NUMBERS: readonly Command[] = ['first', 'second', 'third', 'fourth'];

/** `tap` does what was meant for a button, unless that came there a moment ago. */
export function createChoosing(
  optionsOf: (kind: Several) => readonly SuitTile[],
  take: (kind: Several, tile: SuitTile) => void,
  tap: (does: () => void) => void,
) {
  let kind = $state<Several | null>(null);
  let at = $state(0);
  let isByFocus = false;
  const options = $derived(kind === null ? [] : optionsOf(kind));

  const text = (tile: SuitTile, nth: number): string => spoken.words.table.numbered(nth + 1, tilesText(kind === 'chow' ? runFrom(tile) : [tile], spoken.words));
  const tell = (...texts: readonly string[]): void => say(texts.join(' '), 'assertive');

  /** Does what a key asks for while there is a choice; false if that has nothing to do with it. */
  function command(asked: Command): boolean {
    const of = kind;
    if (of === null) return false;
    const by = asked === 'next' ? 1 : asked === 'previous' ? options.length - 1 : 0;
    const tile = options[asked === 'discard' ? at : NUMBERS.indexOf(asked)];
    // The second press of what asked which one takes none.
    if (tile !== undefined) asked === 'discard' ? tap(() => take(of, tile)) : take(of, tile);
    else if (by > 0) {
      at = (at + by) % options.length;
      tell(...options.map(text).slice(at, at + 1));
    } else if (asked === 'live') kind = null;
    else return false;
    return true;
  }

  return {
    get kind() {
      return kind;
    },
    get options() {
      return options;
    },
    /** Which of them the keys have walked to. */
    get at() {
      return at;
    },
    /** Whether something had the focus when it was asked; a button that asked is gone then, and the focus with it. */
    get isByFocus() {
      return isByFocus;
    },
    /** Asks which one, and says what there is; or no longer asks. */
    ask(asked: Several | null): void {
      if (asked !== null) isByFocus = document.activeElement !== document.body;
      kind = asked;
      at = 0;
      const { chooseRun, chooseKong } = spoken.words.table;
      if (asked !== null) tell(asked === 'chow' ? chooseRun : chooseKong, ...options.map(text));
    },
    command,
  };
}
