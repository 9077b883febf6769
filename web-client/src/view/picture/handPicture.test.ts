import { describe, expect, it } from 'vitest';
import type { HandView } from '../../wire/messages.generated';
import { en } from '../../words/en';
import type { Won } from '../table/won';
import { handPicture } from './handPicture';

const PLAYER = { concealed: 0, melds: [], bonus: [] };
const HAND: HandView = {
  wall_left: 10,
  gold: 'dots_9',
  flipped: 'dots_9',
  players: [
    PLAYER,
    { concealed: 0, melds: [{ type: 'pung', tile: 'dots_5', from: 0 }, { type: 'kong', tile: 'dots_2', kind: { type: 'concealed' } }], bonus: ['wind_east'] },
    PLAYER,
    PLAYER,
  ],
  discards: [],
  end: { outcome: { type: 'drawn' }, hands: [[], ['dots_9', 'dots_9', 'dots_9', 'bamboo_1'], [], []] } as unknown as HandView['end'],
};
const WON: Won = {
  type: 'won',
  seat: 1,
  way: { type: 'self_draw' },
  points: {
    total: 10, bonus: 1, golds: 1, concealed_kongs: 1, exposed_kongs: 0, streak: 0, doubled: true,
    three_golds: 0, golden_pair: 0, no_bonus_no_kong: 0, robbing_the_gold: 0, all_one_suit: 0,
  },
  deltas: [-10, 30, -10, -10],
  groups: [[{ tile: 'bamboo_1', gold: false }, { tile: 'bamboo_1', gold: true }]],
  drawn: 'bamboo_1',
};
const TOLD = { note: '10 from each', scores: [-10, 30, -10, -10], nameOfSeat: (seat: number) => ['Mei', 'Koki', 'Josh', 'Jo'][seat] ?? '' } as const;

describe('the picture of a hand', () => {
  it('names who won, also for those who were not there, and counts what it is worth', () => {
    const { title, count, players } = handPicture(HAND, WON, TOLD, en);

    expect(title).toBe('Koki wins by self-draw');
    expect(count).toBe('Base 1 · 1 bonus tile +1 · 1 Gold +1 · Concealed kong +2 · Self-drawn: twice = 10');
    expect(players.map(({ name, change }) => [name, change])).toEqual([['Mei', -10], ['Koki', 30], ['Josh', -10], ['Jo', -10]]);
  });

  it('shows the concealed sets with what a Gold stands for, and the open ones after them', () => {
    const { sets, bonus } = handPicture(HAND, WON, TOLD, en);

    expect(sets.map((set) => set.map(({ tile }) => tile))).toEqual([['bamboo_1', 'dots_9'], ['dots_5', 'dots_5', 'dots_5'], [null, 'dots_2', 'dots_2', null]]);
    expect(sets[0]?.map(({ isWinning, standsFor }) => [isWinning, standsFor])).toEqual([[true, null], [false, 'bamboo_1']]);
    expect(bonus).toEqual(['wind_east']);
  });

  it('of Three Golds shows all that was held', () => {
    const { sets } = handPicture(HAND, { ...WON, way: { type: 'three_golds' }, groups: [] }, TOLD, en);

    expect(sets[0]?.map(({ tile, isGold }) => [tile, isGold])).toEqual([['dots_9', true], ['dots_9', true], ['dots_9', true], ['bamboo_1', false]]);
  });
});
