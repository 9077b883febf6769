/** Every word in the language of the moment: for screens and parts that are loaded together with them (`view/lazy`). */
import { allWordsOf } from './dictionaries';
import type { Words } from './words';
import type { Language } from './language';
import { spoken as first } from './spoken.svelte';

/** The page in the language of the moment. */
export const spoken = {
  get language(): Language {
    return first.language;
  },
  get words(): Words {
    return allWordsOf(first.language);
  },
};
