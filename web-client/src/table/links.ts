/** Where what is played at a table can be seen again. */
import { coded, listHands } from '../net/games';
import type { RoomView, Seat, TableView } from '../wire/messages.generated';

/** The latest hand that is over, seen from a seat, and the whole game; a private room's need its code. */
export function linksTo(
  room: RoomView,
  table: TableView,
  seat: Seat,
): { readonly replay: string; readonly game: string } | null {
  if (!isFound(room)) return null;
  const id = `${room.id}-${table.game + 1}`;
  const code = room.public ? null : room.code;
  return { replay: `/g/${id}/h/last${coded(code, { seat: String(seat) })}`, game: `/g/${id}${coded(code)}` };
}

/** The hand that is over now by its own number: a link that shows the same hand when others have followed. */
export async function linkToHand(room: RoomView, table: TableView, seat: Seat): Promise<string> {
  const id = `${room.id}-${table.game + 1}`;
  const code = room.public ? null : room.code;
  const hands = await listHands(id, code);
  const number = (hands.ok ? hands.value.at(-1)?.number : undefined) ?? 'last';
  return `/g/${id}/h/${number}/s/1${coded(code, { seat: String(seat) })}`;
}

/** Whether hands of a room are found in the history as soon as they are over. */
export function isFound({ options }: RoomView): boolean {
  return options.recorded && options.spectators.type !== 'delayed';
}
