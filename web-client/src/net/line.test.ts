import { encode as pack } from '@msgpack/msgpack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Known } from '../table/applyChange';
import { USUAL_OPTIONS } from '../table/options';
import { CLASSIC } from '../table/presets';
import type { RoomView, SeatMessage } from '../wire/messages.generated';
import { Line, type Entry, type LineState } from './line';
import { FakeSocket, latest, stubBrowser } from './testing/socket';

const tip = '10'.repeat(32);
const empty = { type: 'empty' } as const;
const room: RoomView = {
  code: 'K7Q2XM',
  stage: 'waiting',
  seats: [{ type: 'human', name: 'Mei', profile: null }, empty, empty, empty],
  host: 0,
  public: true,
  id: 12,
  setup: { type: 'fujian', rules: CLASSIC },
  dealer: 0,
  tips: [null, null, null, null],
  wall: null,
  options: USUAL_OPTIONS,
};
const snapshot = (seq: number): SeatMessage => ({ type: 'snapshot', seq, room, view: null });
const step = (seq: number): SeatMessage => ({ type: 'step', seq, room: [], public: [], own: [] });
const token = 'V1StGXR8_Z5jdHi6B-myTA';
const resume: Entry = { type: 'resume', code: 'K7Q2XM', seat: 0, token: 'secret' };

function start(entry: Entry): { line: Line; states: LineState[]; known: Known[]; seated: unknown[] } {
  const states: LineState[] = [];
  const known: Known[] = [];
  const seated: unknown[] = [];
  let requests = 0;
  const line = new Line(entry, {
    state: (state) => states.push(state),
    seated: (...seat) => seated.push(seat),
    known: (next) => known.push(next),
    presence: () => {},
    timer: () => {},
    nextRequest: () => (requests += 1),
  });
  return { line, states, known, seated };
}

/** A line that is in its room at step 4. */
function live(): ReturnType<typeof start> & { socket: FakeSocket } {
  const started = start(resume);
  const socket = latest();
  socket.opens();
  socket.says({ type: 'accepted', request: 1, seq: 4 });
  socket.says(snapshot(4));
  return { ...started, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('coming in', () => {
  it('takes a seat, and comes back to that seat', async () => {
    const { line, states, seated } = start({ type: 'join', code: 'K7Q2XM', name: 'Mei', tip, profile: null, token });
    latest().opens();
    latest().says({ type: 'seated', request: 1, code: 'K7Q2XM', seat: 2, token: 'secret' });
    latest().says(snapshot(4));
    latest().breaks();
    vi.runOnlyPendingTimers();
    latest().opens();

    expect(await line.started).toBeNull();
    expect(seated).toEqual([['K7Q2XM', 2, 'secret']]);
    expect(states.map(({ type }) => type)).toEqual(['connecting', 'live', 'waiting', 'connecting']);
    expect(latest().said).toEqual([{ type: 'resume', request: 2, code: 'K7Q2XM', token: 'secret', last_seq: 4 }]);
  });

  it('says why not', async () => {
    const { line, states } = start({ type: 'join', code: 'K7Q2XM', name: 'Mei', tip, profile: null, token });
    latest().opens();
    latest().says({ type: 'refused', request: 1, reason: 'room_full' });

    expect(await line.started).toBe('room_full');
    expect(states.at(-1)).toEqual({ type: 'ended', why: 'room_full' });
  });

  it('asks for the same seat again when nobody knows whether it was taken', async () => {
    const { line, seated } = start({ type: 'join', code: 'K7Q2XM', name: 'Mei', tip, profile: null, token });
    latest().opens();
    latest().breaks();
    vi.runOnlyPendingTimers();
    latest().opens();
    latest().says({ type: 'seated', request: 2, code: 'K7Q2XM', seat: 1, token });

    expect(await line.started).toBeNull();
    expect(FakeSocket.all.map(({ said }) => said)).toEqual([1, 2].map((request) => [expect.objectContaining({ type: 'join', request, token })]));
    expect(seated).toEqual([['K7Q2XM', 1, token]]);
  });

  it('leaves it to the person in the end, and at once when nothing could be asked', async () => {
    const asked = start({ type: 'join', code: 'K7Q2XM', name: 'Mei', tip, profile: null, token });
    latest().opens();
    for (let times = 0; times < 5; times += 1) {
      latest().breaks();
      vi.runOnlyPendingTimers();
    }
    expect(await asked.line.started).toBe('offline');
    expect(FakeSocket.all).toHaveLength(5);

    const unasked = start({ type: 'join', code: 'K7Q2XM', name: 'Mei', tip, profile: null, token });
    latest().breaks();
    expect(await unasked.line.started).toBe('offline');
  });
});

describe('a line that breaks', () => {
  it('asks again what was under way, with the same number', async () => {
    const { line, socket } = live();
    const answer = line.ask({ type: 'act', action: { type: 'pass' } });
    socket.breaks();
    vi.runOnlyPendingTimers();
    latest().opens();
    latest().says({ type: 'accepted', request: 3, seq: 5 });
    latest().says(step(5));
    latest().says({ type: 'accepted', request: 2, seq: 5 });

    expect(latest().said).toEqual([
      { type: 'resume', request: 3, code: 'K7Q2XM', token: 'secret', last_seq: 4 },
      { type: 'act', request: 2, action: { type: 'pass' }, last_seq: 4 },
    ]);
    expect(await answer).toBeNull();
  });

  it('is live again before what was missed has come, and says up to which step that goes', () => {
    const { known, socket, states } = live();
    socket.breaks();
    vi.runOnlyPendingTimers();
    latest().opens();
    latest().says({ type: 'accepted', request: 2, seq: 6 });

    expect([states.at(-1), known.at(-1)?.seq]).toEqual([{ type: 'live', upTo: 6 }, 4]);
    for (const seq of [5, 6]) latest().says(step(seq));
    expect(known.at(-1)?.seq).toBe(6);
  });

  it('is given up at once when the device is offline, and taken up at once when it is online', () => {
    const { states } = live();
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));

    expect(states.map(({ type }) => type)).toEqual(['connecting', 'live', 'waiting', 'connecting']);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('is noticed when nothing is heard and nobody answers', () => {
    const { socket, states } = live();
    vi.advanceTimersByTime(30_000);
    const probe = socket.said.at(-1);
    vi.advanceTimersByTime(6_000);

    expect(probe?.type).toBe('watch');
    expect(states.at(-1)?.type).toBe('waiting');
  });

  it('is whole while somebody answers', () => {
    const { socket, states } = live();
    vi.advanceTimersByTime(30_000);
    socket.says({ type: 'refused', request: 0xffff_ffff, reason: 'already_in_room' });
    vi.advanceTimersByTime(20_000);

    expect(states.at(-1)?.type).toBe('live');
  });

  it('says when nothing is played because nothing can be recorded, and is live again with the snapshot that follows', async () => {
    const { line, socket, states, known } = live();

    socket.says({ type: 'stalled' });
    expect(states.at(-1)).toEqual({ type: 'stalled' });
    const sent = socket.said.length;
    expect(await line.ask({ type: 'leave' })).toBe('store_unavailable');
    expect(socket.said).toHaveLength(sent);
    vi.advanceTimersByTime(30_000);
    expect(socket.said.at(-1)?.type).toBe('watch');

    socket.says(snapshot(5));
    expect(states.at(-1)).toEqual({ type: 'live', upTo: 5 });
    expect(known.at(-1)?.seq).toBe(5);
  });

  it('comes back after a refusal that passes, also when nothing is known', () => {
    const { states } = start(resume);
    latest().opens();
    latest().says({ type: 'refused', request: 1, reason: 'store_unavailable' });
    vi.runOnlyPendingTimers();
    latest().opens();

    expect(states.map(({ type }) => type)).toEqual(['connecting', 'waiting', 'connecting']);
    expect(latest().said).toEqual([{ type: 'resume', request: 2, code: 'K7Q2XM', token: 'secret', last_seq: null }]);
  });

  it.each([
    [4001, 'replaced'],
    [4002, 'closed'],
    [4003, 'ended_by_operator'],
  ] as const)('with code %i does not come back by itself', (code, why) => {
    const { socket, states } = live();
    socket.breaks(code);
    vi.advanceTimersByTime(120_000);

    expect(states.at(-1)).toEqual({ type: 'ended', why });
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('comes in once more over a new connection when it is told to', () => {
    const { line } = live();
    line.comeBack();
    latest().opens();

    expect(FakeSocket.all).toHaveLength(2);
    expect(latest().said).toEqual([{ type: 'resume', request: 2, code: 'K7Q2XM', token: 'secret', last_seq: 4 }]);
  });

  it('refuses what is asked meanwhile', async () => {
    const { line, socket } = live();
    socket.breaks();

    expect(await line.ask({ type: 'act', action: { type: 'pass' } })).toBe('offline');
  });
});

describe('what is heard', () => {
  it('is folded in, step by step', () => {
    const { socket, known } = live();
    socket.says(step(5));
    socket.says(step(6));

    expect(known.map(({ seq }) => seq)).toEqual([4, 5, 6]);
  });

  it('is asked for anew after a gap', () => {
    const { socket, known } = live();
    socket.says(step(6));
    vi.runOnlyPendingTimers();
    latest().opens();

    expect(known.map(({ seq }) => seq)).toEqual([4]);
    expect(latest().said.at(0)).toMatchObject({ type: 'resume', last_seq: null });
  });

  it('is left out when a newer server says something unknown', () => {
    const { socket, states } = live();
    socket.frame(pack([99, 1, 2]) as Uint8Array<ArrayBuffer>);

    expect(states.at(-1)?.type).toBe('live');
  });

  it('makes the page too old when even a snapshot can’t be read', () => {
    const { states } = start(resume);
    latest().opens();
    latest().says({ type: 'accepted', request: 1, seq: 4 });
    latest().frame(pack([2, 4, 'no room']) as Uint8Array<ArrayBuffer>);

    expect(states.at(-1)).toEqual({ type: 'ended', why: 'too_old' });
  });
});

describe('a bye', () => {
  it('for a seat taken elsewhere is for good', () => {
    const { socket, states } = live();
    socket.says({ type: 'bye', reason: 'replaced', retry_ms: null });
    vi.advanceTimersByTime(120_000);

    expect(states.at(-1)).toEqual({ type: 'ended', why: 'replaced' });
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('for a restart comes back when told', () => {
    const { socket } = live();
    socket.says({ type: 'bye', reason: 'restarting', retry_ms: 3_000 });
    vi.advanceTimersByTime(2_900);
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(200);

    expect([before, FakeSocket.all.length]).toEqual([1, 2]);
  });
});
