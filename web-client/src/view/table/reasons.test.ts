import { describe, expect, it } from 'vitest';
import { en } from '../../words/en';
import { zh } from '../../words/zh';
import { reasonText } from './reasons';

const call = (wanted: 'win' | 'pung' | 'chow' | 'discard') => ({ wanted, tile: '5 dots', left: 'Koki' });

describe('reasons', () => {
  it('name who sits to the left', () => {
    expect(reasonText('not_left', call('chow'), en)).toContain('Koki');
    expect(reasonText('not_left', call('chow'), zh)).toContain('Koki');
  });

  it('tell a Gold that can’t be called from one that can’t be thrown', () => {
    expect(reasonText('gold', call('pung'), en)).not.toBe(reasonText('gold', call('discard'), en));
  });

  it('name the tile that is missing', () => {
    expect(reasonText('no_pair', call('pung'), en)).toContain('5 dots');
    expect(reasonText('no_pair', { ...call('pung'), tile: null }, en)).toBe(en.refusals.no_pair);
  });
});
