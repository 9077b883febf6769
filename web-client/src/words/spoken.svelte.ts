/** The language being shown now, and the words of a table and of what is on every screen. */
import { chooseLanguage, chosenLanguage, rememberLanguage } from './chosen';
import { learnAll } from './dictionaries';
import type { FirstWords } from './first.en';
import { firstWordsOf, type Language } from './language';

type Spoken = { readonly language: Language; readonly words: FirstWords };

// Nothing is drawn before the first words are there.
const first = chosenLanguage();
let now = $state.raw<Spoken>(await learn(first));
document.documentElement.lang = first;

/** The page in the language of the moment. */
export const spoken = {
  get language(): Language {
    return now.language;
  },
  get words(): FirstWords {
    return now.words;
  },
};

/** Shows the page in another language, and remembers it for the next visit. */
export async function speak(next: Language): Promise<void> {
  // First of all: whoever leaves before the words have come has chosen too.
  rememberLanguage(next);
  // Also the words of what may be shown already.
  const [learnt] = await Promise.all([learn(next), learnAll(next)]);
  chooseLanguage(next);
  now = learnt;
  document.documentElement.lang = next;
}

async function learn(language: Language): Promise<Spoken> {
  return { language, words: await firstWordsOf(language) };
}
