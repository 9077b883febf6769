/** Somebody who plays by the controls on the screen: wins and robs when possible, lays kongs, calls often, throws what fits least. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { en } from '../src/words/en';
import { LANGUAGES, openRoom, somebody } from './pages';
import { expect, test } from './sanjin';

const KEY = 'test.autopilot';
/** How long it looks at the table before the next tap: hardly, or long enough for others to look on. */
const LOOKS_MS = { usually: 0, forever: 60 };
/** Whatever may happen at a table happens in a few hands. */
const PLAY_MS_MAX = 180_000;
/** What its choices follow from: a run that failed is repeated with the seed it names. */
const SEED = Number(process.env['SANJIN_SEED'] ?? Date.now() % 2 ** 32);

/** What it looks for, in each language. */
const LABELS = LANGUAGES.map(({ code, words: { table: { calls, selfDraw, robGold, ready, playAgain, promptLabel, turnLabel, hand } } }) => ({
  code,
  words: { ...calls, selfDraw, robGold, ready, playAgain, promptLabel, turnLabel, hand },
}));

/** Makes a page able to play by itself; it does once it is told to, also after a reload and in another language. */
export async function prepareAutopilot(page: Page): Promise<void> {
  await test.info().attach('SANJIN_SEED', { body: String(SEED), contentType: 'text/plain' });
  await page.addInitScript(
    ({ key, seed, looks, labels: [first, ...others] }) => {
      if (first === undefined) throw new Error('no language');
      let { words } = first;
      let drawn = seed;
      /** Between 0 and 1, the same row of numbers for a seed (mulberry32). */
      const random = (): number => {
        drawn = (drawn + 0x6d2b79f5) | 0;
        let mixed = Math.imul(drawn ^ (drawn >>> 15), drawn | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      };
      const shown = (selector: string): HTMLElement[] =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
      const section = (label: string): HTMLElement | undefined => shown(`section[aria-label="${label}"]`)[0];
      const button = (within: HTMLElement, text: string): HTMLElement | undefined =>
        [...within.querySelectorAll<HTMLElement>('button')].find(
          (each) =>
            (each.getAttribute('aria-label') ?? each.textContent).includes(text) &&
            each.getAttribute('aria-disabled') !== 'true',
        );

      const mode = (): string | null => sessionStorage.getItem(key);
      const answer = (prompt: HTMLElement): HTMLElement | undefined => {
        const run = prompt.querySelector<HTMLElement>('button.run');
        const wins = [words.win, words.robGold];
        const wanted = random() < 0.6 ? [...wins, words.kong, words.pung, words.chow, words.pass] : [...wins, words.pass];
        return run ?? wanted.map((word) => button(prompt, word)).find((each) => each !== undefined);
      };
      const discard = (turn: HTMLElement): HTMLElement | undefined => {
        const tiles = shown(`[role=group][aria-label="${words.hand}"] button:not(.barred)`);
        const raised = tiles.find((each) => each.getAttribute('aria-pressed') === 'true');
        return button(turn, words.selfDraw) ?? button(turn, words.kong) ?? raised ?? loneliest(tiles);
      };
      /** The tile that fits least with the others. */
      const loneliest = (tiles: readonly HTMLElement[]): HTMLElement | undefined => {
        const kinds = tiles.map((each) => (each.dataset['key'] ?? '').split(/[_.]/));
        const fit = ([suit, rank]: readonly string[]): number =>
          kinds.reduce((sum, [other, near]) => sum + (suit === other ? Math.max(0, 3 - Math.abs(Number(rank) - Number(near))) : 0), random());
        const fits = kinds.map(fit);
        return tiles[fits.indexOf(Math.min(...fits))];
      };
      const next = (): HTMLElement | undefined => {
        const over = shown('section.end')[0];
        if (over !== undefined) {
          const again = button(over, words.playAgain);
          if (again === undefined) return button(over, words.ready);
          return mode() === 'on' ? undefined : again;
        }
        const prompt = section(words.promptLabel);
        if (prompt !== undefined) return answer(prompt);
        const turn = section(words.turnLabel);
        return turn && discard(turn);
      };
      const play = (): void => {
        words = (others.find(({ code }) => code === localStorage.getItem('sanjin.language')) ?? first).words;
        const now = mode() ?? 'off';
        const wanted = /^until (.+)/.exec(now)?.[1];
        if (wanted !== undefined && shown(wanted).length > 0) sessionStorage.setItem(key, 'off');
        else if (now !== 'off') next()?.click();
        setTimeout(() => requestAnimationFrame(play), now === 'forever' ? looks.forever : looks.usually);
      };
      requestAnimationFrame(play);
    },
    { key: KEY, seed: SEED, looks: LOOKS_MS, labels: LABELS },
  );
}

/** Lets a page play by itself until the match is over, or one match after the other, or stop doing so. */
export async function setAutopilot(page: Page, how: 'on' | 'forever' | 'off'): Promise<void> {
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [KEY, how] as const);
}

/** Lets a page play by itself, one match after the other, until something is to be seen there; it touches nothing after that. */
export async function playUntil(page: Page, selector: string): Promise<void> {
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [KEY, `until ${selector}`] as const);
  await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), KEY), { timeout: PLAY_MS_MAX }).toBe('off');
}

/** Somebody in a room of their own with three bots, in the first hand, and the room's code. */
export async function atTableWithBots(browser: Browser, name: string): Promise<{ page: Page; context: BrowserContext; code: string }> {
  const { page, context } = await somebody(browser, name);
  await prepareAutopilot(page);
  const code = await openRoom(page);
  await page.getByRole('button', { name: en.room.fillWithBots }).click();
  await page.getByRole('button', { name: en.room.start, exact: true }).click();
  await page.waitForURL('**/t/*');
  return { page, context, code };
}
