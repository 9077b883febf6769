/** All that is remembered of a person here: whether it lasts, to be saved, to be forgotten. */
import { refused, remember } from './storage';

/** What every key of ours begins with. */
const OURS = 'sanjin.';

/** Whether the browser keeps what it is given for the next visit. */
export function keepsAnything(): boolean {
  const probe = `${OURS}probe`;
  const isTaken = remember(probe, probe);
  return remember(probe, null) && isTaken;
}

/** Everything of ours this browser keeps, by key. */
export function everythingKept(): Readonly<Record<string, string>> {
  let found: [string, string | null][] = [];
  try {
    found = Object.entries(localStorage) as [string, string][];
  } catch {
    // Then there is what it did not take.
  }
  const all = Object.entries({ ...Object.fromEntries(found), ...Object.fromEntries(refused) });
  return Object.fromEntries(all.filter((each): each is [string, string] => each[0].startsWith(OURS) && each[1] !== null));
}

/** Forgets all of it. */
export function forgetEverything(): void {
  for (const key of Object.keys(everythingKept())) remember(key, null);
}
