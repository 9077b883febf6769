/** Points on the move: what a win, a draw or a chombo takes from whom and gives to whom. */
import { bySeat, SEATS } from '../table/seats';
import type { BySeat, Seat } from '../wire/messages.generated';
import { others, type Pao, type Win } from './hand';
import type { Options } from './options';
import { refuse } from './refusal';
import { counted, paymentsOf, typed, yakumanBase, type Payments, type Situation } from './value';
import { counting, hasPao, times, type Yakuman } from './yakuman';

const NOTEN_POINTS = 3000;
const MANGAN_BASE = 2000;
const HONBA = 300;

/** The table as far as payments depend on it. */
export type Till = { readonly options: Options; readonly dealer: Seat };

/** Points that somebody pays to somebody. */
export type Payment = { readonly from: Seat; readonly to: Seat; readonly points: number };

/** Everything that is paid; only {@link pay} adds to it, so that gains sum to zero. */
export type Moved = readonly Payment[];

type Paid = Payment[];

/** Nothing has moved yet. */
export function nothing(): Paid {
  return [];
}

/** What each seat gains. */
export function gainsOf(moved: Moved): BySeat<number> {
  const sum = (payments: Moved): number => payments.reduce((all, { points }) => all + points, 0);
  return bySeat((seat) => sum(moved.filter(({ to }) => to === seat)) - sum(moved.filter(({ from }) => from === seat)));
}

/** One payment for each two, none in both directions. */
export function netted(moved: Moved): Moved {
  return SEATS.flatMap((from) =>
    SEATS.flatMap((to) => {
      const one = (payer: Seat, taker: Seat): number =>
        moved.reduce((sum, payment) => (payment.from === payer && payment.to === taker ? sum + payment.points : sum), 0);
      const points = one(from, to) - one(to, from);
      return points > 0 ? [{ from, to, points }] : [];
    }),
  );
}

function pay(moved: Paid, from: Seat, to: Seat, points: number): void {
  if (points !== 0) moved.push({ from, to, points });
}

function situationOf(till: Till, winner: Seat, by: Situation['by']): Situation {
  return { winner: winner === till.dealer ? 'dealer' : 'other', by };
}

/** Pays one win on a tile of `from`. */
export function payRon(till: Till, moved: Paid, win: Win, from: Seat, honba: number): void {
  const situation = situationOf(till, win.winner, 'ron');
  const { base, liable } = price(till, win, situation);
  // Whoever is liable and discards as well pays all of it, as anybody would.
  if (liable === null || liable.seat === from) {
    pay(moved, from, win.winner, paymentsOf(base, situation, honba).discarder);
    return;
  }
  const half = paymentsOf(liable.part, situation).discarder / 2;
  pay(moved, liable.seat, win.winner, half);
  pay(moved, from, win.winner, half);
  pay(moved, from, win.winner, paymentsOf(liable.rest, situation).discarder);
  pay(moved, till.options.pao_honba === 'liable' ? liable.seat : from, win.winner, HONBA * honba);
}

/** Pays a win on a tile drawn. */
export function payTsumo(till: Till, moved: Paid, win: Win, honba: number): void {
  const situation = situationOf(till, win.winner, 'tsumo');
  const { base, liable } = price(till, win, situation);
  if (liable === null) {
    allPay(till, moved, win.winner, paymentsOf(base, situation, honba));
    return;
  }
  // The liable player pays alone what a discarder would.
  const byRon = paymentsOf(liable.part, situationOf(till, win.winner, 'ron'), honba);
  pay(moved, liable.seat, win.winner, byRon.discarder);
  allPay(till, moved, win.winner, paymentsOf(liable.rest, situation));
}

/** Pays a mangan to everybody who had discarded only terminals and honours. */
export function payNagashi(till: Till, moved: Paid, winners: readonly Seat[]): void {
  for (const winner of new Set(winners)) {
    allPay(till, moved, winner, paymentsOf(MANGAN_BASE, situationOf(till, winner, 'tsumo')));
  }
}

/** Shares the points between tenpai and noten. */
export function payNoten(moved: Paid, tenpai: readonly Seat[]): void {
  const takers = [...new Set(tenpai)];
  const payers = ([0, 1, 2, 3] as const).filter((seat) => !takers.includes(seat));
  if (takers.length === 0 || payers.length === 0) return;
  // Two noten each pay one of two tenpai, as at the table.
  payCorrection(moved, bySeat((seat) => (takers.includes(seat) ? NOTEN_POINTS / takers.length : -NOTEN_POINTS / payers.length)));
}

/** Makes the offender pay. */
export function payChombo(till: Till, moved: Paid, offender: Seat): void {
  const { chombo } = till.options;
  const total = chombo === 'reverse_mangan' ? 8000 : chombo === 'none' ? 0 : chombo.custom;
  for (const to of others(offender)) {
    const isDealers = offender === till.dealer || to === till.dealer;
    pay(moved, offender, to, isDealers ? total / 2 : total / 4);
  }
}

/** Whoever gives pays those who get, both from the first seat on. */
export function payCorrection(moved: Paid, points: BySeat<number>): void {
  const open: [number, number, number, number] = [...points];
  for (const to of SEATS) {
    for (const from of SEATS) {
      const part = Math.max(0, Math.min(open[to], -open[from]));
      pay(moved, from, to, part);
      open[to] -= part;
      open[from] += part;
    }
  }
}

function allPay(till: Till, moved: Paid, winner: Seat, paid: Payments): void {
  for (const from of others(winner)) pay(moved, from, winner, from === till.dealer ? paid.dealer : paid.each);
}

/** Base points of a hand, and the part of them somebody is liable for. */
type Priced = { readonly base: number; readonly liable: { readonly seat: Seat; readonly part: number; readonly rest: number } | null };

function price({ options }: Till, { worth }: Win, situation: Situation): Priced {
  if ('yakuman' in worth) return priceYakuman(worth.yakuman, worth.pao, options);
  const value = 'han' in worth ? counted(situation.by, worth.han, worth.fu, options) : typed(situation, worth, options);
  return { base: value.base, liable: null };
}

function priceYakuman(set: readonly Yakuman[], pao: Pao | undefined, options: Options): Priced {
  if (pao !== undefined && !hasPao(pao.yakuman, options)) refuse('no_liability');
  let [split, rest] = [0, 0];
  for (const yakuman of counting(set, pao?.yakuman ?? null, options)) {
    if (yakuman === pao?.yakuman) split += times(yakuman, options);
    else rest += times(yakuman, options);
  }
  const base = yakumanBase(split + rest);
  if (pao === undefined || split === 0) return { base, liable: null };
  return { base, liable: { seat: pao.liable, part: yakumanBase(split), rest: yakumanBase(rest) } };
}
