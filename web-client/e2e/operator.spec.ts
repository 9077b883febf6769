/** The operator's page: how rooms stand, what they show, and the protocol by hand. */
import { en } from '../src/words/en';
import { openRoom, somebody, until } from './pages';
import { expect, OPERATOR_TOKEN, test } from './sanjin';
import { playWithBots } from './show';

test('an operator sees a room, its state, and every message of it', async ({ browser, page }) => {
  const words = en.operator;
  const mei = await somebody(browser, 'Mei');
  const code = await openRoom(mei.page);
  await page.goto('/admin');
  await page.getByLabel(words.token).fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: words.enter }).click();
  const room = page.getByRole('listitem').filter({ hasText: code }).first();
  await expect(room).toContainText('Mei');
  await expect(room).toContainText(words.stages.waiting);

  // As many are counted as are listed, in any one look.
  const counts = await page.evaluate(() => {
    const told = [...document.querySelectorAll('dl > div')].map((each) => [each.querySelector('dt')?.textContent, Number(each.querySelector('dd')?.textContent)]);
    const listed = ['rooms', 'sockets'].map((id) => document.querySelectorAll(`[aria-labelledby=${id}] > ul > li`).length);
    return { told: Object.fromEntries(told) as Record<string, number>, listed };
  });
  expect([counts.told[words.openRooms], counts.told[words.sockets]]).toEqual(counts.listed);

  await page.getByRole('button', { name: words.stateOf(code) }).click();
  const state = page.getByRole('dialog');
  await expect(state).toContainText('"type": "snapshot"');
  await expect(state).toContainText(`"code": "${code}"`);
  await page.keyboard.press('Escape');

  const playground = page.getByRole('region', { name: words.playground.heading });
  const messages = playground.getByRole('listitem');
  await playground.getByLabel(words.code).fill(code);
  await playground.getByLabel(words.playground.role).selectOption('join');
  await playground.getByRole('button', { name: words.playground.connect, exact: true }).click();
  await expect(messages.filter({ hasText: `${words.playground.heard} seated` })).toHaveCount(1);
  await expect(mei.page.getByRole('listitem').nth(1)).toContainText('Playground');

  // What it says is answered; what it may not say is refused, and changes nothing.
  await playground.getByLabel(words.playground.message, { exact: true }).fill('{"type":"host","request":2,"order":{"type":"start"}}');
  await playground.getByRole('button', { name: words.playground.send }).click();
  await expect(messages.filter({ hasText: `${words.playground.heard} refused` })).toHaveCount(1);
  await playground.getByRole('button', { name: words.playground.drop }).click();
  await expect(playground).toContainText(/Closed with code 100\d/);
  await expect(mei.page.getByRole('listitem').nth(1)).toContainText(en.room.away);
  await mei.context.close();
});

test('an operator sees what is being done at a table, and whom it waits for', async ({ browser, page }) => {
  const words = en.operator;
  const mei = await somebody(browser, 'Mei');
  await playWithBots(mei.page, en);
  await until('turn', mei.page);
  const code = new URL(mei.page.url()).pathname.split('/').at(-1) ?? '';

  await page.goto('/admin');
  await page.getByLabel(words.token).fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: words.enter }).click();

  await expect(page.getByRole('listitem').filter({ hasText: code }).first()).toContainText(words.waitsFor(words.phases.turn, 'Mei'));
  await mei.context.close();
});

test('of a room that nobody may watch an operator sees at once that it shows nothing, and what the server says of it', async ({ browser, page }) => {
  const words = en.operator;
  const mei = await somebody(browser, 'Mei');
  const code = await openRoom(mei.page);
  await mei.page.getByRole('button', { name: en.room.changeRules }).click();
  await mei.page.getByRole('combobox', { name: en.options.spectators }).selectOption({ label: en.options.watching.off });
  await mei.page.getByRole('button', { name: en.room.saveRules }).click();
  await expect(mei.page.getByText(en.options.said.off)).toBeVisible();
  await page.goto('/admin');
  await page.getByLabel(words.token).fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: words.enter }).click();
  await page.getByRole('button', { name: words.stateOf(code) }).click();

  const state = page.getByRole('dialog');
  await expect(state).toContainText(en.refusals.watching_off, { timeout: 4_000 });
  await expect(state).toContainText(`"code": "${code}"`);
  await expect(state).toContainText('"watchers": 0');
  await mei.context.close();
});
