import { describe, expect, it } from 'vitest';
import { BLANK, draftOf, outcomeOf, withFrom, withHow, withWinner, withWorth } from './draft';
import type { Outcome } from './hand';

describe('a hand entered tap by tap', () => {
  it('is complete after three taps by tsumo', () => {
    const draft = withWorth(withHow(withWinner(BLANK, 1), 'tsumo', []), 1, { other: 1000, dealer: 2000 });

    expect(outcomeOf(draft)).toEqual({ type: 'tsumo', win: { winner: 1, worth: { other: 1000, dealer: 2000 } } });
  });

  it('says after each tap what is missing', () => {
    const taps = [BLANK, withWinner(BLANK, 1)];
    taps.push(withHow(taps[1] ?? BLANK, 'ron', []));
    taps.push(withFrom(taps[2] ?? BLANK, 2));

    expect(taps.map(outcomeOf)).toEqual(['who', 'how', 'from', 'worth']);
  });

  it('forgets a value that was said of another winner', () => {
    const draft = withWorth(withHow(withWinner(BLANK, 1), 'tsumo', []), 1, { all: 2000 });

    expect(outcomeOf(withWinner(draft, 0))).toBe('worth');
  });

  it('forgets a discarder who turns out to have won', () => {
    const draft = withFrom(withHow(withWinner(BLANK, 1), 'ron', []), 2);

    expect(outcomeOf(withWinner(draft, 2))).toBe('from');
  });

  it('is no longer to be named once it is no win', () => {
    const named = { ...BLANK, isNamed: true };

    expect(withHow(withWinner(named, 1), 'tsumo', []).isNamed).toBe(true);
    expect(withHow(named, 'draw', []).isNamed).toBe(false);
  });

  it('takes riichi players for tenpai when it is drawn', () => {
    expect(outcomeOf(withHow(BLANK, 'draw', [3]))).toEqual({ type: 'exhaustive_draw', tenpai: [3] });
  });

  it.each<Outcome>([
    { type: 'ron', from: 2, wins: [{ winner: 1, worth: { points: 5200 } }, { winner: 3, worth: { han: 5 }, yaku: ['riichi'] }] },
    { type: 'tsumo', win: { winner: 0, worth: { yakuman: ['daisangen'], pao: { liable: 2, yakuman: 'daisangen' } } } },
    { type: 'exhaustive_draw', tenpai: [0, 3] },
    { type: 'nagashi_mangan', winners: [1], tenpai: [1] },
    { type: 'abortive_draw', kind: 'kyuushu_kyuuhai' },
    { type: 'chombo', offender: 2 },
    { type: 'no_contest' },
  ])('is the same when it is taken up again: $type', (outcome) => {
    expect(outcomeOf(draftOf(outcome))).toEqual(outcome);
  });
});
