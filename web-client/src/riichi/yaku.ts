/** The yaku with their han, closed and open, and their sum. */

/** Every yaku below yakuman; `open` is null where only a closed hand has it. */
export const YAKU = [
  { code: 'riichi', closed: 1, open: null },
  { code: 'double_riichi', closed: 2, open: null, insteadOf: 'riichi' },
  { code: 'ippatsu', closed: 1, open: null },
  { code: 'menzen_tsumo', closed: 1, open: null },
  { code: 'pinfu', closed: 1, open: null },
  { code: 'iipeikou', closed: 1, open: null },
  { code: 'ryanpeikou', closed: 3, open: null, insteadOf: 'iipeikou' },
  { code: 'chiitoitsu', closed: 2, open: null },
  { code: 'tanyao', closed: 1, open: 1 },
  { code: 'yakuhai_haku', closed: 1, open: 1 },
  { code: 'yakuhai_hatsu', closed: 1, open: 1 },
  { code: 'yakuhai_chun', closed: 1, open: 1 },
  { code: 'yakuhai_seat_wind', closed: 1, open: 1 },
  { code: 'yakuhai_round_wind', closed: 1, open: 1 },
  { code: 'rinshan_kaihou', closed: 1, open: 1 },
  { code: 'chankan', closed: 1, open: 1 },
  { code: 'haitei', closed: 1, open: 1 },
  { code: 'houtei', closed: 1, open: 1 },
  { code: 'sanshoku_doujun', closed: 2, open: 1 },
  { code: 'ittsuu', closed: 2, open: 1 },
  { code: 'chanta', closed: 2, open: 1 },
  { code: 'junchan', closed: 3, open: 2, insteadOf: 'chanta' },
  { code: 'toitoi', closed: 2, open: 2 },
  { code: 'sanankou', closed: 2, open: 2 },
  { code: 'sanshoku_doukou', closed: 2, open: 2 },
  { code: 'sankantsu', closed: 2, open: 2 },
  { code: 'honroutou', closed: 2, open: 2, insteadOf: 'chanta' },
  { code: 'shousangen', closed: 2, open: 2 },
  { code: 'honitsu', closed: 3, open: 2 },
  { code: 'chinitsu', closed: 6, open: 5, insteadOf: 'honitsu' },
] as const;

/** The code of a yaku. */
export type Yaku = (typeof YAKU)[number]['code'];

/** What a yaku is worth; null where an open hand can't have it. */
export function hanOf(code: Yaku, isOpen: boolean): number | null {
  const yaku = YAKU.find((known) => known.code === code);
  return yaku === undefined ? null : isOpen ? yaku.open : yaku.closed;
}

/** The yaku that do not count beside another: what it stands in for, or what it is part of. */
export function excludes(one: Yaku, other: Yaku): boolean {
  const standsFor = (code: Yaku): string | undefined => YAKU.flatMap((known) => (known.code === code && 'insteadOf' in known ? [known.insteadOf] : []))[0];
  return standsFor(one) === other || standsFor(other) === one;
}

/** The same yaku with one more, or without it; what can't be beside it goes. */
export function withYaku(chosen: readonly Yaku[], code: Yaku): readonly Yaku[] {
  if (chosen.includes(code)) return chosen.filter((other) => other !== code);
  return [...chosen.filter((other) => !excludes(code, other)), code];
}

/** The han of a hand with these yaku and so many dora; null without a yaku, for dora alone win nothing. */
export function countHan(yaku: readonly Yaku[], isOpen: boolean, dora: number): number | null {
  const han = yaku.reduce((sum, code) => sum + (hanOf(code, isOpen) ?? 0), 0);
  return han === 0 ? null : han + dora;
}
