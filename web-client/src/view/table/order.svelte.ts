/** The own hand in order: by suit, until its player lays a tile somewhere else; then as they have laid it. */
import { settings } from '../../settings.svelte';
import type { SuitTile } from '../../wire/tile';
import { keepOrder, layAt, showOrder, type LaidTile } from './arranged';
import { layHand } from './laid';

/** What is held, and in which hand. */
export type Held = { readonly hand: string; readonly tiles: readonly SuitTile[]; readonly drawn: SuitTile | null; readonly gold: SuitTile | null };

export function createOrder(held: () => Held) {
  /** The order a player has made, and the hand it belongs to. */
  let made = $state.raw<{ readonly hand: string; readonly laid: readonly LaidTile[] } | null>(null);
  let thrown: string | null = null;

  const order = $derived.by(() => {
    const { hand, tiles } = held();
    if (made === null || made.hand !== hand || settings.now.order === 'sorted') return null;
    return keepOrder(made.laid, tiles, thrown);
  });
  const tiles = $derived.by(() => {
    const { tiles: all, drawn, gold } = held();
    return order === null ? layHand(all, drawn, gold) : showOrder(order, drawn, gold);
  });

  // What follows is laid by what lies there now.
  $effect.pre(() => {
    if (order === null || made === null || keys(order) === keys(made.laid)) return;
    if (!order.some(({ key }) => key === thrown)) thrown = null;
    made = { ...made, laid: order };
  });

  return {
    get tiles() {
      return tiles;
    },
    /** Lays a tile at another place; false where that can't be. */
    lay(key: string, place: number): boolean {
      const laid = settings.now.order === 'own' ? layAt(tiles, key, place) : undefined;
      if (laid === undefined) return false;
      made = { hand: held().hand, laid };
      return true;
    },
    /** Which of several alike is about to go. */
    throws(key: string): void {
      thrown = key;
    },
  };
}

function keys(laid: readonly LaidTile[]): string {
  return laid.map(({ key }) => key).join();
}
