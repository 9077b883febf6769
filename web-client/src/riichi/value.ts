/** What a hand is worth: han and fu, points as typed, or yakuman, made into payments. */
import type { Worth } from './hand';
import type { Options } from './options';
import { judge, refuse } from './refusal';

/** The fu a hand can have. */
export const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110] as const;
/** More han than any hand has. */
export const HAN_MAX = 99;

const MANGAN = 2000;
const YAKUMAN = 8000;
/** From here on fu do not matter. */
const LIMIT_HAN = 5;

/** Who won, and how. */
export type Situation = { readonly winner: 'dealer' | 'other'; readonly by: 'ron' | 'tsumo' };

/** Who pays how much: the discarder, or the dealer and each of the others. */
export type Payments = { readonly discarder: number; readonly dealer: number; readonly each: number };

/** A step of the scale at which fu no longer count. */
export type Limit = 'mangan' | 'haneman' | 'baiman' | 'sanbaiman' | 'yakuman';

/** What a hand is worth, and how it came to that. */
export type Value = { readonly base: number; readonly limit: Limit | null };

function upTo100(points: number): number {
  return Math.ceil(points / 100) * 100;
}

/** What a hand of so many base points brings. */
export function paymentsOf(base: number, { winner, by }: Situation, honba = 0): Payments {
  const times = (factor: number, added: number): number => upTo100(factor * base) + added * honba;
  if (by === 'ron') return { discarder: times(winner === 'dealer' ? 6 : 4, 300), dealer: 0, each: 0 };
  if (winner === 'dealer') return { discarder: 0, dealer: 0, each: times(2, 100) };
  return { discarder: 0, dealer: times(2, 100), each: times(1, 100) };
}

/** Everything the winner is paid. */
export function totalOf({ discarder, dealer, each }: Payments): number {
  return discarder + (dealer === 0 ? 3 * each : dealer + 2 * each);
}

/** The fewest han a hand of these fu has: 20 is pinfu by tsumo, 25 is chiitoitsu. */
function hanNeeded(by: Situation['by'], fu: number): number | null {
  if (by === 'ron') return fu === 20 ? null : fu === 25 ? 2 : 1;
  return fu === 25 ? 3 : fu === 20 || fu === 110 ? 2 : 1;
}

function limitOf(han: number, options: Options): Value | null {
  if (han < LIMIT_HAN) return null;
  if (han === 5) return { limit: 'mangan', base: MANGAN };
  if (han <= 7) return { limit: 'haneman', base: 3000 };
  if (han <= 10) return { limit: 'baiman', base: 4000 };
  if (han >= 13 && options.kazoe_yakuman) return { limit: 'yakuman', base: YAKUMAN };
  return { limit: 'sanbaiman', base: 6000 };
}

/** A hand of so many han and fu; from 5 han fu may be left out. */
export function counted(by: Situation['by'], han: number, fu: number | undefined, options: Options): Value {
  if (!Number.isInteger(han) || han < 1 || han > HAN_MAX) refuse('bad_han');
  if (fu !== undefined) {
    if (!FU.some((known) => known === fu)) refuse('bad_fu');
    const needed = hanNeeded(by, fu) ?? refuse('fu_not_by_ron');
    if (han < needed) refuse('fu_needs_more_han');
  }
  const limit = limitOf(han, options);
  if (limit !== null) return limit;
  const base = (fu ?? refuse('fu_missing')) * 2 ** (han + 2);
  const isRaised = options.kiriage && ((han === 4 && fu === 30) || (han === 3 && fu === 60));
  return base >= MANGAN || isRaised ? { limit: 'mangan', base: MANGAN } : { limit: null, base };
}

/** The most yakuman a hand can count as: four lie beside each other, two of them may count twice. */
function mostYakuman({ composite_yakuman, double_yakuman }: Options): number {
  if (composite_yakuman) return double_yakuman ? 6 : 4;
  return double_yakuman ? 2 : 1;
}

/** Base points of so many yakuman. */
export function yakumanBase(times: number): number {
  return YAKUMAN * times;
}

/** Points as people say them at the table, and the han and fu that come to them. */
export type Legal = {
  readonly worth: Worth;
  readonly payments: Payments;
  readonly total: number;
  readonly limit: Limit | null;
  /** How often it counts as a yakuman; 0 for all that is less. */
  readonly yakuman: number;
  /** Which hands are worth that, below a limit: `3/40`. */
  readonly counts: readonly { readonly han: number; readonly fu: number }[];
};

/** Everything that can be won so, from the least to the most. */
export function legalValues(situation: Situation, options: Options): readonly Legal[] {
  const all = new Map<number, Legal>();
  const add = ({ base, limit }: Value, yakuman: number, count?: { han: number; fu: number }): void => {
    const payments = paymentsOf(base, situation);
    const total = totalOf(payments);
    const key = payments.discarder * 1e12 + payments.dealer * 1e6 + payments.each;
    const known = all.get(key);
    if (known !== undefined && count === undefined) return;
    const counts = limit === null && count !== undefined ? [...(known?.counts ?? []), count] : (known?.counts ?? []);
    all.set(key, { worth: worthOf(payments, situation), payments, total, limit: known?.limit ?? limit, yakuman, counts });
  };
  for (let han = 1; han < LIMIT_HAN; han += 1) {
    for (const fu of FU) {
      const value = judge(() => counted(situation.by, han, fu, options));
      if (value.ok) add(value.value, 0, { han, fu });
    }
  }
  for (const han of [5, 6, 8, 11]) add(counted(situation.by, han, undefined, options), 0);
  for (let times = 1; times <= mostYakuman(options); times += 1) add({ base: yakumanBase(times), limit: 'yakuman' }, times);
  return [...all.values()].sort((one, other) => one.total - other.total);
}

function worthOf(payments: Payments, { winner, by }: Situation): Worth {
  if (by === 'ron') return { points: payments.discarder };
  return winner === 'dealer' ? { all: payments.each } : { other: payments.each, dealer: payments.dealer };
}

/** What a hand is worth that is paid for like this. */
export function typed(situation: Situation, worth: Worth, options: Options): Value {
  const paid = legalValues(situation, options).find((legal) => isPaidSo(legal.payments, worth, situation));
  if (paid === undefined) return refuse('no_such_points');
  return { base: baseOf(paid, situation), limit: paid.limit };
}

function isPaidSo(payments: Payments, worth: Worth, { winner, by }: Situation): boolean {
  if ('points' in worth) return by === 'ron' && payments.discarder === worth.points;
  if ('all' in worth) return by === 'tsumo' && winner === 'dealer' && payments.each === worth.all;
  if (!('other' in worth) || by === 'ron' || winner === 'dealer') return false;
  return payments.each === worth.other && payments.dealer === worth.dealer;
}

/** Base points that are paid for so. Below a limit any will do that round to the same payments. */
function baseOf({ counts, payments, limit, yakuman }: Legal, situation: Situation): number {
  const [count] = counts;
  if (count !== undefined) return count.fu * 2 ** (count.han + 2);
  if (limit === 'yakuman') return yakumanBase(Math.max(1, yakuman));
  const factor = situation.by === 'ron' ? (situation.winner === 'dealer' ? 6 : 4) : situation.winner === 'dealer' ? 2 : 1;
  return (situation.by === 'ron' ? payments.discarder : payments.each) / factor;
}

/** The legal values nearest to a number somebody typed: the one below and the one above, or the very one. */
export function nearest(points: number, legal: readonly Legal[]): readonly Legal[] {
  const exact = legal.filter((value) => said(value) === points);
  if (exact.length > 0) return exact;
  const below = legal.findLast((value) => said(value) < points);
  const above = legal.find((value) => said(value) > points);
  return [below, above].filter((value) => value !== undefined);
}

/** The one number people say for it: what the discarder pays, what each pays the dealer, or the total. */
export function said({ worth, total }: Legal): number {
  if ('points' in worth) return worth.points;
  return 'all' in worth ? worth.all : total;
}
