/** What can differ between riichi tables, as the server takes it. */
import type { BySeat } from '../wire/messages.generated';

/** The yakuman somebody can be liable for. */
export type PaoOn = { readonly daisangen: boolean; readonly daisuushii: boolean; readonly suukantsu: boolean };

/** Everything that can differ between two tables. */
export type Options = {
  readonly kiriage: boolean;
  readonly kazoe_yakuman: boolean;
  readonly double_yakuman: boolean;
  readonly composite_yakuman: boolean;
  readonly atamahane: boolean;
  readonly double_ron: boolean;
  readonly triple_ron: boolean;
  readonly abortive_draws: boolean;
  readonly nagashi_mangan: boolean;
  readonly renchan: 'agari' | 'tenpai' | 'always';
  /** The game ends when a score is below this; null when it goes on. */
  readonly tobi: number | null;
  readonly pao: PaoOn;
  readonly pao_honba: 'liable' | 'discarder';
  readonly riichi_deposit: 'upfront' | 'at_next_win';
  readonly chombo: 'reverse_mangan' | { readonly custom: number } | 'none';
  readonly starting_points: number;
  readonly return_points: number;
  /** What each place gets, from the first; sums to zero. */
  readonly uma: BySeat<number>;
  readonly length: 'hanchan' | 'tonpuusen';
  readonly extension: boolean;
};

/** What is usual. */
export const STANDARD: Options = {
  kiriage: false,
  kazoe_yakuman: true,
  double_yakuman: false,
  composite_yakuman: true,
  atamahane: false,
  double_ron: true,
  triple_ron: false,
  abortive_draws: true,
  nagashi_mangan: true,
  renchan: 'tenpai',
  tobi: 0,
  pao: { daisangen: true, daisuushii: true, suukantsu: true },
  pao_honba: 'liable',
  riichi_deposit: 'upfront',
  chombo: 'reverse_mangan',
  starting_points: 25_000,
  return_points: 30_000,
  uma: [15_000, 5_000, -5_000, -15_000],
  length: 'hanchan',
  extension: false,
};

/** What the first place gets besides. */
export function okaOf(options: Options): number {
  return 4 * (options.return_points - options.starting_points);
}

const POINTS_MAX = 1_000_000;

/** What is wrong with some options, by the names of the fields; nobody can play by them then. */
export function badOptions(options: Options): 'points' | 'return' | 'uma' | 'tobi' | 'triple_ron' | 'chombo' | null {
  const { starting_points, return_points, uma, tobi, chombo } = options;
  const isOdd = (points: number): boolean => !(points >= 100 && points <= POINTS_MAX) || points % 100 !== 0;
  if (isOdd(starting_points) || isOdd(return_points)) return 'points';
  if (return_points < starting_points) return 'return';
  const isFar = uma.some((points) => !(Math.abs(points) <= POINTS_MAX) || !Number.isInteger(points));
  if (isFar || uma.reduce((sum, points) => sum + points, 0) !== 0) return 'uma';
  if (tobi !== null && !(tobi >= -POINTS_MAX && tobi < starting_points)) return 'tobi';
  if (options.triple_ron && !options.double_ron) return 'triple_ron';
  const isCustom = typeof chombo === 'object';
  if (isCustom && !(chombo.custom >= 0 && chombo.custom % 400 === 0 && chombo.custom <= POINTS_MAX)) return 'chombo';
  return null;
}
