/** What the browser tests share: sizes, languages, people at the table. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { en } from '../src/words/en';
import type { Words } from '../src/words/words';
import { zh } from '../src/words/zh';
import { paleOnGradients, violations } from './examine';
import { expect } from './sanjin';

export const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
] as const;

/** What a screen of the largest size has left when everything on it is twice as large. */
export const ZOOMED = { width: 640, height: 400 } as const;

export const LANGUAGES = [
  { code: 'en', words: en },
  { code: 'zh-Hans', words: zh },
] as const;

/** Somebody with a browser of their own, and a name it remembers. */
export async function somebody(
  browser: Browser,
  name: string,
  language = 'en',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(
    ([chosen, called]) => {
      // The empty page a browser begins with remembers nothing.
      if (location.origin === 'null') return;
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

/** Gives a page another size, and waits for the table that fits it, if it shows one: that may have to be loaded. */
export async function resize(page: Page, viewport: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, viewport);
  // A table measures itself with the next picture; until then it is the old one, which has everything.
  await painted(page);
  await page.waitForFunction(() => [...document.querySelectorAll('.felt')].every((felt) => felt.querySelector('.plate') !== null));
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
export async function until(awaited: 'turn' | 'prompt', page: Page, words: Words = en): Promise<void> {
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

/** What a room plays by: a preset, and how many hands. */
export type Wanted = { readonly preset?: 'classic' | 'full'; readonly hands?: number };

/** Opens a room through the start page, and says its code. */
export async function openRoom(page: Page, words: Words = en, { preset, hands }: Wanted = {}): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: words.lobby.create }).click();
  if (preset !== undefined) await page.getByRole('radio', { name: words.rules.presets[preset] }).check();
  if (hands !== undefined) {
    await page.getByText(words.createSheet.allRules).click();
    const length = page.getByRole('spinbutton', { name: words.rules.hands });
    await length.fill(String(hands));
    await length.blur();
  }
  await page.getByRole('button', { name: words.createSheet.submit, exact: true }).click();
  await page.waitForURL('**/r/*');
  // The page of the room may still have to be loaded, and whatever happens before that it learns otherwise.
  await expect(page.getByRole('region', { name: words.room.seats })).toBeVisible();
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

/** Text that is there and can't be read whole, because something around it cuts it off and does not scroll. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 2;
    const within = document.querySelector('dialog[open]') ?? document.body;
    /** Whether all of a line is to be seen, or can be scrolled to; a name may be shortened where that is shown by dots. */
    const isWhole = (line: DOMRect, parent: Element): boolean => {
      // Fonts claim more height than letters have.
      const spare = Math.max(0, (line.height - Number.parseFloat(getComputedStyle(parent).fontSize)) / 2);
      let [across, down] = [true, true];
      for (let around: Element | null = parent; around !== null && (across || down); around = around.parentElement) {
        const { overflowX, overflowY, textOverflow, position } = getComputedStyle(around);
        const { left, right, top, bottom } = around.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') across = false;
        if (overflowY === 'auto' || overflowY === 'scroll') down = false;
        if (across && overflowX !== 'visible' && (line.left < left - slack || line.right > right + slack)) return false;
        if (down && overflowY !== 'visible' && (line.top + spare < top - slack || line.bottom - spare > bottom + slack)) return false;
        if (position === 'fixed') break;
      }
      return true;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.hidden-text, svg, select, noscript') !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (![...range.getClientRects()].every((line) => isWhole(line, parent))) found.push(`${node.textContent} in ${parent.outerHTML.slice(0, 160)}`);
    }
    return found;
  });
}

/** Nothing sticks out to the side, nothing is cut off, and nothing is hard to use. */
export async function expectWhole(page: Page): Promise<void> {
  // A page that has just been turned may still be laying itself out.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
  await expect.poll(() => smallTargets(page)).toEqual([]);
  await expect.poll(() => cutOff(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(await paleOnGradients(page)).toEqual([]);
}
