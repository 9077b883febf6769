/** Which language to show: the one chosen before, else the first the browser asks for that we have. */
import type { FirstWords } from './first.en';

/** A language the page can be shown in, as the document's `lang` attribute spells it. */
export type Language = 'en' | 'zh-Hans';

/** Every language, with its name for itself. */
export const LANGUAGES: readonly { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'zh-Hans', name: '中文' },
];

// Nobody loads a dictionary they don't read.
const FIRST_WORDS: Record<Language, () => Promise<FirstWords>> = {
  en: async () => (await import('./first.en')).firstEn,
  'zh-Hans': async () => (await import('./first.zh')).firstZh,
};

/** What is needed of a language before anything is drawn. */
export function firstWordsOf(language: Language): Promise<FirstWords> {
  return FIRST_WORDS[language]();
}

/** Picks the language from what was remembered and what the browser prefers. */
export function pickLanguage(remembered: string | null, preferred: readonly string[]): Language {
  const known = LANGUAGES.find(({ code }) => code === remembered);
  if (known !== undefined) return known.code;
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'en') return 'en';
    if (primary === 'zh') return 'zh-Hans';
  }
  return 'en';
}
