/** The landing page as people meet it: every size, both languages, nothing broken. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { zh } from '../src/words/zh';
import { expect, test } from './sanjin';

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];
const LANGUAGES = [
  { code: 'en', button: 'English', words: en },
  { code: 'zh-Hans', button: '中文', words: zh },
];

function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('requestfailed', (request) => errors.push(`failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()}: ${response.url()}`);
  });
  return errors;
}

for (const language of LANGUAGES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of SIZES) {
      const size = `${viewport.width}x${viewport.height}`;
      test(`${language.code} ${colorScheme} at ${size} is whole and accessible`, async ({ page }) => {
        const errors = listenForErrors(page);
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });

        await page.goto('/');
        await page.getByRole('button', { name: language.button }).click();

        await expect(page.getByRole('heading', { level: 1 })).toHaveText(language.words.title);
        await expect(page.getByRole('heading', { name: language.words.missingHeading })).toBeVisible();
        for (const command of ['sanjin hand', 'sanjin simulate', 'sanjin verify']) {
          await expect(page.getByText(command, { exact: true })).toBeVisible();
        }
        await expect(page.locator('html')).toHaveAttribute('lang', language.code);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations).toEqual([]);
        await page.screenshot({
          path: `test-results/pictures/${language.code}-${colorScheme}-${size}.png`,
          fullPage: true,
        });
        expect(errors).toEqual([]);
      });
    }
  }
}

test('the chosen language is remembered', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: '中文' }).click();

  await page.reload();

  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('button', { name: '中文' })).toHaveAttribute('aria-pressed', 'true');
});

test.describe('in a browser set to Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the page opens in Chinese', async ({ page }) => {
    await page.goto('/');

    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  });
});

test('the language can be switched by keyboard alone', async ({ page }) => {
  await page.goto('/');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('button', { name: '中文' })).toBeFocused();
});

test('scripts and styles may be kept, the page is asked for again', async ({ page, request }) => {
  const kept: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) kept.push(response.headers()['cache-control'] ?? '');
  });

  await page.goto('/');

  const { etag } = (await request.get('/')).headers();
  const again = await request.get('/', { headers: { 'if-none-match': etag ?? '' } });
  expect(again.status()).toBe(304);
  expect(kept.length).toBeGreaterThanOrEqual(2);
  expect(new Set(kept)).toEqual(new Set(['public, max-age=31536000, immutable']));
});
