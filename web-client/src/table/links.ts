/** Where what is played at a table can be seen again. */
import { coded } from '../net/coded';
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

/** Whether hands of a room are found in the history as soon as they are over. */
export function isFound({ options }: RoomView): boolean {
  return options.recorded && options.spectators.type !== 'delayed';
}
