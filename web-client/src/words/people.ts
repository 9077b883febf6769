/** What players are called. */
import type { Occupant, RoomView, Seat } from '../wire/messages.generated';
import type { ListedPlayer } from '../net/rooms';
import type { Words } from './en';

/** Who sits somewhere, in short: a name, or what kind of player it is. */
export function occupantText(occupant: Occupant, words: Words): string {
  const { people } = words;
  switch (occupant.type) {
    case 'empty':
      return people.empty;
    case 'human':
    case 'stand_in':
      return occupant.name;
    case 'bot':
      return people.bot(people.levels[occupant.level]);
  }
}

/** The name of the player at a seat; bots, often several alike, are told apart by it. */
export function nameOf(room: RoomView, seat: Seat, words: Words): string {
  const occupant = room.seats[seat];
  return occupant.type === 'bot' ? words.people.botAt(seat + 1) : occupantText(occupant, words);
}

/** The name of a player in a list, by the same rule. */
export function listedName(players: readonly ListedPlayer[], seat: Seat, words: Words): string {
  const player = players.find((each) => each.seat === seat);
  if (player === undefined) return words.people.empty;
  return player.kind === 'bot' ? words.people.botAt(seat + 1) : (player.name ?? '');
}

/** As {@link nameOf}, but "You" for the own seat. */
export function callOf(room: RoomView, seat: Seat, words: Words, mine: Seat | null): string {
  return seat === mine ? words.people.you : nameOf(room, seat, words);
}
