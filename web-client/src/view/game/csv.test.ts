import { expect, it } from 'vitest';
import type { Hand } from '../../net/games';
import { csvOf } from './csv';

const hand: Hand = {
  number: 1,
  ended_at: 0,
  players: [],
  outcome: { type: 'won', wins: [{ seat: 0, way: 'discard', from: 1, points: 7, specials: [] }] },
  deltas: [21, -7, -7, -7],
  scores_after: [21, -7, -7, -7],
};

it('a name is no formula and no second column', () => {
  const [head, row] = csvOf([hand], ['=cmd()', 'Ana, "the" one', 'Eun', 'Gia']).split('\r\n');

  expect(head).toContain("'=cmd() change");
  expect(row).toBe(`1,1970-01-01T00:00:00.000Z,won,'=cmd(),discard,"Ana, ""the"" one",7,21,-7,-7,-7,21,-7,-7,-7`);
});
