import { describe, expect, it } from 'vitest';
import { SEATS } from '../../table/seats';
import type { BySeat } from '../../wire/messages.generated';
import { paymentsOf, settle } from './transfers';

describe('settling a match', () => {
  it('needs no payment when nobody owes', () => {
    expect(settle([0, 0, 0, 0])).toEqual([]);
  });

  it('pays everything to the only winner', () => {
    expect(settle([-5, 15, -5, -5])).toEqual([
      { from: 0, to: 1, points: 5 },
      { from: 2, to: 1, points: 5 },
      { from: 3, to: 1, points: 5 },
    ]);
  });

  it('settles two pairs that cancel each other by two payments, not three', () => {
    expect(settle([30, -20, 20, -30])).toHaveLength(2);
    expect(settle([7, -7, 3, -3])).toHaveLength(2);
  });

  it('brings every score to 0 with at most three payments', () => {
    for (let a = -40; a <= 40; a += 7) {
      for (let b = -40; b <= 40; b += 9) {
        for (let c = -40; c <= 40; c += 11) {
          const scores: BySeat<number> = [a, b, c, -a - b - c];
          const transfers = settle(scores);

          const after = SEATS.map((seat) =>
            transfers.reduce(
              (score, { from, to, points }) => score + (from === seat ? points : 0) - (to === seat ? points : 0),
              scores[seat],
            ),
          );
          expect(after.map((score) => score + 0)).toEqual([0, 0, 0, 0]);
          expect(transfers.length).toBeLessThanOrEqual(3);
          expect(transfers.every(({ points }) => points > 0)).toBe(true);
        }
      }
    }
  });
});

describe('the payments of a hand', () => {
  it('come from all three, or from the discarder alone', () => {
    expect(paymentsOf([-4, 12, -4, -4], 1)).toHaveLength(3);
    expect(paymentsOf([0, 12, -12, 0], 1)).toEqual([{ from: 2, to: 1, points: 12 }]);
  });
});
