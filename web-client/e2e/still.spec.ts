/** Nothing on the table moves when the player is asked something, and nothing hidden is in a spectator's browser. */
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { atTableWithBots, setAutopilot } from './autopilot';
import { remembered, type Remembered } from './memory';
import { painted, resize, SIZES, somebody, throwNext } from './pages';
import { expect, test } from './sanjin';

const HAND_MS_MAX = 180_000;

/** How much of the screen may jump, as browsers measure it: nothing that anybody sees. */
const SHIFT_MAX = 0.001;

type Shift = { readonly at: number; readonly value: number; readonly moved: readonly string[] };

/** Has a page note everything that jumps on it, also what the browser would excuse because a key was pressed just before. */
function noteShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const noted: Shift[] = [];
    (window as unknown as { noted: Shift[] }).noted = noted;
    type Jump = PerformanceEntry & { readonly value: number; readonly sources: readonly { readonly node: Node | null }[] };
    const note = ({ startTime, value, sources }: Jump): unknown =>
      noted.push({ at: startTime, value, moved: sources.map(({ node }) => (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 160)) });
    new PerformanceObserver((list) => (list.getEntries() as Jump[]).forEach(note)).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsSince = (page: Page, begin: number): Promise<readonly Shift[]> =>
  page.evaluate((from) => (window as unknown as { noted: Shift[] }).noted.filter(({ at }) => at > from), begin);

test('a prompt that appears moves nothing', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await noteShifts(page);
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  const turn = page.getByRole('region', { name: en.table.turnLabel });
  const prompt = page.getByRole('region', { name: en.table.promptLabel });
  const asked = async (): Promise<string | undefined> => (await prompt.getByRole('paragraph').allTextContents())[0];
  const over = page.locator('section.end');
  const open = page.locator('.melds .tile, .bonus .tile, .bonus.short');
  for (const viewport of SIZES) {
    await resize(page, viewport);
    let shifts: readonly Shift[] = [];
    // From one prompt to the next. A win, a set or a bonus tile that somebody lays down may come between, and then another one is looked at.
    await expect(async () => {
      if (await over.isVisible()) await page.keyboard.press('y');
      if (await turn.isVisible()) await throwNext(page);
      await expect(prompt).toBeVisible({ timeout: 300 });
      await painted(page);
      const [before, laid, begin] = [await asked(), await open.count(), await page.evaluate(() => performance.now())];
      await page.keyboard.press('x');
      await expect.poll(async () => (await asked()) ?? before, { timeout: 1_000 }).not.toBe(before);
      await painted(page);
      expect([await prompt.isVisible(), await open.count()]).toEqual([true, laid]);
      shifts = await shiftsSince(page, begin);
    }).toPass();

    expect(shifts.filter(({ value }) => value > SHIFT_MAX), `at ${viewport.width}x${viewport.height}`).toEqual([]);
    expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(SHIFT_MAX);
  }
  await context.close();
});

test('no concealed tile of a running hand is anywhere in a spectator’s browser', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const mei = await atTableWithBots(browser, 'Mei');

  const anna = await somebody(browser, 'Anna');
  const asked: string[] = [];
  anna.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await anna.page.goto(`/watch/${mei.code}`);
  await expect(anna.page.getByText(en.watch.live)).toBeVisible();
  const devtools = await anna.context.newCDPSession(anna.page);
  let found: Remembered = { own: 0, held: 0, open: 0, tables: 0 };
  // A hand may end at any moment: then another one is watched.
  await expect(async () => {
    await setAutopilot(mei.page, 'forever');
    await expect.poll(async () => Number(await anna.page.getByRole('slider').getAttribute('max'))).toBeGreaterThan(12);
    await setAutopilot(mei.page, 'off');
    found = await remembered(devtools);
    expect(found.tables).toBeGreaterThan(10);
  }).toPass();

  expect(found).toMatchObject({ own: 0, held: 0, open: 0 });
  // Looked for in the same way, the browser of who plays has what they hold.
  const own = await remembered(await mei.context.newCDPSession(mei.page));
  expect(own.own).toBeGreaterThan(0);
  // And nothing was asked of the history, which knows hands that are over only.
  expect(asked.filter((path) => path.startsWith('/api/games/'))).toEqual([]);
  await mei.context.close();
  await anna.context.close();
});
