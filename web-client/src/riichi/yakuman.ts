/** The yakuman: which there are, which count two, and which can be in one hand. */
import type { Options } from './options';
import { refuse } from './refusal';

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

/** Those that exclude each other. */
const FAMILIES: Partial<Record<Yakuman, string>> = {
  kokushi_musou: 'kokushi',
  kokushi_thirteen_wait: 'kokushi',
  chuuren_poutou: 'chuuren',
  junsei_chuuren: 'chuuren',
  suuankou: 'suuankou',
  suuankou_tanki: 'suuankou',
  shousuushii: 'suushii',
  daisuushii: 'suushii',
  tenhou: 'at_once',
  chiihou: 'at_once',
};

/** Nothing but a win at once fits beside these. */
const FULL = ['kokushi', 'chuuren'];

/** Whether two yakuman can be in one hand. */
export function fitBeside(one: Yakuman, other: Yakuman): boolean {
  const families = [one, other].map((yakuman) => FAMILIES[yakuman] ?? yakuman);
  const fillsTheHand = families.some((family) => FULL.includes(family));
  return families[0] !== families[1] && (!fillsTheHand || families.includes('at_once'));
}

/** Refuses what is no hand: none at all, or two that exclude each other. */
export function checkYakuman(yakuman: readonly Yakuman[]): void {
  if (yakuman.length === 0) refuse('bad_yakuman');
  const clash = yakuman.some((one, place) => yakuman.slice(0, place).some((other) => !fitBeside(one, other)));
  if (clash) refuse('bad_yakuman');
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
