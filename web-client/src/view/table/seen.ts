/** How many of a kind a player can see: what is left of it may still come. */
import { meldTiles } from '../../table/tiles';
import type { SeatView } from '../../wire/messages.generated';
import type { SuitTile } from '../../wire/tile';

/** Copies of a kind in the own hand, in rivers and melds, and where the Gold was flipped; of four. */
export function seenOf(tile: SuitTile, view: SeatView): number {
  const { hand } = view.table;
  const isIt = (other: SuitTile | null) => other === tile;
  if (hand === null) return 0;
  const lying = hand.discards.filter((discard) => discard.taken_by === null && isIt(discard.tile));
  const melded = hand.players.flatMap(({ melds }) => melds.flatMap(meldTiles)).filter(isIt);
  return view.own.tiles.filter(isIt).length + lying.length + melded.length + Number(isIt(hand.flipped));
}
