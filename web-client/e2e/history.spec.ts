/** What was played: found, filtered, looked at page by page, and taken home. */
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { en } from '../src/words/en';
import { CUT_OFF, expect, test } from './sanjin';
import { someGame } from './show';

test.use({ viewport: { width: 1280, height: 800 } });

const isSome = (count: number): boolean => count > 0 && count < 50;

test('games are listed page by page, and filtered by what stands in the address', async ({ page }) => {
  const rows = page.locator('.rows').getByRole('row');
  await page.goto('/history');
  await expect(rows).toHaveCount(50);

  await page.getByRole('button', { name: en.history.more }).click();
  await expect(rows).toHaveCount(100);
  // All are there to be read; those far from the screen are not drawn.
  await expect(page.getByRole('table', { name: en.history.table }).getByRole('row')).toHaveCount(101);
  const isDrawn = (row: Locator): Promise<boolean> => row.evaluate((each) => each.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) === true);
  await rows.first().scrollIntoViewIfNeeded();
  await expect.poll(() => isDrawn(rows.first())).toBe(true);
  await expect.poll(() => isDrawn(rows.last())).toBe(false);

  await page.getByText(en.history.filters).click();
  await page.getByLabel(en.history.player).fill('Ana');
  await page.getByLabel(en.history.rare).selectOption('three_golds');
  await page.getByRole('button', { name: en.history.show }).click();

  await expect(page).toHaveURL('/history?player=Ana&rare=three_golds');
  // First the old ones are still there, and while others are looked for there are none.
  await expect.poll(async () => isSome(await rows.count())).toBe(true);
  for (const row of await rows.all()) await expect(row).toContainText('Ana');
  const found = await rows.count();
  await page.reload();
  await expect(rows).toHaveCount(found);

  await page.goto('/history?player=Nobody at all');
  await expect(page.getByText(en.history.all(0)).first()).toBeVisible();
});

test('where nothing was played yet that is said, with a way to begin', async ({ page }) => {
  await page.route('**/api/games?*', (route) => route.fulfill({ json: { games: [] } }));
  await page.goto('/history?player=Ana');
  await expect(page.getByRole('main').getByText(en.history.all(0))).toBeVisible();

  await page.goto('/history');

  await expect(page.getByRole('main').getByText(en.history.none)).toBeVisible();
  await expect(page.getByText(en.history.all(0))).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: en.history.begin }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.lobby.title);
});

test.describe('without a network', () => {
  test.use({ breaks: CUT_OFF });

  test('the next page is asked for again, and those that are shown stay', async ({ page, context }) => {
    const rows = page.locator('.rows').getByRole('row');
    await page.goto('/history');
    await expect(rows).toHaveCount(50);

    await context.setOffline(true);
    await page.getByRole('button', { name: en.history.more }).click();
    await expect(page.getByText(en.history.unreachable)).toBeVisible();
    await expect(rows).toHaveCount(50);
    await context.setOffline(false);
    await page.getByRole('button', { name: en.history.retry }).click();

    await expect(rows).toHaveCount(100);
  });
});

test('a game shows its scores hand by hand, leads to each, and can be taken home', async ({ page, request }) => {
  const { id, hands } = await someGame(request);
  await page.goto(`/g/${id}`);
  const list = page.getByRole('region', { name: en.game.hands }).getByRole('link');
  await expect(list).toHaveCount(hands);
  const points = page.getByRole('region', { name: en.game.graph }).getByRole('link');
  await expect(points).toHaveCount(hands);

  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: en.game.csv }).click()]);
  const lines = (await readFile((await csv.path()) ?? '', 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(hands + 1);
  for (const kind of [en.game.json, en.game.ndjson]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: kind }).click()]);
    expect((await readFile((await file.path()) ?? '', 'utf8')).length).toBeGreaterThan(100);
  }

  // A point of the graph is reached by keyboard, says its hand, and leads to it.
  await points.nth(1).focus();
  await expect(points.nth(1)).toHaveAccessibleName(/^Hand 2: /);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/g/${id}/h/2/s/1$`));
});

test('a game nobody knows is said to be missing', async ({ page }) => {
  await page.goto('/g/999999-1');
  await expect(page.getByText(en.game.missing)).toBeVisible();
  await page.goto('/g/999999-1/h/1/s/1');
  await expect(page.getByText(en.replay.missing)).toBeVisible();
});
