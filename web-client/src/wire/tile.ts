/** Tiles on the wire: one byte per kind, and the name it stands for. */
import { TILE_NAMES } from './tiles.generated';

/** The name of a tile kind, such as `dots_5` or `wind_east`. */
export type TileName = (typeof TILE_NAMES)[number];

/** A kind that can be part of a set. */
export type SuitTile = Extract<TileName, `${'dots' | 'bamboo' | 'characters'}_${number}`>;

/** A kind that is laid open and replaced. */
export type BonusTile = Exclude<TileName, SuitTile>;

/** How many suit kinds there are; their bytes come first. */
export const SUIT_KINDS = 27;

const BYTES: ReadonlyMap<string, number> = new Map(TILE_NAMES.map((name, byte) => [name, byte]));

/** The name a byte stands for, or undefined if it stands for none. */
export function tileName(byte: number): TileName | undefined {
  return TILE_NAMES[byte];
}

/** The byte of a name that came from outside, or undefined if it names no tile. */
export function tileByte(name: string): number | undefined {
  return BYTES.get(name);
}
