import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../wire/codec';
import type { SpectatorMessage } from '../wire/messages.generated';
import { applyStep, knownFrom, type Known } from './applyChange';
import { happenings } from './happenings';
import type { LogEvent } from './log';
import { withPast, type Course, type Past } from './past';
import { soFar } from './soFar';

type Step = Extract<SpectatorMessage, { type: 'step' }>;
/** A moment of a hand as somebody heard it who was there from the deal, and what they heard. */
type Moment = { readonly known: Known; readonly events: readonly LogEvent[]; readonly step: Step };

/** The hands of the course, moment by moment, with the table before each. */
function hands(): readonly { readonly before: Known; readonly moments: readonly Moment[] }[] {
  const file = new URL('../../../protocol/tests/vectors/course_spectator.json', import.meta.url);
  const vectors: { json: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  const found: { before: Known; moments: Moment[] }[] = [];
  let known: Known | undefined;
  for (const { json } of vectors) {
    const message = decodeAs('spectator', JSON.stringify(json));
    if (message?.type === 'snapshot') known ??= knownFrom(message, null);
    if (message?.type !== 'step' || known === undefined) continue;
    const next = applyStep(known, message);
    if (next === undefined) throw new Error('not the next step');
    if (message.public.some(({ type }) => type === 'dealt')) found.push({ before: known, moments: [] });
    found.at(-1)?.moments.push({ known: next, events: happenings(known, next, message), step: message });
    known = next;
  }
  return found.map(({ before, moments }) => ({ before, moments: moments.filter(({ known: { table } }) => table?.hand?.end === null) }));
}

/** What the room tells at a moment: those of its steps that were of the table. */
function pastAt(hand: ReturnType<typeof hands>[number], at: number): Past {
  const { table } = hand.before;
  const last = hand.moments[at];
  if (table === null || last === undefined) throw new Error('no such moment');
  const steps = hand.moments.slice(0, at + 1).map(({ step }) => [step.seq, step.public] as const);
  return { type: 'past', seq: last.step.seq, table, steps };
}

/** What is known by `to` of who came at `from`. */
function since({ moments }: ReturnType<typeof hands>[number], from: number, to: number): Course {
  const [came, ...later] = moments.slice(from, to + 1);
  if (came === undefined) throw new Error('no such moment');
  return {
    history: [came.known, ...later.map(({ known }) => known)],
    events: [...soFar(came.known), ...later.flatMap(({ events }) => events)],
  };
}

describe('the past of a hand', () => {
  it('makes whoever comes at any moment know what those know who were there from the deal', () => {
    const all = hands();
    expect(all.map(({ moments }) => moments.length > 3)).toEqual([true, true]);
    for (const hand of all) {
      const whole = since(hand, 0, hand.moments.length - 1);
      for (const [came] of hand.moments.entries()) {
        const joined = withPast(since(hand, came, hand.moments.length - 1), pastAt(hand, came));
        expect(joined?.history).toEqual(whole.history);
        expect(joined?.events).toEqual(hand.moments.flatMap(({ events }) => events));
      }
    }
  });

  it('keeps every moment apart where steps were none of the table', () => {
    const [, hand] = hands();
    if (hand === undefined) throw new Error('no hand');
    const past = pastAt(hand, 4);
    const first = past.steps[0]?.[0] ?? 0;
    const spread = past.steps.map(([seq, changes]) => [first + (seq - first) * 3, changes] as const);
    const came = { ...since(hand, 4, 4).history[0], seq: first + 20 } as Known;

    const joined = withPast({ history: [came], events: [] }, { ...past, seq: first + 20, steps: spread });

    expect(joined?.history.map(({ seq }) => seq - first)).toEqual([0, 3, 6, 9, 12, 20]);
  });

  it('is left alone where it is of a hand before, or of one after', () => {
    const [one, other] = hands();
    if (one === undefined || other === undefined) throw new Error('no hands');

    expect(withPast(since(other, 0, 3), pastAt(one, 3))).toBeUndefined();
    expect(withPast(since(one, 0, 3), pastAt(other, 3))).toBeUndefined();
  });
});
