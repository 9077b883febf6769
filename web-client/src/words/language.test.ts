import { describe, expect, it } from 'vitest';
import { allWordsOf, learnAll } from './dictionaries';
import type { Words } from './words';
import { LANGUAGES, pickLanguage, type Language } from './language';

describe('the language of the page', () => {
  it('is the remembered one, whatever the browser prefers', () => {
    expect(pickLanguage('zh-Hans', ['en-GB'])).toBe('zh-Hans');
    expect(pickLanguage('en', ['zh-CN'])).toBe('en');
  });

  it('is otherwise the first the browser asks for that we have', () => {
    expect(pickLanguage(null, ['de', 'zh-TW', 'en'])).toBe('zh-Hans');
    expect(pickLanguage('klingon', ['en-US', 'zh'])).toBe('en');
  });

  it('is English when nothing matches', () => {
    expect(pickLanguage(null, ['de', 'fr'])).toBe('en');
    expect(pickLanguage(null, [])).toBe('en');
  });
});

async function wordsOf(language: Language): Promise<Words> {
  await learnAll(language);
  return allWordsOf(language);
}

/** Every text of a dictionary, with the path to it; functions are left out. */
function texts(words: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

describe('the dictionaries', () => {
  it.each(LANGUAGES)('leave nothing empty in $name', async ({ code }) => {
    const found = texts(await wordsOf(code));

    expect(found.length).toBeGreaterThan(100);
    expect(found.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have no English left in Chinese', async () => {
    const english = new Map(texts(await wordsOf('en')));
    const isLeft = ([path, text]: readonly [string, string]): boolean =>
      text === english.get(path) && /[a-z]{3}/i.test(text) && text !== 'Esc';

    const same = texts(await wordsOf('zh-Hans')).filter(isLeft);

    expect(same).toEqual([]);
  });
});
