/** The browser's way back closes a sheet first, and then leaves the page, in one step each. */
import type { Locator, Page } from '@playwright/test';
import { stressTurn } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { heading, someGame } from './show';
import { stage } from './stage';

const sheet = (page: Page): Locator => page.getByRole('dialog');
const menu = (page: Page): Locator => page.getByRole('button', { name: en.table.menu });

/** Sits down at a table, coming from the start page. */
async function sit(page: Page): Promise<void> {
  await page.goto('/');
  await stage(page, stressTurn());
  await expect(menu(page)).toBeVisible();
}

async function expectLobby(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(heading(page, en.lobby.title)).toBeVisible();
}

test('the way back closes a sheet and stays at the table, the next leaves it, and forward opens nothing', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await sit(page);
  const table = page.url();

  await menu(page).click();
  await expect(sheet(page)).toBeVisible();
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(table);
  await expect(menu(page)).toBeFocused();

  await page.goForward();
  await expect(page).toHaveURL(table);
  await expect(sheet(page)).toHaveCount(0);
  await page.goBack();
  await expectLobby(page);
  await context.close();
});

test('a sheet that was closed otherwise takes no step of the way back', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await sit(page);

  // However often.
  for (const _ of [1, 2]) {
    await menu(page).click();
    await sheet(page).getByRole('button', { name: en.common.close }).click();
    await expect(sheet(page)).toHaveCount(0);
  }
  await page.goBack();

  await expectLobby(page);
  await context.close();
});

test('who leaves by a sheet comes back to the table without it, and one step further to where they came from', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await sit(page);
  const table = page.url();
  await menu(page).click();
  await sheet(page).getByRole('link', { name: en.menu.settings }).click();
  await expect(heading(page, en.settings.heading)).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(table);
  await expect(menu(page)).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  await page.goForward();
  await expect(heading(page, en.settings.heading)).toBeVisible();
  await page.goBack();
  await page.goBack();

  await expectLobby(page);
  await context.close();
});

test('a step chosen on a sheet of a replay stays chosen when the way back closes it', async ({ browser, request }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await page.setViewportSize(SIZES[1]);
  const { id } = await someGame(request);
  await page.goto(`/g/${id}`);
  await page.goto(`/g/${id}/h/2/s/40`);
  const steps = page.getByRole('button', { name: en.replay.events, exact: true });
  await steps.click();
  await sheet(page).getByRole('listitem').nth(4).getByRole('button').click();
  await expect(page).not.toHaveURL(/\/s\/40$/);
  const chosen = page.url();

  if (await sheet(page).isVisible()) await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(chosen);

  // On, with the sheet behind: from the game's page one comes back to the step one was at.
  await steps.click();
  await sheet(page).getByRole('button', { name: en.common.close }).click();
  await page.keyboard.press('ArrowDown');
  await expect(page).not.toHaveURL(chosen);
  const later = page.url();
  await page.getByRole('button', { name: en.replay.more }).last().click();
  await sheet(page).getByRole('link', { name: en.replay.game }).click();
  await expect(heading(page, en.game.heading(id))).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(later);
  await page.goBack();
  await expect(heading(page, en.game.heading(id))).toBeVisible();
  await context.close();
});

test('of two sheets the way back closes the upper, then the lower', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await sit(page);
  const table = page.url();
  await page.keyboard.press('?');
  await expect(sheet(page)).toHaveCount(1);
  await page.evaluate((name) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click(), en.table.menu);
  await expect(sheet(page)).toHaveCount(2);

  await page.goBack();
  await expect(sheet(page)).toHaveCount(1);
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(table);
  await page.goBack();

  await expectLobby(page);
  await context.close();
});
