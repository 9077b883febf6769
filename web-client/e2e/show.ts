/** How a screen is shown, for all that look at screens. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { BotLevel } from '../src/wire/messages.generated';
import type { Words } from '../src/words/words';
import { LANGUAGES } from './pages';
import { expect } from './sanjin';

/** A way to a screen. */
export type Screen = {
  readonly open: (page: Page, words: Words) => Promise<void>;
  /** What shows that it is there again after a reload; without it the screen is opened anew. */
  readonly stays?: (page: Page, words: Words) => Locator;
  /** What is done once it is there, also after a reload, such as opening a sheet on it. */
  readonly then?: (page: Page, words: Words) => Promise<unknown>;
};

/** Shows a screen in one of the languages: opened in the first, and there again in the next where it stays. */
export async function show(page: Page, { open, stays, then }: Screen, language: number): Promise<void> {
  const { code, words } = LANGUAGES[language] ?? LANGUAGES[0];
  if (language > 0) await page.evaluate((chosen) => localStorage.setItem('sanjin.language', chosen), code);
  if (language === 0 || stays === undefined) await open(page, words);
  else {
    await page.reload();
    await expect(stays(page, words).first()).toBeVisible();
  }
  await then?.(page, words);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

export const heading = (page: Page, text: string): Locator => page.getByRole('heading', { level: 1, name: text, exact: true });
export const region = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** Goes somewhere, and waits for its heading. */
export async function visit(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
}

/** Those who have played on every server that shows a demo. */
const DEMO_NAMES: ReadonlySet<string> = new Set(['Ana', 'Bo', 'Chen', 'Dede', 'Eun', 'Farah', 'Gia', '阿明', '小玲']);

/** Plays with three bots as they are offered, or of another strength. */
export async function playWithBots(page: Page, words: Words, level?: BotLevel): Promise<void> {
  await page.goto('/');
  if (level !== undefined) await page.getByRole('combobox', { name: words.lobby.level }).selectOption(level);
  await page.getByRole('button', { name: words.lobby.bots }).click();
  await page.waitForURL('**/t/*');
}

type Game = { readonly id: string; readonly state: string; readonly hands: number; readonly players: readonly { readonly name: string | null }[] };

/**
 * The latest game of several hands that the server had from the start: always the same one. Those that other tests have
 * played meanwhile may have hands of any length.
 */
export async function someGame(request: APIRequestContext): Promise<Game> {
  const { games } = (await (await request.get('/api/games?origin=online&limit=200')).json()) as { games: Game[] };
  const found = games.find(({ state, hands, players }) => state === 'finished' && hands >= 3 && players.every(({ name }) => DEMO_NAMES.has(name ?? '')));
  if (found === undefined) throw new Error('no finished game of several hands');
  return found;
}
