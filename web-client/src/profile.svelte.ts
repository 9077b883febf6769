/** The profile this browser plays for, if any; the one place that keeps its key. */
import { recallJson, remember } from './storage';

/** What is kept of a profile. */
export type HeldProfile = {
  /** What opens it: a secret. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  /** Whether the owner wants not to be seen. */
  readonly hidden: boolean;
  /** Whether seats are taken for it. */
  readonly plays: boolean;
};

const KEY = 'sanjin.profile';

let held = $state.raw<HeldProfile | null>(readProfile(recallJson(KEY)));

export const profile = {
  get held(): HeldProfile | null {
    return held;
  },
};

/** Keeps a profile, or forgets it with null. */
export function holdProfile(next: HeldProfile | null): void {
  held = next;
  remember(KEY, next === null ? null : JSON.stringify(next));
}

/** The key to take a seat with; null for those who play for no profile. */
export function profileKey(): string | null {
  return held?.plays === true ? held.key : null;
}

function readProfile(stored: unknown): HeldProfile | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { key, id, name, hidden, plays } = stored as Record<string, unknown>;
  if (typeof key !== 'string' || typeof id !== 'string' || typeof name !== 'string') return null;
  return { key, id, name, hidden: hidden === true, plays: plays !== false };
}
