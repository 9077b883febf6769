/** How many deals a game has, as far as it is known. */
import type { Options } from '../../riichi/options';

/** The deals of a game that has come this far: an added round counts once it is played. */
export function dealsOf({ length }: Options, round: number): number {
  const regular = length === 'hanchan' ? 8 : 4;
  return round >= regular ? Math.ceil((round + 1) / 4) * 4 : regular;
}
