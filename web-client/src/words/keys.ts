/** What keys are called. */
import type { Words } from './en';

/** The name of a key, or the key itself. */
export function keyText(key: string, words: Words['keys']): string {
  const names: Readonly<Record<string, string>> = words.names;
  return names[key] ?? key.toUpperCase();
}
