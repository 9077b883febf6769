/** Says when something was, in the language of the page and the time of the reader. */
import type { Language } from './language';

/** A day and a time, in short. */
export function momentText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** A time of day, in short. */
export function timeText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(at);
}

/** A day, in short. */
export function dayText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
}
