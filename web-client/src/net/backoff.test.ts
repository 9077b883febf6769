import { expect, it } from 'vitest';
import { waitMs } from './backoff';

it('waits twice as long each time, up to half a minute, and up to half more by chance', () => {
  expect([0, 1, 2, 3].map((attempt) => waitMs(attempt, 0))).toEqual([500, 1000, 2000, 4000]);
  expect(waitMs(20, 0)).toBe(30_000);
  expect(waitMs(20, 1)).toBe(45_000);
});
