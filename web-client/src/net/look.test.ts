import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { courseUpTo, watched } from '../dev/fixtures';
import { encodeAs } from '../wire/codec';
import type { SpectatorMessage } from '../wire/messages.generated';
import { lookInto } from './look';
import { FakeSocket, latest, stubBrowser } from './testing/socket';

const { seq, room, table } = watched(courseUpTo(42)).known;
const says = (message: SpectatorMessage): void => latest().frame(encodeAs('spectator', message, 'msgpack') as Uint8Array<ArrayBuffer>);
const CLOSED = 3;

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowser();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the room, and stays no longer than that', async () => {
  const looked = lookInto(room.code, new AbortController().signal);
  latest().opens();
  says({ type: 'accepted', request: 1, seq });
  says({ type: 'snapshot', seq, room, table });

  expect(await looked).toEqual({ room });
  expect(latest().readyState).toBe(CLOSED);
});

it('says that there is no such room', async () => {
  const looked = lookInto('ABCDEF', new AbortController().signal);
  latest().opens();
  says({ type: 'refused', request: 1, reason: 'no_room' });

  expect(await looked).toEqual({ why: 'no_room' });
});

it('says that nothing is seen when the line breaks, and asks no more by itself', async () => {
  const looked = lookInto(room.code, new AbortController().signal);
  latest().opens();
  latest().breaks();

  expect(await looked).toEqual({ why: null });
  vi.runOnlyPendingTimers();
  expect(FakeSocket.all).toHaveLength(1);
});

it('hangs up when it is given up', () => {
  const gone = new AbortController();
  void lookInto(room.code, gone.signal);
  latest().opens();

  gone.abort();

  expect(latest().readyState).toBe(CLOSED);
});
