/** The yakuman: which there are, which count two, which can be in one hand, and how they are won. */
import type { Options } from './options';
import type { Situation } from './value';

/** Every yakuman, by its code. */
export const YAKUMAN = [
  'kokushi_musou',
  'kokushi_thirteen_wait',
  'suuankou',
  'suuankou_tanki',
  'daisangen',
  'shousuushii',
  'daisuushii',
  'tsuuiisou',
  'chinroutou',
  'ryuuiisou',
  'chuuren_poutou',
  'junsei_chuuren',
  'suukantsu',
  'tenhou',
  'chiihou',
] as const;

/** A hand at the top of the scale. */
export type Yakuman = (typeof YAKUMAN)[number];

const COUNT_TWO: readonly Yakuman[] = ['kokushi_thirteen_wait', 'suuankou_tanki', 'daisuushii', 'junsei_chuuren'];

const TILES: readonly Yakuman[] = ['daisangen', 'shousuushii', 'daisuushii', 'tsuuiisou', 'chinroutou', 'ryuuiisou'];
const AT_ONCE: readonly Yakuman[] = YAKUMAN.filter((code) => !['suukantsu', 'tenhou', 'chiihou'].includes(code));
/** What each can be in one hand with; of two that fit, at least one names the other. */
const BESIDE: Partial<Record<Yakuman, readonly Yakuman[]>> = {
  tenhou: AT_ONCE,
  chiihou: AT_ONCE,
  suuankou: TILES,
  suuankou_tanki: [...TILES, 'suukantsu'],
  suukantsu: TILES,
  tsuuiisou: ['daisangen', 'shousuushii', 'daisuushii'],
};

/** Whether two yakuman can be in one hand. */
export function fitBeside(one: Yakuman, other: Yakuman): boolean {
  return BESIDE[one]?.includes(other) === true || BESIDE[other]?.includes(one) === true;
}

/** Whether a yakuman can be won so. */
export function isYakumanWon(yakuman: Yakuman, { winner, by }: Situation): boolean {
  if (yakuman === 'tenhou') return by === 'tsumo' && winner === 'dealer';
  if (yakuman === 'chiihou') return by === 'tsumo' && winner === 'other';
  // On a discard the third triplet is open: it waited for the pair.
  return yakuman !== 'suuankou' || by === 'tsumo';
}

/** Whether a hand of these can have been won so. */
export function canBeWon(yakuman: readonly Yakuman[], situation: Situation): boolean {
  return (
    yakuman.every((one, place) => yakuman.slice(0, place).every((other) => fitBeside(one, other))) &&
    yakuman.every((one) => isYakumanWon(one, situation))
  );
}

/** How often one counts by itself. */
export function times(yakuman: Yakuman, options: Options): number {
  return options.double_yakuman && COUNT_TWO.includes(yakuman) ? 2 : 1;
}

/** Those that count; who is liable for one of several equals is liable where the largest counts alone. */
export function counting(set: readonly Yakuman[], liable: Yakuman | null, options: Options): readonly Yakuman[] {
  if (options.composite_yakuman) return set;
  const rank = (yakuman: Yakuman): number => 2 * times(yakuman, options) + (yakuman === liable ? 1 : 0);
  const largest = [...set].sort((one, other) => rank(other) - rank(one));
  return largest.slice(0, 1);
}

/** Whether somebody can be liable for it at this table. */
export function hasPao(yakuman: Yakuman, options: Options): boolean {
  return yakuman in options.pao && options.pao[yakuman as keyof Options['pao']];
}
