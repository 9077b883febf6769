/** Where the hand that was just played can be seen again. */
import { coded } from '../net/coded';
import { listHands } from '../net/games';
import type { RoomView, Seat, TableView } from '../wire/messages.generated';

/** The hand that is over now by its own number: a link that shows the same hand when others have followed. */
export async function linkToHand(room: RoomView, table: TableView, seat: Seat): Promise<string> {
  const id = `${room.id}-${table.game + 1}`;
  const code = room.public ? null : room.code;
  const hands = await listHands(id, code);
  const number = (hands.ok ? hands.value.at(-1)?.number : undefined) ?? 'last';
  return `/g/${id}/h/${number}/s/1${coded(code, { seat: String(seat) })}`;
}
