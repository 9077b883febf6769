/** Whether calls a player can only pass are passed for them, and how long that takes. */
import type { Prompt, RoomView, Seat } from '../wire/messages.generated';
import { claims } from './happenings';
import { SEATS } from './seats';

/** When it is done: only where nobody but bots is at the table, everywhere, or nowhere. */
export type Passing = 'with_bots' | 'always' | 'never';

/** As long as somebody who looks and then presses. Alone with bots there is nobody to tell anything by it. */
const AMONG_PEOPLE_MS = { min: 700, max: 2_200 };
const ALONE_MS = 250;
/** What is said of a discard is heard in less. */
const CALM_MS = 3_000;

/** Whether everybody else at the table is a bot. One that stands in for a person does not count as one. */
export function isAlone(room: RoomView, own: Seat): boolean {
  return SEATS.every((seat) => seat === own || room.seats[seat].type === 'bot');
}

/** Whether calls that can only be passed are passed for a player. */
export function passesFor(passing: Passing, room: RoomView, own: Seat): boolean {
  return passing === 'always' || (passing === 'with_bots' && isAlone(room, own));
}

/** Whether a prompt leaves nothing but to pass. */
export function canOnlyPass(prompt: Prompt | null): boolean {
  return prompt?.type === 'call' && claims(prompt).length === 0;
}

/** Whether the server passes an open call for those who asked for it: all but a possible win. */
export function isQuicklyPassed(prompt: Prompt | null): boolean {
  return prompt?.type === 'call' && prompt.win !== null;
}

/** How long it takes until it is passed; `chance` is from 0 to 1, so that no two passes tell the same. */
export function passAfterMs(isAmongBots: boolean, isCalm: boolean, chance: number): number {
  const { min, max } = AMONG_PEOPLE_MS;
  return (isCalm ? CALM_MS : 0) + (isAmongBots ? ALONE_MS : min + (max - min) * chance);
}
