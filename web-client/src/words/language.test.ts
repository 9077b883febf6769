import { describe, expect, it } from 'vitest';
import { LANGUAGES, pickLanguage, wordsOf } from './language';

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

describe('the dictionaries', () => {
  it.each(LANGUAGES)('leave nothing empty in $name', ({ code }) => {
    const empty = Object.entries(wordsOf(code)).filter(([, text]) => text.trim() === '');

    expect(empty).toEqual([]);
  });
});
