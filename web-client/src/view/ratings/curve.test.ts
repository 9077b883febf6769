import { describe, expect, it } from 'vitest';
import type { Move, Round } from '../../net/ratings';
import { curveOf, HEIGHT } from './curve';

function played(rating: Move, verified_rating: Move | null, { game, listed }: Pick<Round, 'game' | 'listed'> = { game: '1-1', listed: true }): Round {
  const rest = { occasion: 'open', source: null, game, listed, games: 4, wall_games: 0, wins: 1, points: 0, place: 1, people: 2, others: [], corrected_at: null };
  return { session: 1, round: 1, at: 0, ...rest, rating, verified_rating };
}

function move(before: number, after: number): Move {
  return { before, after, change: after - before };
}

describe('rating curves', () => {
  it('run from the oldest round to the newest, beginning where the first one found them', () => {
    const curve = curveOf([played(move(1520, 1490), null), played(move(1500, 1520), null)], 400);

    const [start, up, down] = curve.rating;
    expect(curve.rating).toHaveLength(3);
    expect(start?.x).toBe(curve.left);
    expect(down?.x).toBe(curve.right);
    expect(up?.y).toBeLessThan(start?.y ?? 0);
    expect(down?.y).toBeGreaterThan(start?.y ?? HEIGHT);
  });

  it('leave the verified rating out where a round did not count for it', () => {
    const rounds = [played(move(1510, 1520), null), played(move(1500, 1510), move(1500, 1508)), played(move(1490, 1500), null)];

    const curve = curveOf(rounds, 400);

    expect(curve.verified.map(({ x }) => x)).toEqual([curve.rating[1]?.x, curve.rating[2]?.x]);
    expect(curveOf(rounds.slice(0, 1), 400).verified).toEqual([]);
  });

  it('have a stripe for every round, side by side', () => {
    const rounds = [1, 2, 3, 4].map((nth) => played(move(1500 + nth, 1501 + nth), null));

    const { stripes } = curveOf(rounds, 400);

    expect(stripes.map(({ round }) => round)).toEqual(rounds.toReversed());
    const [first, second] = stripes;
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? 0, 0);
  });

  it('lead to the games anybody may see, and to no others', () => {
    const at = move(1500, 1510);
    const rounds = [played(at, null, { game: '3-1', listed: false }), played(at, null, { game: null, listed: false }), played(at, null, { game: '2-1', listed: true })];

    expect(curveOf(rounds, 400).stripes.map(({ game }) => game)).toEqual(['2-1', null, null]);
  });
});
