/** What happened at a table can be read wherever one plays or watches, and so can why a hand can't be seen again. */
import { courseUpTo, goldsWin, watched, type Fixture } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import type { RoomOptions } from '../src/wire/messages.generated';
import { SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { stage, tellWatcher } from './stage';

const PHONE = SIZES[1];
/** Wide, with room for a few lines of the log. */
const LOW = { width: 1280, height: 640 };
const LATE: Partial<RoomOptions> = { spectators: { type: 'delayed', seconds: 60 } };

function runBy(options: Partial<RoomOptions>, { known, events }: Fixture): Fixture {
  return { events, known: { ...known, room: { ...known.room, options: { ...known.room.options, ...options } } } };
}

test('on a phone, and at a quiet table, the menu tells what happened and how the room is run', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(PHONE);
  await stage(page, runBy({ recorded: false }, courseUpTo(42)), { settings: { zen: true } });
  const menu = page.getByRole('button', { name: en.table.menu });
  const sheet = page.getByRole('dialog');

  await menu.click();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await sheet.getByRole('button', { name: en.table.log }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('list', { name: en.table.log }).getByRole('listitem').first()).toBeVisible();
  await expect(sheet.getByRole('region', { name: en.table.log })).toBeFocused();
  await page.keyboard.press('Escape');

  await menu.click();
  await sheet.getByRole('button', { name: en.menu.rules }).click();
  await expect(sheet.getByText(en.options.said.notRecorded)).toBeVisible();
  await context.close();
});

test('arrows scroll the log that has the focus, and elsewhere step through the hand', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(LOW);
  await stage(page, watched(courseUpTo(100)));
  const list = page.getByRole('complementary', { name: en.table.log }).getByRole('list', { name: en.table.log });
  await expect(list).toBeVisible();
  for (const seq of [101, 102, 103]) tellWatcher(page, { type: 'step', seq, room: [], public: [] });
  await expect(page.getByRole('slider')).toHaveAttribute('max', '3');
  const top = (): Promise<number> => list.evaluate((each) => each.scrollTop);
  const foot = await top();
  expect(foot).toBeGreaterThan(0);
  const back = page.getByRole('button', { name: en.watch.backToLive });

  await list.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(top).toBeLessThan(foot);
  await expect(back).toHaveCount(0);

  await list.evaluate((each) => each.scrollTo(0, 0));
  await page.keyboard.press('ArrowUp');
  await expect(back).toBeVisible();
  await context.close();
});

test('where a hand can not be replayed, or not yet, the result says so', async ({ browser }) => {
  for (const [options, text] of [
    [LATE, en.table.replayLater],
    [{ recorded: false }, en.table.replayNever],
  ] as const) {
    const { page, context } = await somebody(browser, 'Koki');
    await stage(page, runBy(options, goldsWin()));
    await expect(page.locator('section.end').getByText(text)).toBeVisible();
    await context.close();
  }
});

test('who comes in the middle of a hand that is shown late is told that its beginning can not be seen', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, runBy(LATE, watched(courseUpTo(100))));
  const slider = page.getByRole('slider');
  await expect(slider).toHaveAccessibleDescription(en.table.watchCut);
  tellWatcher(page, { type: 'step', seq: 101, room: [], public: [] });
  await expect(slider).toHaveAttribute('aria-valuetext', en.watch.step(2, 2));

  await slider.fill('0');

  await expect(page.getByText(en.table.watchCut)).toBeInViewport();
  await context.close();
});
