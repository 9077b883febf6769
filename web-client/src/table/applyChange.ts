/** Folds a step into what is known of a room. Pure, and one for live play, watching and replay. */
import type {
  OpenHands,
  OwnChange,
  OwnView,
  PublicChange,
  RoomChange,
  RoomView,
  Seat,
  SeatMessage,
  SeatView,
  Seq,
  SpectatorMessage,
  TableView,
} from '../wire/messages.generated';
import { applyPublic } from './applyPublic';
import { assertNever, withSeat } from './seats';
import { calledTile, insertSorted, meldTiles, without } from './tiles';

/** What is known of a room after a step. */
export type Known = {
  readonly seq: Seq;
  readonly room: RoomView;
  /** The own seat; null for somebody who watches. */
  readonly seat: Seat | null;
  /** What one sees from the own seat, once there is a table. */
  readonly view: SeatView | null;
  /** What anybody sees, once there is a table: for a seat that of its view. */
  readonly table: TableView | null;
  /** What everybody holds: only for those who watch with open hands. */
  readonly hands?: OpenHands;
};

/** A message that says everything, to a seat or to somebody who watches. */
export type Snapshot = Extract<SeatMessage | SpectatorMessage, { type: 'snapshot' }>;

/** A message that says what changed. */
export type Step = {
  readonly seq: Seq;
  readonly room: readonly RoomChange[];
  readonly public: readonly PublicChange[];
  readonly own?: readonly OwnChange[];
};

/** What a snapshot says. */
export function knownFrom(snapshot: Snapshot, seat: Seat | null): Known {
  const { seq, room } = snapshot;
  return 'view' in snapshot
    ? { seq, room, seat, view: snapshot.view, table: snapshot.view?.table ?? null }
    : { seq, room, seat: null, view: null, table: snapshot.table };
}

/** What is known after a step; undefined if it is not the next one: something was lost. */
export function applyStep(known: Known, step: Step): Known | undefined {
  if (step.seq !== known.seq + 1) return undefined;
  const { seq } = step;
  const room = step.room.reduce(applyRoom, known.room);
  if (known.seat === null) {
    return { ...known, seq, room, table: step.public.reduce(applyOrSetUp, known.table) };
  }
  const view = applyToSeat(known.view, known.seat, step.public, step.own ?? []);
  return { ...known, seq, room, view, table: view?.table ?? null };
}

/** The room after a change. */
export function applyRoom(room: RoomView, change: RoomChange): RoomView {
  switch (change.type) {
    case 'seat':
      return { ...room, seats: withSeat(room.seats, change.seat, change.occupant) };
    case 'host':
      return { ...room, host: change.seat };
    case 'stage':
      return { ...room, stage: change.stage };
    case 'public':
      return { ...room, public: change.public };
    case 'setup':
      return { ...room, setup: change.setup };
    case 'dealer':
      return { ...room, dealer: change.seat };
    case 'tip':
      return { ...room, tips: withSeat(room.tips, change.seat, change.tip) };
    case 'committed': {
      const { hand, commitment } = change;
      return { ...room, wall: { hand, commitment, given: [false, false, false, false] } };
    }
    case 'linked':
      return room.wall === null
        ? room
        : { ...room, wall: { ...room.wall, given: withSeat(room.wall.given, change.seat, true) } };
    case 'revealed':
      return room;
    case 'options':
      return { ...room, options: change.options };
    default:
      return assertNever(change);
  }
}

function applyOrSetUp(table: TableView | null, change: PublicChange): TableView | null {
  if (change.type === 'table') return change.table;
  return table && applyPublic(table, change);
}

/** What one sees from a seat after a step: what anybody hears, then what this seat alone does. */
function applyToSeat(
  before: SeatView | null,
  seat: Seat,
  changes: readonly PublicChange[],
  own: readonly OwnChange[],
): SeatView | null {
  const seen = changes.reduce<SeatView | null>((view, change) => {
    if (view !== null) {
      const table = applyPublic(view.table, change);
      return { ...view, table, own: hear(view.own, seat, change) };
    }
    return change.type === 'table' ? beforeTheDeal(change.table, seat) : null;
  }, before);
  // In the step of the deal every draw replaces a bonus tile; none is drawn for a turn.
  const isDeal = changes.some(({ type }) => type === 'dealt');
  return seen && own.reduce((view, change) => applyOwn(view, change, isDeal), seen);
}

function beforeTheDeal(table: TableView, seat: Seat): SeatView {
  return { table, seat, own: { tiles: [], drawn: null, answer: null }, prompt: null };
}

function applyOwn(view: SeatView, change: OwnChange, isDeal: boolean): SeatView {
  const { own } = view;
  switch (change.type) {
    case 'dealt':
      return { ...view, own: { ...own, tiles: change.tiles } };
    case 'drew': {
      const tiles = insertSorted(own.tiles, change.tile);
      return { ...view, own: { ...own, tiles, drawn: isDeal ? null : change.tile } };
    }
    case 'answered':
      return { ...view, own: { ...own, answer: change.answer } };
    case 'prompt':
      return { ...view, prompt: change.prompt };
    default:
      return assertNever(change);
  }
}

/** What a public change means for the own tiles. */
function hear(own: OwnView, seat: Seat, change: PublicChange): OwnView {
  switch (change.type) {
    case 'phase': {
      const isMine = change.phase.type === 'turn' && change.phase.seat === seat;
      return { ...own, drawn: isMine ? own.drawn : null, answer: null };
    }
    case 'discarded': {
      const tiles = change.seat === seat ? without(own.tiles, change.tile) : own.tiles;
      return { tiles, drawn: null, answer: null };
    }
    case 'called': {
      if (change.seat !== seat) return own;
      // The discard joins the hand for a moment, and the meld leaves it.
      const joined = insertSorted(own.tiles, calledTile(change.meld));
      return { ...own, tiles: meldTiles(change.meld).reduce(without, joined) };
    }
    case 'kong': {
      if (change.seat !== seat || change.meld.type !== 'kong') return own;
      const fromHand = change.meld.kind.type === 'upgraded' ? 1 : 4;
      return { ...own, tiles: meldTiles(change.meld).slice(0, fromHand).reduce(without, own.tiles) };
    }
    case 'ended':
      return { ...own, tiles: change.end.hands[seat] };
    default:
      return own;
  }
}
