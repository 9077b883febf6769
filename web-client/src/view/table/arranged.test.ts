import { describe, expect, it } from 'vitest';
import type { SuitTile } from '../../wire/tile';
import { keepOrder, layAt, showOrder, type LaidTile } from './arranged';
import { layHand } from './laid';

const laid = (...keys: readonly string[]): readonly LaidTile[] => keys.map((key) => ({ key, tile: key.split('.')[0] as SuitTile }));
const keysOf = (tiles: readonly LaidTile[] | undefined): readonly string[] | undefined => tiles?.map(({ key }) => key);

describe('a hand that its player lays out', () => {
  it('is as it was sorted but for the tile that was moved', () => {
    const sorted = layHand(['dots_1', 'dots_5', 'bamboo_2', 'characters_9'], null, 'bamboo_2');

    expect(keysOf(layAt(sorted, 'characters_9.0', 0))).toEqual(['characters_9.0', 'bamboo_2.0', 'dots_1.0', 'dots_5.0']);
    expect(keysOf(layAt(sorted, 'bamboo_2.0', 3))).toEqual(['dots_1.0', 'dots_5.0', 'characters_9.0', 'bamboo_2.0']);
  });

  it('ends where it ends, and what was just drawn lies apart', () => {
    const sorted = layHand(['dots_1', 'dots_5', 'characters_9'], 'dots_1', null);

    expect(sorted.map(({ key }) => key)).toEqual(['dots_5.0', 'characters_9.0', 'dots_1.0']);
    for (const [key, place] of [['dots_5.0', -1], ['dots_5.0', 2], ['dots_5.0', 3], ['dots_1.0', 0]] as const) {
      expect(layAt(sorted, key, place)).toBeUndefined();
    }
  });

  it('keeps its order when a tile is drawn, and has it at the end afterwards', () => {
    const order = keepOrder(laid('dots_5.0', 'dots_1.0'), ['dots_1', 'dots_1', 'dots_5'], null);
    const apart = showOrder(order, 'dots_1', 'dots_5');

    expect(apart.map(({ key, gap, isGold }) => [key, gap, isGold])).toEqual([['dots_5.0', 'none', true], ['dots_1.0', 'none', false], ['dots_1.1', 'drawn', false]]);
    expect(keysOf(showOrder(order, null, null))).toEqual(['dots_5.0', 'dots_1.0', 'dots_1.1']);
  });

  it('loses the one that was thrown of several alike', () => {
    const order = laid('dots_1.0', 'dots_5.0', 'dots_1.1');

    expect(keysOf(keepOrder(order, ['dots_5', 'dots_1'], 'dots_1.0'))).toEqual(['dots_5.0', 'dots_1.1']);
    expect(keysOf(keepOrder(order, ['dots_5', 'dots_1'], null))).toEqual(['dots_1.0', 'dots_5.0']);
  });

  it('loses what goes into a set', () => {
    expect(keysOf(keepOrder(laid('dots_9.0', 'dots_1.0', 'dots_1.1', 'bamboo_2.0'), ['bamboo_2', 'dots_9'], null))).toEqual(['dots_9.0', 'bamboo_2.0']);
  });
});
