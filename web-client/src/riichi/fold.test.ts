import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { begin, brokenOff, fold, type Config } from './fold';
import type { Hand } from './hand';
import { STANDARD } from './options';
import { failuresOf } from './testing/cases';

const CASES = new URL('../../../rules/tests/riichi/', import.meta.url);
const FILES = readdirSync(CASES).filter((name) => name.endsWith('.txt'));
const CONFIG: Config = { options: STANDARD, start: null };

describe('every game of the server’s own cases', () => {
  it('there are some', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(9);
  });

  it.each(FILES)('%s goes here as it goes there', (name) => {
    expect(failuresOf(readFileSync(new URL(name, CASES), 'utf8'))).toEqual([]);
  });

  it.each([
    'east ron south 12000\nexpect scores 1 2 3 4',
    'east wins 3000\nexpect next E1.0',
    'expect luck 3',
    'options kirage=true\nexpect next E1.0',
    'refused game_over: east ron south 12000',
    'start E1 honba=1 scores=1,2,3,4\nexpect next E1.1',
  ])('a case that is wrong fails: %j', (lines) => {
    expect(failuresOf(`case a\n${lines}\n`)).not.toEqual([]);
  });
});

describe('a game', () => {
  it('that is broken off gives what lies on the table to the first', () => {
    const hands: Hand[] = [{ riichi: [1], outcome: { type: 'exhaustive_draw', tenpai: [1] } }];
    const folded = fold(CONFIG, hands);
    if (!folded.ok) throw new Error('a draw can always be');

    expect(brokenOff(folded.state, STANDARD).ended?.[0]).toEqual({ seat: 1, score: 28_000, points: 33_000 });
  });

  it.each<[string, Hand, readonly unknown[], unknown]>([
    [
      'a ron with a stick',
      { riichi: [1], outcome: { type: 'ron', from: 2, wins: [{ winner: 1, worth: { points: 8000 } }] } },
      [{ from: 2, to: 1, points: 8000 }],
      { to: 1, sticks: 1 },
    ],
    [
      'two noten and two tenpai',
      { riichi: [], outcome: { type: 'exhaustive_draw', tenpai: [0, 3] } },
      [{ from: 1, to: 0, points: 1500 }, { from: 2, to: 3, points: 1500 }],
      null,
    ],
    [
      'a chombo',
      { riichi: [2], outcome: { type: 'chombo', offender: 2 } },
      [{ from: 2, to: 0, points: 4000 }, { from: 2, to: 1, points: 2000 }, { from: 2, to: 3, points: 2000 }],
      null,
    ],
    [
      'two nagashi mangan, of which one pays the other back',
      { riichi: [], outcome: { type: 'nagashi_mangan', winners: [0, 1], tenpai: [] } },
      [{ from: 2, to: 0, points: 4000 }, { from: 2, to: 1, points: 2000 }, { from: 3, to: 0, points: 4000 }, { from: 3, to: 1, points: 2000 }],
      null,
    ],
  ])('says who pays whom for %s', (_name, hand, payments, pot) => {
    const folded = fold(CONFIG, [hand]);

    expect(folded).toMatchObject({ ok: true, settled: [{ payments, pot }] });
  });

  it('leaves what it is folded from as it was', () => {
    const hand: Hand = Object.freeze({ riichi: Object.freeze([0]) as readonly [0], outcome: Object.freeze({ type: 'no_contest' }) });

    expect(fold(CONFIG, [hand, hand])).toMatchObject({ ok: true, state: begin(CONFIG) });
  });
});
