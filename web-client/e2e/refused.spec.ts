/** What can't be done just now is seen and said, and can be tried again. */
import type { ListedRoom } from '../src/net/rooms';
import { en } from '../src/words/en';
import { openRoom, somebody } from './pages';
import { CUT_OFF, expect, OPERATOR_TOKEN, test } from './sanjin';
import { playWithBots, region, someGame } from './show';

test.describe('while the server is away', () => {
  test.use({ breaks: CUT_OFF });

  test('who wants to leave a room, or to change it, is told that it has to wait', async ({ browser }) => {
    const { page, context } = await somebody(browser, 'Mei');
    await openRoom(page);
    const open = page.getByRole('checkbox', { name: en.room.isPublic });
    await expect(open).toBeVisible();
    const was = await open.isChecked();
    await context.setOffline(true);
    await expect(page.locator('#start-reason')).toContainText(en.connection.waiting);
    const told = page.getByRole('main').getByText(en.refusals.offline);

    await open.click();
    await expect(told).toBeVisible();
    expect(await open.isChecked()).toBe(was);

    await page.getByRole('button', { name: en.room.leave, exact: true }).click();
    await expect(told).toBeVisible();
    await expect(page.locator('[data-live=assertive]')).toHaveText(en.refusals.offline);
    await expect(page).toHaveURL(/\/r\//);
    await context.close();
  });

  test('who wants to leave a match is told in the menu', async ({ browser }) => {
    const { page, context } = await somebody(browser, 'Mei');
    await playWithBots(page, en);
    await page.getByRole('button', { name: en.table.menu }).click();
    const menu = page.getByRole('dialog');
    const leave = menu.getByRole('button', { name: en.menu.leave });
    await leave.click();
    await context.setOffline(true);
    await expect(page.getByText(en.connection.waiting).first()).toBeAttached();
    await leave.click();

    await expect(menu.locator('.problem')).toHaveText(en.refusals.offline);
    await expect(page).toHaveURL(/\/t\//);
    await context.close();
  });

  test('a part that does not come without a network is asked for again with it', async ({ browser }) => {
    const { page, context } = await somebody(browser, 'Mei');
    // Nothing is there before it is asked for.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
      delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
    });
    await page.goto('/');
    const create = page.getByRole('button', { name: en.lobby.create });
    await expect(create).toBeVisible();
    await context.setOffline(true);
    await create.focus();
    await page.keyboard.press('Enter');
    const told = page.getByRole('dialog', { name: en.connection.waiting });
    await expect(told).toBeVisible();

    await context.setOffline(false);

    await expect(told).toBeHidden();
    await expect(create).toBeFocused();
    await context.close();
  });

  test('a game and a hand that can not be read are asked for again', async ({ page, request }) => {
    const { id } = await someGame(request);
    const api = `**/api/games/${id}**`;
    for (const [path, text, there] of [
      [`/g/${id}`, en.history.unreachable, region(page, en.game.standings)],
      [`/g/${id}/h/1/s/1`, en.replay.unreachable, page.locator('section.table')],
    ] as const) {
      await page.route(api, (route) => route.abort());
      await page.goto(path);
      await expect(page.getByRole('main').getByText(text)).toBeVisible();
      await page.unroute(api);
      await page.getByRole('button', { name: en.history.retry }).click();
      await expect(there).toBeVisible();
    }
  });

  test('tables that were listed stay when the list can not be had, and that is said', async ({ browser }) => {
    const { page, context } = await somebody(browser, 'Koki');
    const options = { spectators: 'on', open_hands: false, recorded: true, quick_pass: false, rated: false } as const;
    const room: ListedRoom = { code: 'ABCDE2', stage: 'playing', players: [], hand: 1, watchers: 3, scores: [0, 0, 0, 0], options };
    await page.clock.install();
    await page.route('**/api/rooms', (route) => route.fulfill({ json: { rooms: [room] } }));
    await page.goto('/');
    const tables = region(page, en.lobby.liveTables).getByRole('listitem');
    await expect(tables).toHaveCount(1);
    await page.unroute('**/api/rooms');
    await page.route('**/api/rooms', (route) => route.abort());

    await page.clock.runFor(11_000);

    await expect(page.getByText(en.live.unreachable)).toBeVisible();
    await expect(tables).toHaveCount(1);
    await context.close();
  });
});

test('an operator is told that a room could not be closed', async ({ browser, page }) => {
  const words = en.operator;
  const mei = await somebody(browser, 'Mei');
  const code = await openRoom(mei.page);
  await page.route('**/admin/rooms/*/close', (route) => route.fulfill({ status: 404, json: { error: 'not_found' } }));
  await page.goto('/admin');
  await page.getByLabel(words.token).fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: words.enter }).click();
  const close = page.getByRole('button', { name: words.closeRoom(code) });
  for (const _ of ['asked', 'done']) await close.click();

  await expect(page.getByRole('main').getByText(words.gone)).toBeVisible();
  await expect(page.getByText(words.done, { exact: true })).toHaveCount(0);
  await mei.context.close();
});

test('a link that is copied is said to be, and one that can not be is too', async ({ page, context, request }) => {
  const { id } = await someGame(request);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/g/${id}`);
  await page.getByRole('button', { name: en.game.copyLink }).click();
  await expect(page.getByRole('button', { name: en.common.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  await page.reload();
  await page.getByRole('button', { name: en.game.copyLink }).click();
  await expect(page.getByRole('button', { name: en.notCopied })).toBeVisible();
});
