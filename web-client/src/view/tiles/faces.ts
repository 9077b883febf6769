/** What is written on a face besides its drawing. */
import type { TileName } from '../../wire/tile';

const LETTERS: Readonly<Record<string, string>> = {
  wind_east: 'E',
  wind_south: 'S',
  wind_west: 'W',
  wind_north: 'N',
  dragon_red: 'C',
  dragon_green: 'F',
  dragon_white: 'P',
};

/** The suit of a tile that has one. */
export function suitOf(tile: TileName): 'dots' | 'bamboo' | 'characters' | null {
  const family = tile.split('_')[0];
  return family === 'dots' || family === 'bamboo' || family === 'characters' ? family : null;
}

/** The digit or letter in the corner: a number, the initial of a wind, what sets for export write on dragons. */
export function indexOf(tile: TileName): string {
  return LETTERS[tile] ?? tile.split('_')[1] ?? '';
}
