/** A finished hand, step by step: the lines of a replay, folded as the same steps are live. Pure. */
import type { Game, Hand } from '../net/games';
import { readPart } from '../wire/codec';
import type {
  AnswerView,
  BySeat,
  Occupant,
  OwnChange,
  PublicChange,
  RoomView,
  Seat,
  SeatView,
  TableView,
} from '../wire/messages.generated';
import type { SuitTile } from '../wire/tile';
import { applyStep, type Known, type Step } from './applyChange';
import { happenings } from './happenings';
import type { LogEvent } from './log';
import { USUAL_OPTIONS } from './options';
import { bySeat, SEATS } from './seats';

/** What is known after a step. */
export type Frame = {
  /** The step's number in the hand, from 1: the deal. */
  readonly step: number;
  /** What anybody knew then. */
  readonly anybody: Known;
  /** What each player knew then. */
  readonly seats: BySeat<Known>;
  /** What happened in the step. */
  readonly events: readonly LogEvent[];
  /** The tile somebody drew for a turn in it. */
  readonly drew: { readonly seat: Seat; readonly tile: SuitTile } | null;
  /** Who gave an answer to a call that settled nothing yet; such a step is passed over. */
  readonly answered: { readonly seat: Seat; readonly answer: AnswerView['type'] | null } | null;
  /** Whether somebody's turn begins with it. */
  readonly isTurn: boolean;
};

type Line =
  | { readonly type: 'hand'; readonly table: TableView; readonly seats: BySeat<SeatView> }
  | { readonly type: 'step'; readonly step: number; readonly public: readonly PublicChange[]; readonly own: BySeat<readonly OwnChange[]> };

/** Every step of the hand in a replay with all hands open; undefined if it is none. */
export function readReplay(text: string, room: RoomView): readonly Frame[] | undefined {
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [readLine(line)]));
  const [first, ...steps] = lines;
  if (first?.type !== 'hand') return undefined;
  const frames: Frame[] = [];
  let last = beforeTheDeal(first, room);
  for (const step of steps) {
    const next = step?.type === 'step' ? follow(last, step) : undefined;
    if (next === undefined) return undefined;
    frames.push(next);
    last = next;
  }
  return frames.length === 0 ? undefined : frames;
}

/** The room of a recorded hand, as far as a table needs one. */
export function roomOf(game: Game, { players }: Pick<Hand, 'players'>): RoomView {
  const occupant = (seat: Seat): Occupant => {
    const player = players.find((each) => each.seat === seat);
    const { name = '', level = 'medium' } = player ?? {};
    if (player === undefined) return { type: 'empty' };
    if (player.kind === 'human') return { type: 'human', name, profile: null };
    return player.kind === 'bot' ? { type: 'bot', level } : { type: 'stand_in', name, level, profile: null };
  };
  return {
    code: game.room,
    stage: 'playing',
    seats: bySeat(occupant),
    host: null,
    public: true,
    id: Number(game.id.split('-')[0]),
    setup: { type: 'fujian', rules: game.rules },
    dealer: 0,
    tips: [null, null, null, null],
    wall: null,
    options: USUAL_OPTIONS,
  };
}

type Start = Pick<Frame, 'step' | 'anybody' | 'seats'>;

function beforeTheDeal({ table, seats }: Extract<Line, { type: 'hand' }>, room: RoomView): Start {
  const known = { seq: 0, room };
  return {
    step: 0,
    anybody: { ...known, seat: null, view: null, table },
    seats: bySeat((seat) => ({ ...known, seat, view: seats[seat], table: seats[seat].table })),
  };
}

function follow(before: Start, line: Extract<Line, { type: 'step' }>): Frame | undefined {
  const told: Step = { seq: line.step, room: [], public: line.public };
  const anybody = applyStep(before.anybody, told);
  const seats = bySeat((seat) => applyStep(before.seats[seat], { ...told, own: line.own[seat] }));
  if (anybody === undefined || !seats.every((known) => known !== undefined)) return undefined;
  return {
    step: line.step,
    anybody,
    seats: seats as BySeat<Known>,
    events: happenings(before.anybody, anybody, told),
    drew: drewIn(line),
    answered: answeredIn(line),
    isTurn: line.public.some((change) => change.type === 'phase' && change.phase.type === 'turn'),
  };
}

/** A tile drawn for a turn, not one of the deal. */
function drewIn(line: Extract<Line, { type: 'step' }>): Frame['drew'] {
  if (line.public.some(({ type }) => type === 'dealt')) return null;
  for (const seat of SEATS) {
    const drawn = line.own[seat].findLast((change) => change.type === 'drew');
    if (drawn?.type === 'drew') return { seat, tile: drawn.tile };
  }
  return null;
}

function answeredIn(line: Extract<Line, { type: 'step' }>): Frame['answered'] {
  const [only, ...more] = line.public;
  if (only?.type !== 'answered' || more.length > 0) return null;
  const own = line.own[only.seat].find((change) => change.type === 'answered');
  return { seat: only.seat, answer: own?.type === 'answered' ? own.answer.type : null };
}

function readLine(text: string): Line | undefined {
  const line = parsed(text);
  if (line?.['type'] === 'hand') {
    const view = line['view'] as Record<string, unknown> | null;
    const table = readPart('TableView', view?.['table']);
    const seats = fourOf(view?.['seats'], (each) => readPart('SeatView', each));
    return table === undefined || seats === undefined ? undefined : { type: 'hand', table, seats };
  }
  const changes = listOf(line?.['public'], (each) => readPart('PublicChange', each));
  const own = fourOf(line?.['own'], (each) => listOf(each, (change) => readPart('OwnChange', change)));
  const step = line?.['step'];
  if (typeof step !== 'number' || changes === undefined || own === undefined) return undefined;
  return { type: 'step', step, public: changes, own };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function listOf<T>(value: unknown, read: (each: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.map(read);
  return found.includes(undefined) ? undefined : (found as T[]);
}

function fourOf<T>(value: unknown, read: (each: unknown) => T | undefined): BySeat<T> | undefined {
  const found = listOf(value, read);
  return found?.length === SEATS.length ? (found as unknown as BySeat<T>) : undefined;
}
