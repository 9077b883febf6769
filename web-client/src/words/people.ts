/** What players are called. */
import { SEATS } from '../table/seats';
import type { Occupant, RoomView, Seat } from '../wire/messages.generated';
import type { ListedPlayer } from '../net/rooms';
import type { FirstWords } from './first.en';
import type { Words } from './words';

/** Who sits at a seat, in short: a name, or what kind of player it is. */
export function occupantText(occupant: Occupant, seat: Seat, words: Words): string {
  const { people } = words;
  switch (occupant.type) {
    case 'empty':
      return people.empty;
    case 'human':
    case 'stand_in':
      return occupant.name;
    case 'bot':
      return words.botOf(people.levels[occupant.level], seat + 1);
  }
}

/** The name of the player at a seat; bots are told apart by their seats, people of one name by a number. */
export function nameOf(room: RoomView, seat: Seat, words: FirstWords): string {
  const names = SEATS.map((each) => {
    const occupant = room.seats[each];
    if (occupant.type === 'empty') return null;
    return occupant.type === 'bot' ? words.people.botAt(each + 1) : occupant.name;
  });
  return toldApart(names)[seat] ?? words.people.empty;
}

/** The name of a player in a list, by the same rule. */
export function listedName(players: readonly ListedPlayer[], seat: Seat, words: FirstWords): string {
  const names = SEATS.map((each) => {
    const player = players.find((other) => other.seat === each);
    if (player === undefined) return null;
    return player.kind === 'bot' ? words.people.botAt(each + 1) : (player.name ?? '');
  });
  return toldApart(names)[seat] ?? words.people.empty;
}

/** The names of a table, each once: whoever comes after another of the same name has a number. */
export function toldApart(names: readonly (string | null)[]): readonly (string | null)[] {
  const told: (string | null)[] = [];
  for (const name of names) {
    let text = name;
    // A number that makes somebody else's name of it is no help either.
    for (let nth = 2; text !== null && (told.includes(text) || (text !== name && names.includes(text))); nth += 1) text = `${name} (${nth})`;
    told.push(text);
  }
  return told;
}

/** As {@link nameOf}, but "You" for the own seat: how a sentence begins. */
export function callOf(room: RoomView, seat: Seat, words: FirstWords, mine: Seat | null): string {
  return seat === mine ? words.people.you : nameOf(room, seat, words);
}

/** As {@link callOf}, within a sentence: "you". */
export function callWithin(room: RoomView, seat: Seat, words: FirstWords, mine: Seat | null): string {
  return seat === mine ? words.table.you : nameOf(room, seat, words);
}
