/** Says to who watches by keys what they look at. */
import type { Known } from '../../table/applyChange';
import type { LogEvent } from '../../table/log';
import type { Seat } from '../../wire/messages.generated';
import { eventText } from '../../words/events';
import { nameOf } from '../../words/people';
import { spoken } from '../../words/all.svelte';
import { say } from '../live.svelte';

/** What happened in the step that is looked at, and how far the table is ahead of it. */
export function tellMoment({ seq, room }: Known, events: readonly LogEvent[], behind: number): void {
  const texts = events.filter((event) => event.seq === seq).map((event) => eventText(event, room, spoken.words, null));
  say([...texts, `${spoken.words.watch.behind(behind)}.`].join(' '), 'assertive');
}

/** That it is the table as it is now. */
export function tellLive(): void {
  say(spoken.words.watch.live, 'assertive');
}

/** From whose side it is seen. */
export function tellViewpoint({ room }: Known, seat: Seat): void {
  say(`${spoken.words.watch.viewpoint}: ${nameOf(room, seat, spoken.words)}`, 'polite');
}
