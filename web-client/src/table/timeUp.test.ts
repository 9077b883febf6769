import { describe, expect, it } from 'vitest';
import type { Prompt } from '../wire/messages.generated';
import type { Known } from './applyChange';
import { isTimeUp } from './timeUp';

const turn: Prompt = { type: 'turn', win: 'incomplete', kongs: [], barred: [] };
const known = (prompt: Prompt | null): Known => ({ view: { prompt }, table: null }) as unknown as Known;

describe('time that is up', () => {
  it('is told when the table played for one', () => {
    expect(isTimeUp(known(turn), known(null), false, -20)).toBe(true);
  });

  it.each([
    ['one has played oneself', known(null), true, -20],
    ['there was time left', known(null), false, 3_000],
    ['no timer ran', known(null), false, null],
    ['one is still asked', known(turn), false, -20],
  ] as const)('is not told when %s', (_, after, hasActed, leftMs) => {
    expect(isTimeUp(known(turn), after, hasActed, leftMs)).toBe(false);
  });

  it('is not told of what waits between hands', () => {
    expect(isTimeUp(known({ type: 'ready' }), known(null), false, -20)).toBe(false);
  });
});
