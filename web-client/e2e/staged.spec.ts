/** What a table does at moments that play seldom comes to: touched twice, out of time, passed for. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { courseUpTo, goldsWin, stressCall, stressTurn, threeGolds, watched } from '../src/dev/fixtures';
import { bySeat } from '../src/table/seats';
import { runFrom } from '../src/table/tiles';
import { en } from '../src/words/en';
import { tilesText } from '../src/words/tiles';
import { remembered } from './memory';
import { painted, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { doneAt, openHandsTo, passesAskedAt, returnsTo, stage, tellPlayer, tellWatcher } from './stage';
import { listen, said, spokenTo } from './voice';

const PHONE = SIZES[1];
/** Longer than a button waits that came under a finger. */
const GUARD_MS = 250;

const prompt = (page: Page): Locator => page.getByRole('region', { name: en.table.promptLabel });
const turn = (page: Page): Locator => page.getByRole('region', { name: en.table.turnLabel });
const tiles = (page: Page): Locator => page.getByRole('group', { name: en.table.hand }).getByRole('button');
/** Until buttons that have just come take a tap, and the page has drawn them. */
async function settled(page: Page): Promise<void> {
  await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), GUARD_MS);
  await painted(page);
}

/** Taps twice in one moment: the page's clock stands still meanwhile, so that nothing depends on how fast it is. */
async function tapTwice(page: Page, button: Locator): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  await button.dblclick();
  await page.evaluate(() => delete (performance as { now?: unknown }).now);
}

test('a second tap on Chow chooses no run, and one on Back passes nothing', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(PHONE);
  await stage(page, stressCall(0));
  await expect(prompt(page)).toBeVisible();
  await settled(page);

  await tapTwice(page, prompt(page).getByRole('button', { name: en.table.calls.chow }));
  await expect(prompt(page).locator('.run')).toHaveCount(3);
  await settled(page);
  await tapTwice(page, prompt(page).getByRole('button', { name: en.table.back }));
  await expect(prompt(page).getByRole('button', { name: en.table.calls.pass })).toBeVisible();
  expect(doneAt(page)).toEqual([]);

  await settled(page);
  await prompt(page).getByRole('button', { name: en.table.calls.chow }).click();
  await settled(page);
  await prompt(page).locator('.run').nth(1).click();
  await expect.poll(() => doneAt(page)).toEqual([{ type: 'chow', low: 'dots_4' }]);
  await context.close();
});

test('keys ask which of several kongs or runs is meant, walk them, and take the one', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await listen(page);
  const last = async (): Promise<string | undefined> => (await said(page)).at(-1);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  await stage(page, stressTurn(['dots_5', 'bamboo_1']));
  await expect(turn(page)).toBeVisible();
  await spokenTo(page);
  await settled(page);

  const names = [en.tiles.dots(5), en.tiles.bamboo(1)] as const;
  const both = names.map((name, nth) => en.table.numbered(nth + 1, name));
  await press('k');
  await expect.poll(last).toBe([en.table.chooseKong, ...both].join(' '));
  await expect(turn(page)).toContainText(en.table.chooseKong);
  await press('ArrowRight');
  await expect.poll(last).toBe(both[1]);
  await press('Escape');
  await expect(turn(page)).not.toContainText(en.table.chooseKong);
  // Neither was a tile chosen by that, nor is one thrown.
  await press('Enter');
  await expect(page.locator('.hand .raised')).toHaveCount(0);
  expect(doneAt(page)).toEqual([]);

  for (const key of ['k', 'ArrowLeft', 'Enter']) await press(key);
  await expect.poll(() => doneAt(page)).toEqual([{ type: 'declare_kong', tile: 'bamboo_1' }]);
  // What is under way is waited for before anything else is played.
  await expect(turn(page).locator('[aria-busy=true]')).toHaveCount(0);
  for (const key of ['Escape', 'k', '1']) await press(key);
  await expect.poll(() => doneAt(page).at(-1)).toEqual({ type: 'declare_kong', tile: 'dots_5' });
  await expect(turn(page).locator('[aria-busy=true]')).toHaveCount(0);

  // By touch a second tap chooses none.
  await press('Escape');
  await settled(page);
  await tapTwice(page, turn(page).getByRole('button', { name: en.table.calls.kong, exact: true }));
  await settled(page);
  expect(doneAt(page)).toHaveLength(2);
  await turn(page).getByRole('button', { name: en.table.declareKong(names[1]) }).click();
  await expect.poll(() => doneAt(page).at(-1)).toEqual({ type: 'declare_kong', tile: 'bamboo_1' });
  await context.close();
});

test('a call that can not be made says why to who comes to it, before it is pressed', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const { known, events } = stressCall(0);
  if (known.view?.prompt?.type !== 'call') throw new Error('no call');
  await stage(page, { events, known: { ...known, view: { ...known.view, prompt: { ...known.view.prompt, win: 'incomplete' } } } });

  await expect(prompt(page).getByRole('button', { name: en.table.calls.win })).toHaveAccessibleDescription(en.table.winFirst);
  await expect(prompt(page).getByRole('button', { name: en.table.calls.pung })).toHaveAccessibleDescription('');
  await context.close();
});

test('who a bot stands in for takes the seat back from where they look', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const { known, events } = courseUpTo(42);
  if (known.view === null) throw new Error('no view');
  const seats = bySeat((seat) => (seat === 1 ? ({ type: 'stand_in', name: 'Koki', level: 'easy', profile: null } as const) : known.room.seats[seat]));
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await stage(page, { events, known: { ...known, room: { ...known.room, seats }, view: { ...known.view, prompt: null } } });
    await expect(page.getByRole('button', { name: en.menu.takeBackShort })).toBeVisible();
  }
  const before = returnsTo(page);
  await page.getByRole('button', { name: en.menu.takeBackShort }).click();
  await expect.poll(() => returnsTo(page)).toBe(before + 1);
  await context.close();
});

test('who asks by a button which kong is meant goes on from there, and is back at the button after', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, stressTurn(['dots_5', 'bamboo_1']));
  await expect(turn(page)).toBeVisible();
  await settled(page);
  const kong = turn(page).getByRole('button', { name: en.table.calls.kong, exact: true });
  const option = (tile: string): Locator => turn(page).getByRole('button', { name: en.table.declareKong(tile) });

  await kong.focus();
  await page.keyboard.press('Enter');
  await expect(option(en.tiles.dots(5))).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(option(en.tiles.bamboo(1))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(kong).toBeFocused();
  expect(doneAt(page)).toEqual([]);
  await context.close();
});

test('the only kong is laid by its key at once, and of several runs the one that is walked to', async ({ browser }) => {
  const koki = await somebody(browser, 'Koki');
  await stage(koki.page, stressTurn());
  await expect(turn(koki.page)).toBeVisible();
  await settled(koki.page);
  await koki.page.keyboard.press('k');
  await expect.poll(() => doneAt(koki.page)).toEqual([{ type: 'declare_kong', tile: 'dots_5' }]);
  await koki.context.close();

  const { page, context } = await somebody(browser, 'Koki');
  await listen(page);
  await stage(page, stressCall(0));
  await expect(prompt(page)).toBeVisible();
  await spokenTo(page);
  await settled(page);
  const runs = (['dots_3', 'dots_4', 'dots_5'] as const).map((low, nth) => en.table.numbered(nth + 1, tilesText(runFrom(low), en)));
  await page.keyboard.press('c');
  await expect.poll(async () => (await said(page)).at(-1)).toBe([en.table.chooseRun, ...runs].join(' '));
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => doneAt(page)).toEqual([{ type: 'chow', low: 'dots_4' }]);
  await context.close();
});

test('a second tap on Pass throws no raised tile when the turn comes', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(PHONE);
  const call = stressCall(0);
  await stage(page, call);
  await expect(prompt(page)).toBeVisible();
  await settled(page);
  await tiles(page).first().click();
  await prompt(page).getByRole('button', { name: en.table.calls.pass }).click();
  await expect.poll(() => doneAt(page)).toEqual([{ type: 'pass' }]);

  const { view, table, seq } = call.known;
  if (view === null || table === null) throw new Error('no table');
  // The turn comes, and the second tap with it: in one task of the browser, and while its clock stands still, so that
  // nothing depends on how fast it is.
  await page.evaluate((label) => {
    const now = performance.now();
    performance.now = () => now;
    new MutationObserver((_, watch) => {
      const discard = document.querySelector<HTMLElement>(`section[aria-label="${label}"] .throw`);
      if (discard === null) return;
      watch.disconnect();
      discard.click();
      delete (performance as { now?: unknown }).now;
    }).observe(document.body, { childList: true, subtree: true });
  }, en.table.turnLabel);
  tellPlayer(page, {
    type: 'step',
    seq: seq + 1,
    room: [],
    public: [{ type: 'drew', seat: 1 }, { type: 'phase', phase: { type: 'turn', seat: 1 } }],
    own: [{ type: 'drew', tile: 'dots_9' }, { type: 'prompt', prompt: { type: 'turn', win: 'incomplete', kongs: [], barred: [] } }],
  });
  await expect(turn(page)).toBeVisible();
  await settled(page);
  expect(doneAt(page)).toEqual([{ type: 'pass' }]);

  await turn(page).getByRole('button', { name: /^Discard/ }).click();
  await expect.poll(() => doneAt(page).map(({ type }) => type)).toEqual(['pass', 'discard']);
  await context.close();
});

/** A finger on the screen, as the browser's own debugger moves it. */
function finger(devtools: CDPSession) {
  const middle = async (tile: Locator): Promise<{ x: number; y: number }> => {
    const box = await tile.boundingBox();
    if (box === null) throw new Error('a tile is not to be seen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const touch = async (type: 'touchStart' | 'touchMove', tile: Locator) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [await middle(tile)] });
  return {
    down: (tile: Locator) => touch('touchStart', tile),
    slide: (tile: Locator) => touch('touchMove', tile),
    up: () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  };
}

test('a finger slides to the tile it means, a tap raises, a second one throws, one elsewhere moves the choice', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(PHONE);
  await stage(page, stressTurn());
  await expect(turn(page)).toBeVisible();
  await settled(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const { down, slide, up } = finger(devtools);
  const raised = (): Promise<(string | null)[]> => page.locator('.hand button').evaluateAll((all) => all.flatMap((each, nth) => (each.getAttribute('aria-pressed') === 'true' ? [String(nth)] : [])));

  // It lands on a neighbour, and slides on: nothing is thrown by that, however far.
  await down(tiles(page).nth(0));
  await slide(tiles(page).nth(1));
  await slide(tiles(page).nth(2));
  await expect.poll(raised).toEqual(['2']);
  await up();
  expect(await raised()).toEqual(['2']);

  // Elsewhere: the choice moves, and is no second tap.
  await down(tiles(page).nth(3));
  await up();
  await expect.poll(raised).toEqual(['3']);
  expect(doneAt(page)).toEqual([]);

  // The second tap on the same tile throws it.
  await down(tiles(page).nth(3));
  await up();
  await expect.poll(() => doneAt(page)).toEqual([{ type: 'discard', tile: expect.any(String) }]);
  await context.close();
});

test('the time that is left is seen and said, and that it was up', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await listen(page);
  const { known, events } = stressTurn();
  await stage(page, { known, events }, { leftMs: 60_000 });
  await expect(turn(page).getByRole('timer')).toBeVisible();
  await spokenTo(page);
  await page.keyboard.press('t');
  await expect.poll(async () => (await said(page)).at(-1)).toMatch(/^\d+ seconds left\.$/);

  tellPlayer(page, { type: 'timer', seq: known.seq, left_ms: 0 });
  await expect(turn(page).getByRole('timer')).toHaveAccessibleName(en.table.secondsLeft(0));
  const tile = known.view?.own.drawn;
  if (tile == null) throw new Error('nothing drawn');
  tellPlayer(page, { type: 'step', seq: known.seq + 1, room: [], public: [{ type: 'discarded', seat: 1, tile, drawn: true }], own: [{ type: 'prompt', prompt: null }] });

  await expect(page.locator('[data-live=polite]')).toContainText(en.events.time_up);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await context.close();
});

test('that the server can’t save is seen and said, nothing is played meanwhile, and then it goes on by itself', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(PHONE);
  await listen(page);
  const { known, events } = stressTurn();
  await stage(page, { known, events });
  await expect(turn(page)).toBeVisible();
  await spokenTo(page);

  tellPlayer(page, { type: 'stalled' });
  // Also where one would play: nothing is wrong with the line.
  await expect(turn(page)).toContainText(en.connection.stalled);
  await expect(page.getByText(en.connection.waiting)).toHaveCount(0);
  await expect.poll(async () => (await said(page)).at(-1)).toBe(en.connection.stalled);
  await settled(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');

  const { seq, room, view } = known;
  tellPlayer(page, { type: 'snapshot', seq, room, view });
  await expect(page.getByText(en.connection.stalled)).toHaveCount(0);
  await expect(turn(page)).toBeVisible();
  expect(doneAt(page)).toEqual([]);
  await context.close();
});

test('passing by the server goes on where the table is left for a moment, and not into a hand that is dealt anew', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const { known, events } = stressCall(0);
  if (known.view?.prompt?.type !== 'call') throw new Error('no call');
  const room = { ...known.room, options: { ...known.room.options, quick_pass: true } };
  const view = { ...known.view, prompt: { ...known.view.prompt, win: 'incomplete' as const } };
  await stage(page, { events, known: { ...known, room, view } });
  await expect(prompt(page)).toBeVisible();
  await page.getByRole('checkbox', { name: en.table.quickPassShort }).check();
  await expect(prompt(page)).toBeHidden();

  // To the settings and back: the server passes all the time, and the page knows.
  await page.getByRole('button', { name: en.table.menu }).click();
  await page.getByRole('link', { name: en.menu.settings }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.settings.heading);
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: en.table.quickPassShort })).toBeChecked();
  await expect(prompt(page)).toBeHidden();

  // Broken off, and dealt anew: the prompt is there again.
  const end = { outcome: { type: 'aborted' }, hands: [[], [], [], []] } as const;
  tellPlayer(page, { type: 'step', seq: known.seq + 1, room: [], public: [{ type: 'ended', end, flipped: null }], own: [{ type: 'prompt', prompt: null }] });
  tellPlayer(page, { type: 'snapshot', seq: known.seq + 2, room, view });
  await expect(prompt(page)).toBeVisible();
  await expect.poll(() => passesAskedAt(page)).toEqual([true, false]);
  await context.close();
});

test('keys for tiles mean nothing once the hand is over: nothing is raised, thrown or refused', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, goldsWin());
  const end = page.locator('section.end');
  await expect(end).toBeVisible();

  for (const key of ['d', 'ArrowRight', 'Enter', 'p', 'k']) await page.keyboard.press(key);

  await expect(end.getByRole('button', { name: en.table.ready, exact: true })).toBeVisible();
  expect(await end.textContent()).not.toContain(en.refusals.not_your_turn);
  expect(doneAt(page)).toEqual([]);
  await context.close();
});

test('what was revealed once is not revealed again to who looks back', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Anna');
  await stage(page, watched(courseUpTo(100)));
  await expect(page.locator('section.table')).toBeVisible();
  const { end: hand } = threeGolds().known.table?.hand ?? {};
  if (hand == null) throw new Error('the hand is not over');
  tellWatcher(page, { type: 'step', seq: 101, room: [], public: [{ type: 'ended', end: hand, flipped: null }] });
  const [reveal, end] = [page.locator('.reveal'), page.locator('section.end')];
  await expect(reveal).toBeVisible();
  await expect(end).toBeVisible();

  await page.keyboard.press('ArrowLeft');
  await expect(end).toHaveCount(0);
  await page.keyboard.press('ArrowRight');

  await reveal.or(end).first().waitFor();
  expect(await reveal.count()).toBe(0);
  await context.close();
});

test('who watches with open hands sees every hand, and the same hand a moment better known', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Anna');
  const moment = watched(courseUpTo(100));
  await stage(page, moment);
  await expect(page.locator('section.table')).toBeVisible();
  const faces = page.locator("section.table use[href='#bamboo_1']");
  const before = await faces.count();

  openHandsTo(page, { type: 'hands', seq: moment.known.seq, hands: bySeat((seat) => (seat === 2 ? ['bamboo_1', 'bamboo_1', 'bamboo_1'] : [])) });

  await expect(faces).toHaveCount(before + 3);
  await expect(page.getByText(en.watch.live)).toBeVisible();
  // As it is looked for where nobody may have it.
  expect((await remembered(await context.newCDPSession(page))).open).toBeGreaterThan(0);
  await context.close();
});
