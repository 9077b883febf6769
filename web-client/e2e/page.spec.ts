/** The page itself: its language, its addresses, and what a browser may keep of it. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { en } from '../src/words/en';
import { painted, somebody } from './pages';
import { expect, test } from './sanjin';

const FIRST_LOAD_BYTES_MAX = 80_000;

test('the chosen language is remembered', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: '中文' }).click();

  await page.reload();

  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('button', { name: '中文' })).toHaveAttribute('aria-pressed', 'true');
});

test('what the browser keeps of a person can be saved, and forgotten', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await page.goto('/settings');
  await page.getByRole('checkbox', { name: en.settings.digits }).uncheck();

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: en.settings.exportData }).click()]);
  const saved = JSON.parse(await readFile((await file.path()) ?? '', 'utf8')) as Record<string, string>;
  expect(saved['sanjin.name']).toBe('Mei');
  const forget = page.getByRole('button', { name: en.settings.forgetData });
  await forget.click();
  expect(await page.evaluate(() => localStorage.getItem('sanjin.name'))).toBe('Mei');
  await forget.click();

  await page.waitForURL('/');
  // Whoever is met anew has the settings of the tests again, and no other.
  expect(await page.evaluate(() => localStorage.getItem('sanjin.settings') ?? '')).not.toContain('digits');
  await context.close();
});

test.describe('in a browser set to Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the page opens in Chinese', async ({ page }) => {
    await page.goto('/');

    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  });
});

test('the way back in the browser goes back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: en.nav.settings, exact: true }).click();
  await expect(page).toHaveURL('/settings');

  await page.goBack();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.lobby.title);
});

test('without a name nobody is seated, and the page says so', async ({ page }) => {
  await page.goto('/');

  await page.getByRole('button', { name: en.lobby.bots }).click();

  await expect(page.getByRole('textbox', { name: en.lobby.name })).toBeFocused();
  await expect(page.locator('#problem')).toHaveText(en.lobby.nameMissing);
});

test('a code that leads nowhere is said where it was typed', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: en.lobby.name }).fill('Mei');
  const code = page.getByRole('textbox', { name: en.lobby.code });
  await code.fill('ABCDE2');
  await code.press('Enter');

  await expect(page.locator('#code-problem')).toHaveText(en.refusals.no_room);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
});

test('the first load is small', async ({ request }) => {
  const index = await (await request.get('/')).text();
  const entry = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const scripts = await Promise.all(entry.map(async (path) => (await request.get(path)).text()));
  const dictionaries = new Set(scripts.join().match(/\b(?:en|zh)-[\w-]{8}\.js/g) ?? []);
  const words = await Promise.all([...dictionaries].map(async (path) => (await request.get(`/assets/${path}`)).text()));
  const size = (text: string): number => gzipSync(text, { level: 9 }).length;

  expect(entry.length).toBeGreaterThan(1);
  expect(words).toHaveLength(2);
  const load = [index, ...scripts].reduce((sum, text) => sum + size(text), Math.max(...words.map(size)));
  expect(load).toBeLessThan(FIRST_LOAD_BYTES_MAX);
});

test('the page opens without a network once it has been seen', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);

  await page.reload();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.lobby.title);
  await expect(page.getByText(en.offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(en.offline)).toBeHidden();
});

test('a code is typed without what no code has, and joined by the next key', async ({ page }) => {
  await page.goto('/');
  await painted(page);
  const code = page.getByRole('textbox', { name: en.lobby.code });
  await code.pressSequentially('k7-q0i2xm');

  await expect(code).toHaveValue('K7Q2XM');
  await expect(page.getByRole('button', { name: en.lobby.join, exact: true })).toBeFocused();
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
