/** Folds what anybody hears into what anybody sees. Pure, and the same as the server's own fold. */
import type {
  HandEnd,
  HandView,
  MeldView,
  PhaseView,
  PlayerView,
  PublicChange,
  Seat,
  TableView,
} from '../wire/messages.generated';
import type { SuitTile } from '../wire/tile';
import { assertNever, bySeat, withSeat } from './seats';
import { insertSorted } from './tiles';

/** Tiles dealt to a player; the dealer gets one more. */
const HAND_TILES = 16;

/** The table after a change; the old one is left as it was. */
export function applyPublic(table: TableView, change: PublicChange): TableView {
  switch (change.type) {
    case 'table':
      return change.table;
    case 'phase':
    case 'answered':
    case 'ready':
      return { ...table, phase: hear(table.phase, change) };
    case 'discarded':
      return applyToTable({ ...table, phase: hear(table.phase, change) }, change);
    case 'dealt':
      return { ...table, hand: dealt(table.dealer, change.wall_left) };
    case 'next': {
      const { dealer, streak, game, hands_played, scores } = change;
      return { ...table, dealer, streak, game, hands_played, scores };
    }
    case 'ended':
      return ended(table, change.end, change.flipped);
    case 'drew':
    case 'bonus':
    case 'bonus_flipped':
    case 'gold':
    case 'called':
    case 'kong':
      return applyToTable(table, change);
    default:
      return assertNever(change);
  }
}

function applyToTable(table: TableView, change: HandChange): TableView {
  return table.hand === null
    ? table
    : { ...table, hand: applyToHand(table.hand, change, table.dealer) };
}

type PhaseChange = Extract<PublicChange, { type: 'phase' | 'discarded' | 'answered' | 'ready' }>;

function hear(phase: PhaseView, change: PhaseChange): PhaseView {
  if (change.type === 'phase') return change.phase;
  if (change.type === 'discarded') {
    const { seat: from, tile } = change;
    return { type: 'calling', on: 'discard', from, tile, answered: bySeat(() => false) };
  }
  if (change.type === 'answered') {
    return phase.type === 'calling'
      ? { ...phase, answered: withSeat(phase.answered, change.seat, true) }
      : phase;
  }
  return phase.type === 'between' || phase.type === 'finished'
    ? { ...phase, ready: withSeat(phase.ready, change.seat, true) }
    : phase;
}

function dealt(dealer: Seat, wall_left: number): HandView {
  const player = (seat: Seat): PlayerView => ({
    concealed: seat === dealer ? HAND_TILES + 1 : HAND_TILES,
    melds: [],
    bonus: [],
  });
  return { wall_left, gold: null, flipped: null, players: bySeat(player), discards: [], end: null };
}

type HandChange = Extract<
  PublicChange,
  { type: 'drew' | 'bonus' | 'bonus_flipped' | 'gold' | 'discarded' | 'called' | 'kong' }
>;

function applyToHand(hand: HandView, change: HandChange, dealer: Seat): HandView {
  switch (change.type) {
    case 'drew': {
      const drawn = recount(hand, change.seat, 1);
      return { ...drawn, wall_left: hand.wall_left - 1 };
    }
    case 'bonus':
      return player(recount(hand, change.seat, -1), change.seat, (was) => ({
        ...was,
        bonus: insertSorted(was.bonus, change.tile),
      }));
    case 'bonus_flipped': {
      const laid = player(hand, dealer, (was) => ({ ...was, bonus: insertSorted(was.bonus, change.tile) }));
      return { ...laid, wall_left: hand.wall_left - 1 };
    }
    case 'gold':
      return { ...hand, wall_left: hand.wall_left - 1, gold: change.tile, flipped: change.tile };
    case 'discarded': {
      const { seat, tile, drawn } = change;
      const thrown = { seat, tile, drawn, taken_by: null };
      return { ...recount(hand, seat, -1), discards: [...hand.discards, thrown] };
    }
    case 'called': {
      const fromHand = change.meld.type === 'kong' ? 3 : 2;
      const taken = recount(takeDiscard(hand, change.seat), change.seat, -fromHand);
      return player(taken, change.seat, (was) => ({ ...was, melds: [...was.melds, change.meld] }));
    }
    case 'kong':
      return player(hand, change.seat, (was) => layKong(was, change.meld));
    default:
      return assertNever(change);
  }
}

function player(hand: HandView, seat: Seat, change: (was: PlayerView) => PlayerView): HandView {
  return { ...hand, players: withSeat(hand.players, seat, change(hand.players[seat])) };
}

function recount(hand: HandView, seat: Seat, by: number): HandView {
  return player(hand, seat, (was) => ({ ...was, concealed: was.concealed + by }));
}

function takeDiscard(hand: HandView, seat: Seat): HandView {
  const last = hand.discards.at(-1);
  if (last === undefined) return hand;
  return { ...hand, discards: [...hand.discards.slice(0, -1), { ...last, taken_by: seat }] };
}

function layKong(was: PlayerView, kong: MeldView): PlayerView {
  if (kong.type !== 'kong') return was;
  if (kong.kind.type !== 'upgraded') {
    return { ...was, concealed: was.concealed - 4, melds: [...was.melds, kong] };
  }
  const pung = was.melds.findIndex((meld) => meld.type === 'pung' && meld.tile === kong.tile);
  const melds = pung === -1 ? was.melds : was.melds.with(pung, kong);
  return { ...was, concealed: was.concealed - 1, melds };
}

/** Everything lies open: what each held says how many tiles went where. */
function ended(table: TableView, end: HandEnd, flipped: SuitTile | null): TableView {
  const { outcome } = end;
  const { scores } = table;
  return {
    ...table,
    scores: outcome.type === 'won' ? bySeat((seat) => scores[seat] + outcome.deltas[seat]) : scores,
    hands_played: table.hands_played + (outcome.type === 'aborted' ? 0 : 1),
    hand: table.hand === null ? null : laidOpen(table.hand, end, flipped),
  };
}

function laidOpen(hand: HandView, end: HandEnd, flipped: SuitTile | null): HandView {
  const { outcome, hands } = end;
  const tookDiscard =
    outcome.type === 'won' &&
    outcome.way.type === 'discard' &&
    hand.players[outcome.seat].concealed < hands[outcome.seat].length;
  const taken = tookDiscard ? takeDiscard(hand, outcome.seat) : hand;
  const players = bySeat((seat) => ({ ...taken.players[seat], concealed: hands[seat].length }));
  return { ...taken, players, flipped, end };
}
