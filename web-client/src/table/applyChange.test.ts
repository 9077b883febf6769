import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../wire/codec';
import type { SeatMessage, SpectatorMessage } from '../wire/messages.generated';
import { applyStep, knownFrom, type Known } from './applyChange';

type Course = readonly (SeatMessage | SpectatorMessage)[];

function course(audience: 'seat' | 'spectator'): Course {
  const file = new URL(`../../../protocol/tests/vectors/course_${audience}.json`, import.meta.url);
  const vectors: { json: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  return vectors.map(({ json }) => {
    const message = decodeAs(audience, JSON.stringify(json));
    if (message === undefined) throw new Error('not a message');
    return message;
  });
}

/** Freezes what it is given, so that a fold that writes into the old state throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** Folds a course, comparing at every snapshot, and says how many were compared. */
function follow(messages: Course, seat: 1 | null): number {
  let known: Known | undefined;
  let compared = 0;
  for (const message of messages) {
    if (message.type === 'snapshot') {
      const told = frozen(knownFrom(message, seat));
      if (known !== undefined) {
        expect(known).toEqual(told);
        compared += 1;
      }
      known ??= told;
    } else if (message.type === 'step' && known !== undefined) {
      const next: Known | undefined = applyStep(known, message);
      expect(next, `step ${message.seq}`).toBeDefined();
      known = frozen(next);
    }
  }
  return compared;
}

describe('folding every step of a match', () => {
  it('gives what a seat is told anew', () => {
    expect(follow(course('seat'), 1)).toBeGreaterThan(3);
  });

  it('gives what somebody who watches is told anew', () => {
    expect(follow(course('spectator'), null)).toBeGreaterThan(3);
  });
});

describe('a step that is not the next one', () => {
  const [first] = course('spectator').filter((message) => message.type === 'snapshot');
  const steps = course('spectator').filter((message) => message.type === 'step');

  it('is not folded in', () => {
    if (first === undefined) throw new Error('no snapshot');
    const known = knownFrom(first, null);
    const later = steps.filter(({ seq }) => seq > known.seq + 1);

    expect(later.length).toBeGreaterThan(0);
    for (const step of later) expect(applyStep(known, step)).toBeUndefined();
  });
});
