/** The start page: tables that are open, and what can be played at once. */
import type { ListedRoom } from '../src/net/rooms';
import { en } from '../src/words/en';
import { foundClub } from './club';
import { openRoom, painted, resize, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { region } from './show';

/** The shorter match by the full rules. */
const QUICK_MATCH = 4;

test('public tables with a free seat come first and can be joined, others be watched; a table is drawn with what anybody sees', async ({ browser }) => {
  const mei = await somebody(browser, 'Mei');
  const played = await openRoom(mei.page);
  await mei.page.getByRole('button', { name: en.room.fillWithBots }).click();
  await mei.page.getByRole('button', { name: en.room.start, exact: true }).click();
  await mei.page.waitForURL('**/t/*');
  const open = await openRoom(mei.page);

  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(SIZES[3]);
  await page.goto('/watch');
  const tables = region(page, en.lobby.liveTables).getByRole('listitem');
  const codes = () => tables.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  // A list leaves a table out that is too busy to answer for a moment; the next one has it.
  let shown: readonly string[] = [];
  await expect.poll(async () => (shown = await codes())).toEqual(expect.arrayContaining([`/watch/${played}`, `/r/${open}`]));
  expect(shown.findLastIndex((path) => path.startsWith('/r/'))).toBeLessThan(shown.findIndex((path) => path.startsWith('/watch/')));

  // At most the Gold lies open, and its name is said beside.
  const card = tables.filter({ has: page.getByRole('link', { name: en.lobby.watchThis(played) }) });
  await expect(card).toContainText(en.lobby.hand(1));
  expect(await card.locator('.tile').count()).toBeLessThanOrEqual(1);

  await page.getByRole('link', { name: en.lobby.joinThis(open) }).click();
  await page.getByRole('button', { name: en.room.join }).click();
  await expect(region(page, en.room.seats).getByRole('listitem').nth(1)).toContainText('Koki');
  await context.close();
  await mei.context.close();
});

test('a table one has a seat at is returned to from the lists, and by the menu of who watches it', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  const code = await openRoom(page);
  await page.getByRole('button', { name: en.room.fillWithBots }).click();
  await page.getByRole('button', { name: en.room.start, exact: true }).click();
  await page.waitForURL('**/t/*');

  await page.goto('/watch');
  const tables = region(page, en.lobby.liveTables);
  await expect(tables.getByRole('link', { name: en.lobby.returnThis(code) })).toHaveAttribute('href', `/t/${code}`);
  await expect(tables.getByRole('link', { name: en.lobby.watchThis(code) })).toHaveCount(0);

  await page.goto(`/watch/${code}`);
  await page.getByRole('button', { name: en.table.menu }).click();
  await page.getByRole('dialog').getByRole('link', { name: en.menu.toSeat }).click();
  await expect(page).toHaveURL(`/t/${code}`);
  await expect(page.getByRole('button', { name: en.table.menu })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.close();
});

test('beside what else is on the start page a few tables are enough, and a link leads to all', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const options = { spectators: 'on', open_hands: false, recorded: true, quick_pass: false, rated: false } as const;
  const rooms = Array.from('23456789', (last): ListedRoom => ({ code: `ABCDE${last}`, stage: 'playing', players: [], hand: 1, watchers: 3, scores: [0, 0, 0, 0], options }));
  await page.route('**/api/rooms', (route) => route.fulfill({ json: { rooms } }));
  await page.goto('/');
  const tables = region(page, en.lobby.liveTables);
  await expect(tables.getByRole('listitem')).toHaveCount(6);

  await tables.getByRole('link', { name: en.lobby.allTables(8) }).click();
  await expect(page).toHaveURL('/watch');
  await expect(tables.getByRole('listitem')).toHaveCount(8);
  await context.close();
});

test('a quick match is offered beside the shortest and the longest, with bots and in a room', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await page.goto('/');
  await page.getByRole('combobox', { name: en.lobby.rules }).selectOption({ label: en.rules.presets.quick });
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.waitForURL('**/t/*');
  await expect(page.getByText(new RegExp(`^Hand \\d of ${QUICK_MATCH}`)).first()).toBeVisible();

  await page.goto('/?create');
  await page.getByRole('radio', { name: en.rules.presets.quick }).check();
  await page.getByRole('button', { name: en.createSheet.submit, exact: true }).click();
  await page.waitForURL('**/r/*');
  await expect(page.getByText(en.rules.summary(QUICK_MATCH))).toBeVisible();
  await page.getByRole('button', { name: en.room.changeRules }).click();
  await expect(page.getByRole('radio', { name: en.rules.presets.quick })).toBeChecked();
  await context.close();
});

test('who has never been here is told what the game is about, and who has is not', async ({ page }) => {
  await page.goto('/');
  await expect(region(page, en.lobby.inAMinute).getByRole('listitem')).toHaveText(en.lobby.minute.map((line) => new RegExp(line)));

  await page.getByRole('textbox', { name: en.lobby.name }).fill('Mei');
  await page.reload();
  await expect(page.getByRole('textbox', { name: en.lobby.name })).toHaveValue('Mei');
  await expect(region(page, en.lobby.inAMinute)).toHaveCount(0);
});

test('a name, a code to join with and a room of one’s own are in the first view of a low phone, before the bots', async ({ browser }) => {
  const { page, context } = await somebody(browser, '');
  await page.setViewportSize(SIZES[0]);
  await page.goto('/');
  const { lobby } = en;
  const parts = [
    page.getByRole('textbox', { name: lobby.name }),
    page.getByRole('textbox', { name: lobby.code }),
    page.getByRole('button', { name: lobby.join, exact: true }),
    page.getByRole('button', { name: lobby.create }),
  ];
  const bots = page.getByRole('button', { name: lobby.bots });
  await expect(bots).toBeAttached();
  const nav = await page.getByRole('navigation', { name: en.nav.label }).last().boundingBox();
  const boxes = await Promise.all([...parts, bots].map((each) => each.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? NaN);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  for (const box of boxes.slice(0, -1)) expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThan(nav?.y ?? 0);
  await expect(page.locator('main .button.primary')).toHaveText(lobby.join);

  // What a name is followed by is a code, and what is there is said where it is missing.
  await painted(page);
  await parts[0]?.fill('Mei');
  await parts[0]?.press('Enter');
  await expect(page.getByRole('textbox', { name: lobby.code })).toBeFocused();
  await context.close();
});

test('the leaderboard is on the start page while there is width for it', async ({ browser, request }) => {
  await foundClub(request);
  const { page, context } = await somebody(browser, 'Mei');
  await page.setViewportSize(SIZES[2]);
  await page.goto('/');
  await expect(region(page, en.lobby.liveTables)).toBeVisible();
  const best = page.getByRole('link', { name: en.lobby.allPlayers });
  await expect(best).toHaveCount(0);
  await resize(page, SIZES[3]);
  await expect(best).toBeVisible();
  await resize(page, SIZES[0]);
  await expect(best).toHaveCount(0);
  await context.close();
});
