import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countHan, withYaku, YAKU } from './yaku';
import { YAKUMAN } from './yakuman';

const source = (name: string): string =>
  readFileSync(new URL(`../../../rules/src/riichi/${name}.rs`, import.meta.url), 'utf8');

describe('the yaku', () => {
  it('are those of the rules, with the same han', () => {
    const rows = [...source('yaku').matchAll(/Yaku::(closed_only|either)\("(\w+)", "[^"]+", (\d)(?:, (\d))?\)(?:\.instead_of\("(\w+)"\))?/g)];
    const known = rows.map(([, , code, closed, open, lesser]) => ({
      code,
      closed: Number(closed),
      open: open === undefined ? null : Number(open),
      ...(lesser === undefined ? {} : { insteadOf: lesser }),
    }));

    expect(YAKU).toEqual(known);
  });

  it('and the yakuman too', () => {
    const codes = [...source('yakuman').matchAll(/\("(\w+)", "[^"]+", (?:true|false)\)/g)].map(([, code]) => code);

    expect(YAKUMAN).toEqual(codes);
  });

  it('add up, closed and open', () => {
    expect(countHan(['riichi', 'tanyao', 'pinfu'], false, 2)).toBe(5);
    expect(countHan(['honitsu', 'yakuhai_haku'], true, 0)).toBe(3);
    expect(countHan([], false, 4)).toBeNull();
  });

  it('take the place of those they contain', () => {
    expect(withYaku(['riichi', 'ippatsu'], 'double_riichi')).toEqual(['ippatsu', 'double_riichi']);
    expect(withYaku(['chinitsu'], 'honitsu')).toEqual(['honitsu']);
    expect(withYaku(['tanyao'], 'tanyao')).toEqual([]);
  });
});
