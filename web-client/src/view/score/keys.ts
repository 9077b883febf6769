/** Entering a hand by keyboard: 1 to 4 are the players, r, t and d how it ended. */
import { toggled, withFrom, withHow, withWinner, type Draft, type How } from '../../riichi/draft';
import type { Seat } from '../../wire/messages.generated';

const HOWS: Readonly<Record<string, How>> = { r: 'ron', t: 'tsumo', d: 'draw' };

/** The draft after a key; the very same when the key means nothing here. */
export function keyFor(draft: Draft, key: string, riichi: readonly Seat[]): Draft {
  const how = HOWS[key];
  if (how !== undefined) return withHow(draft, how, riichi);
  if (!/^[1-4]$/.test(key)) return draft;
  const seat = (Number(key) - 1) as Seat;
  if (draft.how === 'draw') return { ...draft, tenpai: toggled(draft.tenpai, seat) };
  if (draft.how === 'chombo') return { ...draft, offender: seat };
  const needsDiscarder = draft.how === 'ron' && !draft.isSeveral && draft.winners.length > 0 && !draft.winners.includes(seat);
  return needsDiscarder ? withFrom(draft, seat) : withWinner(draft, seat);
}
