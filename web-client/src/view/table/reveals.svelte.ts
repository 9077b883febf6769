/** Moments the whole table looks at: the Gold being flipped, Three Golds, the end of the hand. */
import { untrack } from 'svelte';
import { settings } from '../../settings.svelte';
import type { RoomView, TableView } from '../../wire/messages.generated';
import { handKey } from './scene';

/** Long enough to see the tile that ended it. */
const END_AFTER_MS = 800;

export type Reveals = ReturnType<typeof createReveals>;

/** `isCalm` leaves only the result, at once: who steps through a hand, or looks back, is not held up. */
export function createReveals(room: () => RoomView, table: () => TableView | null, isCalm: () => boolean) {
  let shown = $state<'gold' | 'three_golds' | null>(null);
  let isEndDue = $state(false);
  let isEndHidden = $state(false);

  const goldKey = $derived.by(() => {
    const now = table();
    return now?.hand?.gold == null ? '' : `${handKey(room(), now)}.${now.hand.gold}`;
  });
  const endKey = $derived.by(() => {
    const now = table();
    return now?.hand?.end == null ? '' : `${now.game}.${now.hands_played}.${now.hand.end.outcome.type}`;
  });

  // What was there when the table came on the screen is no news.
  let seenGold = untrack(() => goldKey);
  let seenEnd = untrack(() => endKey);
  if (seenEnd !== '') isEndDue = true;

  $effect(() => {
    // Who looks back at what was before it has seen it all the same.
    if (goldKey === '' || goldKey === seenGold) return;
    seenGold = goldKey;
    if (endKey === '' && !isCalm()) shown = 'gold';
  });

  $effect(() => {
    if (endKey === '') {
      isEndHidden = isEndDue = false;
      // Another hand may end the same way.
      if (!isCalm()) seenEnd = '';
      return;
    }
    if (endKey === seenEnd || isCalm()) {
      isEndDue = true;
      return;
    }
    seenEnd = endKey;
    isEndDue = false;
    const outcome = untrack(() => table()?.hand?.end?.outcome);
    if (outcome?.type === 'won' && outcome.way.type === 'three_golds') {
      shown = 'three_golds';
      isEndDue = true;
      return;
    }
    const timer = setTimeout(() => (isEndDue = true), settings.reducedMotion ? 0 : END_AFTER_MS);
    return () => clearTimeout(timer);
  });

  return {
    get shown() {
      return shown;
    },
    /** Whether the result lies over the table. */
    get isEndShown(): boolean {
      return endKey !== '' && isEndDue && !isEndHidden && shown !== 'three_golds';
    },
    get isEndHidden(): boolean {
      return endKey !== '' && isEndHidden;
    },
    dismiss(): void {
      shown = null;
    },
    hideEnd(hide: boolean): void {
      isEndHidden = hide;
    },
  };
}
