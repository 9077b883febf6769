/** What can be chosen of how a room is run. */
import type { RoomOptions } from '../wire/messages.generated';

/** By how much watching can be delayed, in seconds. */
export const DELAYS_S = [30, 60, 120, 300, 600] as const;
/** How late hands are at the earliest, where those who watch see all of them. */
export const OPEN_HANDS_DELAY_S_MIN = 60;

/** How a room is run in which nobody has changed anything. */
export const USUAL_OPTIONS: RoomOptions = {
  spectators: { type: 'on' },
  open_hands: false,
  recorded: true,
  quick_pass: false,
  rated: false,
};

/** Whether two rooms are run the same way. */
export function isSame(one: RoomOptions, other: RoomOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
