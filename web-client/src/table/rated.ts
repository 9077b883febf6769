/** Whether a match counts for ratings, and for whom. Pure. */
import type { ProfileView, RoomView, Seat, TableView } from '../wire/messages.generated';
import { SEATS } from './seats';

/** Whether it counts, or why not. */
export type Counting =
  | { readonly type: 'off' }
  /** Nobody, or only one, plays for a profile: there is nobody to be compared with. */
  | { readonly type: 'alone'; readonly names: readonly string[] }
  | { readonly type: 'counts'; readonly names: readonly string[] };

/** The profile a seat plays for. */
export function profileAt(room: RoomView, seat: Seat): ProfileView | null {
  const occupant = room.seats[seat];
  return 'profile' in occupant ? occupant.profile : null;
}

/** Whether a match in a room as it stands would count for people. */
export function countingOf(room: RoomView): Counting {
  if (!room.options.rated) return { type: 'off' };
  const profiles = SEATS.flatMap((seat) => profileAt(room, seat) ?? []);
  // Who holds two seats is not rated: nobody could say which of them it was.
  const single = profiles.filter(({ id }) => profiles.filter((other) => other.id === id).length === 1);
  const names = single.map(({ name }) => name);
  return { type: names.length < 2 ? 'alone' : 'counts', names };
}

/** What to ask for once a rated match is over. */
export type RatedMatch = { readonly game: string; readonly players: readonly { readonly seat: Seat; readonly id: string }[] };

/** The rated match at a table; null where nothing is rated. */
export function ratedMatch(room: RoomView, table: TableView): RatedMatch | null {
  if (countingOf(room).type !== 'counts') return null;
  const players = SEATS.flatMap((seat) => {
    const profile = profileAt(room, seat);
    return profile === null ? [] : [{ seat, id: profile.id }];
  });
  return { game: `${room.id}-${table.game + 1}`, players };
}
