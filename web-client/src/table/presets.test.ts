import { expect, it } from 'vitest';
import { CLASSIC, FULL, OFFERED, offeredOf } from './presets';

it('a match by the full rules is the quick one at its length, and the full one at any other', () => {
  expect(OFFERED.quick.hands).toBe(4);
  expect(offeredOf(OFFERED.quick)).toBe('quick');
  expect(offeredOf({ ...FULL, hands: 8 })).toBe('full');
  expect(offeredOf({ ...CLASSIC, hands: 4 })).toBe('classic');
  expect(offeredOf({ ...OFFERED.quick, kongs: false })).toBe('custom');
});
