/** What an outcome leads to, before anything is changed: who pays, who takes the pot, who deals next. */
import { assertNever } from '../table/seats';
import type { Seat } from '../wire/messages.generated';
import type { State } from './fold';
import { checkCorrection, checkWorth, inTurn, type Abort, type Hand, type Outcome } from './hand';
import type { Options } from './options';
import { refuse } from './refusal';
import { nothing, payChombo, payCorrection, payNagashi, payNoten, payRon, payTsumo, type Moved, type Till } from './settle';

/** Where a hand leads. */
export type Course = {
  readonly moved: Moved;
  readonly winners: readonly Seat[];
  /** Who takes all sticks; or whether they stay, or those of this hand go back. */
  readonly pot: Seat | 'stays' | 'goes_back';
  readonly deal: 'stays' | 'passes';
  readonly honba: 'up' | 'gone' | 'same';
};

/** Where a hand leads from a state. */
export function courseOf(state: State, hand: Hand, options: Options): Course {
  const till = { options, dealer: state.dealer };
  const moved = nothing();
  const { outcome } = hand;
  switch (outcome.type) {
    case 'ron':
      return ron(outcome, state, till);
    case 'tsumo':
      checkWorth(outcome.win);
      payTsumo(till, moved, outcome.win, state.honba);
      return won(moved, [outcome.win.winner], till.dealer);
    case 'exhaustive_draw':
      payNoten(moved, outcome.tenpai);
      return drawn(moved, outcome.tenpai, hand, till);
    case 'nagashi_mangan':
      if (!options.nagashi_mangan) refuse('no_nagashi_mangan');
      if (outcome.winners.length === 0) refuse('nobody_nagashi');
      payNagashi(till, moved, outcome.winners);
      return drawn(moved, outcome.tenpai, hand, till);
    case 'abortive_draw':
      checkAbort(outcome.kind, hand, options);
      return aborted();
    case 'chombo':
      payChombo(till, moved, outcome.offender);
      return replayed(moved);
    case 'no_contest':
      return replayed(moved);
    case 'correction':
      checkCorrection(outcome.points);
      if (hand.riichi.length > 0) refuse('correction_with_riichi');
      payCorrection(moved, outcome.points);
      return replayed(moved);
    default:
      return assertNever(outcome);
  }
}

function ron({ from, wins }: Extract<Outcome, { type: 'ron' }>, state: State, till: Till): Course {
  const { options } = till;
  const ordered = inTurn(from, wins);
  const tooMany = !options.atamahane && ordered.length;
  if (tooMany === 2 && !options.double_ron) refuse('no_double_ron');
  if (tooMany === 3 && !options.triple_ron) return options.abortive_draws ? aborted() : refuse('no_triple_ron');
  const counting = options.atamahane ? ordered.slice(0, 1) : ordered;
  const moved = nothing();
  counting.forEach((win, place) => payRon(till, moved, win, from, place === 0 ? state.honba : 0));
  return won(moved, counting.map(({ winner }) => winner), till.dealer);
}

/** Somebody won; the first of the winners takes the pot. */
function won(moved: Moved, winners: readonly Seat[], dealer: Seat): Course {
  const pot = winners[0] ?? refuse('no_winner');
  return winners.includes(dealer)
    ? { moved, winners, pot, deal: 'stays', honba: 'up' }
    : { moved, winners, pot, deal: 'passes', honba: 'gone' };
}

function drawn(moved: Moved, tenpai: readonly Seat[], hand: Hand, { options, dealer }: Till): Course {
  if (hand.riichi.some((seat) => !tenpai.includes(seat))) refuse('riichi_noten');
  const stays = options.renchan === 'always' || (options.renchan === 'tenpai' && tenpai.includes(dealer));
  return { moved, winners: [], pot: 'stays', deal: stays ? 'stays' : 'passes', honba: 'up' };
}

function aborted(): Course {
  return { moved: nothing(), winners: [], pot: 'stays', deal: 'stays', honba: 'up' };
}

function replayed(moved: Moved): Course {
  return { moved, winners: [], pot: 'goes_back', deal: 'stays', honba: 'same' };
}

function checkAbort(kind: Abort, hand: Hand, options: Options): void {
  if (!options.abortive_draws) refuse('no_abortive_draw');
  if (kind === 'suucha_riichi' && new Set(hand.riichi).size !== 4) refuse('not_four_riichi');
  if (kind === 'sanchahou' && (options.triple_ron || options.atamahane)) refuse('no_abortive_draw');
}
