/** Settling up: who pays whom, with as few payments as can be. */
import { SEATS } from '../../table/seats';
import type { BySeat, Seat } from '../../wire/messages.generated';

/** A payment from one player to another. */
export type Transfer = { readonly from: Seat; readonly to: Seat; readonly points: number };

/** The payments of one hand: every loser to the winner. */
export function paymentsOf(deltas: BySeat<number>, winner: Seat): readonly Transfer[] {
  return SEATS.filter((seat) => deltas[seat] < 0).map((from) => ({ from, to: winner, points: -deltas[from] }));
}

/**
 * The smallest set of payments that brings scores that sum to 0 back to 0.
 *
 * Two players whose scores cancel each other are settled first: among four that is the only way to need
 * fewer payments than one less than there are people who owe or are owed.
 */
export function settle(scores: BySeat<number>): readonly Transfer[] {
  const left: [number, number, number, number] = [...scores];
  const transfers: Transfer[] = [];
  const pay = (from: Seat, to: Seat) => {
    const points = Math.min(-left[from], left[to]);
    left[from] += points;
    left[to] -= points;
    transfers.push({ from, to, points });
  };
  for (const from of SEATS) {
    const to = SEATS.find((seat) => left[from] < 0 && left[seat] === -left[from]);
    if (to !== undefined) pay(from, to);
  }
  for (;;) {
    const from = extreme(left, (score) => -score);
    const to = extreme(left, (score) => score);
    if (left[from] >= 0 || left[to] <= 0) return transfers;
    pay(from, to);
  }
}

/** The seat whose score weighs most. */
function extreme(scores: BySeat<number>, weight: (score: number) => number): Seat {
  return SEATS.reduce<Seat>((best, seat) => (weight(scores[seat]) > weight(scores[best]) ? seat : best), 0);
}
