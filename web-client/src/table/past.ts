/** A running hand from its deal on, for somebody who came in the middle of it: the room tells its steps. Pure. */
import type { RoomView, SpectatorMessage } from '../wire/messages.generated';
import { applyStep, type Known } from './applyChange';
import { happenings } from './happenings';
import type { LogEvent } from './log';

/** What a room tells of the hand that is running. */
export type Past = Extract<SpectatorMessage, { type: 'past' }>;

/** What is known of a hand, step by step, and what was told of it. */
export type Course = { readonly history: readonly Known[]; readonly events: readonly LogEvent[] };

/** How the beginning of a hand is come by that one did not hear; loaded with what shows it. */
export type Beginning = {
  /** Whether the room is to be asked: where all is shown late, it does not tell. */
  readonly isMissing: (known: Known) => boolean;
  readonly join: typeof withPast;
};

export const beginning: Beginning = {
  isMissing: ({ seat, room, table }) =>
    seat === null && room.options.spectators.type === 'on' && table?.hand != null && table.hand.end === null,
  join: withPast,
};

/**
 * What one has heard since one came in, with all that was before; undefined where that is of another hand. How the room
 * was in former steps is not told: it is as one found it.
 */
export function withPast({ history, events }: Course, past: Past): Course | undefined {
  const [first] = history;
  const dealt = past.steps[0]?.[0];
  if (first === undefined || dealt === undefined || first.seq < dealt || first.seq > past.seq) return undefined;
  const before = played(past, first.room);
  return {
    history: [...before.history.filter(({ seq }) => seq < first.seq), ...history],
    events: [...before.events.filter(({ seq }) => seq <= first.seq), ...events.filter(({ seq }) => seq > first.seq)],
  };
}

/** Every moment at the table, folded as it would have been then. */
function played({ table, steps }: Past, room: RoomView): Course {
  const history: Known[] = [];
  const events: LogEvent[] = [];
  let known: Known = { seq: 0, room, seat: null, view: null, table };
  for (const [seq, changes] of steps) {
    const step = { seq, room: [], public: changes };
    // Steps that were none of the table are left out.
    const after = applyStep({ ...known, seq: seq - 1 }, step);
    if (after === undefined) continue;
    events.push(...happenings(known, after, step));
    history.push(after);
    known = after;
  }
  return { history, events };
}
