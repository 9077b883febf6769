/** The room this page is in: the one place that holds what is known of it. */
import { linkOf } from '../fair/wall';
import type { Known } from '../table/applyChange';
import { asksTheSame } from '../table/awaited';
import type { LogEvent } from '../table/log';
import type { Beginning } from '../table/past';
import { soFar } from '../table/soFar';
import { isTimeUp } from '../table/timeUp';
import type { HostOrder, ActionView, RoomCode } from '../wire/messages.generated';
import { Line, type Entry, type LineState, type Presence } from './line';
import type { RefusalCode } from './requests';
import { forgetSeat, keepSeat, keptSeat, type KeptSeat } from './seats';

/** Which room, and whether one watches it or has a seat in it. */
type Place = { readonly code: RoomCode | null; readonly isWatching: boolean };

type Listener = (events: readonly LogEvent[], known: Known) => void;

const listeners = new Set<Listener>();

const EVENTS_MAX = 400;
const HISTORY_MAX = 600;
/** A match has no more hands. */
const PAST_MAX = 64;

let line: Line | null = null;
let place: Place | null = null;
/** Whether this page has answered what is asked just now, and when the time for it ends. */
let hasActed = false;
let due: number | null = null;
/** Since when the table has asked for what it asks, as far as this page was there; on the clock of `performance.now()`. */
let askedAt = 0;
/** How the beginning of a hand that is watched is come by. */
let beginning: Beginning | null = null;
/** The last hand whose link was given over this line. */
let linked = 0;

/** Whether calls are to be passed in this hand. */
let isPassing = $state(false);
let known = $state.raw<Known | null>(null);
let state = $state.raw<LineState | null>(null);
let presence = $state.raw<Presence | null>(null);
let timer = $state.raw<{ readonly endsAt: number } | null>(null);
let events = $state.raw<readonly LogEvent[]>([]);
let past = $state.raw<readonly LogEvent[]>([]);
let history = $state.raw<readonly Known[]>([]);

/** What is known of the room, and how the line to it stands. */
export const session = {
  get known(): Known | null {
    return known;
  },
  get state(): LineState | null {
    return state;
  },
  get presence(): Presence | null {
    return presence;
  },
  /** When the running timer ends, on the clock of `performance.now()`; null while none runs. */
  get timer(): { readonly endsAt: number } | null {
    return timer;
  },
  /** For how long the table has asked for what it asks, as far as this page was there. */
  get askedMs(): number {
    return performance.now() - askedAt;
  },
  /** Whether the server passes calls in this hand. */
  get isPassing(): boolean {
    return isPassing;
  },
  /** What happened since the hand was dealt, or since one came in. */
  get events(): readonly LogEvent[] {
    return events;
  },
  /** How the hands before this one ended, as far as one was there. */
  get past(): readonly LogEvent[] {
    return past;
  },
  /** Everything known since the hand was dealt, step by step: for looking back. */
  get history(): readonly Known[] {
    return history;
  },
};

/** Hears of everything as it happens, until the returned function is called. */
export function onHappened(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Comes back to a seat this browser holds; does nothing while one is there. */
export function returnTo(kept: KeptSeat): Promise<RefusalCode | null> {
  const { code, seat, token } = kept;
  if (isAt(code, false) && line !== null) return line.started;
  return begin({ type: 'resume', code, seat, token }, { code, isWatching: false }, kept);
}

/** Watches a room; does nothing while one does. Whoever looks back has `by` ask for what was before one came. */
export function watchRoom(code: RoomCode, by: Beginning): Promise<RefusalCode | null> {
  beginning = by;
  if (isAt(code, true) && line !== null) return line.started;
  return begin({ type: 'watch', code }, { code, isWatching: true }, null);
}

/** Whether this page has a line to a room, at a seat or watching, that is not over. */
export function isAt(code: RoomCode, watching: boolean): boolean {
  return place?.code === code && place.isWatching === watching && state?.type !== 'ended';
}

/** Plays. */
export function act(action: ActionView): Promise<RefusalCode | null> {
  hasActed = true;
  return line?.ask({ type: 'act', action }) ?? Promise.resolve('offline');
}

/** Has calls passed until the hand is over, or no longer; asked for again when the line comes back. */
export async function passCalls(on: boolean): Promise<RefusalCode | null> {
  isPassing = on;
  const refusal = (await line?.ask({ type: 'quick_pass', on })) ?? (line === null ? 'offline' : null);
  if (refusal !== null) isPassing = false;
  return refusal;
}

/** Uses the powers of the host. */
export function order(wanted: HostOrder): Promise<RefusalCode | null> {
  return line?.ask({ type: 'host', order: wanted }) ?? Promise.resolve('offline');
}

/** Gives the seat up for good. */
export async function leaveRoom(): Promise<RefusalCode | null> {
  const refusal = (await line?.ask({ type: 'leave' })) ?? null;
  if (refusal === null) {
    if (place?.code != null) forgetSeat(place.code);
    hangUp();
  }
  return refusal;
}

/** Takes one's seat back from a bot that stands in. */
export function takeSeatBack(): void {
  line?.comeBack();
}

/** Ends the line; a seat stays one's own. */
export function hangUp(): void {
  line?.end();
  line = null;
  place = null;
  isPassing = false;
  known = presence = state = timer = null;
  events = [];
  past = [];
  history = [];
}

/** What is kept of oneself with a seat. */
type Self = Pick<KeptSeat, 'name' | 'secret'>;

/** Opens a line to a room, and ends whatever other there was. */
export function begin(entry: Entry, where: Place, self: Self | null): Promise<RefusalCode | null> {
  hangUp();
  place = where;
  linked = 0;
  let numbers = 0;
  line = new Line(entry, {
    state: (next) => {
      state = next;
      if (next.type === 'live' && isPassing) void passCalls(true);
      if (next.type === 'ended') ended(next.why);
    },
    seated: (code, seat, token) => {
      place = { code, isWatching: false };
      if (self !== null) keepSeat({ code, seat, token, name: self.name, secret: self.secret, requests: numbers });
    },
    known: (next, happened) => {
      learn(next, happened);
      if (self !== null) void giveLink(next, self.secret);
    },
    timer: (leftMs) => {
      timer = leftMs === null ? null : { endsAt: performance.now() + leftMs };
      // A step takes the timer away before it is told.
      due = timer?.endsAt ?? due;
    },
    presence: (next) => {
      presence = next;
    },
    past: (past) => {
      const whole = beginning?.join({ history, events }, past);
      if (whole !== undefined) ({ history, events } = whole);
    },
    nextRequest: () => {
      const kept = place?.code == null || place.isWatching ? undefined : keptSeat(place.code);
      if (kept === undefined) return (numbers += 1);
      keepSeat({ ...kept, requests: kept.requests + 1 });
      return kept.requests + 1;
    },
  });
  return line.started;
}

/** A seat that is no longer one's own is forgotten. */
function ended(why: Extract<LineState, { type: 'ended' }>['why']): void {
  const isGone = why === 'kicked' || why === 'closed' || why === 'bad_token' || why === 'no_room';
  if (isGone && place?.code != null && !place.isWatching) forgetSeat(place.code);
}

/** Gives the own part of the next wall as soon as the server has committed to its own. */
async function giveLink({ room, seat }: Known, secret: KeptSeat['secret']): Promise<void> {
  const { wall, tips } = room;
  if (wall === null || seat === null || tips[seat] === null || wall.given[seat] || wall.hand === linked) return;
  linked = wall.hand;
  const link = linkOf(secret, wall.hand);
  const refusal = link === undefined ? null : await line?.ask({ type: 'link', hand: wall.hand, link });
  // If the hand is dealt already it is seen that this part is missing, and nothing can be done. Any other
  // refusal passes: it is given with what is heard next.
  if (refusal != null && refusal !== 'bad_link' && linked === wall.hand) linked = 0;
}

/** What happened, and before it that one's time was up, if that is why. */
function withTime(next: Known, happened: readonly LogEvent[]): readonly LogEvent[] {
  const isLate = known !== null && isTimeUp(known, next, hasActed, due === null ? null : due - performance.now());
  if (next.view?.prompt !== known?.view?.prompt) {
    hasActed = false;
    due = timer?.endsAt ?? null;
  }
  return isLate ? [{ key: `${next.seq}.time`, seq: next.seq, what: { type: 'time_up' } }, ...happened] : happened;
}

function learn(next: Known, heard: readonly LogEvent[]): void {
  const happened = withTime(next, heard);
  const isNewHand = happened.some(({ what }) => what.type === 'dealt');
  const isStep = known !== null && next.seq === known.seq + 1;
  const isSame = known !== null && next.seq === known.seq && next.table === known.table;
  const isNewMatch = known?.table?.game !== next.table?.game;
  if (isNewMatch) past = [];
  else if (isNewHand) past = [...past, ...events.filter(isEnding)].slice(-PAST_MAX);
  if (known?.table == null || next.table == null || !asksTheSame(known.table, next.table)) askedAt = performance.now();
  if (isPassing && (isNewHand || !isSameHand(known, next))) void passCalls(false);
  known = next;
  // Whoever comes in, or has missed something, has the log of what lies there.
  const log = isStep || isSame ? [...events, ...happened] : [...soFar(next), ...happened];
  events = (isNewHand ? happened : log).slice(-EVENTS_MAX);
  // Open hands are told after their step: then it is the same moment, better known.
  const before = isSame ? history.slice(0, -1) : history;
  history = (isNewHand || !(isStep || isSame) ? [next] : [...before, next]).slice(-HISTORY_MAX);
  if (!(isStep || isSame) && beginning?.isMissing(next)) void line?.ask({ type: 'past' });
  // Also when one comes back to a hand that ended meanwhile.
  if (next.table?.hand?.end != null) keep(next, Date.now());
  if (happened.length > 0) for (const listener of listeners) listener(happened, next);
}

/** Keeps how a game stands after a hand; if that can't be loaded, the next hand does. */
function keep(at: Known, now: number): void {
  void import('./mine').then(({ keepGame }) => keepGame(at, now)).catch(() => {});
}

/** Whether the hand that was played is being played yet, though something may have been missed. */
function isSameHand(before: Known | null, { table }: Known): boolean {
  if (table?.hand == null || table.hand.end !== null) return false;
  return before?.table?.game === table.game && before.table.hands_played === table.hands_played;
}

function isEnding({ what }: LogEvent): boolean {
  return what.type === 'won' || what.type === 'drawn';
}
