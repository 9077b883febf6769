/** The keys that ask, wherever a table is shown: the answer is said. */
import type { Command } from '../input/commands';
import { onCommand } from '../input/keyboard';
import type { Known } from '../table/applyChange';
import { SEATS, seatAfter } from '../table/seats';
import type { Seat } from '../wire/messages.generated';
import { nameOf } from '../words/people';
import { answerTo, river } from '../words/said';
import { spoken } from '../words/all.svelte';
import { say } from './live.svelte';

/** What is asked about: a table as somebody sees it, and from whose side they look. */
export type Looked = {
  readonly known: Known;
  readonly from: Seat;
  readonly timer: { readonly endsAt: number } | null;
};

const NUMBERS: Partial<Record<Command, number>> = { first: 0, second: 1, third: 2, fourth: 3 };

/** Says what a command asks about what is looked at; false if it asks nothing. */
export function answerAbout(command: Command, looked: () => Looked): boolean {
  if (command === 'sayRiver') {
    askWhose(looked);
    return true;
  }
  const { known, from, timer } = looked();
  const text = answerTo(command, known, from, timer, spoken.words);
  if (text !== undefined) say(text, 'assertive');
  return text !== undefined;
}

/** Asks whose discards are meant. The next number says it, whatever else numbers do here. */
function askWhose(looked: () => Looked): void {
  const { known, from } = looked();
  const { whose, whoseOf } = spoken.words.said;
  const names = SEATS.map((by) => nameOf(known.room, seatAfter(from, by), spoken.words));
  say(known.seat === null ? whoseOf(names) : whose, 'assertive');
  const stop = onCommand((next) => {
    stop();
    const by = NUMBERS[next];
    if (by === undefined) return false;
    const now = looked();
    say(river(now.known, seatAfter(now.from, by), spoken.words), 'assertive');
    return true;
  });
}
