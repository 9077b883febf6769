/** The words of ratings in the language of the moment. */
import { ratingsEn, type RatingWords } from './ratings.en';
import { ratingsZh } from './ratings.zh';
import { spoken } from './spoken.svelte';

/** The words of the moment. */
export const ratingSpoken = {
  get words(): RatingWords {
    return spoken.language === 'zh-Hans' ? ratingsZh : ratingsEn;
  },
};
