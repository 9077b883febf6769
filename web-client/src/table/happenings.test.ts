import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../wire/codec';
import { wordsOf } from '../words/language';
import { eventText } from '../words/events';
import { applyStep, knownFrom, type Known } from './applyChange';
import { happenings } from './happenings';
import type { LogEvent } from './log';

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

  it.each(['en', 'zh-Hans'] as const)('can be said in %s', async (language) => {
    const { events, known } = told('seat');
    const words = await wordsOf(language);

    const said = events.map((event) => eventText(event, known.room, words, 1));

    expect(said.filter((text) => text === '' || /undefined|null|\[object/.test(text))).toEqual([]);
  });
});
