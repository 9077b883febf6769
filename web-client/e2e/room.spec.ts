/** The room before the match: what the host decides, everybody sees. */
import { en } from '../src/words/en';
import { openRoom, somebody } from './pages';
import { expect, test } from './sanjin';

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

  await mei.page.getByRole('button', { name: en.room.kickWho('Koki') }).click();
  await expect(koki.page.getByText(en.endings.kicked)).toBeVisible();
  await koki.page.getByRole('link', { name: en.common.toLobby, exact: true }).click();
  await expect(koki.page.getByText(en.lobby.returnTo(code))).toHaveCount(0);
  await mei.context.close();
  await koki.context.close();
});

test('who goes to the start page keeps the seat, and returns to it', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  const code = await openRoom(page);

  await page.getByRole('link', { name: en.nav.home }).click();
  await expect(page.getByText(en.lobby.returnTo(code))).toBeVisible();
  await page.getByRole('link', { name: en.lobby.returnNow }).click();

  await expect(page).toHaveURL(`/r/${code}`);
  await expect(page.getByRole('listitem').first()).toContainText('Mei');
  await context.close();
});
