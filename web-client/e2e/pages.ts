/** What the browser tests share: sizes, languages, people at the table. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { en } from '../src/words/en';
import { zh } from '../src/words/zh';
import { expect } from './sanjin';

export const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
] as const;

export const LANGUAGES = [
  { code: 'en', words: en },
  { code: 'zh-Hans', words: zh },
] as const;

/** Every error and warning of a page, as they come; what the test itself breaks is left out. */
export function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Somebody with a browser of their own, and a name it remembers. */
export async function somebody(
  browser: Browser,
  name: string,
  language = 'en',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(
    ([chosen, called]) => {
      // Once: what is chosen later on the page stays.
      if (localStorage.getItem('sanjin.name') !== null) return;
      localStorage.setItem('sanjin.language', chosen);
      localStorage.setItem('sanjin.name', called);
      // Whoever looks at prompts wants all of them.
      localStorage.setItem('sanjin.settings', JSON.stringify({ passing: 'never', passingOffered: true }));
    },
    [language, name] as const,
  );
  return { context, page: await context.newPage() };
}

/** Waits until the page has drawn what it has: a browser may drop a key that is pressed before. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Throws a tile by keyboard. One that has to stay, such as a Gold, stays: then the next call tries the next one. */
export async function throwNext(page: Page): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
}

/** Plays until it is one's turn, or until others' discards are to be answered. */
export async function until(awaited: 'turn' | 'prompt', page: Page, words = en): Promise<void> {
  const prompt = page.getByRole('region', { name: words.table.promptLabel });
  const turn = page.getByRole('region', { name: words.table.turnLabel });
  const [wanted, other] = awaited === 'turn' ? [turn, prompt] : [prompt, turn];
  await expect(async () => {
    // Somebody may win before it comes to that: then another match begins.
    if (await page.locator('section.end').isVisible()) await page.keyboard.press('y');
    if (await other.isVisible()) await (awaited === 'turn' ? page.keyboard.press('x') : throwNext(page));
    await expect(wanted).toBeVisible({ timeout: 400 });
  }).toPass();
}

/** Opens a room through the start page, and says its code. */
export async function openRoom(page: Page, words = en): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: words.lobby.create }).click();
  await page.getByRole('button', { name: words.createSheet.submit, exact: true }).click();
  await page.waitForURL('**/r/*');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/**
 * What is smaller than a finger. A word that leads somewhere is as wide as it is; hand tiles are chosen by sliding;
 * links within a text are as high as its lines.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 43.5;
    const within = document.querySelector('dialog[open]') ?? document;
    const isText = (each: Element): boolean => each.matches('a') && getComputedStyle(each).display === 'inline';
    return [...within.querySelectorAll<HTMLElement>('button, a[href], input, select, summary')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches('.hand button, svg a') && !isText(each))
      .map((each) => [each, (each.closest('label') ?? each).getBoundingClientRect()] as const)
      .filter(([each, { bottom, width, height }]) => bottom > 0 && (height < least || (width < least && !each.matches('a'))))
      .map(([each, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${each.outerHTML.slice(0, 160)}`);
  });
}

/** Nothing sticks out to the side, and nothing is hard to use. */
export async function expectWhole(page: Page): Promise<void> {
  // A page that has just been turned may still be laying itself out.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])])).toEqual([]);
}
