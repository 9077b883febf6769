/** The words that teach the game, in the language of the moment. */
import { learnEn, type LearnWords } from './learn.en';
import { learnZh } from './learn.zh';
import { spoken } from './spoken.svelte';

/** The words of the moment. */
export const learnSpoken = {
  get words(): LearnWords {
    return spoken.language === 'zh-Hans' ? learnZh : learnEn;
  },
};
