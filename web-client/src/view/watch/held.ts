/** What somebody who looks back holds on to: the hand they look at stays, whatever is dealt meanwhile. Pure. */
import type { Known } from '../../table/applyChange';
import type { LogEvent } from '../../table/log';

/** What is known of a hand, step by step, and what was told of it and of those before. */
export type Told = {
  readonly history: readonly Known[];
  readonly events: readonly LogEvent[];
  readonly past: readonly LogEvent[];
};

/** A moment of a hand, with all that was heard of that hand. */
export type Held = Told & { readonly seq: number };

/** What is held once more is told: the same hand goes on, another one changes nothing. */
export function holdOn(held: Held, { history, events, past }: Told): Held {
  return history.some(({ seq }) => seq === held.seq) ? { seq: held.seq, history, events, past } : held;
}

/** The moment that is looked at, and what was told up to it. */
export function lookedAt({ seq, history, events }: Held): { readonly known: Known | undefined; readonly events: readonly LogEvent[] } {
  return { known: history.find((known) => known.seq === seq), events: events.filter((event) => event.seq <= seq) };
}
