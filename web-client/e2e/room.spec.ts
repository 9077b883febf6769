/** The room before the match: what the host decides, everybody sees. */
import { en } from '../src/words/en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { expectWhole, openRoom, SIZES, somebody, until } from './pages';
import { expect, OPERATOR_TOKEN, test } from './sanjin';
import { listen, said } from './voice';

const HAND_MS_MAX = 300_000;

test('the host seats bots, chooses the dealer, changes the rules and frees a seat', async ({ browser }) => {
  const mei = await somebody(browser, 'Mei');
  const koki = await somebody(browser, 'Koki');
  const code = await openRoom(mei.page);
  const start = mei.page.getByRole('button', { name: en.room.start, exact: true });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(en.room.seatsEmpty(3));
  await koki.page.goto(`/r/${code}`);
  await koki.page.getByRole('button', { name: en.room.join }).click();
  await expect(koki.page.getByRole('button', { name: en.room.start })).toHaveCount(0);
  // Before the free seats are counted, Koki's is seen to be taken.
  await expect(mei.page.getByRole('listitem').nth(1)).toContainText('Koki');

  await mei.page.getByRole('combobox', { name: en.lobby.level }).first().selectOption('hard');
  await mei.page.getByRole('button', { name: en.room.addBotTo(3, en.people.levels.hard) }).click();
  await mei.page.getByRole('button', { name: en.room.makeDealerWho('Koki') }).click();
  await mei.page.getByRole('button', { name: en.room.changeRules }).click();
  await mei.page.getByRole('radio', { name: en.rules.presets.full }).check();
  await mei.page.getByRole('button', { name: en.room.saveRules }).click();

  const seats = koki.page.getByRole('listitem');
  await expect(seats.nth(2)).toContainText(en.people.levels.hard);
  await expect(seats.nth(1)).toContainText(en.room.dealer);
  await expect(koki.page.getByText(en.rules.summary(16))).toBeVisible();

  // Whoever taps twice without meaning to removes nobody; a bot is asked about by nobody.
  const remove = mei.page.getByRole('button', { name: en.room.kickWho('Koki'), exact: true });
  await remove.dblclick();
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(mei.page.getByRole('listitem').nth(1)).toContainText(en.room.kickAsked);
  await mei.page.getByRole('button', { name: en.room.kickWho(en.botOf(en.people.levels.hard, 3)), exact: true }).click();
  await expect(seats.nth(2)).toContainText(en.room.free);
  await expect(seats.nth(1)).toContainText('Koki');
  await mei.page.getByRole('button', { name: en.room.kickYesWho('Koki'), exact: true }).click();
  await expect(koki.page.getByRole('main').getByText(en.endings.kicked)).toBeVisible();
  await koki.page.getByRole('link', { name: en.common.toLobby, exact: true }).click();
  await expect(koki.page.getByText(en.lobby.returnTo(code))).toHaveCount(0);
  await mei.context.close();
  await koki.context.close();
});

test('a room that is not there is said to be missing before anybody is asked for a name, with ways on', async ({ browser, request }) => {
  const mei = await somebody(browser, 'Mei');
  const closed = await openRoom(mei.page);
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  expect((await request.post(`/admin/rooms/${closed}/close`, { headers })).ok()).toBe(true);
  await expect(mei.page.getByRole('main').getByText(en.endings.closed)).toBeVisible();

  const context = await browser.newContext();
  const page = await context.newPage();
  await listen(page);
  for (const code of ['ABCDE2', closed]) {
    for (const screen of ['r', 't', 'watch']) {
      await page.goto(`/${screen}/${code}`);
      await expect(page.getByRole('main').getByText(en.refusals.no_room)).toBeVisible();
      await expect.poll(() => said(page)).toContain(en.refusals.no_room);
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('link', { name: en.common.toLobby })).toBeVisible();
    }
  }

  // Who has a name opens another at once; who has none is asked for it there.
  await page.getByRole('link', { name: en.lobby.create }).click();
  await expect(page.getByRole('textbox', { name: en.lobby.name })).toBeFocused();
  await mei.page.getByRole('link', { name: en.lobby.create }).click();
  await expect(mei.page.getByRole('dialog', { name: en.createSheet.heading })).toBeVisible();
  await expect(mei.page).toHaveURL('/');
  await context.close();
  await mei.context.close();
});

test('an invitation says who is there, and once all seats are taken that one can only watch', async ({ browser }) => {
  const mei = await somebody(browser, 'Mei');
  const koki = await somebody(browser, 'Koki');
  const code = await openRoom(mei.page);
  await koki.page.goto(`/r/${code}`);
  await expect(koki.page.getByText(en.room.here('Mei'))).toBeVisible();
  await expect(koki.page.getByText(en.room.freeSeats(3))).toBeVisible();

  await mei.page.getByRole('button', { name: en.room.fillWithBots }).click();
  await expect(mei.page.getByRole('button', { name: en.room.start, exact: true })).toBeEnabled();
  await koki.page.reload();
  await expect(koki.page.getByRole('main').getByText(en.refusals.room_full)).toBeVisible();
  await expect(koki.page.getByRole('textbox')).toHaveCount(0);
  await koki.page.getByRole('main').getByRole('link', { name: en.lobby.watch }).click();
  await expect(koki.page.getByText(en.live.notYet)).toBeVisible();
  await mei.context.close();
  await koki.context.close();
});

test('seats lie around a table where there is room, the own one below and the next on the right; else one after the other', async ({ browser }) => {
  const mei = await somebody(browser, 'Mei');
  const { page, context } = await somebody(browser, 'Koki');
  const code = await openRoom(mei.page);
  await page.goto(`/r/${code}`);
  await page.getByRole('button', { name: en.room.join }).click();
  const seats = page.getByRole('region', { name: en.room.seats }).getByRole('listitem');
  await expect(seats.nth(1)).toContainText('Koki');
  const middles = async () => {
    const boxes = await seats.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    return boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })) as [Point, Point, Point, Point];
  };
  type Point = { x: number; y: number };

  await page.setViewportSize(SIZES[3]);
  // Koki sits on the second seat, and is named second.
  const [left, own, right, across] = await middles();
  for (const side of [left, right]) expect(Math.abs(side.y - (own.y + across.y) / 2)).toBeLessThan(2);
  for (const end of [own, across]) expect(Math.abs(end.x - (left.x + right.x) / 2)).toBeLessThan(2);
  expect(left.x).toBeLessThan(right.x);
  expect(across.y).toBeLessThan(own.y);

  await page.setViewportSize(SIZES[1]);
  const ys = (await middles()).map(({ y }) => y);
  expect(ys).toEqual(ys.toSorted((a, b) => a - b));
  await mei.context.close();
  await context.close();
});

test('who goes to the start page keeps the seat, and returns to it', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  const code = await openRoom(page);

  await page.getByRole('link', { name: en.nav.home }).click();
  await expect(page.getByText(en.lobby.returnTo(code))).toBeVisible();
  await page.getByRole('link', { name: en.lobby.returnNow, exact: true }).click();

  await expect(page).toHaveURL(`/r/${code}`);
  await expect(page.getByRole('listitem').first()).toContainText('Mei');

  // A seat nobody wants any more is forgotten, if that is meant.
  await page.getByRole('link', { name: en.nav.home }).click();
  const forget = page.getByRole('button', { name: en.lobby.forgetSeat(code) });
  await forget.click();
  await expect(page.getByText(en.lobby.returnTo(code))).toBeVisible();
  await forget.click();
  await expect(page.getByText(en.lobby.returnTo(code))).toHaveCount(0);
  await context.close();
});

test('who types the code of a room they sit in comes back to their seat, and takes no second one', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  const code = await openRoom(page);

  await page.getByRole('link', { name: en.nav.home }).click();
  // By whatever name: none is asked for.
  await page.getByRole('textbox', { name: en.lobby.name }).fill('');
  await page.getByRole('textbox', { name: en.lobby.code }).fill(code);
  await page.getByRole('button', { name: en.lobby.join, exact: true }).click();

  await expect(page).toHaveURL(`/r/${code}`);
  const seats = page.getByRole('region', { name: en.room.seats }).getByRole('listitem');
  await expect(seats.first()).toContainText('Mei');
  for (const free of [1, 2, 3]) await expect(seats.nth(free)).toContainText(en.room.free);
  await context.close();
});

test('the host says how the room is run, and everybody reads it plainly', async ({ browser }) => {
  const mei = await somebody(browser, 'Mei');
  const koki = await somebody(browser, 'Koki');
  const code = await openRoom(mei.page);
  await koki.page.goto(`/r/${code}`);
  await koki.page.getByRole('button', { name: en.room.join }).click();

  await mei.page.getByRole('button', { name: en.room.changeRules }).click();
  const open = mei.page.getByRole('checkbox', { name: en.options.openHands });
  await expect(open).toBeDisabled();
  await mei.page.getByRole('combobox', { name: en.options.spectators }).selectOption({ label: en.options.delayed(120) });
  await open.check();
  await mei.page.getByRole('checkbox', { name: en.options.recorded }).uncheck();
  await expect(mei.page.getByRole('checkbox', { name: en.options.rated })).toBeDisabled();
  await mei.page.getByRole('checkbox', { name: en.options.quickPass }).check();
  await mei.page.setViewportSize(SIZES[0]);
  await expectWhole(mei.page);
  await mei.page.getByRole('button', { name: en.room.saveRules }).click();

  for (const text of [en.options.said.delayed(120), en.options.said.openHands, en.options.said.notRecorded, en.options.said.quickPass]) {
    await expect(koki.page.getByText(text)).toBeVisible();
  }
  await mei.page.getByRole('button', { name: en.room.changeRules }).click();
  await mei.page.getByRole('combobox', { name: en.options.spectators }).selectOption({ label: en.options.watching.off });
  await mei.page.getByRole('button', { name: en.room.saveRules }).click();
  await expect(koki.page.getByText(en.options.said.off)).toBeVisible();

  const visitor = await somebody(browser, 'Tom');
  await visitor.page.goto(`/watch/${code}`);
  await expect(visitor.page.getByRole('main').getByText(en.refusals.watching_off)).toBeVisible();
  for (const { context } of [mei, koki, visitor]) await context.close();
});

test('calls are passed for a player who asks for it, where the room allows it', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await openRoom(page);
  await page.getByRole('button', { name: en.room.changeRules }).click();
  await page.getByRole('checkbox', { name: en.options.quickPass }).check();
  await page.getByRole('button', { name: en.room.saveRules }).click();
  await page.getByRole('button', { name: en.room.fillWithBots }).click();
  await page.getByRole('button', { name: en.room.start, exact: true }).click();
  await page.waitForURL('**/t/*');

  // While others' discards are to be answered the table stands still: the choice lies under the answers.
  await until('prompt', page);
  const asked = page.getByRole('region', { name: en.table.promptLabel });
  await asked.getByRole('checkbox', { name: en.table.quickPass }).click();

  // Others throw, and this player answers none of it: it is their turn, or a win, which is left to them, or over.
  const turn = page.getByRole('region', { name: en.table.turnLabel });
  const over = page.getByRole('button', { name: en.table.playAgain });
  const win = asked.getByRole('button', { name: en.table.calls.win, disabled: false });
  await expect(turn.or(over).or(win).first()).toBeVisible({ timeout: 60_000 });
  await context.close();
});

test('a match of which nothing is kept can be left at its end', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await prepareAutopilot(page);
  await openRoom(page);
  await page.getByRole('button', { name: en.room.changeRules }).click();
  await page.getByRole('checkbox', { name: en.options.recorded }).uncheck();
  await page.getByRole('button', { name: en.room.saveRules }).click();
  await page.getByRole('button', { name: en.room.fillWithBots }).click();
  await page.getByRole('button', { name: en.room.start, exact: true }).click();
  await page.waitForURL('**/t/*');

  await setAutopilot(page, 'on');
  await expect(page.getByRole('button', { name: en.table.playAgain })).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('link', { name: en.replay.thisHand })).toHaveCount(0);
  // A seat is not given up by one tap.
  const leave = page.getByRole('button', { name: en.table.leaveTable });
  await leave.click();
  await expect(leave).toContainText(en.menu.sure);
  await leave.click();

  await expect(page).toHaveURL('/');
  await expect(page.getByText(en.lobby.returnNow)).toHaveCount(0);
  await context.close();
});
