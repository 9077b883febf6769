import { describe, expect, it } from 'vitest';
import { cellsOf, layHand, layMeld } from './laid';

describe('the own hand', () => {
  it('begins with the Golds and ends with the drawn tile', () => {
    const laid = layHand(['dots_1', 'dots_5', 'bamboo_2', 'characters_9'], 'dots_1', 'bamboo_2');

    expect(laid.map(({ tile }) => tile)).toEqual(['bamboo_2', 'dots_5', 'characters_9', 'dots_1']);
    expect(laid.map(({ gap }) => gap)).toEqual(['none', 'suit', 'suit', 'drawn']);
  });

  it('sets one of two alike apart when it was drawn', () => {
    const laid = layHand(['dots_1', 'dots_1'], 'dots_1', null);

    expect(laid.map(({ key }) => key)).toEqual(['dots_1.0', 'dots_1.1']);
    expect(laid.map(({ gap }) => gap)).toEqual(['none', 'drawn']);
  });

  it('keeps every tile in its place when another is drawn', () => {
    const sixteen = Array.from({ length: 16 }, (_, nth) => `dots_${(nth % 9) + 1}` as 'dots_1').toSorted();
    const before = layHand(sixteen, null, null);
    const after = layHand([...sixteen, 'characters_3'], 'characters_3', null);

    expect(cellsOf(after, 2, 9).cells.slice(0, 16)).toEqual(cellsOf(before, 2, 9).cells);
    expect(cellsOf(after, 2, 9).columns).toBe(9);
  });

  it('needs one row once it is short', () => {
    const laid = layHand(['dots_1', 'dots_2', 'dots_3', 'dots_4'], null, null);

    expect(cellsOf(laid, 2, 9).cells.every(([, row]) => row === 1)).toBe(true);
  });
});

describe('a meld', () => {
  it('has the called tile turned towards whoever fed it', () => {
    const turned = (from: 0 | 1 | 2 | 3) =>
      layMeld({ type: 'pung', tile: 'dots_5', from }, 1).findIndex(({ isTurned }) => isTurned);

    expect(turned(0)).toBe(0);
    expect(turned(3)).toBe(1);
    expect(turned(2)).toBe(2);
  });

  it('of a run begins with the called tile, since it always comes from the left', () => {
    const laid = layMeld({ type: 'chow', low: 'dots_2', called: 'dots_3', from: 0 }, 1);

    expect(laid.map(({ tile }) => tile)).toEqual(['dots_3', 'dots_2', 'dots_4']);
  });

  it('of four has as many tiles as lie there', () => {
    const kong = (kind: 'concealed' | 'discard' | 'upgraded') =>
      layMeld({ type: 'kong', tile: 'dots_5', kind: kind === 'concealed' ? { type: kind } : { type: kind, from: 0 } }, 1);

    expect(kong('concealed').map(({ tile }) => tile)).toEqual([null, 'dots_5', 'dots_5', null]);
    expect(kong('discard')).toHaveLength(4);
    expect(kong('upgraded').map(({ stacked }) => stacked)).toEqual([true, false, false]);
  });
});
