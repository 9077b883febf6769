/** What a player can do at the table besides playing: lay the hand out, have calls passed, and learn why a tile stays. */
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { playUntil, prepareAutopilot } from './autopilot';
import { somebody, until } from './pages';
import { expect, test } from './sanjin';
import { playWithBots } from './show';
import { listen, said } from './voice';

const HAND_MS_MAX = 180_000;

/** The tiles of the own hand as they lie, without what was just drawn. */
const laid = (page: Page): Promise<string[]> =>
  page.getByRole('group', { name: en.table.hand }).locator('button:not(.drawn)').evaluateAll((all) => all.map((each) => each.dataset['key'] ?? ''));

test('a hand is laid out by hand and by keys, and stays so when a tile is thrown', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await page.goto('/settings');
  await page.getByRole('radio', { name: en.settings.orderOf.own }).check();
  await page.setViewportSize({ width: 1280, height: 800 });
  await listen(page);
  await playWithBots(page, en);
  await until('turn', page);
  const before = await laid(page);
  const count = await page.getByRole('group', { name: en.table.hand }).getByRole('button').count();
  const [first = '', second = '', third = '', ...rest] = before;

  // A raised tile is carried along; it is not thrown where it is put down.
  const tile = (key: string) => page.locator(`[data-key='${key}']`);
  // A Gold, which can't be thrown, can be carried too.
  await tile(first).click({ force: true });
  await expect(tile(first)).toHaveAttribute('aria-pressed', 'true');
  const target = await tile(third).boundingBox();
  await tile(first).hover();
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + (target?.width ?? 0) / 2, (target?.y ?? 0) + (target?.height ?? 0) / 2, { steps: 8 });
  await page.mouse.up();
  expect(await laid(page)).toEqual([second, third, first, ...rest]);
  await expect(page.getByRole('region', { name: en.table.turnLabel })).toBeVisible();

  await page.keyboard.press('[');
  expect(await laid(page)).toEqual([second, first, third, ...rest]);
  await expect.poll(async () => (await said(page)).join()).toContain(`2 of ${count}`);

  const thrown = page.getByRole('group', { name: en.table.hand }).locator('button:not(.barred)').last();
  for (const _ of ['raised', 'thrown']) await thrown.click();
  await expect(page.getByRole('region', { name: en.table.turnLabel })).toBeHidden();
  // Somebody may win on it: then nothing is laid out any more.
  const after = await laid(page);
  if (after.length > 0) expect(after.slice(0, 3)).toEqual([second, first, third]);
  await context.close();
});

test('the key that passes turns it on and off, and says so', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await playWithBots(page, en);
  const heard = page.locator('[data-live=polite]');
  await until('turn', page);

  await page.keyboard.press('q');
  await expect(heard).toContainText(en.table.autoPassOn);
  await page.keyboard.press('q');
  await expect(heard).toContainText(en.table.autoPassOff);

  await context.close();
});

test('a tile that has to stay is marked, stays, and says why', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await prepareAutopilot(page);
  await listen(page);
  await playWithBots(page, en);
  const turn = page.getByRole('region', { name: en.table.turnLabel });
  const gold = page.getByRole('group', { name: en.table.hand }).locator('button.barred').first();
  await playUntil(page, '.hand button.barred');
  const held = await laid(page);

  await expect(gold).toHaveAttribute('aria-disabled', 'true');
  await expect(gold).toHaveAccessibleName(/Gold/);
  for (const _ of ['raise', 'throw']) await gold.click({ force: true });

  await expect(turn).toContainText(en.table.goldDiscard);
  // The voice may come a moment later, and then says first what the table asks.
  await expect.poll(() => said(page)).toContain(en.table.goldDiscard);
  expect(await laid(page)).toEqual(held);
  await context.close();
});
