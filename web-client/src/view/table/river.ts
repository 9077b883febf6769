/** The discards that lie before a player, and where each lies. */
import type { DiscardView, Seat } from '../../wire/messages.generated';
import type { SuitTile } from '../../wire/tile';
import type { Place } from './places';

/** A discard that nobody took. */
export type RiverTile = {
  /** Which of all discards of the hand it is. */
  readonly key: number;
  readonly tile: SuitTile;
  readonly drawn: boolean;
  readonly isLast: boolean;
};

/** Tiles in a row before a player; the last row goes on as long as it must. */
export const ROW = 6;
export const ROWS = 3;

/** What lies before a player, in order. */
export function riverOf(discards: readonly DiscardView[], seat: Seat): readonly RiverTile[] {
  return discards.flatMap((discard, key) => {
    const { tile, drawn } = discard;
    if (discard.seat !== seat || discard.taken_by !== null) return [];
    return [{ key, tile, drawn, isLast: key === discards.length - 1 }];
  });
}

/** How many tiles the longest row holds. */
export function columnsOf(count: number): number {
  return Math.max(ROW, count - ROW * (ROWS - 1));
}

/** Column and row on the screen, from 1, of a player's nth discard: the first row is nearest to the middle. */
export function cellOf(place: Place, nth: number, columns: number): readonly [column: number, row: number] {
  const along = nth < ROW * (ROWS - 1) ? nth % ROW : nth - ROW * (ROWS - 1);
  const out = Math.min(ROWS - 1, Math.floor(nth / ROW));
  switch (place) {
    case 'self':
      return [along + 1, out + 1];
    case 'right':
      return [out + 1, columns - along];
    case 'across':
      return [columns - along, ROWS - out];
    case 'left':
      return [ROWS - out, along + 1];
  }
}
