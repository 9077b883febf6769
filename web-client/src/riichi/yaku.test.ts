import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import RULES from './testing/rules.generated.json';
import { FU } from './value';
import { areCrowded, countHan, excludes, fitsFu, fuOfYaku, heldYaku, isWonBy, withYaku, YAKU, type Yaku } from './yaku';
import { fitBeside, isYakumanWon, YAKUMAN } from './yakuman';

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

  it('which fit together and are won as in the rules', () => {
    const ways = (['dealer', 'other'] as const).flatMap((winner) => (['ron', 'tsumo'] as const).map((by) => [winner, by] as const));
    const won = YAKUMAN.map((one) => [one, ways.filter(([winner, by]) => isYakumanWon(one, { winner, by }))]);

    expect(YAKUMAN.map((one, place) => [one, YAKUMAN.slice(place + 1).filter((other) => fitBeside(one, other))])).toEqual(RULES.yakuman_together);
    expect(won).toEqual(RULES.yakuman_won);
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

  it('that one hand has together are those of the rules', () => {
    const codes = YAKU.map(({ code }) => code);
    const own = codes.map((one, place) => [one, codes.slice(place + 1).filter((other) => !excludes(one, other))]);

    expect(own).toEqual(RULES.yaku_together);
    expect(withYaku(['pinfu', 'riichi'], 'toitoi')).toEqual(['riichi', 'toitoi']);
  });

  it('find room in four sets as in the rules', () => {
    const crowds = RULES.yaku_crowded as unknown as readonly (readonly Yaku[])[];

    expect(crowds.length).toBeGreaterThan(0);
    expect(crowds.filter((crowd) => !areCrowded(crowd))).toEqual([]);
    // Each crowd is the least: without any one of them there is a hand.
    expect(crowds.flatMap((crowd) => crowd.map((one) => crowd.filter((other) => other !== one))).filter(areCrowded)).toEqual([]);
    expect(withYaku(['yakuhai_haku', 'yakuhai_hatsu'], 'yakuhai_chun')).toEqual(['yakuhai_hatsu', 'yakuhai_chun']);
    expect(withYaku(['riichi', 'yakuhai_haku', 'yakuhai_chun'], 'sanshoku_doujun')).toEqual(['riichi', 'yakuhai_chun', 'sanshoku_doujun']);
    expect(withYaku(['yakuhai_seat_wind', 'yakuhai_round_wind'], 'ittsuu')).toEqual(['yakuhai_seat_wind', 'yakuhai_round_wind', 'ittsuu']);
  });

  it('of terminals and honours alone are all triplets, or seven pairs', () => {
    expect(withYaku(['riichi'], 'honroutou')).toEqual(['riichi', 'toitoi', 'honroutou']);
    expect(withYaku(['chiitoitsu'], 'honroutou')).toEqual(['chiitoitsu', 'honroutou']);
    expect(withYaku(['toitoi', 'honroutou'], 'toitoi')).toEqual([]);
  });

  it('have the fu of the rules', () => {
    const own = (['ron', 'tsumo'] as const).flatMap((by) => YAKU.map(({ code }) => [code, by, FU.filter((fu) => fitsFu([code], by, fu))]));

    expect(own).toEqual(RULES.yaku_fu);
    expect(fuOfYaku(['riichi', 'chiitoitsu'], 'ron')).toBe(25);
    expect(fuOfYaku(['pinfu', 'menzen_tsumo'], 'tsumo')).toBe(20);
    expect(fuOfYaku(['toitoi'], 'tsumo')).toBeNull();
  });

  it('have no ippatsu without riichi', () => {
    expect(withYaku([], 'ippatsu')).toEqual(['riichi', 'ippatsu']);
    expect(withYaku(['riichi', 'ippatsu', 'tanyao'], 'riichi')).toEqual(['tanyao']);
    expect(withYaku(['riichi', 'ippatsu'], 'double_riichi')).toEqual(['ippatsu', 'double_riichi']);
  });

  it('of a closed hand that is drawn have menzen tsumo', () => {
    expect(heldYaku(['riichi', 'chankan'], 'tsumo', false)).toEqual(['riichi', 'menzen_tsumo']);
    expect(heldYaku(['menzen_tsumo'], 'tsumo', false)).toEqual(['menzen_tsumo']);
    expect(heldYaku(['tanyao', 'pinfu'], 'tsumo', true)).toEqual(['tanyao']);
    expect(heldYaku(['riichi', 'menzen_tsumo'], 'ron', false)).toEqual(['riichi']);
  });

  it('may need a drawn tile, or another player\'s', () => {
    expect(['haitei', 'houtei'].map((code) => isWonBy(code as 'haitei' | 'houtei', 'ron'))).toEqual([false, true]);
  });
});
