/** What this browser keeps; it may refuse, in private windows for one: then it is remembered until the page is closed. */

/** What the browser did not take, by key; null where it did not forget. */
export const refused: Map<string, string | null> = new Map();

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
