/** What keys are called. */
import type { RestWords } from './rest.en';

/** The name of a key, or the key itself. */
export function keyText(key: string, { keyNames }: Pick<RestWords, 'keyNames'>): string {
  const names: Readonly<Record<string, string>> = keyNames;
  return names[key] ?? key.split(/^(page)/).map(capital).join('');
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
