/** Sorted lists of tiles, and the tiles of a meld. */
import type { MeldView } from '../wire/messages.generated';
import { tileByte, tileName, type SuitTile, type TileName } from '../wire/tile';

/** The list with a tile put where it belongs; the old list is left as it was. */
export function insertSorted<T extends TileName>(tiles: readonly T[], tile: T): readonly T[] {
  const after = tiles.findIndex((other) => order(other) > order(tile));
  return tiles.toSpliced(after === -1 ? tiles.length : after, 0, tile);
}

/** The list without one of a tile; the same list if it has none. */
export function without<T extends TileName>(tiles: readonly T[], tile: T): readonly T[] {
  const place = tiles.indexOf(tile);
  return place === -1 ? tiles : tiles.toSpliced(place, 1);
}

/** The three tiles of a run, from its lowest. */
export function runFrom(low: SuitTile): readonly [SuitTile, SuitTile, SuitTile] {
  const at = order(low);
  return [low, tileName(at + 1) as SuitTile, tileName(at + 2) as SuitTile];
}

/** The tiles of a meld. */
export function meldTiles(meld: MeldView): readonly SuitTile[] {
  switch (meld.type) {
    case 'chow':
      return runFrom(meld.low);
    case 'pung':
      return Array<SuitTile>(3).fill(meld.tile);
    case 'kong':
      return Array<SuitTile>(4).fill(meld.tile);
  }
}

/** Which tile of a called meld was called. */
export function calledTile(meld: MeldView): SuitTile {
  return meld.type === 'chow' ? meld.called : meld.tile;
}

function order(tile: TileName): number {
  return tileByte(tile) ?? -1;
}
