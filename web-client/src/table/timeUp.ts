/** Whether the table played for somebody because their time was up. */
import type { Known } from './applyChange';

/** A timer's end and the step that follows from it arrive together, more or less. */
const NEAR_MS = 400;

/**
 * Whether a step answered what was asked of oneself without a word of one's own, when the time for it was over.
 * `leftMs` is what the timer had left, and null if none ran.
 */
export function isTimeUp(before: Known, after: Known, hasActed: boolean, leftMs: number | null): boolean {
  const asked = before.view?.prompt ?? null;
  if (asked === null || asked.type === 'ready' || hasActed || leftMs === null || leftMs > NEAR_MS) return false;
  return after.view !== null && after.view.prompt !== asked && after.table?.hand?.end?.outcome.type !== 'aborted';
}
