/** The game as a fold over its hands, exactly as the server folds it: previews need no network. */
import { bySeat, SEATS } from '../table/seats';
import type { BySeat, Seat } from '../wire/messages.generated';
import { courseOf, type Course } from './course';
import { isOdd, type Hand } from './hand';
import { okaOf, type Options } from './options';
import { judge, refuse, type Judged, type Reason } from './refusal';
import { gainsOf, netted, type Moved } from './settle';

/** Points of a riichi stick. */
export const STICK = 1000;
/** The most hands a game has. */
export const HANDS_MAX = 1000;

export const WINDS = ['east', 'south', 'west', 'north'] as const;
export type Wind = (typeof WINDS)[number];

/** Where a recording begins: what came before is not known, so it is typed in, once. */
export type Start = {
  readonly wind: Wind;
  /** Number of the deal under that wind, from 1. */
  readonly number: number;
  readonly honba: number;
  readonly riichi_sticks: number;
  readonly scores: BySeat<number>;
};

/** What a game is folded from besides its hands. */
export type Config = { readonly options: Options; readonly start: Start | null };

/** A player at the end of a game. */
export type Place = { readonly seat: Seat; readonly score: number; readonly points: number };

/** A game between two hands, or at its end. */
export type State = {
  /** The deal, from 0 for East 1. */
  readonly round: number;
  readonly dealer: Seat;
  readonly honba: number;
  /** Riichi sticks on the table, a count. */
  readonly sticks: number;
  /** Those of them each player has not paid yet. */
  readonly owed: BySeat<number>;
  readonly scores: BySeat<number>;
  /** The places from the first, once it is over. */
  readonly ended: readonly Place[] | null;
};

/** A hand, and what it led to. */
export type Settled = {
  readonly round: number;
  readonly honba: number;
  readonly winners: readonly Seat[];
  /** Who paid whom for how it ended, without sticks. */
  readonly payments: Moved;
  /** Who took the sticks on the table, and how many. */
  readonly pot: { readonly to: Seat; readonly sticks: number } | null;
  readonly deltas: BySeat<number>;
  readonly after: State;
};

/** A hand that can't have been, with its number from 1. */
export type Impossible = { readonly number: number; readonly why: Reason };

/** What every hand led to, or the first that can't have been. */
export type Folded =
  | { readonly ok: true; readonly settled: readonly Settled[]; readonly state: State }
  | { readonly ok: false; readonly impossible: Impossible };

/** The state before the first hand. */
export function begin({ options, start }: Config): State {
  const round = start === null ? 0 : WINDS.indexOf(start.wind) * 4 + start.number - 1;
  const scores = start?.scores ?? bySeat(() => options.starting_points);
  return at({ honba: start?.honba ?? 0, sticks: start?.riichi_sticks ?? 0, owed: [0, 0, 0, 0], scores, ended: null }, round);
}

/** What is wrong with where a recording begins; null when nothing is. */
export function badStart({ options, start }: Config): 'count' | 'scores' | 'sum' | 'over' | null {
  if (start === null) return null;
  const isCount = (count: number): boolean => Number.isInteger(count) && count >= 0 && count <= 99;
  if (!isCount(start.honba) || !isCount(start.riichi_sticks)) return 'count';
  if (start.scores.some((score) => !Number.isInteger(score) || score % 100 !== 0)) return 'scores';
  const held = start.scores.reduce((sum, score) => sum + score, 0);
  if (held + STICK * start.riichi_sticks !== 4 * options.starting_points) return 'sum';
  const last = regularWind(options) + (options.extension ? 1 : 0);
  return WINDS.indexOf(start.wind) > last || isOut(start.scores, options) ? 'over' : null;
}

/** What every hand led to. */
export function fold(config: Config, hands: readonly Hand[]): Folded {
  let state = begin(config);
  const settled: Settled[] = [];
  for (const [place, hand] of hands.entries()) {
    const next = judge(() => (place >= HANDS_MAX ? refuse('too_many_hands') : settle(state, hand, config.options)));
    if (!next.ok) return { ok: false, impossible: { number: place + 1, why: next.why } };
    settled.push(next.value);
    state = next.value.after;
  }
  return { ok: true, settled, state };
}

/** What a new hand leads to, or why it can't have been. */
export function after(state: State, hand: Hand, options: Options): Judged<Settled> {
  return judge(() => {
    const settled = settle(state, hand, options);
    return isOdd(hand, state.dealer) ? refuse('bad_yakuman') : settled;
  });
}

/** The hands nobody can have won so, though they are written down, by their places. */
export function oddPlaces(hands: readonly Hand[], settled: readonly Settled[]): readonly number[] {
  return hands.flatMap((hand, place) => (isOdd(hand, ((settled[place]?.round ?? 0) % 4) as Seat) ? [place] : []));
}

/** The wind of a seat while somebody deals. */
export function windOf(seat: Seat, dealer: Seat): Wind {
  return WINDS[(seat + 4 - dealer) % 4] as Wind;
}

/** The deal as it is written: `E1`, or with other letters for the winds. */
export function roundText(round: number, winds = 'ESWN'): string {
  return `${winds[Math.floor(round / 4) % 4]}${(round % 4) + 1}`;
}

/** Whether somebody can put down a stick. */
export function canRiichi(state: State, seat: Seat): boolean {
  return state.ended === null && spendable(state, seat) >= STICK;
}

/** The game as it is if nothing more is played: who is first takes what lies on the table. */
export function brokenOff(state: State, options: Options): State {
  return state.ended === null ? end(state, options) : state;
}

function at(rest: Omit<State, 'round' | 'dealer'>, round: number): State {
  return { ...rest, round, dealer: (round % 4) as Seat };
}

function spendable({ scores, owed }: Pick<State, 'scores' | 'owed'>, seat: Seat): number {
  return scores[seat] - STICK * owed[seat];
}

function settle(state: State, hand: Hand, options: Options): Settled {
  if (state.ended !== null) refuse('game_over');
  if (hand.riichi.some((seat) => !canRiichi(state, seat))) refuse('riichi_too_poor');
  const course = courseOf(state, hand, options);
  const gains = gainsOf(course.moved);
  const scores = bySeat((seat) => state.scores[seat] + gains[seat]);
  const paid = moveSticks({ ...state, scores }, course.pot, hand.riichi, options);
  const moved = moveOn(paid, course);
  // Between two hands nobody goes out: that is seen when a hand is settled.
  const isHand = hand.outcome.type !== 'correction';
  const next = isHand && isLast(paid, course.deal, options) ? end(moved, options) : moved;
  const deltas = bySeat((seat) => next.scores[seat] - state.scores[seat]);
  return { round: state.round, honba: state.honba, winners: course.winners, payments: netted(course.moved), pot: takenOf(state, course.pot, hand), deltas, after: next };
}

/** The sticks somebody takes with the hand, own ones included. */
function takenOf({ sticks }: State, pot: Course['pot'], { riichi }: Hand): Settled['pot'] {
  const count = sticks + new Set(riichi).size;
  return typeof pot === 'number' && count > 0 ? { to: pot, sticks: count } : null;
}

function moveSticks(state: State, pot: Course['pot'], riichi: readonly Seat[], options: Options): State {
  if (pot === 'goes_back') return state;
  const bets = new Set(riichi);
  const isUpfront = options.riichi_deposit === 'upfront';
  const bet: State = {
    ...state,
    sticks: state.sticks + bets.size,
    scores: bySeat((seat) => state.scores[seat] - (isUpfront && bets.has(seat) ? STICK : 0)),
    owed: bySeat((seat) => state.owed[seat] + (!isUpfront && bets.has(seat) ? 1 : 0)),
  };
  return pot === 'stays' ? bet : takeSticks(bet, pot);
}

/** Everybody pays what they owe, and one player takes all sticks. */
function takeSticks(state: State, winner: Seat): State {
  const scores = bySeat((seat) => spendable(state, seat) + (seat === winner ? STICK * state.sticks : 0));
  return { ...state, scores, owed: [0, 0, 0, 0], sticks: 0 };
}

function moveOn(state: State, { deal, honba }: Course): State {
  const counted = { ...state, honba: honba === 'up' ? state.honba + 1 : honba === 'gone' ? 0 : state.honba };
  return at(counted, deal === 'passes' ? state.round + 1 : state.round);
}

function isOut(scores: BySeat<number>, { tobi }: Options): boolean {
  return tobi !== null && scores.some((score) => score < tobi);
}

function regularWind({ length }: Options): number {
  return length === 'hanchan' ? 1 : 0;
}

/** Whether the hand just settled was the last; the state still names its deal. */
function isLast(state: State, deal: Course['deal'], options: Options): boolean {
  if (isOut(state.scores, options)) return true;
  const reached = state.scores.some((score) => score >= options.return_points);
  const regular = regularWind(options);
  const wind = Math.floor(state.round / 4);
  const roundEnds = deal === 'passes' && state.dealer === 3;
  // In the round that was added, reaching the return points ends the game at once.
  if (wind > regular) return reached || roundEnds;
  return roundEnds && wind === regular && (reached || !options.extension);
}

function end(state: State, options: Options): State {
  const paid = { ...state, scores: bySeat((seat) => spendable(state, seat)), owed: bySeat(() => 0) };
  const settled = takeSticks(paid, ranking(paid.scores)[0] as Seat);
  return { ...settled, ended: placesOf(settled.scores, options) };
}

/** What these scores come to, from the first place. */
export function placesOf(scores: BySeat<number>, options: Options): readonly Place[] {
  return ranking(scores).map((seat, rank) => {
    const uma = options.uma[rank as Seat] + (rank === 0 ? okaOf(options) : 0);
    return { seat, score: scores[seat], points: scores[seat] - options.return_points + uma };
  });
}

/** The seats by score; of equals, who sat nearer to the first East comes first. */
function ranking(scores: BySeat<number>): readonly Seat[] {
  return [...SEATS].sort((one, other) => scores[other] - scores[one] || one - other);
}
