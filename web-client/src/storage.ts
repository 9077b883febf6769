/** What this browser keeps; it may refuse, in private windows for one, and then nothing is remembered. */

/** What every key of ours begins with. */
const OURS = 'sanjin.';

/** What was remembered under a key, or null. */
export function recall(key: string): string | null {
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

/** Remembers a value, or forgets the key with null. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}

/** Everything of ours this browser keeps, by key. */
export function everythingKept(): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(OURS)) as [string, string][]);
  } catch {
    return {};
  }
}

/** Forgets all of it. */
export function forgetEverything(): void {
  for (const key of Object.keys(everythingKept())) remember(key, null);
}
