import { describe, expect, it } from 'vitest';
import { wanted } from './wanted';

describe('what the server is asked for', () => {
  it('is what stands in the address, page by page', () => {
    const asked = wanted(new URLSearchParams('player=Ana&rare=three_golds&utm=x'), '12.3');

    expect(Object.fromEntries(asked)).toEqual({ limit: '50', player: 'Ana', rare: 'three_golds', cursor: '12.3' });
  });

  it('takes the last day whole', () => {
    const asked = wanted(new URLSearchParams('since=2026-02-28&until=2026-02-28'), null);
    const [since, until] = [Number(asked.get('since')), Number(asked.get('until'))];

    expect(new Date(since).toDateString()).toBe(new Date(2026, 1, 28).toDateString());
    expect(new Date(until).toDateString()).toBe(new Date(2026, 2, 1).toDateString());
  });

  it('leaves out what is no day', () => {
    expect(wanted(new URLSearchParams('since=soon'), null).has('since')).toBe(false);
  });
});
