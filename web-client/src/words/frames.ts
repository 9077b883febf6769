/** Says what happened in a step of a replay. */
import type { Frame } from '../table/replay';
import type { Seat } from '../wire/messages.generated';
import type { Words } from './words';
import { eventText } from './events';
import { nameOf } from './people';
import { tileText } from './tiles';

/** A step in a sentence or two; what is drawn and answered is told of hands that are shown. */
export function frameText(frame: Frame, words: Words, isShown: (seat: Seat) => boolean): string {
  return words.said.sentences(frameLines(frame, words, isShown));
}

/** The sentences of a step one by one. */
export function frameLines(frame: Frame, words: Words, isShown: (seat: Seat) => boolean): readonly string[] {
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
  if (frame.answered !== null) {
    const { seat, answer } = frame.answered;
    const who = nameOf(room, seat, words);
    told.push(answer !== null && isShown(seat) ? words.replay.answers[answer](who) : words.replay.answered(who));
  }
  if (told.length === 0 && table?.phase.type === 'turn') {
    told.push(words.replay.toPlay(nameOf(room, table.phase.seat, words)));
  }
  return told;
}
