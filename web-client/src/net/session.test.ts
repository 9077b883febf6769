import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSecret, tipOf } from '../fair/wall';
import { USUAL_OPTIONS } from '../table/options';
import { beginning } from '../table/past';
import { CLASSIC } from '../table/presets';
import { encodeAs } from '../wire/codec';
import type { RoomView, SeatMessage, SpectatorMessage } from '../wire/messages.generated';
import { courseUpTo } from '../dev/fixtures';
import { joinRoom } from './entering';
import { forgetSeat, keepSeat } from './seats';
import { hangUp, passCalls, returnTo, session, takeSeatBack, watchRoom } from './session.svelte';
import { latest, stubBrowser } from './testing/socket';

const code = 'K7Q2XM';
const secret = newSecret();
const bot = { type: 'bot', level: 'easy' } as const;
/** A room whose next wall waits for the part of its one human. */
const room: RoomView = {
  code,
  stage: 'playing',
  seats: [{ type: 'human', name: 'Mei', profile: null }, bot, bot, bot],
  host: 0,
  public: true,
  id: 12,
  setup: { type: 'fujian', rules: CLASSIC },
  dealer: 0,
  tips: [tipOf(secret), null, null, null],
  wall: { hand: 1, commitment: '20'.repeat(32), given: [false, false, false, false] },
  options: USUAL_OPTIONS,
};
const step = (seq: number): SeatMessage => ({ type: 'step', seq, room: [], public: [], own: [] });

/** The numbers of the requests that gave the own part of the wall. */
const links = (): readonly number[] => latest().said.flatMap((message) => (message.type === 'link' ? [message.request] : []));

beforeEach(() => {
  stubBrowser();
  void returnTo({ code, seat: 0, token: 'secret', name: 'Mei', secret, requests: 0 });
  latest().opens();
  latest().says({ type: 'accepted', request: 1, seq: 4 });
  latest().says({ type: 'snapshot', seq: 4, room, view: null });
});

afterEach(() => {
  hangUp();
  vi.unstubAllGlobals();
});

describe('the own part of a wall', () => {
  it('is given once', () => {
    latest().says(step(5));

    expect(links()).toEqual([2]);
  });

  it('is given again after a refusal that passes', async () => {
    latest().says({ type: 'refused', request: 2, reason: 'store_unavailable' });
    await Promise.resolve();
    latest().says(step(5));

    expect(links()).toEqual([2, 3]);
  });

  it('is not given again once it is too late', async () => {
    latest().says({ type: 'refused', request: 2, reason: 'bad_link' });
    await Promise.resolve();
    latest().says(step(5));

    expect(links()).toEqual([2]);
  });
});

describe('taking a seat', () => {
  const said = (): readonly unknown[] => latest().said.map(({ type, request }) => [type, request]);

  afterEach(() => {
    forgetSeat(code);
    vi.useRealTimers();
  });

  it('goes on counting behind the request that took it, also where that was not the first', () => {
    vi.useFakeTimers();
    void joinRoom(code, 'Mei');
    latest().opens();
    latest().breaks();
    vi.runOnlyPendingTimers();
    latest().opens();
    latest().says({ type: 'seated', request: 2, code, seat: 0, token: 'secret' });
    latest().says({ type: 'snapshot', seq: 4, room, view: null });

    expect(said()).toEqual([
      ['join', 2],
      ['link', 3],
    ]);
  });

  it('comes back to the one that is kept for the room instead', () => {
    keepSeat({ code, seat: 2, token: 'kept', name: 'Mei', secret, requests: 7 });
    hangUp();
    void joinRoom(code, 'Tom');
    latest().opens();

    expect(latest().said).toEqual([{ type: 'resume', request: 8, code, token: 'kept', last_seq: null }]);
  });
});

describe('passing by the server', () => {
  const { seq, room: played, view } = courseUpTo(34).known;
  const asked = (): readonly boolean[] => latest().said.flatMap((message) => (message.type === 'quick_pass' ? [message.on] : []));
  const request = (): number => Math.max(...latest().said.map((message) => message.request));

  beforeEach(() => {
    void returnTo({ code: played.code, seat: 1, token: 'secret', name: 'Koki', secret, requests: 0 });
    latest().opens();
    latest().says({ type: 'accepted', request: request(), seq });
    latest().says({ type: 'snapshot', seq, room: played, view });
    void passCalls(true);
  });

  it('is on at once, and off where the server refuses it', async () => {
    expect(session.isPassing).toBe(true);

    latest().says({ type: 'refused', request: request(), reason: 'not_allowed' });
    await vi.waitFor(() => expect(session.isPassing).toBe(false), { timeout: 10_000 });
  });

  it('is over with a hand that is broken off, also when it is dealt anew', () => {
    const end = { outcome: { type: 'aborted' }, hands: [[], [], [], []] } as const;
    latest().says({ type: 'step', seq: seq + 1, room: [], public: [{ type: 'ended', end, flipped: null }], own: [] });

    expect(session.isPassing).toBe(false);
    expect(asked()).toEqual([true, false]);
  });

  it('is asked for again on a new line, and taken back if the hand was over meanwhile', () => {
    latest().says({ type: 'accepted', request: request(), seq });
    takeSeatBack();
    latest().opens();
    latest().says({ type: 'accepted', request: request(), seq });
    expect([session.isPassing, ...asked()]).toEqual([true, true]);

    if (view === null) throw new Error('no table');
    const next = { ...view, table: { ...view.table, hands_played: view.table.hands_played + 1 } };
    latest().says({ type: 'snapshot', seq: seq + 40, room: played, view: next });

    expect([session.isPassing, ...asked()]).toEqual([false, true, false]);
  });
});

describe('who watches', () => {
  const { seq, room: played, table } = courseUpTo(34).known;
  const says = (message: SpectatorMessage): void => latest().frame(encodeAs('spectator', message, 'msgpack') as Uint8Array<ArrayBuffer>);
  const asked = (): number => latest().said.filter(({ type }) => type === 'past').length;
  const comesIn = (at: number, options = played.options): void => {
    latest().opens();
    says({ type: 'accepted', request: 1, seq: at });
    says({ type: 'snapshot', seq: at, room: { ...played, options }, table });
  };

  beforeEach(() => void watchRoom(played.code, beginning));

  it('asks for what was before in a running hand, and can look back at it', async () => {
    if (table === null) throw new Error('no table');
    comesIn(seq);
    expect([asked(), session.history.length]).toEqual([1, 1]);
    says({ type: 'step', seq: seq + 1, room: [], public: [] });

    const before = { ...table, hand: null };
    const steps = [[seq - 9, [{ type: 'dealt', wall_left: 63 }]], [seq, []]] as const;
    says({ type: 'accepted', request: 2, seq });
    says({ type: 'past', seq, table: before, steps });

    await vi.waitFor(() => expect(session.history.map((known) => known.seq)).toEqual([seq - 9, seq, seq + 1]), { timeout: 10_000 });
    expect(session.events.map(({ what }) => what.type)).toEqual(['dealt']);
    expect(session.known?.seq).toBe(seq + 1);
  });

  it('asks again when something was missed, and not for each step', () => {
    comesIn(seq);
    says({ type: 'step', seq: seq + 1, room: [], public: [] });
    says({ type: 'snapshot', seq: seq + 40, room: played, table });
    says({ type: 'step', seq: seq + 41, room: [], public: [] });

    expect(asked()).toBe(2);
  });

  it('does not ask where the room shows it late, nor when no hand is running', () => {
    comesIn(seq, { ...played.options, spectators: { type: 'delayed', seconds: 60 } });
    says({ type: 'snapshot', seq: seq + 40, room: played, table: table && { ...table, hand: null } });

    expect(asked()).toBe(0);
  });
});
