/** Profiles and ratings: made in the browser, moved by a match, seen at its end, on the profile and on the leaderboard. */
import type { Browser, Page } from '@playwright/test';
import { en } from '../src/words/en';
import { ratingsEn } from '../src/words/ratings.en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { foundClub } from './club';
import { expectWhole, openRoom, painted, somebody } from './pages';
import { expect, OPERATOR_TOKEN, test } from './sanjin';

const { board, me, player } = ratingsEn;

/** Makes a profile by the controls of the page, and says its recovery code. */
async function makeProfile(page: Page): Promise<string> {
  await page.goto('/settings');
  await page.getByRole('button', { name: me.make }).click();
  const code = page.locator('.code');
  await expect(code).toHaveText(/^[0-9A-Za-z]+(-[0-9A-Za-z]+)+$/);
  const recovery = (await code.textContent()) ?? '';
  await page.getByRole('button', { name: me.kept }).click();
  await expect(code).toHaveCount(0);
  return recovery;
}

/** Hides a profile by the control on the settings page, and waits until the page has heard that it is. */
async function hide(page: Page): Promise<void> {
  const hidden = page.getByRole('checkbox', { name: me.hidden });
  const told = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await hidden.click();
  expect((await told).ok()).toBe(true);
  // It can be used again once the answer is read, and kept.
  await expect(hidden).toBeEnabled();
  await expect(hidden).toBeChecked();
}

/** The address of one's own page. */
async function ownPage(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: me.page }).getAttribute('href')) ?? '';
}

async function rated(browser: Browser, name: string) {
  const person = await somebody(browser, name);
  await prepareAutopilot(person.page);
  await makeProfile(person.page);
  return { ...person, path: await ownPage(person.page) };
}

test('a profile is made, renamed, hidden, taken back elsewhere and deleted', async ({ browser }) => {
  const mei = await somebody(browser, 'Mei');
  const recovery = await makeProfile(mei.page);
  const path = await ownPage(mei.page);
  const other = await somebody(browser, 'Koki');

  await mei.page.getByLabel(me.name).fill('美 Mei');
  await mei.page.getByRole('button', { name: me.rename }).click();
  await expect(mei.page.locator('#profile-said')).toHaveText(me.saved);
  await other.page.goto(path);
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('美 Mei');

  await hide(mei.page);
  await other.page.reload();
  await expect(other.page.getByText(player.missing)).toBeVisible();
  const hidden = await other.page.locator('#main').innerHTML();
  await other.page.goto('/p/p-000000000000');
  await expect(other.page.getByText(player.missing)).toBeVisible();
  expect(await other.page.locator('#main').innerHTML()).toBe(hidden);
  await expectWhole(other.page);
  await mei.page.goto(path);
  await expect(mei.page.getByText(player.hidden)).toBeVisible();

  await other.page.goto('/settings');
  await other.page.getByText(me.haveCode).click();
  await other.page.getByRole('textbox', { name: me.code }).fill(recovery);
  await other.page.getByRole('button', { name: me.recover }).click();
  await expect(other.page.getByRole('button', { name: me.kept })).toBeVisible();
  await expect(other.page.locator('.code')).not.toHaveText(recovery);
  await mei.page.goto('/settings');
  await expect(mei.page.getByText(me.gone)).toBeVisible();

  await other.page.getByRole('button', { name: me.kept }).click();
  const remove = other.page.getByRole('button', { name: me.remove });
  await remove.click();
  await remove.click();
  await expect(other.page.getByRole('button', { name: me.make })).toBeVisible();
  await other.page.goto(path);
  await expect(other.page.getByText(player.missing)).toBeVisible();
  await mei.context.close();
  await other.context.close();
});

test('a profile hidden while its player waits is gone from the room, and they are told that it counts', async ({ browser, request }) => {
  const mei = await rated(browser, 'Mei');
  const koki = await rated(browser, 'Koki');
  const code = await openRoom(mei.page);
  await mei.page.getByRole('button', { name: en.room.changeRules }).click();
  await mei.page.getByRole('checkbox', { name: en.options.rated }).check();
  await mei.page.getByRole('button', { name: en.room.saveRules }).click();
  await koki.page.goto(`/r/${code}`);
  await koki.page.getByRole('button', { name: en.room.join }).click();
  const seat = mei.page.getByRole('listitem').nth(1);
  await expect(seat).toContainText(en.counting.linked('Koki'));

  await koki.page.goto('/settings');
  await hide(koki.page);

  await expect(seat).not.toContainText(en.counting.linked('Koki'));
  await expect(seat).toContainText('Koki');
  await expect(mei.page.getByText(en.counting.alone('Mei'))).toBeVisible();
  await koki.page.goto(`/r/${code}`);
  await expect(koki.page.getByText(en.counting.hidden)).toBeVisible();
  expect((await request.get(`/api/v1/players/${koki.path.split('/').at(-1)}`)).status()).toBe(404);
  await mei.context.close();
  await koki.context.close();
});

test('what the settings asked before a change does not undo it by being answered late', async ({ browser }) => {
  const { page, context, path } = await rated(browser, 'Mei');
  let release = (): void => {};
  const released = new Promise<void>((then) => (release = then));
  await page.route('**/api/v1/profile', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await released;
    return route.fulfill({ response });
  });
  await page.reload();
  await hide(page);
  const late = page.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith('/api/v1/profile'));
  release();
  await (await late).finished();
  await painted(page);

  await expect(page.getByRole('checkbox', { name: me.hidden })).toBeChecked();
  await page.unrouteAll();
  await page.goto(path);
  await expect(page.getByText(player.hidden)).toBeVisible();
  await context.close();
});

test('a rated match shows both ratings before and after at its end, and on the profiles of those who played it', async ({ browser, request }) => {
  test.setTimeout(420_000);
  const mei = await rated(browser, 'Mei');
  const koki = await rated(browser, 'Koki');
  for (const { path } of [mei, koki]) {
    const verified = await request.post(`/admin/ratings/players/${path.split('/').at(-1)}/verify`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, data: {} });
    expect(verified.ok()).toBe(true);
  }

  const code = await openRoom(mei.page);
  await expect(mei.page.getByText(en.counting.off)).toBeVisible();
  await mei.page.getByRole('button', { name: en.room.changeRules }).click();
  await mei.page.getByRole('checkbox', { name: en.options.rated }).check();
  await mei.page.getByRole('button', { name: en.room.saveRules }).click();
  await expect(mei.page.getByText(en.counting.alone('Mei'))).toBeVisible();
  await koki.page.goto(`/r/${code}`);
  await koki.page.getByRole('button', { name: en.room.join }).click();
  await expect(mei.page.getByText(en.counting.counts('Mei, Koki'))).toBeVisible();
  await expect(mei.page.getByRole('listitem').nth(1)).toContainText(en.counting.linked('Koki'));
  await mei.page.getByRole('button', { name: en.room.fillWithBots }).click();
  await mei.page.getByRole('button', { name: en.room.start, exact: true }).click();
  for (const { page } of [mei, koki]) {
    await page.waitForURL(`**/t/${code}`);
    await setAutopilot(page, 'on');
  }

  const changes = mei.page.getByRole('table', { name: en.table.ratings });
  await expect(changes).toBeVisible({ timeout: 300_000 });
  for (const name of ['Mei', 'Koki']) {
    await expect(changes.getByRole('row', { name: new RegExp(`^${name} 1500 → \\d+ .* 1500 → \\d+`) })).toBeVisible();
  }

  await koki.page.goto(mei.path);
  await expect(koki.page.getByRole('heading', { level: 1 })).toHaveText('Mei');
  await expect(koki.page.getByRole('region', { name: player.curve }).getByText(/in 1 match/)).toBeVisible();
  const results = koki.page.getByRole('region', { name: player.results });
  await expect(results.getByRole('link', { name: 'Koki' })).toHaveAttribute('href', koki.path);
  await expect(results.getByText(/^1500 → \d+/)).toHaveCount(2);
  const hands = (page: Page) => page.getByRole('region', { name: player.stats }).getByText(player.of(player.handSample(1))).first();
  await expect(hands(koki.page)).toBeVisible();
  await expect(koki.page.getByText(player.statsOwnHint)).toBeVisible();

  // One hand is too few for a place; the page says so.
  await mei.page.goto('/board');
  await expect(mei.page.getByText(board.tooFew(1, 10))).toBeVisible();

  // Hidden, her hands are hers to see and nobody else's.
  await mei.page.goto('/settings');
  await hide(mei.page);
  await mei.page.goto(mei.path);
  await expect(hands(mei.page)).toBeVisible();
  await koki.page.reload();
  await expect(koki.page.getByText(player.missing)).toBeVisible();
  await mei.context.close();
  await koki.context.close();
});

test('the leaderboard is chosen by links that can be shared, and leads to players', async ({ page, request }) => {
  const players = await foundClub(request);
  await page.goto('/board');
  const names = page.getByRole('table').getByRole('rowheader');
  await expect(names).toHaveCount(players.length);

  await page.getByRole('link', { name: board.min(100) }).click();
  await expect(page).toHaveURL('/board?min=100');
  await expect(page.getByText(board.empty(100))).toBeVisible();
  await page.getByRole('link', { name: board.lists.bots }).click();
  await expect(page).toHaveURL('/board?list=bots&min=100');
  await page.goto('/board?min=10');
  await expect(page.getByText(/^Calculated /).first()).toBeVisible();

  await names.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(players[0]?.name ?? '');
  await expect(page.getByRole('region', { name: player.results }).getByRole('listitem')).toHaveCount(8);
});
