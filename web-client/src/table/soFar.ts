/** What happened in a hand before one came in, as far as it lies on the table. */
import type { DiscardView, HandView, MeldView, PlayerView, Seat } from '../wire/messages.generated';
import type { Known } from './applyChange';
import { dealt } from './happenings';
import type { Happening, LogEvent } from './log';
import { SEATS } from './seats';
import { calledTile } from './tiles';

/**
 * The log of a hand from what is seen of it. Discards and calls are in their order; when bonus tiles and kongs
 * were laid out can't be seen any more, so they come first and last. Nothing is in it that does not lie open.
 */
export function soFar({ seq, table }: Known): readonly LogEvent[] {
  if (table === null || table.hand === null) return [];
  const { hand } = table;
  const told: readonly Happening[] = [
    dealt(table),
    { type: 'so_far' },
    ...SEATS.flatMap((seat) => bonusOf(seat, hand.players[seat])),
    ...(hand.gold === null ? [] : [{ type: 'gold', tile: hand.gold } as const]),
    ...thrownIn(hand),
    ...SEATS.flatMap((seat) => kongsOf(seat, hand.players[seat])),
    ...(hand.end === null ? [] : [hand.end.outcome]),
  ];
  return told.map((what, place) => ({ key: `${seq}.before.${place}`, seq, what }));
}

function bonusOf(seat: Seat, { bonus }: PlayerView): readonly Happening[] {
  return bonus.length === 0 ? [] : [{ type: 'bonus', seat, tiles: bonus }];
}

/** Discards, and what was called of them. A player calls in the order their sets lie. */
function thrownIn({ discards, players }: HandView): readonly Happening[] {
  const left = SEATS.map((seat) => players[seat].melds.flatMap((meld) => asCalled(meld)));
  return discards.flatMap((discard): readonly Happening[] => {
    const { seat, tile, drawn, taken_by } = discard;
    const thrown = { type: 'discarded', seat, tile, drawn } as const;
    const meld = taken_by === null ? undefined : takeFirst(left[taken_by] ?? [], discard);
    // Whoever won on it laid nothing open: that is told at the end.
    return taken_by === null || meld === undefined ? [thrown] : [thrown, { type: 'called', seat: taken_by, meld, tile, from: seat }];
  });
}

type Called = { readonly meld: MeldView; readonly from: Seat };

/** A set as it was when it was called; a pung that has grown was one then. */
function asCalled(meld: MeldView): readonly Called[] {
  if (meld.type !== 'kong') return [{ meld, from: meld.from }];
  switch (meld.kind.type) {
    case 'concealed':
      return [];
    case 'discard':
      return [{ meld, from: meld.kind.from }];
    case 'upgraded':
      return [{ meld: { type: 'pung', tile: meld.tile, from: meld.kind.from }, from: meld.kind.from }];
  }
}

function takeFirst(left: Called[], { seat, tile }: DiscardView): MeldView | undefined {
  const at = left.findIndex(({ meld, from }) => from === seat && calledTile(meld) === tile);
  return at === -1 ? undefined : left.splice(at, 1)[0]?.meld;
}

function kongsOf(seat: Seat, { melds }: PlayerView): readonly Happening[] {
  return melds.flatMap((meld) => (meld.type === 'kong' && meld.kind.type !== 'discard' ? [{ type: 'kong', seat, meld } as const] : []));
}
