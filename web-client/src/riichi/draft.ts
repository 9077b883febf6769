/** A hand while somebody enters it, tap by tap; and what is still missing. */
import { assertNever } from '../table/seats';
import type { Seat } from '../wire/messages.generated';
import type { Abort, Outcome, Win, Worth } from './hand';
import type { Situation } from './value';

/** How a hand is said to have ended. */
export type How = 'ron' | 'tsumo' | 'draw' | 'nagashi' | 'abort' | 'chombo' | 'no_contest';

/** What has been said so far. */
export type Draft = {
  readonly how: How | null;
  /** One, or several by ron. */
  readonly winners: readonly Seat[];
  readonly isSeveral: boolean;
  /** Whether the yakuman are to be named, once it is known whose. */
  readonly isNamed: boolean;
  readonly from: Seat | null;
  readonly worths: Readonly<Partial<Record<Seat, Pick<Win, 'worth' | 'yaku'>>>>;
  readonly tenpai: readonly Seat[];
  readonly abort: Abort | null;
  readonly offender: Seat | null;
};

/** What is missing before it is a hand. */
export type Missing = 'who' | 'how' | 'from' | 'worth' | 'offender' | 'winners';

/** Nothing has been said yet. */
export const BLANK: Draft = { how: null, winners: [], isSeveral: false, isNamed: false, from: null, worths: {}, tenpai: [], abort: null, offender: null };

/** Somebody is said to have won; one more where there are several, else in the place of the other. */
export function withWinner(draft: Draft, seat: Seat): Draft {
  const from = draft.from === seat ? null : draft.from;
  if (!draft.isSeveral) return draft.winners[0] === seat ? draft : { ...draft, winners: [seat], from, worths: {} };
  const has = draft.winners.includes(seat);
  if (!has && draft.winners.length === 3) return draft;
  const winners = has ? draft.winners.filter((other) => other !== seat) : [...draft.winners, seat];
  return { ...draft, winners, from, worths: without(draft.worths, seat) };
}

/** It is said how the hand ended; riichi players are tenpai when it is drawn. */
export function withHow(draft: Draft, how: How, riichi: readonly Seat[]): Draft {
  if (draft.how === how) return draft;
  const isWon = how === 'ron' || how === 'tsumo';
  const isDrawn = how === 'draw' || how === 'nagashi';
  const winners = isWon && how === 'tsumo' ? draft.winners.slice(0, 1) : isWon ? draft.winners : [];
  return { ...BLANK, how, winners, isSeveral: how === 'ron' && draft.isSeveral, isNamed: isWon && draft.isNamed, tenpai: isDrawn ? riichi : [] };
}

/** Somebody's tile was won on. */
export function withFrom(draft: Draft, from: Seat): Draft {
  return { ...draft, from };
}

/** It is said what a win was worth. */
export function withWorth(draft: Draft, winner: Seat, worth: Worth, yaku: readonly string[] = []): Draft {
  const said = yaku.length === 0 ? { worth } : { worth, yaku };
  return { ...draft, worths: { ...draft.worths, [winner]: said } };
}

function without<T>(some: Readonly<Partial<Record<Seat, T>>>, seat: Seat): Partial<Record<Seat, T>> {
  return Object.fromEntries(Object.entries(some).filter(([other]) => Number(other) !== seat));
}

/** The same seats with one more, or one fewer. */
export function toggled(seats: readonly Seat[], seat: Seat): readonly Seat[] {
  return seats.includes(seat) ? seats.filter((other) => other !== seat) : [...seats, seat].toSorted();
}

/** Who won, and how, as far as a value depends on it. */
export function situationOf(draft: Draft, winner: Seat, dealer: Seat): Situation {
  return { winner: winner === dealer ? 'dealer' : 'other', by: draft.how === 'tsumo' ? 'tsumo' : 'ron' };
}

/** The outcome, or the first thing that is missing. */
export function outcomeOf(draft: Draft): Outcome | Missing {
  switch (draft.how) {
    case null:
      return draft.winners.length === 0 ? 'who' : 'how';
    case 'ron':
      return ronOf(draft);
    case 'tsumo': {
      const [winner] = draft.winners;
      if (winner === undefined) return 'who';
      const worth = draft.worths[winner];
      return worth === undefined ? 'worth' : { type: 'tsumo', win: { winner, ...worth } };
    }
    case 'draw':
      return { type: 'exhaustive_draw', tenpai: draft.tenpai };
    case 'nagashi':
      return draft.winners.length === 0 ? 'who' : { type: 'nagashi_mangan', winners: draft.winners, tenpai: draft.tenpai };
    case 'abort':
      return draft.abort === null ? 'how' : { type: 'abortive_draw', kind: draft.abort };
    case 'chombo':
      return draft.offender === null ? 'offender' : { type: 'chombo', offender: draft.offender };
    case 'no_contest':
      return { type: 'no_contest' };
    default:
      return assertNever(draft.how);
  }
}

function ronOf({ winners, isSeveral, from, worths }: Draft): Outcome | Missing {
  if (winners.length === 0) return 'who';
  if (isSeveral && winners.length < 2) return 'winners';
  if (from === null) return 'from';
  const wins = winners.flatMap((winner) => {
    const worth = worths[winner];
    return worth === undefined ? [] : [{ winner, ...worth }];
  });
  return wins.length < winners.length ? 'worth' : { type: 'ron', from, wins };
}

/** The draft somebody would have made to enter this. */
export function draftOf(outcome: Outcome): Draft {
  const said = (wins: readonly Win[]): Draft['worths'] =>
    Object.fromEntries(wins.map(({ winner, ...worth }) => [winner, worth]));
  switch (outcome.type) {
    case 'ron': {
      const winners = outcome.wins.map(({ winner }) => winner);
      return { ...BLANK, how: 'ron', winners, isSeveral: winners.length > 1, from: outcome.from, worths: said(outcome.wins) };
    }
    case 'tsumo':
      return { ...BLANK, how: 'tsumo', winners: [outcome.win.winner], worths: said([outcome.win]) };
    case 'exhaustive_draw':
      return { ...BLANK, how: 'draw', tenpai: outcome.tenpai };
    case 'nagashi_mangan':
      return { ...BLANK, how: 'nagashi', winners: outcome.winners, tenpai: outcome.tenpai };
    case 'abortive_draw':
      return { ...BLANK, how: 'abort', abort: outcome.kind };
    case 'chombo':
      return { ...BLANK, how: 'chombo', offender: outcome.offender };
    case 'no_contest':
      return { ...BLANK, how: 'no_contest' };
    // It is no hand, and entered elsewhere.
    case 'correction':
      return BLANK;
    default:
      return assertNever(outcome);
  }
}
