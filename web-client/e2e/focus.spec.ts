/** Who plays by keyboard or screen reader stays where they were, when what they pressed is gone. */
import type { Page } from '@playwright/test';
import { courseStep, courseUpTo, goldsWin, LAST_STEP, stressTurn } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { scoreEn } from '../src/words/score.en';
import { openRoom, painted, resize, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { region, someGame } from './show';
import { doneAt, stage, tellPlayer } from './stage';
import { listen, said, voices } from './voice';

const PHONE = SIZES[1];
/** A wide table that has no room for the log beside it. */
const NARROW = { width: 1000, height: 800 };

/** Opens the menu by keyboard and closes it by its button: what is loaded after a table is there then. */
async function openAndCloseMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: en.table.menu });
  await expect(menu).toBeVisible();
  await painted(page);
  await menu.focus();
  await page.keyboard.press('Enter');
  const close = page.getByRole('dialog').getByRole('button', { name: en.common.close });
  // Only an open dialog that keeps everything else from being used gives the focus away and back.
  await expect(page.locator('dialog:modal')).toBeVisible();
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeFocused();
}

test('a sheet that is closed by its button gives the focus back', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, courseUpTo(42));

  await openAndCloseMenu(page);

  await context.close();
});

test('who is in a field of a sheet before it has settled stays there, with what they had selected', async ({ page }) => {
  await page.goto('/score');
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('dialog[open]:not(:modal) .player:nth-child(3) input');
      if (field === null) return;
      observer.disconnect();
      field.value = 'Josh';
      field.focus();
      field.select();
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });

  await page.getByRole('button', { name: scoreEn.newGame, exact: true }).click();

  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect(page.locator('dialog input:focus')).toHaveValue('Josh');
  await page.keyboard.type('Koki');
  await expect(page.locator('dialog input:focus')).toHaveValue('Koki');
});

test('what is asked is said over the menu too, and over what it opens', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await listen(page);
  const { known } = courseUpTo(42);
  const mine = stressTurn().known.view?.prompt;
  const turn = expect.stringMatching(/^Your turn/) as unknown;
  if (known.view === null || mine == null) throw new Error('nothing is asked');
  await stage(page, courseUpTo(42));
  await painted(page);
  await expect.poll(async () => (await voices(page)).toSorted()).toEqual(['assertive', 'polite']);

  await page.getByRole('button', { name: en.table.menu }).click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await expect.poll(async () => (await voices(page)).toSorted()).toEqual(['assertive', 'polite']);
  const before = (await said(page)).length;
  tellPlayer(page, { type: 'step', seq: known.seq + 1, room: [], public: [], own: [{ type: 'prompt', prompt: mine }] });

  await expect.poll(async () => (await said(page)).slice(before)).toEqual([turn]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await said(page)).slice(before)).toEqual([turn]);
  await context.close();
});

test('who throws by the button is where the turn was, and keys play on', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const { known, events } = stressTurn();
  await stage(page, { known, events });
  const turn = region(page, en.table.turnLabel);
  await expect(turn).toBeVisible();
  await openAndCloseMenu(page);
  const tile = known.view?.own.drawn;
  if (tile == null) throw new Error('nothing drawn');
  await page.keyboard.press('d');
  await turn.getByRole('button', { name: en.table.discard }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => doneAt(page)).toEqual([{ type: 'discard', tile }]);

  const seq = known.seq + 1;
  tellPlayer(page, { type: 'step', seq, room: [], public: [{ type: 'discarded', seat: 1, tile, drawn: true }], own: [{ type: 'prompt', prompt: null }] });

  await expect(turn).toBeHidden();
  await expect(page.locator('.dock.line')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.hand .raised')).toHaveCount(1);
  await context.close();
});

test('who hides the log or shows it is where it was or is, and Escape closes the one that lies over the table', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, courseUpTo(42));
  const log = page.getByRole('complementary', { name: en.table.log });
  const show = page.getByRole('button', { name: en.table.showLog });
  await openAndCloseMenu(page);

  await log.getByRole('button', { name: en.table.hideLog }).focus();
  await page.keyboard.press('Enter');
  await expect(show).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log).toBeFocused();

  await resize(page, NARROW);
  await expect(log).toHaveCount(0);
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(log).toBeFocused();
  await expect(show).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(show).toBeFocused();
  await expect(log).toHaveCount(0);
  await context.close();
});

test('who is in the hand when it ends is in the result then', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, courseUpTo(LAST_STEP - 1));
  await openAndCloseMenu(page);
  const tile = page.locator('.hand button').first();
  await tile.focus();
  await expect(tile).toBeFocused();

  tellPlayer(page, courseStep(LAST_STEP));

  await expect(page.locator('section.end')).toBeFocused();
  await context.close();
});

test('on a phone a result covers the table for readers too, and shown or hidden it keeps the focus', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(PHONE);
  await stage(page, goldsWin());
  const end = page.locator('section.end');
  const show = end.getByRole('button', { name: en.table.showTable });
  await expect(show).toHaveAttribute('aria-disabled', 'false');
  const table = page.locator('.phone');
  await expect(table).toHaveJSProperty('inert', true);
  await painted(page);

  await show.focus();
  await page.keyboard.press('Enter');
  const result = page.getByRole('button', { name: en.table.showResult });
  await expect(result).toBeFocused();
  await expect(table).toHaveJSProperty('inert', false);
  await page.keyboard.press('Enter');
  await expect(end).toBeFocused();
  await context.close();
});

test('a seat that is filled or freed keeps the focus, and so does a wall that is checked', async ({ browser, request }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await openRoom(page);
  const seat = region(page, en.room.seats).getByRole('listitem').nth(1);

  await seat.getByRole('button', { name: en.room.addBotTo(2, en.people.levels.medium) }).focus();
  await page.keyboard.press('Enter');
  await expect(seat).toBeFocused();
  await seat.getByRole('button', { name: en.room.kickWho('') }).focus();
  await page.keyboard.press('Enter');
  await expect(seat).toContainText(en.room.free);
  await expect(seat).toBeFocused();

  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/1/s/1`);
  await page.getByRole('button', { name: en.replay.more }).last().click();
  await page.getByRole('button', { name: en.replay.wall.check }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(en.replay.wall.promised);
  await expect(page.locator('dialog :focus').getByRole('listitem')).toHaveCount(3);
  await context.close();
});
