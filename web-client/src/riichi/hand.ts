/** A hand as people record it and as the server takes it: who declared riichi, and how it ended. */
import { SEATS, seatAfter } from '../table/seats';
import type { BySeat, Seat } from '../wire/messages.generated';
import { refuse } from './refusal';
import { canBeWon, type Yakuman } from './yakuman';

/** Who is liable for a yakuman. */
export type Pao = { readonly liable: Seat; readonly yakuman: Yakuman };

/** What a winning hand is worth, without honba and sticks. */
export type Worth =
  | { readonly han: number; readonly fu?: number }
  | { readonly points: number }
  | { readonly all: number }
  | { readonly other: number; readonly dealer: number }
  | { readonly yakuman: readonly Yakuman[]; readonly pao?: Pao };

/** One player's win; its yaku are kept and never counted. */
export type Win = { readonly winner: Seat; readonly worth: Worth; readonly yaku?: readonly string[] };

export const ABORTS = ['kyuushu_kyuuhai', 'suufon_renda', 'suucha_riichi', 'suukaikan', 'sanchahou'] as const;

/** Why a hand is broken off. */
export type Abort = (typeof ABORTS)[number];

/** How a hand ended. */
export type Outcome =
  | { readonly type: 'ron'; readonly from: Seat; readonly wins: readonly Win[] }
  | { readonly type: 'tsumo'; readonly win: Win }
  | { readonly type: 'exhaustive_draw'; readonly tenpai: readonly Seat[] }
  | { readonly type: 'nagashi_mangan'; readonly winners: readonly Seat[]; readonly tenpai: readonly Seat[] }
  | { readonly type: 'abortive_draw'; readonly kind: Abort }
  | { readonly type: 'chombo'; readonly offender: Seat }
  | { readonly type: 'no_contest' }
  /** No hand at all: points were put right between players. */
  | { readonly type: 'correction'; readonly points: BySeat<number> };

/** A hand that is over. */
export type Hand = { readonly riichi: readonly Seat[]; readonly outcome: Outcome };

/** Wins on one tile, nearest after the discarder first: in which order they are told does not matter. */
export function inTurn(from: Seat, wins: readonly Win[]): readonly Win[] {
  for (const [place, win] of wins.entries()) {
    if (win.winner === from) refuse('winner_is_discarder');
    if (wins.slice(0, place).some(({ winner }) => winner === win.winner)) refuse('winner_twice');
    checkWorth(win);
  }
  if (wins.length === 0) refuse('no_winner');
  return [1, 2, 3].flatMap((places) => wins.filter(({ winner }) => winner === seatAfter(from, places)));
}

/** Refuses a hand of no yakuman, and who can't be liable. */
export function checkWorth({ winner, worth }: Win): void {
  if (!('yakuman' in worth)) return;
  if (worth.yakuman.length === 0) refuse('bad_yakuman');
  if (worth.pao === undefined) return;
  if (worth.pao.liable === winner) refuse('winner_is_liable');
  if (!worth.yakuman.includes(worth.pao.yakuman)) refuse('liable_for_nothing');
}

/**
 * Whether nobody can have won with the yakuman that are named, while somebody deals. Asked of what is written down, not of
 * what was: games are folded with the hands they have.
 */
export function isOdd({ outcome }: Hand, dealer: Seat): boolean {
  const [by, wins] = outcome.type === 'ron' ? (['ron', outcome.wins] as const) : outcome.type === 'tsumo' ? (['tsumo', [outcome.win]] as const) : (['ron', []] as const);
  return wins.some(({ winner, worth }) => 'yakuman' in worth && !canBeWon(worth.yakuman, { winner: winner === dealer ? 'dealer' : 'other', by }));
}

/** The most points a correction gives somebody. */
const CORRECTION_MAX = 1_000_000;

/** Refuses a correction by which points would appear or vanish, or nothing moves. */
export function checkCorrection(points: BySeat<number>): void {
  if (points.some((change) => change % 100 !== 0 || Math.abs(change) > CORRECTION_MAX)) refuse('correction_not_hundreds');
  if (points.reduce((sum, change) => sum + change, 0) !== 0) refuse('correction_not_zero');
  if (points.every((change) => change === 0)) refuse('correction_empty');
}

/** Everybody else, in turn order. */
export function others(seat: Seat): readonly Seat[] {
  return SEATS.filter((other) => other !== seat);
}
