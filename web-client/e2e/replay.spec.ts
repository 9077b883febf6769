/** Replays: what was played is what is shown, any step has its link, and everything goes by keyboard. */
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { listenForErrors, somebody } from './pages';
import { expect, test } from './sanjin';
import { someGame } from './screens';

const HAND_MS_MAX = 180_000;

const SOON = { timeout: 1_000 };

/** Presses a key until it does something: a browser may drop one that is pressed before it has painted the page. */
async function pressUntil(page: Page, key: string, expected: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expected();
  }).toPass();
}

/** What lies open at the end of a hand: the result, and every tile by name. */
async function ending(page: Page): Promise<{ readonly result: readonly string[]; readonly tiles: readonly string[] }> {
  const end = page.locator('section.end');
  await expect(end).toBeVisible();
  const texts = await end.locator('.scroll').evaluate((scroll) => [...scroll.querySelectorAll('.columns, .plain')].map((each) => (each as HTMLElement).innerText));
  await end.getByRole('button', { name: en.table.showTable }).click();
  const tiles = await page
    .locator('section.table [role=img][aria-label]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  return { result: texts, tiles: tiles.filter((name) => name !== '').sort() };
}

test('a hand that was played is replayed to the same end', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await page.setViewportSize({ width: 1280, height: 800 });
  const errors = listenForErrors(page);
  await prepareAutopilot(page);
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.waitForURL('**/t/*');
  await setAutopilot(page, 'on');
  await expect(page.locator('section.end')).toBeVisible({ timeout: 120_000 });
  await setAutopilot(page, 'off');
  const link = page.locator('section.end').getByRole('link', { name: en.replay.thisHand });
  const to = await link.getAttribute('href');
  // What is shared is this hand by its number, also when others have followed.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('section.end').getByRole('button', { name: en.table.shareHand }).click();
  await expect(page.locator('section.end').getByRole('button', { name: en.common.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/g\/\d+-\d+\/h\/1\/s\/1\?seat=0/);
  const played = await ending(page);

  await page.goto(to ?? '');
  await expect(page).toHaveURL(/\/h\/1\/s\/1\?/);
  await expect(page.getByRole('slider', { name: en.replay.events })).toBeAttached();
  // Step by step with the keyboard to its end; one that ended with its deal is there at once.
  const end = page.locator('section.end');
  while (!(await end.isVisible())) {
    const before = page.url();
    await pressUntil(page, 'ArrowDown', () => expect.poll(async () => page.url() !== before || (await end.isVisible()), SOON).toBe(true));
  }

  expect(await ending(page)).toEqual(played);
  expect(errors).toEqual([]);
  await context.close();
});

test('a link opens at its step and viewpoint, and keys, buttons and list go on from there', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/2/s/30?seat=2`);
  const current = page.locator('[aria-current=step]');
  await expect(current).toBeVisible();
  const names = await page.locator('section.table section[aria-label]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  await expect(page).toHaveURL(`/g/${id}/h/2/s/30?seat=2`);

  await page.reload();
  await expect(current).toBeVisible();
  await expect(page).toHaveURL(`/g/${id}/h/2/s/30?seat=2`);

  // Each step is told.
  await pressUntil(page, 'ArrowDown', () => expect(page).not.toHaveURL(/\/s\/30\?/, SOON));
  await expect(page.locator('[data-live=assertive]')).toHaveText((await current.locator('.nth').evaluate((nth) => nth.nextSibling?.textContent)) ?? '?');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/\/h\/2\/s\/1\?/);
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(/\/s\/1\?/);
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/seat=3/);
  const turned = await page.locator('section.table section[aria-label]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  expect(turned).not.toEqual(names);
  expect(turned.toSorted()).toEqual(names.toSorted());

  // Keys that ask are answered about this moment; a number after `r` says whose discards, and turns nothing.
  const said = page.locator('[data-live=assertive]');
  await page.keyboard.press('r');
  await expect(said).toContainText(/^Discards of whom\? 1 /);
  const second = /2 (.+), 3 /.exec((await said.textContent()) ?? '')?.[1] ?? '?';
  await page.keyboard.press('2');
  await expect(said).toContainText(new RegExp(`Discards of ${second}: |${second} has discarded nothing`));
  await page.keyboard.press('g');
  await expect(said).toContainText('Gold: ');
  await expect(page).toHaveURL(/seat=3/);

  // Others' hands are face down until they are opened.
  const faceDown = page.getByRole('img', { name: /concealed tiles/ });
  await expect(faceDown).toHaveCount(3);
  await page.getByRole('button', { name: en.replay.open }).click();
  await expect(page).toHaveURL(/open=1/);
  await expect(faceDown).toHaveCount(0);

  await page.getByRole('list', { name: en.replay.events }).getByRole('button').nth(4).click();
  await expect(page.getByRole('list', { name: en.replay.events }).getByRole('button').nth(4)).toHaveAttribute('aria-current', 'step');

  // From the end on to the next hand.
  await page.keyboard.press('End');
  await expect(page.locator('section.end')).toBeVisible();
  await page.getByRole('button', { name: en.replay.handOn }).click();
  await expect(page).toHaveURL(/\/h\/3\/s\/1\?/);
  await expect(page.locator('section.table')).toBeVisible();

  // Played by itself at full speed it comes to the end, and stops there.
  for (const _ of [1, 2]) await page.keyboard.press('+');
  await page.getByRole('slider', { name: en.replay.events }).fill('1');
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: en.replay.pause })).toBeVisible();
  await expect(page).not.toHaveURL(/\/s\/2\?/);
  await page.getByRole('button', { name: en.replay.pause }).click();
  await expect(page.getByRole('button', { name: en.replay.play, exact: true })).toBeVisible();
});

test('while another hand is on its way nothing of the old one is shown, and one that does not come is said', async ({ page, request }) => {
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/1/s/1`);
  const table = page.locator('section.table');
  await expect(table).toBeVisible();
  let refuse = (): void => undefined;
  const asked = new Promise<void>((done) => {
    void page.route(/replay\?.*hand=2/, (route) => {
      refuse = () => void route.abort();
      done();
    });
  });

  await page.getByRole('button', { name: en.replay.handOn }).click();
  await asked;
  await expect(page).toHaveURL(/\/h\/2\/s\/1/);
  await expect(table).toHaveCount(0);
  refuse();

  await expect(page.getByText(en.replay.unreachable)).toBeVisible();
});

test('the wall of a hand is computed again in the browser', async ({ page, request }) => {
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/1/s/1`);
  await page.getByRole('button', { name: en.replay.more }).last().click();

  await page.getByRole('button', { name: en.replay.wall.check }).click();

  const found = page.getByRole('dialog').getByRole('listitem');
  await expect(found).toContainText([en.replay.wall.promised, en.replay.wall.links(4), /All 1(28|44) tiles/]);
});
