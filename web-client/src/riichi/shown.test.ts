import { describe, expect, it } from 'vitest';
import { foldSheet, type Sheet } from './kept';
import { STANDARD } from './options';
import { settledOf, shownOf } from './shown';

const EMPTY: Sheet = { players: ['Koki', 'Josh', 'Mikey', 'Jo'], rules: STANDARD, start: null, hands: [], declared: [], closing: null };
const shown = (sheet: Sheet) => shownOf(sheet, foldSheet(sheet));

describe('a sheet as it is shown', () => {
  it('has the final scores of a game of which nothing else is known', () => {
    const { scores, ended } = shown({ ...EMPTY, closing: { final_scores: [18_000, 41_000, 26_000, 15_000] } });

    expect(scores).toEqual([18_000, 41_000, 26_000, 15_000]);
    expect(ended?.map(({ seat }) => seat)).toEqual([1, 2, 0, 3]);
  });

  it('gives the first place what lay on the table when the game was broken off', () => {
    const draw = { id: 'a', riichi: [0], note: '', outcome: { type: 'exhaustive_draw', tenpai: [0, 1] } } as const;
    const running = { ...EMPTY, hands: [draw] };

    expect(shown(running)).toMatchObject({ scores: [25_500, 26_500, 23_500, 23_500], sticks: 1, ended: null });
    expect(shown({ ...running, closing: { early: true } })).toMatchObject({ scores: [25_500, 27_500, 23_500, 23_500], sticks: 0 });
  });

  it('knows what a hand led to by its place, also after one nobody is sure of', () => {
    const unsure = { id: 'u', riichi: [], note: '', uncertain: { note: '?', possible_winners: [] } };
    const draw = { id: 'a', riichi: [], note: '', outcome: { type: 'exhaustive_draw', tenpai: [] } } as const;
    const sheet = { ...EMPTY, hands: [unsure, draw] };

    expect([...settledOf(sheet, foldSheet(sheet)).keys()]).toEqual([1]);
  });
});
