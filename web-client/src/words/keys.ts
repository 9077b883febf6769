/** What keys are called. */
import type { FirstWords } from './first.en';

/** The name of a key, or the key itself. */
export function keyText(key: string, { keyNames }: Pick<FirstWords, 'keyNames'>): string {
  const names: Readonly<Record<string, string>> = keyNames;
  return names[key] ?? key.toUpperCase();
}
