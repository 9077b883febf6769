/** A hand whose player has laid it out: tiles stay where they were put. */
import type { SuitTile } from '../../wire/tile';
import { layHand, type HandTile } from './laid';

/** A tile of the own hand; where it lies is its place in a list. */
export type LaidTile = Pick<HandTile, 'key' | 'tile'>;

/**
 * What is held now, in the order it was laid before: what is new comes to the end. Of several alike the one that
 * was `thrown` has gone, else those to the right.
 */
export function keepOrder(before: readonly LaidTile[], tiles: readonly SuitTile[], thrown: string | null): readonly LaidTile[] {
  const left = new Map<SuitTile, number>();
  for (const tile of tiles) left.set(tile, (left.get(tile) ?? 0) + 1);
  const take = ({ tile }: { readonly tile: SuitTile }): boolean => {
    const count = left.get(tile) ?? 0;
    left.set(tile, count - 1);
    return count > 0;
  };
  const staying = new Set(before.toSorted((a, b) => Number(a.key === thrown) - Number(b.key === thrown)).filter(take));
  const kept = before.filter((laid) => staying.has(laid));
  const come = layHand(tiles, null, null).filter(take);
  return come.reduce<readonly LaidTile[]>((all, { tile }) => [...all, { key: freeKey(all, tile), tile }], kept);
}

function freeKey(taken: readonly LaidTile[], tile: SuitTile): string {
  const keys = new Set(taken.map(({ key }) => key));
  let copy = 0;
  while (keys.has(`${tile}.${copy}`)) copy += 1;
  return `${tile}.${copy}`;
}

/** A hand as it was laid; what was just drawn lies apart at the end. */
export function showOrder(order: readonly LaidTile[], drawn: SuitTile | null, gold: SuitTile | null): readonly HandTile[] {
  const apart = drawn === null ? undefined : order.findLast(({ tile }) => tile === drawn);
  const shown = (laid: LaidTile, gap: HandTile['gap']): HandTile => ({ ...laid, isGold: laid.tile === gold, gap });
  const kept = order.filter((laid) => laid !== apart).map((laid) => shown(laid, 'none'));
  return apart === undefined ? kept : [...kept, shown(apart, 'drawn')];
}

/** The same tiles with one of them at another place, as far as there is one; what was just drawn lies where it is. */
export function layAt(tiles: readonly HandTile[], key: string, place: number): readonly LaidTile[] | undefined {
  const from = tiles.findIndex((each) => each.key === key);
  const [moved, there] = [tiles[from], tiles[place]];
  if (moved === undefined || there === undefined || moved.gap === 'drawn' || there.gap === 'drawn' || from === place) return undefined;
  return tiles.toSpliced(from, 1).toSpliced(place, 0, moved).map((each) => ({ key: each.key, tile: each.tile }));
}
