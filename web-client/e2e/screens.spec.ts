/** Every screen: whole and accessible at every size, in both languages, light and dark. */
import type { Page } from '@playwright/test';
import { expectWhole, LANGUAGES, listenForErrors, openRoom, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';

/** Eight examinations of a page take a while on a busy machine. */
const SCREEN_MS_MAX = 180_000;

const SCREENS: Record<string, (page: Page, words: (typeof LANGUAGES)[number]['words']) => Promise<void>> = {
  lobby: async (page, words) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.lobby.title);
  },
  create: async (page, words) => {
    await page.goto('/');
    await page.getByRole('button', { name: words.lobby.create }).click();
    await page.getByText(words.createSheet.allRules).click();
  },
  gate: async (page, words) => {
    await page.goto('/r/ABCDEF');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.room.joinHeading('ABCDEF'));
  },
  room: async (page, words) => {
    await openRoom(page, words);
    await page.getByRole('button', { name: words.room.fillWithBots }).click();
    await expect(page.getByRole('button', { name: words.room.start, exact: true })).toBeEnabled();
  },
  table: async (page, words) => {
    await page.goto('/');
    await page.getByRole('button', { name: words.lobby.bots }).click();
    await page.waitForURL('**/t/*');
    await expect(page.getByRole('region', { name: words.table.turnLabel })).toBeVisible();
  },
  menu: async (page, words) => {
    await page.goto('/');
    await page.getByRole('button', { name: words.lobby.bots }).click();
    await page.getByRole('button', { name: words.table.menu }).click();
    await page.getByRole('button', { name: words.menu.rules }).click();
  },
  watch: async (page, words) => {
    const code = await openRoom(page, words);
    await page.getByRole('button', { name: words.room.fillWithBots }).click();
    await page.getByRole('button', { name: words.room.start, exact: true }).click();
    await page.waitForURL('**/t/*');
    await page.goto(`/watch/${code}`);
    await expect(page.getByRole('slider', { name: words.watch.timeline })).toBeVisible();
  },
  settings: async (page, words) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.settings.heading);
  },
  missing: async (page, words) => {
    await page.goto('/nothing/here');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.missing.heading);
  },
};

for (const { code, words } of LANGUAGES) {
  for (const [screen, open] of Object.entries(SCREENS)) {
    test(`${screen} in ${code} is whole and accessible`, async ({ browser }) => {
      test.setTimeout(SCREEN_MS_MAX);
      const { page, context } = await somebody(browser, '美 Mei', code);
      const errors = listenForErrors(page);

      await open(page, words);

      await expect(page.locator('html')).toHaveAttribute('lang', code);
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectWhole(page);
          const size = `${viewport.width}x${viewport.height}`;
          await page.screenshot({ path: `test-results/pictures/${screen}-${code}-${colorScheme}-${size}.png` });
        }
      }
      expect(errors).toEqual([]);
      await context.close();
    });
  }
}
