/** What this browser keeps; it may refuse, in private windows for one: then it is remembered until the page is closed. */

/** What every key of ours begins with. */
const OURS = 'sanjin.';

/** What the browser did not take, by key; null where it did not forget. */
const refused = new Map<string, string | null>();

/** What was remembered under a key, or null. */
export function recall(key: string): string | null {
  const held = refused.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** As {@link recall}, read as JSON; undefined if there is nothing that can be read. */
export function recallJson(key: string): unknown {
  const text = recall(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Remembers a value, or forgets the key with null; false if that lasts only until the page is closed. */
export function remember(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    refused.delete(key);
    return true;
  } catch {
    refused.set(key, value);
    return false;
  }
}

/** Whether the browser keeps what it is given for the next visit. */
export function keepsAnything(): boolean {
  const probe = `${OURS}probe`;
  return remember(probe, probe) && remember(probe, null);
}

/** Everything of ours this browser keeps, by key. */
export function everythingKept(): Readonly<Record<string, string>> {
  let found: [string, string | null][] = [];
  try {
    found = Object.entries(localStorage) as [string, string][];
  } catch {
    // Then there is what it did not take.
  }
  return Object.fromEntries([...found, ...refused].filter((each): each is [string, string] => each[0].startsWith(OURS) && each[1] !== null));
}

/** Forgets all of it. */
export function forgetEverything(): void {
  for (const key of Object.keys(everythingKept())) remember(key, null);
}
