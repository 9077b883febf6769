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

/** The profile of this browser, as far as it matters here. */
type Held = { readonly id: string; readonly hidden: boolean; readonly plays: boolean };

/** Whether the player at a seat plays for a profile of their own that nobody else sees there. */
export function playsHidden(room: RoomView, seat: Seat | null, held: Held | null): held is Held {
  if (seat === null || held === null || !held.plays || !held.hidden) return false;
  return room.seats[seat].type !== 'empty' && profileAt(room, seat) === null;
}

type RatedPlayer = { readonly seat: Seat; readonly id: string };

/** What to ask for once a rated match is over. */
export type RatedMatch = {
  readonly game: string;
  readonly players: readonly RatedPlayer[];
  /** Whether it counts by what can be seen; else it does if somebody plays for a profile that can't. */
  readonly isSure: boolean;
  /** For how long its ratings are held back after its end, in seconds: until those who watch late have seen it. */
  readonly lateBy: number;
};

/** The rated match at a table, for whoever sits there or nowhere; null where nothing is rated. */
export function ratedMatch(room: RoomView, table: TableView, seat: Seat | null, held: Held | null): RatedMatch | null {
  const counting = countingOf(room);
  if (counting.type === 'off') return null;
  const own = playsHidden(room, seat, held) && seat !== null ? [{ seat, id: held.id }] : [];
  const shown = SEATS.flatMap((each): readonly RatedPlayer[] => {
    const profile = profileAt(room, each);
    return profile === null ? [] : [{ seat: each, id: profile.id }];
  });
  const players = [...shown, ...own].sort((a, b) => a.seat - b.seat);
  const { spectators } = room.options;
  const lateBy = seat !== null && spectators.type === 'delayed' ? spectators.seconds : 0;
  return players.length === 0 ? null : { game: `${room.id}-${table.game + 1}`, players, isSure: counting.type === 'counts', lateBy };
}
