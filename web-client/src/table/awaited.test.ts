import { describe, expect, it } from 'vitest';
import type { PhaseView, TableView } from '../wire/messages.generated';
import { asksTheSame, awaited } from './awaited';

const table = (phase: PhaseView, wall_left = 60): TableView => ({ phase, hand: { wall_left } }) as unknown as TableView;
const calling = (on: 'discard' | 'gold', answered: readonly [boolean, boolean, boolean, boolean]): PhaseView => ({
  type: 'calling',
  on,
  from: 0,
  tile: 'dots_5',
  answered,
});

describe('whom the table waits for', () => {
  it.each([
    ['nobody before the deal', { type: 'awaiting_wall' }, []],
    ['whose turn it is', { type: 'turn', seat: 2 }, [2]],
    ['those who have not answered a discard', calling('discard', [false, true, false, false]), [2, 3]],
    ['the dealer too when the Gold lies open', calling('gold', [false, true, false, false]), [0, 2, 3]],
    ['those who are not ready', { type: 'between', ready: [true, true, false, true] }, [2]],
  ] as const)('is %s', (_, phase, seats) => {
    expect(awaited(table(phase))).toEqual(seats);
  });
});

describe('what the table asks', () => {
  it('is the same when somebody answers', () => {
    const [before, after] = [[false, false, false, false], [false, true, false, false]] as const;
    expect(asksTheSame(table(calling('discard', before)), table(calling('discard', after)))).toBe(true);
  });

  it.each([
    ['in another turn', table({ type: 'turn', seat: 1 }), table({ type: 'turn', seat: 2 })],
    ['after a kong from the hand', table({ type: 'turn', seat: 1 }, 60), table({ type: 'turn', seat: 1 }, 59)],
    ['in a call', table({ type: 'turn', seat: 0 }), table(calling('discard', [false, false, false, false]))],
  ])('is something else %s', (_, before, after) => {
    expect(asksTheSame(before, after)).toBe(false);
  });
});
