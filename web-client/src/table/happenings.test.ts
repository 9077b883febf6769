import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../wire/codec';
import { en } from '../words/en';
import { zh } from '../words/zh';
import { eventText } from '../words/events';
import { applyStep, knownFrom, type Known } from './applyChange';
import { happenings } from './happenings';
import type { LogEvent } from './log';
import type { Occupant } from '../wire/messages.generated';

/** Everything told of the course that the protocol's vectors hold, and the room it ended in. */
function told(audience: 'seat' | 'spectator'): { events: readonly LogEvent[]; known: Known } {
  const file = new URL(`../../../protocol/tests/vectors/course_${audience}.json`, import.meta.url);
  const vectors: { json: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  const events: LogEvent[] = [];
  let known: Known | undefined;
  for (const { json } of vectors) {
    const message = decodeAs(audience, JSON.stringify(json));
    if (message?.type === 'snapshot') known ??= knownFrom(message, audience === 'seat' ? 1 : null);
    if (message?.type === 'step' && known !== undefined) {
      const after: Known | undefined = applyStep(known, message);
      if (after === undefined) throw new Error('a step is missing');
      events.push(...happenings(known, after, message));
      known = after;
    }
  }
  if (known === undefined) throw new Error('no snapshot');
  return { events, known };
}

describe('what is told of a match', () => {
  it('says every discard once, in order', () => {
    const { events, known } = told('spectator');
    const lastDeal = events.findLastIndex(({ what }) => what.type === 'dealt');

    const thrown = events.slice(lastDeal).flatMap(({ what }) => (what.type === 'discarded' ? [what.tile] : []));

    expect(thrown).toEqual(known.table?.hand?.discards.map(({ tile }) => tile));
  });

  it('tells a player what they are asked, and somebody who watches nothing of it', () => {
    const types = (audience: 'seat' | 'spectator'): Set<string> =>
      new Set(told(audience).events.map(({ what }) => what.type));

    expect([...types('seat')]).toEqual(expect.arrayContaining(['your_turn', 'asked', 'your_ready']));
    expect([...types('spectator')]).not.toEqual(expect.arrayContaining(['your_turn']));
    expect([...types('spectator')]).not.toEqual(expect.arrayContaining(['asked']));
  });

  it('has a key of its own for everything', () => {
    const keys = told('seat').events.map(({ key }) => key);

    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([en, zh])('can be said in either language', (words) => {
    const { events, known } = told('seat');

    const said = events.map((event) => eventText(event, known.room, words, 1));

    expect(said.filter((text) => text === '' || /undefined|null|\[object/.test(text))).toEqual([]);
  });
});

describe('what is told of a seat', () => {
  const human = (profile: { id: string; name: string } | null): Occupant => ({ type: 'human', name: 'Ana', profile });
  const shown = human({ id: 'p-a', name: 'Ana' });

  /** What is told when the second seat goes from one to the other. */
  function toldOf(was: Occupant, is: Occupant): readonly string[] {
    const { known } = told('spectator');
    const [first, , third, fourth] = known.room.seats;
    const before = { ...known, room: { ...known.room, seats: [first, was, third, fourth] as const } };
    const step = { type: 'step', seq: known.seq + 1, room: [{ type: 'seat', seat: 1, occupant: is }], public: [] } as const;
    const after = applyStep(before, step);
    if (after === undefined) throw new Error('a step is missing');
    return happenings(before, after, step).map(({ what }) => what.type);
  }

  it('is nothing when only a profile is shown no longer', () => {
    expect(toldOf(shown, human(null))).toEqual([]);
    expect(toldOf({ type: 'empty' }, shown)).toEqual(['sat']);
    expect(toldOf(shown, { type: 'stand_in', name: 'Ana', level: 'easy', profile: null })).toEqual(['sat']);
    expect(toldOf(shown, { type: 'empty' })).toEqual(['got_up']);
  });
});
