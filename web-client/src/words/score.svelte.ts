/** The score keeper's words in the language of the moment. */
import { scoreEn, type ScoreWords } from './score.en';
import { scoreZh } from './score.zh';
import { spoken } from './spoken.svelte';

/** The words of the moment. */
export const scoreSpoken = {
  get words(): ScoreWords {
    return spoken.language === 'zh-Hans' ? scoreZh : scoreEn;
  },
};
