/** The language being shown now; the one place that remembers it. */
import { pickLanguage, wordsOf, type Language } from './language';

const KEY = 'sanjin.language';

const first = pickLanguage(recall(), navigator.languages);
let language = $state<Language>(first);
document.documentElement.lang = first;

/** The page in the language of the moment. */
export const spoken = {
  get language(): Language {
    return language;
  },
  get words() {
    return wordsOf(language);
  },
};

/** Shows the page in another language, and remembers it for the next visit. */
export function speak(next: Language): void {
  language = next;
  document.documentElement.lang = next;
  remember(next);
}

// A browser may refuse storage, in private windows for one: then nothing is remembered.
function recall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(value: Language): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    return;
  }
}
