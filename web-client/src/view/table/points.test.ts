import { describe, expect, it } from 'vitest';
import type { PointsView } from '../../wire/messages.generated';
import { linesOf } from './points';

const NOTHING: PointsView = {
  total: 1, bonus: 0, golds: 0, concealed_kongs: 0, exposed_kongs: 0, streak: 0, doubled: false,
  three_golds: 0, golden_pair: 0, no_bonus_no_kong: 0, robbing_the_gold: 0, all_one_suit: 0,
};

/** Adds the lines up as a reader would. */
function sum(points: PointsView): number {
  return linesOf(points).reduce((all, line) => (line.kind === 'doubled' ? line.points : all + line.points), 0);
}

describe('the lines of a win', () => {
  it('are only those that count', () => {
    expect(linesOf(NOTHING).map(({ kind }) => kind)).toEqual(['base']);
  });

  it.each<[string, Partial<PointsView>]>([
    ['three golds', { total: 28, golds: 3, doubled: true, three_golds: 20 }],
    ['a golden pair', { total: 42, bonus: 3, golds: 2, doubled: true, golden_pair: 30 }],
    ['a discard', { total: 4, bonus: 2, golds: 1 }],
    ['kongs and a kept deal', { total: 16, concealed_kongs: 2, exposed_kongs: 1, streak: 2, doubled: true }],
  ])('add up to the total for %s', (_, some) => {
    const points = { ...NOTHING, ...some };

    expect(sum(points)).toBe(points.total);
  });
});
