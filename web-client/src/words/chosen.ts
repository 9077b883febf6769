/** Which language is shown; known before any of its words are there. */
import { recall, remember } from '../storage';
import { pickLanguage, type Language } from './language';

const KEY = 'sanjin.language';

let now = pickLanguage(recall(KEY), navigator.languages);

/** The language of the moment. */
export function chosenLanguage(): Language {
  return now;
}

/** Remembers a language for the next visit. */
export function rememberLanguage(next: Language): void {
  remember(KEY, next);
}

/** Says that another language is shown from now on. */
export function chooseLanguage(next: Language): void {
  now = next;
}
