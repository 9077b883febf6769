/** Tables to look at while drawing them: moments of the protocol's course, and worse ones made of it. */
import course from '../../../protocol/tests/vectors/course_seat.json' with { type: 'json' };
import { applyStep, knownFrom, type Known, type Snapshot, type Step } from '../table/applyChange';
import { happenings } from '../table/happenings';
import type { LogEvent } from '../table/log';
import { bySeat, seatAfter } from '../table/seats';
import type { DiscardView, HandView, MeldView, PlayerView, Seat, SeatView } from '../wire/messages.generated';
import { tileName, type SuitTile } from '../wire/tile';

export type Fixture = { readonly known: Known; readonly events: readonly LogEvent[] };

const SEAT: Seat = 1;

/** Everything up to a step of the course. */
export function courseUpTo(seq: number): Fixture {
  const [first, ...rest] = course.map(({ json }) => json as unknown as Snapshot | (Step & { type: 'step' }));
  let known = knownFrom(first as Snapshot, SEAT);
  const events: LogEvent[] = [];
  for (const message of rest) {
    if (message.type !== 'step' || message.seq > seq) continue;
    const next = applyStep(known, message);
    if (next === undefined) throw new Error(`the course has a gap at ${message.seq}`);
    events.push(...happenings(known, next, message));
    known = next;
  }
  return { known: named(known), events };
}

export const LAST_STEP = 122;
/** The step of the course that deals its second hand and flips the Gold. */
export const GOLD_STEP = 17;

/** One step of the course as the server says it. */
export function courseStep(seq: number): Step & { readonly type: 'step'; readonly own: NonNullable<Step['own']> } {
  const found = course.map(({ json }) => json as unknown as ReturnType<typeof courseStep>).find((message) => message.type === 'step' && message.seq === seq);
  if (found === undefined) throw new Error(`the course has no step ${seq}`);
  return found;
}

// Names of different length and script, so that plates are tried.
function named(known: Known): Known {
  const seats = [
    { type: 'human', name: '陈小美', profile: null },
    { type: 'human', name: 'Koki', profile: null },
    { type: 'bot', level: 'hard' },
    { type: 'stand_in', name: 'Alexandra B.', level: 'easy', profile: null },
  ] as const;
  return { ...known, room: { ...known.room, seats } };
}

function change(fixture: Fixture, hand: (hand: HandView) => HandView, view: (view: SeatView) => Partial<SeatView> = () => ({})): Fixture {
  const { known } = fixture;
  if (known.view?.table.hand == null) throw new Error('no hand to change');
  const table = { ...known.view.table, hand: hand(known.view.table.hand) };
  const seen = { ...known.view, table, ...view(known.view) };
  return { ...fixture, known: { ...known, view: seen, table: seen.table } };
}

const suit = (byte: number) => tileName(((byte % 27) + 27) % 27) as SuitTile;

function stressMelds(seat: Seat): readonly MeldView[] {
  return [
    { type: 'chow', low: 'dots_2', called: 'dots_3', from: seatAfter(seat, 3) },
    { type: 'pung', tile: 'bamboo_7', from: seatAfter(seat, 2) },
    { type: 'kong', tile: 'characters_9', kind: { type: 'upgraded', from: seatAfter(seat, 1) } },
    { type: 'kong', tile: 'dots_8', kind: { type: 'concealed' } },
  ];
}

/** As much as can lie on a table: 17 discards, 4 melds and 5 bonus tiles at every seat, and a code as wide as any. */
export function stress(): Fixture {
  const player = (seat: Seat): PlayerView => ({
    concealed: 4,
    melds: stressMelds(seat),
    bonus: ['wind_east', 'wind_east', 'wind_north', 'season_2', 'plant_3'],
  });
  const discards: DiscardView[] = Array.from({ length: 68 }, (_, nth) => ({
    seat: (nth % 4) as Seat,
    tile: suit(nth * 7),
    drawn: nth % 3 === 0,
    taken_by: null,
  }));
  const { known, events } = courseUpTo(42);
  return change(
    { events, known: { ...known, room: { ...known.room, code: 'WMWMWM' } } },
    (hand) => ({ ...hand, wall_left: 9, discards, players: bySeat(player) }),
    (view) => ({
      own: { ...view.own, tiles: ['dots_5', 'dots_5', 'bamboo_1', 'characters_4'], drawn: null },
    }),
  );
}

/** The same, in the own turn, with a kong that can be laid, or several. */
export function stressTurn(kongs: readonly SuitTile[] = ['dots_5']): Fixture {
  const { known, events } = stress();
  if (known.view === null) throw new Error('no view');
  const table = { ...known.view.table, phase: { type: 'turn' as const, seat: SEAT } };
  const own = { ...known.view.own, tiles: [...known.view.own.tiles, 'dots_9' as const], drawn: 'dots_9' as const };
  const view: SeatView = { ...known.view, table, own, prompt: { type: 'turn', win: 'incomplete', kongs, barred: [] } };
  return { events, known: { ...known, view, table } };
}

/** The same, with everything that can be called, on a tile that somebody threw. */
export function stressCall(from: Seat): Fixture {
  const { known, events } = stress();
  if (known.view?.table.hand == null) throw new Error('no hand');
  const tile: SuitTile = 'dots_5';
  const answered = bySeat((seat) => seat === from);
  const discards = [...known.view.table.hand.discards.filter((each, nth, all) => nth < all.length - 4 || each.seat !== from), { seat: from, tile, drawn: false, taken_by: null }];
  const phase = { type: 'calling' as const, on: 'discard' as const, from, tile, answered };
  const table = { ...known.view.table, phase, hand: { ...known.view.table.hand, discards } };
  const prompt = { type: 'call' as const, win: null, kong: null, pung: null, chow: null, chows: ['dots_3', 'dots_4', 'dots_5'] as const };
  const view: SeatView = { ...known.view, table, own: { ...known.view.own, answer: null }, prompt };
  return { events, known: { ...known, view, table } };
}

/** The Gold that was just flipped is the tile that somebody waited for. */
export function goldToRob(): Fixture {
  const { known, events } = courseUpTo(GOLD_STEP);
  if (known.view?.prompt?.type !== 'call') throw new Error('nothing to rob');
  return { events, known: { ...known, view: { ...known.view, prompt: { ...known.view.prompt, win: null } } } };
}

/** The match won by Three Golds, and over. */
export function threeGolds(): Fixture {
  const end = courseUpTo(LAST_STEP);
  return change(end, (hand) => {
    const gold = hand.gold ?? 'dots_5';
    const held = [gold, gold, gold, 'dots_1', 'dots_2', 'bamboo_1', 'bamboo_4', 'characters_2', 'characters_9'] as const;
    const points = {
      total: 34, bonus: 3, golds: 3, concealed_kongs: 0, exposed_kongs: 0, streak: 0, doubled: true,
      three_golds: 20, golden_pair: 0, no_bonus_no_kong: 0, robbing_the_gold: 0, all_one_suit: 0,
    };
    return {
      ...hand,
      end: {
        outcome: { type: 'won', seat: 2, way: { type: 'three_golds' }, points, deltas: [-34, -34, 102, -34], groups: [], drawn: null },
        hands: bySeat((seat) => (seat === 2 ? held : (hand.end?.hands[seat] ?? []))),
      },
    };
  });
}

/** A win with Golds in it, in the middle of a match. */
export function goldsWin(): Fixture {
  const end = courseUpTo(LAST_STEP);
  const changed = change(end, (hand) => {
    const gold = hand.gold ?? 'dots_5';
    const own = (tile: SuitTile) => ({ tile, gold: false });
    const points = {
      total: 52, bonus: 3, golds: 3, concealed_kongs: 1, exposed_kongs: 0, streak: 2, doubled: true,
      three_golds: 0, golden_pair: 30, no_bonus_no_kong: 0, robbing_the_gold: 0, all_one_suit: 0,
    };
    const groups = [
      [own('dots_2'), { tile: 'dots_3', gold: true }, own('dots_4')],
      [own('bamboo_7'), own('bamboo_8'), own('bamboo_9')],
      [own('characters_2'), own('characters_2'), own('characters_2')],
      [{ tile: gold, gold: true }, { tile: gold, gold: true }],
    ] as const;
    return {
      ...hand,
      end: {
        outcome: { type: 'won', seat: 0, way: { type: 'self_draw' }, points, deltas: [156, -52, -52, -52], groups, drawn: 'dots_2' },
        hands: hand.end?.hands ?? bySeat(() => []),
      },
      players: bySeat((seat) => ({ ...hand.players[seat], melds: stressMelds(seat).slice(1, 3) })),
    };
  });
  const { known } = changed;
  if (known.view === null) throw new Error('no view');
  const table = { ...known.view.table, phase: { type: 'between' as const, ready: [false, false, true, true] as const } };
  return { ...changed, known: { ...known, view: { ...known.view, table }, table } };
}

/** A drawn hand. */
export function drawn(): Fixture {
  return change(courseUpTo(LAST_STEP), (hand) => ({
    ...hand,
    end: { outcome: { type: 'drawn' }, hands: hand.end?.hands ?? bySeat(() => []) },
  }));
}

/** The same table for somebody who watches. */
export function watched(fixture: Fixture): Fixture {
  return { ...fixture, known: { ...fixture.known, view: null, seat: null } };
}
