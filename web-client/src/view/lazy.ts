/** Screens and parts of them that are loaded when they are needed, or a moment before. */
import type { Component } from 'svelte';
import { whenIdle } from '../idle';
import type { Route } from '../routes';
import { chosenLanguage } from '../words/chosen';
import { learnAll } from '../words/dictionaries';
import { isWide } from './table/wide';

/** When what did not come is asked for again; each time it takes twice as long. */
const AGAIN_MS = 2000;

/** Loads something beside the words it is shown in; a table and its parts need no more than the first. */
export function worded<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), learnAll(chosenLanguage())]))[0];
}

/** Loads a screen that is shown below the bar beside that. */
export function page<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), loadBar()]))[0];
}

/** Loads a screen that has a table beside the layout of that which fits the window. */
export function tabled<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), isWide({ width: innerWidth, height: innerHeight }) ? loadWide() : loadPhone()]))[0];
}

type Given<S> = Omit<Extract<Route, { screen: S }>, 'screen'>;
/** What shows an address, by its screen. */
export type Screens = { readonly [S in Route['screen']]: () => Promise<{ readonly default: Component<Given<S>> }> };

export const loadBar = worded(() => import('./Bar.svelte'));
export const loadRoom = page(() => import('./room/RoomScreen.svelte'));
export const loadTable = tabled(() => import('./TableScreen.svelte'));
export const loadWide = () => import('./table/WideTable.svelte');
export const loadPhone = () => import('./table/PhoneTable.svelte');

const loadFar = () => import('./far');

export const SCREENS: Screens = {
  lobby: page(() => import('./lobby/Lobby.svelte')),
  room: loadRoom,
  table: loadTable,
  watch: tabled(() => import('./WatchScreen.svelte')),
  live: async () => (await loadFar()).FAR.live(),
  history: async () => (await loadFar()).FAR.history(),
  game: async () => (await loadFar()).FAR.game(),
  replay: async () => (await loadFar()).FAR.replay(),
  score: async () => (await loadFar()).FAR.score(),
  sheet: async () => (await loadFar()).FAR.sheet(),
  board: async () => (await loadFar()).FAR.board(),
  ranking: async () => (await loadFar()).FAR.ranking(),
  league: async () => (await loadFar()).FAR.league(),
  player: async () => (await loadFar()).FAR.player(),
  settings: async () => (await loadFar()).FAR.settings(),
  learn: async () => (await loadFar()).FAR.learn(),
  admin: async () => (await loadFar()).FAR.admin(),
  missing: async () => (await loadFar()).FAR.missing(),
};

export const loadGate = async () => (await loadFar()).loadGate();
export const loadNotYet = async () => (await loadFar()).loadNotYet();
export const loadPicture = async () => (await loadFar()).loadPicture();
export const loadLater = once(async () => (await loadFar()).loadLater());
export const loadSounds = async () => (await loadFar()).loadSounds();

/** What is heard and read of a table, once it is seen. */
export const loadAnnouncer = idly(async () => (await loadFar()).loadAnnouncer());
export const loadLog = idly(async () => (await loadFar()).loadLog());

/** Keeps the focus of what goes in an element, once it has any; made to be attached to it. */
export function keepFocus(around: HTMLElement): void {
  around.addEventListener('focusin', ({ target }) => void loadLater().then(({ keepsFocus }) => keepsFocus(around, target), () => {}), { once: true });
}

/** Loads something once: a tap that shows it when it is there shows it in its first picture, not in the one after. What failed is asked for again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((why: unknown) => {
      loading = undefined;
      throw why;
    }));
}

/** Loads something when there is nothing else to do; once. What does not come is asked for again, where the browser does that. */
function idly<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const begin = async (): Promise<T> => {
    await new Promise<void>(whenIdle);
    await online();
    for (let again = AGAIN_MS; ; again *= 2) {
      try {
        return await load();
      } catch {
        await new Promise((then) => setTimeout(then, again));
      }
    }
  };
  return () => (loading ??= begin());
}

/** Once there is a network, as far as the browser knows: some do not ask again for what did not come, as long as the page is there. */
async function online(): Promise<void> {
  if (!navigator.onLine) await new Promise((then) => addEventListener('online', then, { once: true }));
}

/** Loads what follows while there is nothing else to do, one after another: a tap that comes meanwhile waits for none of it. */
export function expect(...parts: readonly (() => Promise<unknown>)[]): void {
  const [next, ...others] = parts;
  if (next === undefined) return;
  whenIdle(() => void online().then(next).catch(() => {}).then(() => expect(...others)));
}

/** Has there what comes in the course of a hand: a line that breaks then takes nothing away. */
export function expectHand(): void {
  expect(loadLater, loadPhone, loadWide, loadPicture, loadSounds, async () => (await loadFar()).loadMine());
}
