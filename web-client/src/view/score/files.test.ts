import { describe, expect, it } from 'vitest';
import { STANDARD } from '../../riichi/options';
import type { Kept, Sheet } from '../../riichi/kept';
import { csvOf, jsonOf } from './files';

const SHEET: Sheet = {
  players: ['=Koki', 'Josh', 'Mi,key', 'Jo'],
  rules: STANDARD,
  start: null,
  hands: [
    { id: 'u', riichi: [], note: '', uncertain: { note: '?', possible_winners: [1] } },
    { id: 'a', riichi: [1], note: '', outcome: { type: 'ron', from: 2, wins: [{ winner: 1, worth: { points: 8000 } }] } },
  ],
  declared: [],
  closing: null,
};

describe('a game as a file', () => {
  it('has a line for each hand, and runs no formula', () => {
    expect(csvOf(SHEET).split('\r\n')).toEqual([
      `hand,deal,outcome,winners,from,riichi,'=Koki change,Josh change,"Mi,key change",Jo change,'=Koki total,Josh total,"Mi,key total",Jo total`,
      '1,,uncertain,,,,,,,,,,,',
      '2,E1,ron,Josh,"Mi,key",Josh,0,8000,-8000,0,25000,33000,17000,25000',
      '',
    ]);
  });

  it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])('runs no formula that begins with %s', (sign) => {
    expect(csvOf({ ...SHEET, players: [`${sign}1`, 'Josh', 'Mikey', 'Jo'] })).toContain(`,'${sign}1 change,`);
  });

  it('has no key that would let others write', () => {
    const kept: Kept = { key: 'k', secret: 'the-secret', id: 'r1', recorderKey: 'rk_1', organiserKey: 'ok_1', startedAt: 0, version: 1, base: SHEET, queue: [], aside: [] };

    expect(jsonOf(kept)).not.toMatch(/the-secret|rk_1|ok_1/);
    expect(JSON.parse(jsonOf(kept))).toMatchObject({ id: 'r1', hands: SHEET.hands });
  });
});
