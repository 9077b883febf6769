/** How long to wait before coming back to a server that is away. */
const FIRST_MS = 500;
const WAIT_MS_MAX = 30_000;

/** Twice as long each time, and up to half of it more by chance, so that not all come at once. */
export function waitMs(attempt: number, chance: number): number {
  const base = Math.min(FIRST_MS * 2 ** attempt, WAIT_MS_MAX);
  return base + (base / 2) * chance;
}
