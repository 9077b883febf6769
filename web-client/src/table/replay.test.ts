import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../wire/codec';
import type { SeatMessage } from '../wire/messages.generated';
import { applyStep, knownFrom, type Known } from './applyChange';
import { readReplay } from './replay';
import { bySeat } from './seats';
import { placeOf, stopsOf, strideFrom } from './stops';

/** The seat whose course the protocol's vectors tell. */
const SEAT = 1;

function course(): readonly SeatMessage[] {
  const file = new URL('../../../protocol/tests/vectors/course_seat.json', import.meta.url);
  const vectors: { json: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  return vectors.flatMap(({ json }) => decodeAs('seat', JSON.stringify(json)) ?? []);
}

type Played = { readonly text: string; readonly live: readonly Known[] };

/** The hands of the course that came to an end, each written as a replay, with what was known live at every step. */
function hands(): readonly Played[] {
  const found: Played[] = [];
  let known: Known | undefined;
  let lines: string[] = [];
  let live: Known[] = [];
  for (const message of course()) {
    if (message.type === 'snapshot') known ??= knownFrom(message, SEAT);
    if (message.type !== 'step' || known === undefined) continue;
    if (message.public.some(({ type }) => type === 'dealt') && known.view !== null) {
      const { view } = known;
      const start = { ...view, table: { ...view.table, hand: null } };
      lines = [JSON.stringify({ type: 'hand', view: { table: start.table, seats: bySeat(() => start) } })];
      live = [];
    }
    known = applyStep(known, message) ?? known;
    if (lines.length > 0) {
      live.push(known);
      const own = bySeat((seat) => (seat === SEAT ? message.own : []));
      lines.push(JSON.stringify({ type: 'step', step: live.length, public: message.public, own }));
    }
    if (message.public.some(({ type }) => type === 'ended') && lines.length > 0) {
      found.push({ text: `${lines.join('\n')}\n`, live });
      lines = [];
    }
  }
  return found;
}

const PLAYED = hands();
const [FIRST] = PLAYED as [Played];
const ROOM = FIRST.live[0]!.room;

describe('a replay of what was played', () => {
  it('has hands to be tried on', () => {
    expect(PLAYED.length).toBeGreaterThan(1);
  });

  it.each(PLAYED)('shows at every step what was seen live', ({ text, live }) => {
    const frames = readReplay(text, ROOM);

    expect(frames?.map(({ seats }) => seats[SEAT].view)).toEqual(live.map(({ view }) => view));
    expect(frames?.map(({ anybody }) => anybody.table)).toEqual(live.map(({ table }) => table));
    expect(frames?.at(-1)?.anybody.table?.hand?.end).not.toBeNull();
  });

  it.each([
    ['nothing', () => ''],
    ['no beginning', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['a step left out', (text: string) => text.split('\n').toSpliced(2, 1).join('\n')],
    ['a change nobody knows', (text: string) => text.replace('"dealt"', '"dealt_twice"')],
    ['what is no JSON', (text: string) => text.slice(0, -10)],
  ])('is refused with %s', (_what, spoil) => {
    expect(readReplay(spoil(FIRST.text), ROOM)).toBeUndefined();
  });
});

describe('the way through a replay', () => {
  const longest = PLAYED.toSorted((a, b) => b.live.length - a.live.length)[0] ?? FIRST;
  const frames = readReplay(longest.text, ROOM) ?? [];
  const last = frames.length - 1;
  const walk = (stride: 'step' | 'turn', by: 1 | -1, from: number): readonly number[] => {
    const next = strideFrom(frames, from, stride, by);
    return next === undefined ? [from] : [from, ...walk(stride, by, next)];
  };

  it('passes over answers, and reaches both ends', () => {
    const forth = walk('step', 1, 0);

    expect(forth.at(-1)).toBe(last);
    expect(forth.length).toBe(stopsOf(frames).length);
    expect(walk('step', -1, last).toReversed()).toEqual(forth);
  });

  it('is shorter by turns', () => {
    const turns = walk('turn', 1, 0);

    expect(turns.length).toBeLessThan(walk('step', 1, 0).length);
    expect(turns.at(-1)).toBe(last);
  });

  it('goes back to the start of the hand before it leaves it', () => {
    expect(strideFrom(frames, 3, 'hand', -1)).toBe(0);
    expect(strideFrom(frames, 0, 'hand', -1)).toBeUndefined();
    expect(strideFrom(frames, 3, 'hand', 1)).toBeUndefined();
  });

  it('opens at the step of the address, or the nearest', () => {
    expect([0, 1, 3, 10_000].map((step) => placeOf(frames, step))).toEqual([0, 0, 2, last]);
  });
});
