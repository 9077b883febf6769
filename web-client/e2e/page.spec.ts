/** The page itself: its language, its addresses, and what a browser may keep of it. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { LANGUAGES, openRoom, painted, SIZES, somebody, throwNext, until } from './pages';
import { CUT_OFF, expect, test } from './sanjin';

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
  await painted(page);
  await page.getByRole('textbox', { name: en.lobby.name }).fill('Mei');
  const code = page.getByRole('textbox', { name: en.lobby.code });
  await code.fill('ABCDE2');
  await code.press('Enter');

  await expect(page.locator('#code-problem')).toHaveText(en.refusals.no_room);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
});

/**
 * What a page loads until it is shown and can be used, in bytes as they come over the wire, compressed: the document,
 * scripts, styles, drawings. What it fetches afterwards, once it has nothing else to do (what comes later in a hand,
 * sounds, the voice, the log, the service worker), is not counted, nor is what the API says. `last` is the part that comes
 * last: a busy browser may ask for nothing for a while before it.
 */
async function firstLoad(page: Page, path: string, last: RegExp): Promise<{ readonly paths: string; readonly bytes: number }> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const loaded = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) loaded.set(pathname, response.body());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect.poll(() => [...loaded.keys()].join()).toMatch(last);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all([...loaded.values()].map(async (body) => gzipSync(await body, { level: 9 }).length));
  return { paths: [...loaded.keys()].join(), bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

for (const { code } of LANGUAGES) {
  test(`the first load is small, on a wide screen and in ${code}`, async ({ browser }) => {
    const { page, context } = await somebody(browser, 'Mei', code);
    await page.setViewportSize({ width: 1280, height: 800 });

    const { paths, bytes } = await firstLoad(page, '/', /TopPlayers-.*js/);

    for (const part of [/(^|,)\/(,|$)/, /first-.*js/, /first-.*css/, /Lobby-.*js/, /TopPlayers-.*js/, code === 'en' ? /en-.*js/ : /zh-.*js/]) expect(paths).toMatch(part);
    expect(paths).not.toContain('TableScreen');
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);
    await context.close();
  });
}

for (const { code: language, words } of LANGUAGES) {
  test(`an invitation and a table by its link are small first loads, in ${language}`, async ({ browser }) => {
    const mei = await somebody(browser, 'Mei', language);
    const code = await openRoom(mei.page, words);
    const guest = await somebody(browser, '乔', language);
    const invited = await firstLoad(guest.page, `/r/${code}`, /RoomScreen-.*js/);
    await expect(guest.page.getByRole('button', { name: words.room.join })).toBeVisible();
    expect(invited.paths).toMatch(/RoomScreen-.*js/);
    expect(invited.bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);

    await mei.page.getByRole('button', { name: words.room.fillWithBots }).click();
    await mei.page.getByRole('button', { name: words.room.start, exact: true }).click();
    await mei.page.waitForURL('**/t/*');
    const storageState = await mei.context.storageState();
    for (const size of [SIZES[1], SIZES[3]]) {
      // The same person in a browser that has nothing of the page yet, and somebody who watches.
      for (const [screen, path] of [['Table', `/t/${code}`], ['Watch', `/watch/${code}`]] as const) {
        const context = await browser.newContext({ storageState, viewport: size });
        const page = await context.newPage();
        const { paths, bytes } = await firstLoad(page, path, new RegExp(`${screen}Screen-.*js`));
        await expect(page.locator('section.table .plate').first()).toBeVisible();
        for (const part of [`${screen}Screen-`, 'table-', 'tiles-']) expect(paths).toContain(part);
        // Unless the hand is over already.
        if (!(await page.locator('section.end').isVisible())) expect(bytes, `${path} at ${size.width}: ${paths}`).toBeLessThan(FIRST_LOAD_BYTES_MAX);
        await context.close();
      }
    }
    await mei.context.close();
    await guest.context.close();
  });
}

test.describe('without a network', () => {
  test.use({ breaks: CUT_OFF });

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

test('where the browser keeps nothing one can play all the same, and is told what that means', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  await context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('storage is blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText(en.notKept)).toBeVisible();
  await page.getByRole('textbox', { name: en.lobby.name }).fill('Mei');

  await page.getByRole('button', { name: en.lobby.bots }).click();

  await page.waitForURL('**/t/*');
  await expect(page.locator('section.table .plate').first()).toBeVisible();
  // Something that has to be answered reaches the server: the seat is known by its token.
  await until('turn', page);
  await expect(async () => {
    await throwNext(page);
    await expect(page.getByRole('region', { name: en.table.turnLabel })).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await context.close();
});

test('a key is chosen for a command, not one that only changes others, and is said', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await page.goto('/settings');
  const button = page.getByRole('button', { name: `${en.keys.commands.drawn}: ` });
  await button.click();
  for (const key of ['Shift', 'CapsLock', 'AltGraph']) await page.keyboard.press(key);
  await expect(button).toHaveText(en.settings.pressKey);

  await page.keyboard.press('j');

  await expect(button).toHaveAccessibleName(`${en.keys.commands.drawn}: J`);
  await expect(page.locator('[data-live=polite]')).toContainText(`${en.keys.commands.drawn}: J`);
  await context.close();
});
