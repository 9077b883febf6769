import { expect, it } from 'vitest';
import { CLASSIC, FULL } from '../table/presets';
import { en } from './en';
import { variantText } from './variants';

it('says which game was played, and by which rules', () => {
  expect(variantText({ variant: 'fujian', rules: CLASSIC }, en)).toBe('Fujian, Classic');
  expect(variantText({ variant: 'fujian', rules: { ...FULL, hands: 4 } }, en)).toBe('Fujian, Full');
  expect(variantText({ variant: 'fujian', rules: { ...FULL, kongs: false } }, en)).toBe('Fujian, Own rules');
  // Its rules are others, and are not looked at.
  expect(variantText({ variant: 'riichi', rules: {} as typeof CLASSIC }, en)).toBe('Riichi');
});
