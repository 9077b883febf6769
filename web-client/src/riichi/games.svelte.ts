/** The games kept on this device; the one place that holds, stores and sends them. */
import { fetchSheet, sendWrite, toldOf } from '../net/sheets';
import { everythingKept } from '../belongings';
import { recallJson, remember } from '../storage';
import type { BySeat } from '../wire/messages.generated';
import type { Start } from './fold';
import { again, copyOf, enqueue, type Kept, type Sheet, type Told, type Write } from './kept';
import type { Options } from './options';
import { catchUp, flush, type World } from './sender';
import { WAITING_KEY } from './waiting';

const PREFIX = 'sanjin.score.';
const RETRY_MS_MIN = 2_000;
const RETRY_MS_MAX = 30_000;

/** Games whose last change this browser would not store: they are in memory alone. */
const unstored = new Set<string>();
let games = $state.raw<readonly Kept[]>([]);
let canStore = $state(true);
let isOnline = $state(navigator.onLine);
/** Games being sent. */
const syncing = new Set<string>();
const retries = new Map<string, { timer: number; delay: number }>();

export const scores = {
  /** All games, the newest first. */
  get games(): readonly Kept[] {
    return games;
  },
  /** False where this browser stores nothing: the games are gone when the page is closed. */
  get canStore(): boolean {
    return canStore;
  },
  get isOnline(): boolean {
    return isOnline;
  },
};

/** A game of this device. */
export function keptGame(key: string): Kept | undefined {
  return games.find((kept) => kept.key === key);
}

/** Makes an id nobody else makes. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What may be said of a new game besides: when it was played if not now, and how long it may be corrected. */
export type Circumstances = Partial<Pick<Kept, 'startedAt' | 'correctionMinutes'>>;

/** Begins a game; the server is told when it can be. */
export function beginGame(players: BySeat<string>, rules: Options, start: Start | null, more: Circumstances = {}): string {
  const base: Sheet = { players, rules, start, hands: [], declared: [], closing: null };
  const kept = { ...blank(base), ...more, queue: [{ type: 'create' } as const] };
  store(kept);
  void navigator.storage?.persist?.().catch(() => false);
  void sync(kept.key);
  return kept.key;
}

/** Takes up a game of another device, with the key that device shares; null when the server can't be asked. */
export async function adoptGame(id: string, recorderKey: string): Promise<string | null> {
  const known = games.find((kept) => kept.id === id);
  if (known !== undefined) return known.key;
  const found = await fetchSheet(id);
  if (found === null || found === 'missing') return null;
  const { version, sheet } = toldOf(found.game, found.hands);
  const kept = { ...blank(sheet), id, recorderKey, version, startedAt: found.game.started_at };
  store(kept);
  return kept.key;
}

function blank(base: Sheet): Kept {
  const key = `k${newId().slice(0, 16)}`;
  return { key, secret: newId(), id: null, recorderKey: null, organiserKey: null, startedAt: Date.now(), version: 0, base, queue: [], aside: [] };
}

/** Writes something down, and tells the server when it can be told. */
export function writeDown(key: string, write: Write): void {
  change(key, (kept) => enqueue(kept, write));
  void sync(key);
}

/** Keeps the organiser's key of a game, as somebody typed it. */
export function keepOrganiserKey(key: string, organiserKey: string): void {
  change(key, (kept) => ({ ...kept, organiserKey }));
}

/** Decides on an entry laid aside: it is written again, or dropped. */
export function settleAside(key: string, place: number, how: 'again' | 'drop'): void {
  const kept = latest(key);
  const entry = kept?.aside[place];
  if (kept === undefined || entry === undefined) return;
  change(key, ({ aside, ...rest }) => ({ ...rest, aside: aside.toSpliced(place, 1) }));
  const write = how === 'again' ? again(kept, entry, newId) : null;
  if (write !== null) writeDown(key, write);
}

/** Takes back that a game is to be deleted, as long as the server has not been told. */
export function keepAfterAll(key: string): void {
  change(key, (kept) => ({ ...kept, queue: kept.queue.filter(({ type }) => type !== 'delete') }));
}

/** Keeps a game that the server has no more as another one, with everything in it; says which. */
export function keepCopy(key: string): string | null {
  const gone = latest(key);
  if (gone === undefined) return null;
  const copy = copyOf(gone, blank(gone.base), newId);
  store(copy);
  forgetGame(key);
  void sync(copy.key);
  return copy.key;
}

/** Forgets a game on this device; the server keeps what it has. */
export function forgetGame(key: string): void {
  games = games.filter((kept) => kept.key !== key);
  unstored.delete(key);
  remember(PREFIX + key, null);
  flagWaiting();
}

/** Sends what waits, and takes over what others have written. */
export async function sync(key: string): Promise<void> {
  if (syncing.has(key) || latest(key) === undefined) return;
  syncing.add(key);
  stopRetry(key);
  const run = (): Promise<boolean> => flush(worldOf(key));
  // Two tabs of one browser send one after the other. Whatever happens is tried again.
  const sent = 'locks' in navigator ? navigator.locks.request(PREFIX + key, run) : run();
  const isDone = await sent.catch(() => false);
  syncing.delete(key);
  if (!isDone) return retryLater(key);
  retries.delete(key);
  // Something may have been written in the very moment all was sent.
  const left = latest(key);
  if (left !== undefined && left.queue.length > 0 && !left.isGone) await sync(key);
}

/** Takes over what others have written, once all of our own is sent. */
export async function refresh(key: string): Promise<void> {
  await sync(key);
  if (latest(key)?.queue.length === 0) await catchUp(worldOf(key));
}

function worldOf(key: string): World {
  return {
    read: () => latest(key),
    change: (how) => change(key, how),
    forget: () => forgetGame(key),
    send: sendWrite,
    ask,
  };
}

async function ask(id: string): Promise<Told | 'missing' | null> {
  const found = await fetchSheet(id);
  return found === null || found === 'missing' ? found : toldOf(found.game, found.hands);
}

/** A game as this browser has it, whichever of its tabs wrote last. */
function latest(key: string): Kept | undefined {
  if (unstored.has(key)) return keptGame(key);
  const stored = recallJson(PREFIX + key);
  return isKept(stored) ? stored : undefined;
}

/** Changes a game where all tabs find it: what another has just written is changed, not written over. */
function change(key: string, how: (kept: Kept) => Kept): void {
  const kept = latest(key);
  if (kept !== undefined) store(how(kept));
}

function store(kept: Kept): void {
  const isNew = keptGame(kept.key) === undefined;
  games = isNew ? [kept, ...games] : games.map((other) => (other.key === kept.key ? kept : other));
  const text = JSON.stringify(kept);
  canStore = remember(PREFIX + kept.key, text);
  if (canStore) unstored.delete(kept.key);
  else unstored.add(kept.key);
  flagWaiting();
}

function flagWaiting(): void {
  remember(WAITING_KEY, games.some(({ queue }) => queue.length > 0) ? 'yes' : null);
}

function retryLater(key: string): void {
  const delay = Math.min(RETRY_MS_MAX, (retries.get(key)?.delay ?? RETRY_MS_MIN / 2) * 2);
  retries.set(key, { delay, timer: window.setTimeout(() => void sync(key), delay) });
}

function stopRetry(key: string): void {
  const retry = retries.get(key);
  if (retry !== undefined) clearTimeout(retry.timer);
}

function readAll(): readonly Kept[] {
  const keys = Object.keys(everythingKept()).filter((key) => key.startsWith(PREFIX));
  const stored = keys.map(recallJson).filter(isKept).filter(({ key }) => !unstored.has(key));
  return [...stored, ...games.filter(({ key }) => unstored.has(key))].toSorted((one, other) => other.startedAt - one.startedAt);
}

function isKept(stored: unknown): stored is Kept {
  return typeof stored === 'object' && stored !== null && 'base' in stored && 'queue' in stored && 'aside' in stored;
}

function syncAll(): void {
  isOnline = navigator.onLine;
  for (const { key, queue } of games) if (queue.length > 0) void sync(key);
}

window.addEventListener('online', syncAll);
window.addEventListener('offline', () => (isOnline = false));
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') syncAll();
});
// Another tab of this browser has written, or all was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) games = readAll();
});
games = readAll();
syncAll();
