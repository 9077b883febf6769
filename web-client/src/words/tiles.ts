/** What tiles are called. */
import type { TileName } from '../wire/tile';
import type { FirstWords } from './first.en';

/** The name of a tile; a Gold says that it is one. */
export function tileText(tile: TileName, words: FirstWords, gold: TileName | null = null): string {
  const plain = plainText(tile, words.tiles);
  return tile === gold ? words.tiles.gold(plain) : plain;
}

/** The names of several tiles, in one breath. */
export function tilesText(
  tiles: readonly TileName[],
  words: FirstWords,
  gold: TileName | null = null,
): string {
  return words.tiles.list(tiles.map((tile) => tileText(tile, words, gold)));
}

function plainText(tile: TileName, names: FirstWords['tiles']): string {
  const [family, which] = tile.split('_') as [string, string];
  switch (family) {
    case 'wind':
      return names.wind[which as keyof typeof names.wind];
    case 'dragon':
      return names.dragon[which as keyof typeof names.dragon];
    default:
      return names[family as 'dots' | 'bamboo' | 'characters' | 'season' | 'plant'](Number(which));
  }
}
