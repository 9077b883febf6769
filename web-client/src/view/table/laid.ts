/** How a player lays tiles out: the own hand in order, melds with the called tile turned. */
import { meldTiles } from '../../table/tiles';
import type { MeldView, Seat } from '../../wire/messages.generated';
import { tileByte, type SuitTile } from '../../wire/tile';
import { suitOf } from '../tiles/faces';
import { placeOf } from './places';

/** A tile in the own hand. */
export type HandTile = {
  /** Kind and which copy of it, so that a tile stays the same one when others come and go. */
  readonly key: string;
  readonly tile: SuitTile;
  readonly isGold: boolean;
  /** Whether a little room is left before it: another suit begins, or it was just drawn. */
  readonly gap: 'none' | 'suit' | 'drawn';
};

/** The own hand: Golds first, then suit by suit, the drawn tile apart at the end. */
export function layHand(tiles: readonly SuitTile[], drawn: SuitTile | null, gold: SuitTile | null): readonly HandTile[] {
  const copies = new Map<SuitTile, number>();
  const keyed = tiles.map((tile) => {
    const copy = copies.get(tile) ?? 0;
    copies.set(tile, copy + 1);
    return { key: `${tile}.${copy}`, tile, isGold: tile === gold };
  });
  const apart = drawn === null ? undefined : keyed.findLast(({ tile }) => tile === drawn);
  const sorted = keyed
    .filter((tile) => tile !== apart)
    .toSorted((a, b) => Number(b.isGold) - Number(a.isGold) || byte(a.tile) - byte(b.tile));
  const group = ({ tile, isGold }: { tile: SuitTile; isGold: boolean }) => (isGold ? 'gold' : suitOf(tile));
  const laid = sorted.map((tile, place): HandTile => {
    const before = sorted[place - 1];
    return { ...tile, gap: before !== undefined && group(before) !== group(tile) ? 'suit' : 'none' };
  });
  return apart === undefined ? laid : [...laid, { ...apart, gap: 'drawn' }];
}

function byte(tile: SuitTile): number {
  return tileByte(tile) ?? 0;
}

/** A tile of a meld: turned if it was called, face down in a concealed kong, and one may lie on it. */
export type MeldTile = {
  readonly tile: SuitTile | null;
  readonly isTurned: boolean;
  /** The fourth tile, laid on the turned one of a pung. */
  readonly stacked: boolean;
};

/** The tiles of a meld from left to right, as its owner sees them: the turned one points at who fed it. */
export function layMeld(meld: MeldView, owner: Seat): readonly MeldTile[] {
  const plain = (tile: SuitTile | null): MeldTile => ({ tile, isTurned: false, stacked: false });
  if (meld.type === 'kong' && meld.kind.type === 'concealed') {
    return [plain(null), plain(meld.tile), plain(meld.tile), plain(null)];
  }
  const called = meld.type === 'chow' ? meld.called : meld.tile;
  const stacked = meld.type === 'kong' && meld.kind.type === 'upgraded';
  const all = meldTiles(meld);
  const own = all.toSpliced(all.indexOf(called), stacked ? 2 : 1).map(plain);
  const at = { left: 0, across: 1, right: own.length, self: 0 }[placeOf(feederOf(meld, owner), owner)];
  return own.toSpliced(at, 0, { tile: called, isTurned: true, stacked });
}

/** Who threw the tile a meld was called on; its owner for a concealed kong. */
export function feederOf(meld: MeldView, owner: Seat): Seat {
  if (meld.type !== 'kong') return meld.from;
  return meld.kind.type === 'concealed' ? owner : meld.kind.from;
}

/** Where each tile of a hand in rows lies, column and row from 1, and how many columns that takes. */
export type Cells = { readonly columns: number; readonly cells: readonly (readonly [column: number, row: number])[] };

/**
 * Lays a hand in at most so many rows, as even as can be. What is drawn comes at the end of the last row,
 * where a place is kept for it: no other tile moves.
 */
export function cellsOf(tiles: readonly HandTile[], rows: number, perRow: number): Cells {
  const drawn = tiles.at(-1)?.gap === 'drawn' ? 1 : 0;
  const kept = tiles.length - drawn;
  const used = Math.min(rows, Math.ceil((kept + 1) / perRow));
  const each = Math.max(1, Math.ceil(kept / used));
  const cells = tiles.map((_, nth): readonly [number, number] => {
    const row = Math.min(used - 1, Math.floor(nth / each));
    return [nth - row * each + 1, row + 1];
  });
  return { columns: Math.min(perRow, each + 1), cells };
}
