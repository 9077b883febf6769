/** The language being shown now; the one place that remembers it. */
import { recall, remember } from '../storage';
import type { Words } from './en';
import { pickLanguage, wordsOf, type Language } from './language';

const KEY = 'sanjin.language';

type Spoken = { readonly language: Language; readonly words: Words };

// Nothing is drawn before the first words are there.
const first = pickLanguage(recall(KEY), navigator.languages);
let now = $state.raw<Spoken>(await learn(first));
document.documentElement.lang = first;

/** The page in the language of the moment. */
export const spoken = {
  get language(): Language {
    return now.language;
  },
  get words(): Words {
    return now.words;
  },
};

/** Shows the page in another language, and remembers it for the next visit. */
export async function speak(next: Language): Promise<void> {
  // First of all: whoever leaves before the words have come has chosen too.
  remember(KEY, next);
  now = await learn(next);
  document.documentElement.lang = next;
}

async function learn(language: Language): Promise<Spoken> {
  return { language, words: await wordsOf(language) };
}
