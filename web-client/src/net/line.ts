/** One line to one room: numbered requests, every step folded in, and a way back whenever it breaks. */
import { applyStep, knownFrom, type Known } from '../table/applyChange';
import { happenings } from '../table/happenings';
import type { LogEvent } from '../table/log';
import type { Past } from '../table/past';
import { decode, encode, isUnknownMessage, SUBPROTOCOLS } from '../wire/codec';
import type {
  ByeReason,
  BySeat,
  ClientMessage,
  Digest,
  HandsMessage,
  ProfileKey,
  Refusal,
  RequestId,
  RoomCode,
  Seat,
  SeatMessage,
  SeatToken,
  Seq,
  Setup,
  SpectatorMessage,
} from '../wire/messages.generated';
import { socketAddress } from './address';
import { waitMs } from './backoff';
import type { Ask, RefusalCode } from './requests';

/** How one comes into a room. */
export type Entry =
  | { readonly type: 'create'; readonly name: string; readonly setup: Setup; readonly public: boolean; readonly tip: Digest; readonly profile: ProfileKey | null; readonly token: SeatToken }
  | { readonly type: 'join'; readonly code: RoomCode; readonly name: string; readonly tip: Digest; readonly profile: ProfileKey | null; readonly token: SeatToken }
  | { readonly type: 'watch'; readonly code: RoomCode }
  | { readonly type: 'resume'; readonly code: RoomCode; readonly seat: Seat; readonly token: SeatToken };

/** Why a line is over and does not come back by itself. */
export type Ending = Exclude<ByeReason, 'restarting'> | 'ended_by_operator' | 'left' | 'too_old' | RefusalCode;

/** How a line stands. */
export type LineState =
  | { readonly type: 'connecting' }
  /** Whole; whatever was missed up to this step follows. */
  | { readonly type: 'live'; readonly upTo: Seq }
  /** Whole, but nothing is played: the server can't record anything just now. */
  | { readonly type: 'stalled' }
  /** Broken; tried again by itself. */
  | { readonly type: 'waiting' }
  | { readonly type: 'ended'; readonly why: Ending };

/** Who is there just now. */
export type Presence = { readonly online: BySeat<boolean>; readonly watchers: number };

/** What a line tells. */
export type LineListener = {
  readonly state: (state: LineState) => void;
  /** A seat was taken; keep it. */
  readonly seated: (code: RoomCode, seat: Seat, token: SeatToken) => void;
  /** Something is known anew; events only of what came as a step. */
  readonly known: (known: Known, events: readonly LogEvent[]) => void;
  readonly presence: (presence: Presence) => void;
  /** How the running hand came to where it is, if that was asked. */
  readonly past?: (past: Past) => void;
  /** How long the table waits yet; null once it waits for something else. */
  readonly timer: (leftMs: number | null) => void;
  /** A number no request of this seat had before. */
  readonly nextRequest: () => RequestId;
};

type Pending = { readonly message: ClientMessage; readonly answer: (refusal: RefusalCode | null) => void };

/** A server that says nothing for so long is asked whether it is there. */
const SILENCE_MS_MAX = 30_000;
/** An answer takes no longer while the line is whole. */
const ANSWER_MS_MAX = 6_000;
/** A request that is always refused, and so shows that the line is whole. */
const PROBE: RequestId = 0xffff_ffff;
/** Refusals that pass: the line is tried again. */
const PASSING: readonly Refusal[] = ['slow_down', 'store_unavailable'];
/** How often a seat is asked for again whose answer was lost, before that is left to the person. */
const SEATINGS_MAX = 4;
/** Close codes after which a line does not come back by itself; the `bye` before one may be lost. */
const FINAL: Readonly<Record<number, Ending>> = { 4001: 'replaced', 4002: 'closed', 4003: 'ended_by_operator' };

export class Line {
  /** Resolves once one is in the room, or with why not. */
  readonly started: Promise<RefusalCode | null>;
  #begin: (refusal: RefusalCode | null) => void = () => {};
  #entry: Entry;
  readonly #listener: LineListener;
  readonly #pending = new Map<RequestId, Pending>();
  #state: LineState = { type: 'connecting' };
  #socket: WebSocket | null = null;
  #known: Known | null = null;
  #entering: RequestId | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(entry: Entry, listener: LineListener) {
    this.#entry = entry;
    this.#listener = listener;
    this.started = new Promise((begin) => {
      this.#begin = begin;
    });
    window.addEventListener('online', this.#comeBackNow);
    window.addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#whenSeen);
    this.#connect();
  }

  /** Asks something of the room. What was under way when a line broke is asked again, with its number. */
  ask(ask: Ask): Promise<RefusalCode | null> {
    if (this.#state.type === 'stalled') return Promise.resolve('store_unavailable');
    if (this.#state.type !== 'live') return Promise.resolve('offline');
    const message = this.#numbered(ask);
    return new Promise((answer) => {
      this.#pending.set(message.request, { message, answer });
      this.#send(message);
      this.#expect(ANSWER_MS_MAX);
    });
  }

  /** What is played says what was known then: it is no answer to anything the table asks later. */
  #numbered(ask: Ask): ClientMessage {
    const request = this.#listener.nextRequest();
    return ask.type === 'act' ? { ...ask, request, last_seq: this.#known?.seq ?? null } : { ...ask, request };
  }

  /** Comes in once more, over a new connection: a bot that stood in leaves. */
  comeBack(): void {
    if (this.#state.type !== 'live') return;
    this.#hangUp();
    this.#connect();
  }

  /** Ends the line for good; a seat is kept. */
  end(why: Ending = 'left'): void {
    if (this.#state.type === 'ended') return;
    this.#tell({ type: 'ended', why });
    window.removeEventListener('online', this.#comeBackNow);
    window.removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#whenSeen);
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#begin(isRefusal(why) ? why : 'offline');
    for (const { answer } of this.#pending.values()) answer('offline');
    this.#pending.clear();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#tell({ type: 'connecting' });
    const socket = new WebSocket(socketAddress(), SUBPROTOCOLS.msgpack);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#enter();
    socket.onmessage = ({ data }) => this.#receive(data as ArrayBuffer);
    socket.onclose = ({ code }) => {
      const why = FINAL[code];
      if (why === undefined) this.#broken();
      else this.end(why);
    };
    this.#socket = socket;
    this.#expect(ANSWER_MS_MAX);
  }

  #enter(): void {
    const request = this.#listener.nextRequest();
    this.#entering = request;
    const entry = this.#entry;
    const last_seq = this.#known?.seq ?? null;
    switch (entry.type) {
      case 'create':
      case 'join':
        return this.#send({ ...entry, request });
      case 'watch':
        return this.#send({ ...entry, request, last_seq });
      case 'resume': {
        const { type, code, token } = entry;
        return this.#send({ type, code, token, request, last_seq });
      }
    }
  }

  #receive(frame: ArrayBuffer): void {
    const audience = this.#entry.type === 'watch' ? 'spectator' : 'seat';
    const message = decode(audience, frame) ?? (audience === 'spectator' ? decode('hands', frame) : undefined);
    if (message !== undefined) {
      this.#hear(message);
    } else if (!isUnknownMessage(audience, frame)) {
      this.#lost();
    }
    if (this.#pending.size === 0 && this.#isWhole()) this.#expect(SILENCE_MS_MAX);
  }

  #hear(message: SeatMessage | SpectatorMessage | HandsMessage): void {
    switch (message.type) {
      case 'accepted':
        return this.#answered(message.request, null, message.seq);
      case 'refused':
        return this.#answered(message.request, message.reason);
      case 'seated': {
        const { code, seat, token } = message;
        this.#entry = { type: 'resume', code, seat, token };
        this.#listener.seated(code, seat, token);
        return this.#answered(message.request, null);
      }
      case 'snapshot': {
        this.#known = knownFrom(message, this.#entry.type === 'resume' ? this.#entry.seat : null);
        this.#listener.timer(null);
        if (this.#state.type === 'stalled') this.#tell({ type: 'live', upTo: message.seq });
        return this.#listener.known(this.#known, []);
      }
      case 'stalled':
        this.#listener.timer(null);
        return this.#tell({ type: 'stalled' });
      case 'step': {
        const before = this.#known;
        const after = before === null ? undefined : applyStep(before, message);
        if (before === null || after === undefined) return this.#lost();
        this.#known = after;
        if (message.public.some(({ type }) => type === 'phase' || type === 'discarded')) {
          this.#listener.timer(null);
        }
        return this.#listener.known(after, happenings(before, after, message));
      }
      case 'presence': {
        const { online, watchers } = message;
        return this.#listener.presence({ online, watchers });
      }
      case 'timer':
        return this.#listener.timer(message.left_ms);
      case 'past':
        return this.#listener.past?.(message);
      case 'hands': {
        if (this.#known === null || this.#known.seq !== message.seq) return;
        this.#known = { ...this.#known, hands: message.hands };
        return this.#listener.known(this.#known, []);
      }
      case 'bye':
        return message.reason === 'restarting'
          ? this.#waitFor(message.retry_ms ?? 0)
          : this.end(message.reason);
    }
  }

  #answered(request: RequestId, refusal: Refusal | null, seq: Seq = 0): void {
    if (request === this.#entering) {
      this.#entering = null;
      if (refusal === null) this.#entered(seq);
      else if (PASSING.includes(refusal) && this.#hasPlace()) this.#waitFor(0);
      else this.end(refusal);
      return;
    }
    this.#pending.get(request)?.answer(refusal);
    this.#pending.delete(request);
  }

  #entered(upTo: Seq): void {
    this.#attempt = 0;
    // First what waited: who hears that the line is whole may ask for more at once.
    for (const { message } of this.#pending.values()) this.#send(message);
    this.#tell({ type: 'live', upTo });
    this.#begin(null);
    this.#expect(this.#pending.size === 0 ? SILENCE_MS_MAX : ANSWER_MS_MAX);
  }

  /** A step is missing or can't be read: everything is asked for again; a page that can't read that is too old. */
  #lost(): void {
    if (this.#known === null) return this.end('too_old');
    this.#known = null;
    this.#waitFor(0);
  }

  #broken(): void {
    // Nobody knows whether a seat was taken: asked again with the same token, it is the same seat.
    if (!this.#hasPlace() && (this.#entering === null || this.#attempt === SEATINGS_MAX)) return this.end('offline');
    this.#waitFor(0);
  }

  /** Whether there is a place to come back to. Somebody who wants one is told soon that there is none to be had. */
  #hasPlace(): boolean {
    return this.#entry.type === 'resume' || this.#entry.type === 'watch';
  }

  /** Comes back by itself, at the earliest after so long. */
  #waitFor(leastMs: number): void {
    if (this.#state.type === 'ended') return;
    this.#hangUp();
    clearTimeout(this.#timer);
    const wait = Math.max(waitMs(this.#attempt, Math.random()), leastMs);
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#tell({ type: 'waiting' });
  }

  /** If nothing is heard for so long, asks whether anybody is there; if nobody answers, comes back anew. */
  #expect(withinMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (withinMs === ANSWER_MS_MAX) this.#broken();
      else this.#probe();
    }, withinMs);
  }

  #probe(): void {
    const { code } = this.#entry as { code?: RoomCode };
    if (code === undefined || !this.#isWhole()) return;
    this.#send({ type: 'watch', request: PROBE, code, last_seq: null });
    this.#expect(ANSWER_MS_MAX);
  }

  #isWhole(): boolean {
    return this.#state.type === 'live' || this.#state.type === 'stalled';
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encode(message, 'msgpack'));
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // A browser complains of one that is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  #tell(state: LineState): void {
    if (state.type === this.#state.type && state.type !== 'connecting') return;
    this.#state = state;
    this.#listener.state(state);
  }

  readonly #comeBackNow = (): void => {
    if (this.#state.type === 'waiting') this.#connect();
  };

  readonly #drop = (): void => {
    if (this.#state.type !== 'waiting') this.#broken();
  };

  readonly #whenSeen = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.#isWhole()) this.#probe();
    else this.#comeBackNow();
  };
}

function isRefusal(why: Ending): why is RefusalCode {
  return !['replaced', 'kicked', 'closed', 'ended_by_operator', 'left', 'too_old'].includes(why);
}
