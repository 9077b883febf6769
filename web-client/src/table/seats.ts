/** Seats, and one value for each of them. */
import type { BySeat, Seat } from '../wire/messages.generated';

/** Every seat, in turn order. */
export const SEATS: BySeat<Seat> = [0, 1, 2, 3];

/** One value for each seat. */
export function bySeat<T>(of: (seat: Seat) => T): BySeat<T> {
  return [of(0), of(1), of(2), of(3)];
}

/** The same but for one seat; the old four are left as they were. */
export function withSeat<T>(four: BySeat<T>, seat: Seat, value: T): BySeat<T> {
  return bySeat((other) => (other === seat ? value : four[other]));
}

/** The seat so many places after another in turn order. */
export function seatAfter(seat: Seat, places: number): Seat {
  return SEATS[(((seat + places) % 4) + 4) % 4] as Seat;
}

/** Marks a variant that the compiler knows can't come. */
export function assertNever(value: never): never {
  throw new TypeError(`not known: ${JSON.stringify(value)}`);
}
