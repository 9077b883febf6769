import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeAs } from '../wire/codec';
import { applyStep, knownFrom, type Known } from './applyChange';
import { happenings } from './happenings';
import type { Happening, LogEvent } from './log';
import { soFar } from './soFar';

/** What is seen of play whatever order it is looked at in. */
const LAID: ReadonlySet<Happening['type']> = new Set(['gold', 'discarded', 'called', 'won', 'drawn']);

const plain = (events: readonly LogEvent[]): readonly Happening[] => events.map(({ what }) => what).filter(({ type }) => LAID.has(type));

/** Follows a match, and compares the log at every step with one made of what lies there. */
function compare(audience: 'seat' | 'spectator', seat: 1 | null): number {
  const file = new URL(`../../../protocol/tests/vectors/course_${audience}.json`, import.meta.url);
  const vectors: { json: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  let known: Known | undefined;
  let log: readonly LogEvent[] | null = null;
  let compared = 0;
  for (const { json } of vectors) {
    const message = decodeAs(audience, JSON.stringify(json));
    if (message?.type === 'snapshot') known ??= knownFrom(message, seat);
    if (message?.type !== 'step' || known === undefined) continue;
    const next = applyStep(known, message);
    if (next === undefined) throw new Error('not the next step');
    const told = happenings(known, next, message);
    // Only from a deal on everything was heard.
    const isNew = told.some(({ what }) => what.type === 'dealt');
    log = isNew ? told : log === null ? null : [...log, ...told];
    known = next;
    if (log === null || next.table?.hand == null || next.table.hand.end?.outcome.type === 'aborted') continue;
    expect(plain(soFar(next)), `step ${message.seq}`).toEqual(plain(log));
    compared += 1;
  }
  return compared;
}

describe('the log of whoever comes late', () => {
  it('has every discard and call that a player heard, in order', () => {
    expect(compare('seat', 1)).toBeGreaterThan(20);
  });

  it('has those somebody who watches heard', () => {
    expect(compare('spectator', null)).toBeGreaterThan(20);
  });
});
