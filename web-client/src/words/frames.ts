/** Says what happened in a step of a replay. */
import type { Frame } from '../table/replay';
import type { Seat } from '../wire/messages.generated';
import type { Words } from './words';
import { eventText } from './events';
import { nameOf } from './people';
import { tileText } from './tiles';

/** A step in a sentence or two; what is drawn is told of hands that are shown. */
export function frameText(frame: Frame, words: Words, isShown: (seat: Seat) => boolean): string {
  const { room, table } = frame.anybody;
  const told = frame.events.map((event) => eventText(event, room, words, null));
  if (frame.drew !== null) {
    const { seat, tile } = frame.drew;
    const who = nameOf(room, seat, words);
    const drew = isShown(seat)
      ? words.replay.drew(who, tileText(tile, words, table?.hand?.gold ?? null))
      : words.replay.drewHidden(who);
    told.push(drew);
  }
  if (frame.answered !== null) told.push(words.replay.answered(nameOf(room, frame.answered, words)));
  if (told.length === 0 && table?.phase.type === 'turn') {
    told.push(words.table.waitingFor(nameOf(room, table.phase.seat, words)));
  }
  return told.join(' ');
}
