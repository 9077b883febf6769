/** The name somebody goes by in this browser. */
import { recall, remember } from './storage';

const KEY = 'sanjin.name';

/** A name has no more characters. */
export const NAME_LENGTH_MAX = 24;

let name = $state(recall(KEY) ?? '');

export const person = {
  get name(): string {
    return name;
  },
};

/** Goes by another name, also on the next visit. */
export function rename(next: string): void {
  name = next;
  remember(KEY, next.trim() === '' ? null : next);
}
