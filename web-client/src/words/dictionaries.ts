/** Whole dictionaries, as far as they have been loaded. */
import { firstWordsOf, type Language } from './language';
import type { RestWords } from './rest.en';
import { joined, type Words } from './words';

// Nobody loads a dictionary they don't read.
const REST: Record<Language, () => Promise<RestWords>> = {
  en: async () => (await import('./rest.en')).restEn,
  'zh-Hans': async () => (await import('./rest.zh')).restZh,
};

const learnt = new Map<Language, Words>();

/** Has every word of a language there. */
export async function learnAll(language: Language): Promise<void> {
  if (!learnt.has(language)) learnt.set(language, joined(...(await Promise.all([firstWordsOf(language), REST[language]()]))));
}

/** Every word of a language that was learnt. */
export function allWordsOf(language: Language): Words {
  const words = learnt.get(language);
  if (words === undefined) throw new Error(`shown before its words: ${language}`);
  return words;
}
