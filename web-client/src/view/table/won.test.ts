import { describe, expect, it } from 'vitest';
import type { HandView, OutcomeView } from '../../wire/messages.generated';
import { piecesOf, winningTile, type Won } from './won';

const PLAYER = { concealed: 0, melds: [], bonus: [] };
const HAND: HandView = {
  wall_left: 10,
  gold: 'dots_9',
  flipped: 'dots_9',
  players: [PLAYER, PLAYER, PLAYER, PLAYER],
  discards: [{ seat: 2, tile: 'bamboo_6', drawn: false, taken_by: null }],
  end: null,
};

function won(way: Won['way'], groups: Won['groups'], drawn: Won['drawn'] = null): Won {
  const outcome: OutcomeView = {
    type: 'won',
    seat: 1,
    way,
    points: {
      total: 1, bonus: 0, golds: 0, concealed_kongs: 0, exposed_kongs: 0, streak: 0, doubled: false,
      three_golds: 0, golden_pair: 0, no_bonus_no_kong: 0, robbing_the_gold: 0, all_one_suit: 0,
    },
    deltas: [-1, 3, -1, -1],
    groups,
    drawn,
  };
  return outcome;
}

describe('a winning hand', () => {
  it('marks the discard it was won on, once, and never a Gold that stands for it', () => {
    const pieces = piecesOf(
      HAND,
      won({ type: 'discard', from: 2 }, [
        [{ tile: 'bamboo_6', gold: false }, { tile: 'bamboo_6', gold: false }, { tile: 'bamboo_6', gold: true }],
      ]),
    );

    expect(pieces[0]?.map(({ isWinning }) => isWinning)).toEqual([false, true, false]);
  });

  it('shows the Gold and says what it stands for, unless that is itself', () => {
    const [run, pair] = piecesOf(
      HAND,
      won({ type: 'self_draw' }, [
        [{ tile: 'dots_1', gold: true }, { tile: 'dots_2', gold: false }, { tile: 'dots_3', gold: false }],
        [{ tile: 'dots_9', gold: true }, { tile: 'dots_9', gold: true }],
      ]),
    );

    expect(run?.[0]).toMatchObject({ tile: 'dots_9', standsFor: 'dots_1', isGold: true });
    expect(pair?.[0]).toMatchObject({ tile: 'dots_9', standsFor: null, isGold: true });
  });

  it('has no tile to mark when it was dealt complete', () => {
    expect(winningTile(HAND, won({ type: 'self_draw' }, []))).toBeNull();
  });

  it('marks what the winner drew, a Gold as the Gold it is', () => {
    const groups = [
      [{ tile: 'dots_1', gold: false }, { tile: 'dots_2', gold: false }, { tile: 'dots_3', gold: true }],
      [{ tile: 'dots_1', gold: false }, { tile: 'dots_1', gold: false }],
    ] as const;
    const marked = (drawn: 'dots_2' | 'dots_9' | null) =>
      piecesOf(HAND, won({ type: 'self_draw' }, groups, drawn)).map((group) => group.findIndex(({ isWinning }) => isWinning));

    expect(marked('dots_2')).toEqual([1, -1]);
    expect(marked('dots_9')).toEqual([2, -1]);
    expect(marked(null)).toEqual([-1, -1]);
  });
});
