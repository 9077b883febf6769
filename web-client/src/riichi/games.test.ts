import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SheetHand } from './kept';
import { STANDARD } from './options';

type Answer = { readonly status: number; readonly body: unknown };

const hand = (id: string): SheetHand => ({ id, riichi: [], note: '', outcome: { type: 'exhaustive_draw', tenpai: [] } });
const record = (id: string) => ({ type: 'record', hand: hand(id) }) as const;

/** Stands in for the browser's storage: all tabs share it, and are told a moment later what was stored. */
function storage(): Storage {
  const tell = (key: string): void => queueMicrotask(() => window.dispatchEvent(Object.assign(new Event('storage'), { key })));
  const kept = Object.create({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
      tell(key);
    },
    removeItem: (key: string) => {
      delete kept[key];
      tell(key);
    },
  }) as Record<string, string>;
  return kept as unknown as Storage;
}

/** Stands in for the browser's locks: one after the other. */
function locks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, run: () => Promise<unknown>): Promise<unknown> => (last = last.then(run, run));
  return { request: request as LockManager['request'] };
}

/** A server with one game; what it is asked waits in `held` while `isHolding`. */
function server() {
  let version = 0;
  const hands: SheetHand[] = [];
  const state = { isHolding: false, held: [] as (() => void)[], hands };
  const answer = (method: string, path: string, body: unknown): Answer => {
    if (method === 'POST' && path === '/api/games') {
      version = 1;
      return { status: 200, body: { id: 'r1', recorder_key: 'rk', organiser_key: 'ok', game: { version } } };
    }
    if (path.endsWith('/hands')) hands.push(body as SheetHand);
    version += 1;
    return { status: 200, body: { version } };
  };
  const fetch = (path: string, init: RequestInit): Promise<Pick<Response, 'ok' | 'status' | 'json'>> =>
    new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('too long')));
      const go = (): void => {
        const { status, body } = answer(init.method ?? 'GET', path, JSON.parse(String(init.body)));
        resolve({ ok: status < 400, status, json: async () => body });
      };
      if (state.isHolding) state.held.push(go);
      else go();
    });
  return { state, fetch };
}

/** A tab of this browser, with the games as it found them. */
async function tab(): Promise<typeof import('./games.svelte')> {
  vi.resetModules();
  return import('./games.svelte');
}

let there: ReturnType<typeof server>;

// Each tab loads the page's modules anew, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000 });

beforeEach(() => {
  there = server();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: true, locks: locks() });
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('fetch', there.fetch);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A tab with a game that the server knows. */
async function oneTab() {
  const first = await tab();
  const key = first.beginGame(['Koki', 'Josh', 'Mikey', 'Jo'], STANDARD, null);
  await eventually(() => expect(first.keptGame(key)?.id).toBe('r1'));
  return { first, key };
}

/** Two tabs with the same game. */
async function twoTabs() {
  const { first, key } = await oneTab();
  return { first, second: await tab(), key };
}

describe('two tabs of one browser', () => {
  it('lose no hand that one writes down while the other waits for an answer', async () => {
    const { first, second, key } = await twoTabs();
    there.state.isHolding = true;
    first.writeDown(key, record('a'));
    await eventually(() => expect(there.state.held).toHaveLength(1));

    second.writeDown(key, record('b'));
    there.state.isHolding = false;
    there.state.held.shift()?.();

    await eventually(() => expect(there.state.hands).toEqual([hand('a'), hand('b')]));
    for (const each of [first, second]) await eventually(() => expect(each.keptGame(key)).toMatchObject({ queue: [], base: { hands: there.state.hands } }));
  });

  it('lose no hand that ends what the other is just telling', async () => {
    const { first, second, key } = await twoTabs();
    there.state.isHolding = true;
    first.writeDown(key, { type: 'riichi', seat: 1, declared: true });
    await eventually(() => expect(there.state.held).toHaveLength(1));

    second.writeDown(key, record('a'));
    there.state.isHolding = false;
    there.state.held.shift()?.();

    await eventually(() => expect(there.state.hands).toEqual([hand('a')]));
  });
});

describe('a request that hangs', () => {
  it('is given up after a time, and what waits is sent when the network is back', async () => {
    const giveUp: AbortController[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      giveUp.push(controller);
      return controller.signal;
    });
    const { first, key } = await oneTab();
    there.state.isHolding = true;
    first.writeDown(key, record('a'));
    await eventually(() => expect(there.state.held).toHaveLength(1));
    there.state.isHolding = false;

    giveUp.at(-1)?.abort();
    await eventually(() => {
      window.dispatchEvent(new Event('online'));
      expect(there.state.hands).toEqual([hand('a')]);
    });
  });

  it('does not keep a game from being sent when the browser gives no lock', async () => {
    const { first, key } = await oneTab();
    const { request } = navigator.locks;
    const refusing = vi.fn(() => Promise.reject(new Error('no lock')));
    navigator.locks.request = refusing;
    first.writeDown(key, record('a'));
    await eventually(() => expect(refusing).toHaveBeenCalled());
    navigator.locks.request = request;

    await eventually(() => {
      window.dispatchEvent(new Event('online'));
      expect(there.state.hands).toEqual([hand('a')]);
    });
  });
});
