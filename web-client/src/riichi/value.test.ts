import { describe, expect, it } from 'vitest';
import { STANDARD } from './options';
import { judge } from './refusal';
import RULES from './testing/rules.generated.json';
import { counted, FU, legalValues, nearest, paymentsOf, said, typed, type Situation } from './value';

const DEALER_RON: Situation = { winner: 'dealer', by: 'ron' };
const RON: Situation = { winner: 'other', by: 'ron' };
const TSUMO: Situation = { winner: 'other', by: 'tsumo' };

describe('the values that can be won', () => {
  it('are those of the situation', () => {
    const points = (situation: Situation): readonly number[] => legalValues(situation, STANDARD).map(said);

    expect(points(RON)).toEqual(expect.arrayContaining([1000, 1300, 3900, 5200, 7700, 8000, 12_000, 16_000, 24_000, 32_000]));
    expect(points(RON)).not.toContain(11_600);
    expect(points(DEALER_RON)).toEqual(expect.arrayContaining([1500, 5800, 11_600, 12_000, 48_000]));
  });

  it('say which han and fu come to them', () => {
    const value = legalValues(RON, STANDARD).find((legal) => said(legal) === 5200);

    expect(value?.counts).toEqual([{ han: 2, fu: 80 }, { han: 3, fu: 40 }]);
  });

  it('name what each pays for a tsumo', () => {
    const values = legalValues(TSUMO, STANDARD).map(({ worth }) => worth);

    expect(values).toContainEqual({ other: 1000, dealer: 2000 });
    expect(values).toContainEqual({ other: 400, dealer: 700 });
    expect(values).toContainEqual({ other: 8000, dealer: 16_000 });
  });

  it('have no 7700 where that is a mangan', () => {
    const values = legalValues(RON, { ...STANDARD, kiriage: true });

    expect(values.map(said)).not.toContain(7700);
  });
});

describe('a number somebody typed', () => {
  const legal = legalValues(RON, STANDARD);

  it.each([
    [5200, [5200]],
    [5700, [5200, 5800]],
    [900, [1000]],
    [999_999, [128_000]],
  ])('%i leads to %j', (typed, offered) => {
    expect(nearest(typed, legal).map(said)).toEqual(offered);
  });
});

describe('every hand by han and fu', () => {
  it('is worth what the rules say, or refused with their reason', () => {
    const own = RULES.scores.map(({ kiriage, kazoe_yakuman, winner, by, han }) => {
      const [options, situation] = [{ ...STANDARD, kiriage, kazoe_yakuman }, { winner, by } as Situation];
      const hands = [...FU, null].map((fu) => {
        const value = judge(() => counted(situation.by, han, fu ?? undefined, options));
        if (!value.ok) return [fu, value.why];
        const { discarder, dealer, each } = paymentsOf(value.value.base, situation);
        return [fu, [[discarder, dealer, each], value.value.limit]];
      });
      return { kiriage, kazoe_yakuman, winner, by, han, hands };
    });

    expect(own).toHaveLength(224);
    expect(own).toEqual(RULES.scores);
  });

  it('is found again by what is paid for it', () => {
    const lost = RULES.scores.flatMap(({ kiriage, kazoe_yakuman, winner, by, han, hands }) => {
      const [options, situation] = [{ ...STANDARD, kiriage, kazoe_yakuman }, { winner, by } as Situation];
      return hands.flatMap(([fu, worth]) => {
        if (!Array.isArray(worth)) return [];
        const [points, dealer, each] = worth[0] as unknown as readonly [number, number, number];
        const said = situation.by === 'ron' ? { points } : situation.winner === 'dealer' ? { all: each } : { other: each, dealer };
        const value = judge(() => typed(situation, said, options));
        const paid = value.ok ? paymentsOf(value.value.base, situation) : null;
        return JSON.stringify(paid) === JSON.stringify({ discarder: points, dealer, each }) ? [] : [{ han, fu, winner, by, paid }];
      });
    });

    expect(lost).toEqual([]);
  });
});
