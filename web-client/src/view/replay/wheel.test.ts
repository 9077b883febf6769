import { expect, it } from 'vitest';
import { stepsOf } from './wheel';

it.each([
  [120, 2, 0],
  [59, 0, 59],
  [-70, -1, -10],
])('a turn of %i px is %i steps, and %i px for the next', (turned, steps, left) => {
  expect(stepsOf(turned)).toEqual({ steps, left });
});
