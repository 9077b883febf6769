/**
 * The browser's way back closes a sheet first. A page with a sheet over it is in the browser's list twice: `under` the sheet,
 * and as the `sheet`, or `moved` when its address has been written over since. The second stays there when the sheet is
 * closed otherwise: the next sheet and the next page take its place, and who goes back from it goes one further.
 */
import { tick } from 'svelte';
import { entry, mark, place } from '../router.svelte';

const open: (() => void)[] = [];

/** Has the way back close a sheet that is open, by what closes it; says what to call when it is gone. */
export function closeByBack(close: () => void): () => void {
  open.push(close);
  guard();
  return () => void open.splice(open.indexOf(close), 1);
}

/** Which sheet's page this is. */
const sheetOf = (marked: string): string | undefined => /^(?:sheet|moved) (.+)/.exec(marked)?.[1];

function guard(): void {
  if (sheetOf(mark()) !== undefined) return;
  const id = Math.random().toString(36);
  history.replaceState(`under ${id}`, '');
  history.pushState(`sheet ${id}`, '');
  entry.mark = mark();
}

entry.isTaken = () => {
  const left = sheetOf(entry.mark);
  if (left === undefined || mark() !== `under ${left}`) return false;
  entry.mark = mark();
  const close = open.at(-1);
  if (close === undefined) history.back();
  else {
    // What was chosen on the sheet stays chosen.
    history.replaceState(mark(), '', place.link);
    close();
    // Another lies below, or it stays.
    void tick().then(() => open.length > 0 && guard());
  }
  return true;
};
