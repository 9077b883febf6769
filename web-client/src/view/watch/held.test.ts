import { describe, expect, it } from 'vitest';
import type { Known } from '../../table/applyChange';
import type { LogEvent } from '../../table/log';
import { holdOn, lookedAt, type Told } from './held';

const known = (seq: number): Known => ({ seq }) as Known;
const event = (seq: number): LogEvent => ({ key: `${seq}.0`, seq, what: { type: 'rules' } });
const told = (first: number, last: number): Told => {
  const all = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
  return { history: all.map(known), events: all.map(event), past: [] };
};

describe('looking back', () => {
  it('follows the hand while it goes on', () => {
    const held = holdOn({ ...told(10, 20), seq: 12 }, told(10, 25));

    expect(held.history).toHaveLength(16);
    expect(held.seq).toBe(12);
  });

  it('keeps the hand when the next one is dealt', () => {
    const before = { ...told(10, 20), seq: 12 };

    expect(holdOn(before, told(21, 23))).toBe(before);
  });

  it('tells what had happened by then, and no more', () => {
    const looked = lookedAt({ ...told(10, 20), seq: 12 });

    expect(looked.known?.seq).toBe(12);
    expect(looked.events.map(({ seq }) => seq)).toEqual([10, 11, 12]);
  });
});
