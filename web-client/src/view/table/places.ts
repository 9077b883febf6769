/** Where seats are, seen from one of them. */
import { seatAfter } from '../../table/seats';
import type { Seat } from '../../wire/messages.generated';

/** A side of the table as it lies on the screen: whoever looks sits below. */
export type Place = 'self' | 'right' | 'across' | 'left';

/** Play goes round against the clock, so the next seat is on the right. */
const AROUND: readonly [Place, Place, Place, Place] = ['self', 'right', 'across', 'left'];

/** Where a seat is for somebody who looks from `viewpoint`. */
export function placeOf(seat: Seat, viewpoint: Seat): Place {
  return AROUND[seatAfter(seat, -viewpoint)];
}

/** Which seat is at a place. */
export function seatAt(place: Place, viewpoint: Seat): Seat {
  return seatAfter(viewpoint, AROUND.indexOf(place));
}

/** How far the tiles of a place are turned, clockwise, so that they face whoever sits there. */
export const TURNS: Readonly<Record<Place, 0 | 90 | 180 | 270>> = { self: 0, right: 270, across: 180, left: 90 };
