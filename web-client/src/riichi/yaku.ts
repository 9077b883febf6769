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

/** What has a triplet in it. */
const TRIPLETS: readonly Yaku[] = [
  'toitoi', 'sanankou', 'sanshoku_doukou', 'sankantsu', 'shousangen', 'yakuhai_haku',
  'yakuhai_hatsu', 'yakuhai_chun', 'yakuhai_seat_wind', 'yakuhai_round_wind',
];
/** What has an honour in it. */
const HONOURS: readonly Yaku[] = [
  'shousangen', 'yakuhai_haku', 'yakuhai_hatsu', 'yakuhai_chun', 'yakuhai_seat_wind', 'yakuhai_round_wind',
];
/** Yaku that no hand has together. */
const NEVER: readonly (readonly [Yaku, readonly Yaku[]])[] = [
  ['pinfu', ['chiitoitsu', 'rinshan_kaihou', 'honroutou']],
  ['pinfu', TRIPLETS],
  ['chiitoitsu', ['iipeikou', 'ryanpeikou', 'sanshoku_doujun', 'ittsuu', 'chanta', 'junchan']],
  ['chiitoitsu', TRIPLETS],
  ['chiitoitsu', ['rinshan_kaihou', 'chankan']],
  ['ryanpeikou', TRIPLETS],
  ['ryanpeikou', ['sanshoku_doujun', 'ittsuu', 'rinshan_kaihou', 'honroutou']],
  ['iipeikou', ['toitoi', 'sanankou', 'sanshoku_doukou', 'sankantsu', 'honroutou']],
  ['sanshoku_doujun', ['toitoi', 'sanankou', 'sanshoku_doukou', 'sankantsu', 'honroutou', 'shousangen', 'ittsuu', 'honitsu', 'chinitsu']],
  ['ittsuu', ['toitoi', 'sanankou', 'sanshoku_doukou', 'sankantsu', 'honroutou', 'shousangen', 'chanta', 'junchan', 'tanyao']],
  ['tanyao', ['chanta', 'junchan', 'honroutou', 'honitsu']],
  ['tanyao', HONOURS],
  ['toitoi', ['chanta', 'junchan']],
  ['junchan', HONOURS],
  ['chinitsu', HONOURS],
  ['sanshoku_doukou', ['honitsu', 'chinitsu', 'shousangen']],
  ['junchan', ['honitsu', 'honroutou']],
  ['chanta', ['chinitsu']],
  ['chinitsu', ['honroutou']],
  ['chankan', ['toitoi', 'honroutou']],
  ['haitei', ['rinshan_kaihou']],
  ['houtei', ['chankan']],
  ['ippatsu', ['rinshan_kaihou']],
];

const DRAGONS: readonly Yaku[] = ['yakuhai_haku', 'yakuhai_hatsu', 'yakuhai_chun'];
/** The sets of a hand. */
const SETS = 4;

/** Whether four sets are too few for all of these, though each two of them go together. */
export function areCrowded(yaku: readonly Yaku[]): boolean {
  const has = (...codes: readonly Yaku[]): boolean => codes.some((code) => yaku.includes(code));
  const dragons = DRAGONS.filter((code) => has(code)).length;
  // The wind of the seat may be that of the round.
  const winds = has('yakuhai_seat_wind', 'yakuhai_round_wind') ? 1 : 0;
  const inSuits = has('sanshoku_doukou') ? 3 : 0;
  const triplets = Math.max(
    winds + (has('shousangen') ? Math.max(dragons, 2) : dragons) + inSuits,
    has('sanankou', 'sankantsu') ? 3 : 0,
    has('toitoi') ? SETS : 0,
  );
  const three = has('sanshoku_doujun', 'ittsuu') ? 3 : 0;
  const alike = has('iipeikou') ? 2 : 0;
  const runs = Math.max(
    three > 0 && alike > 0 ? three + 1 : Math.max(three, alike),
    has('pinfu', 'ryanpeikou') ? SETS : 0,
    has('chanta', 'junchan') ? 1 : 0,
  );
  const isShort = has('junchan') && has('chinitsu') && triplets > 2;
  return dragons > 2 || isShort || runs + triplets > SETS;
}

const BY_TSUMO: readonly Yaku[] = ['menzen_tsumo', 'rinshan_kaihou', 'haitei'];
const BY_RON: readonly Yaku[] = ['chankan', 'houtei'];

/** Whether a hand won this way can have it. */
export function isWonBy(code: Yaku, by: 'ron' | 'tsumo'): boolean {
  return !(by === 'ron' ? BY_TSUMO : BY_RON).includes(code);
}

/** The yaku that do not count beside another: what it stands in for or is part of, and what no hand has with it. */
export function excludes(one: Yaku, other: Yaku): boolean {
  const isNever = (a: Yaku, b: Yaku): boolean => NEVER.some(([code, others]) => code === a && others.includes(b));
  if (isNever(one, other) || isNever(other, one)) return true;
  const standsFor = (code: Yaku): string | undefined => YAKU.flatMap((known) => (known.code === code && 'insteadOf' in known ? [known.insteadOf] : []))[0];
  return standsFor(one) === other || standsFor(other) === one;
}

const RIICHI: readonly Yaku[] = ['riichi', 'double_riichi'];

/** The same yaku with one more, or without it; what can't be beside it goes, and so does what needs it. */
export function withYaku(chosen: readonly Yaku[], code: Yaku): readonly Yaku[] {
  const isChosen = chosen.includes(code);
  const rest = chosen.filter((other) => (isChosen ? other !== code : !excludes(code, other)));
  if (isChosen) return rest.filter((other) => needsOf(other)?.some((need) => rest.includes(need)) ?? true);
  const needs = needsOf(code);
  const isMet = needs === null || needs.some((need) => rest.includes(need));
  return isMet ? uncrowded(rest, code) : withYaku(withYaku(rest, needs[0] ?? code), code);
}

/** One of which a hand with this yaku has besides; null where it needs none. */
function needsOf(code: Yaku): readonly Yaku[] | null {
  if (code === 'ippatsu') return RIICHI;
  return code === 'honroutou' ? ['toitoi', 'chiitoitsu'] : null;
}

/** With one more; of what then finds no room, what was chosen first goes, and no more of it than must. */
function uncrowded(rest: readonly Yaku[], code: Yaku): readonly Yaku[] {
  const kept = rest.reduceRight<readonly Yaku[]>((later, one) => (areCrowded([one, ...later, code]) ? later : [one, ...later]), []);
  return [...kept, code];
}

/** Those of the chosen that a hand won so has; a closed hand that is drawn has one more by itself. */
export function heldYaku(chosen: readonly Yaku[], by: 'ron' | 'tsumo', isOpen: boolean): readonly Yaku[] {
  const held = chosen.filter((code) => isWonBy(code, by) && hanOf(code, isOpen) !== null);
  return by === 'ron' || isOpen || held.includes('menzen_tsumo') ? held : [...held, 'menzen_tsumo'];
}

/** The fu of a hand whose yaku say them: seven pairs have 25, and pinfu has what the win alone gives. */
export function fuOfYaku(yaku: readonly Yaku[], by: 'ron' | 'tsumo'): number | null {
  if (yaku.includes('chiitoitsu')) return 25;
  return yaku.includes('pinfu') ? (by === 'tsumo' ? 20 : 30) : null;
}

/** Whether a hand of these yaku can have these fu. */
export function fitsFu(yaku: readonly Yaku[], by: 'ron' | 'tsumo', fu: number): boolean {
  const only = fuOfYaku(yaku, by);
  return only === null ? fu !== 20 && fu !== 25 : fu === only;
}

/** The han of a hand with these yaku and so many dora; null without a yaku, for dora alone win nothing. */
export function countHan(yaku: readonly Yaku[], isOpen: boolean, dora: number): number | null {
  const han = yaku.reduce((sum, code) => sum + (hanOf(code, isOpen) ?? 0), 0);
  return han === 0 ? null : han + dora;
}
