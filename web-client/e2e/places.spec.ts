/** What has its place: answers to a call, what is said beside them, what ends a hand, what is told of the room. */
import type { Locator, Page } from '@playwright/test';
import { courseUpTo, goldsWin, goldToRob, stressCall, watched, type Fixture } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { painted, resize, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { someGame } from './show';
import { stage, tellWatcher } from './stage';
import { listen, said } from './voice';

const [LOW, PHONE, TURNED, WIDE] = SIZES;
/** Wide enough for a table, and not for the log beside it. */
const TABLET = { width: 1000, height: 700 } as const;
/** A tile of which one can tell what it is. */
const TILE_PX_MIN = 20;

const prompt = (page: Page): Locator => page.getByRole('region', { name: en.table.promptLabel });
const result = (page: Page): Locator => page.locator('section.end');
const boxes = (all: Locator) => all.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

/** Presses an answer that can't be given until it says why; not in the very moment the prompt appears. */
async function explained(page: Page, answer: Locator, why: string): Promise<void> {
  await expect(async () => {
    await answer.click({ force: true });
    await expect(prompt(page)).toContainText(why, { timeout: 300 });
  }).toPass();
}

/** A discard that can only be passed. */
function onlyToPass(): Fixture {
  const { known, events } = stressCall(0);
  if (known.view === null) throw new Error('no view');
  const none = { type: 'call', win: 'incomplete', kong: 'no_triplet', pung: 'no_pair', chow: 'not_left', chows: [] } as const;
  return { events, known: { ...known, view: { ...known.view, prompt: none } } };
}

test('answers have the same places where only a win can be called, and say why not', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const { calls, robGold } = en.table;
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await stage(page, goldToRob());
    const answers = prompt(page).locator('.choices').getByRole('button');
    await expect(answers).toHaveCount(5);
    for (const [nth, name] of [robGold, calls.kong, calls.pung, calls.chow, calls.pass].entries()) await expect(answers.nth(nth)).toHaveAccessibleName(name);
    for (const name of [calls.kong, calls.pung, calls.chow]) await expect(prompt(page).getByRole('button', { name })).toHaveAccessibleDescription(en.refusals.win_only);
    await explained(page, answers.nth(2), en.refusals.win_only);
  }
  await context.close();
});

test('how many have answered is read whatever else the prompt says', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const count = prompt(page).getByText(/^1.4$/).or(prompt(page).getByText(en.table.answered(1)));
  for (const viewport of [PHONE, LOW, TURNED, WIDE]) {
    await page.setViewportSize(viewport);
    await stage(page, onlyToPass(), { settings: { passingOffered: false } });
    await expect(prompt(page)).toBeVisible();
    await expect(count).toBeVisible();
    await expect(prompt(page).getByRole('img', { name: en.table.answered(1) })).toBeVisible();
    const height = (await prompt(page).boundingBox())?.height;
    await explained(page, prompt(page).getByRole('button', { name: en.table.calls.pung }), en.table.noPairOf('5 dots'));
    await expect(count).toBeVisible();
    // A reason takes no more room than there was.
    if (viewport === LOW || viewport === TURNED) expect((await prompt(page).boundingBox())?.height).toBe(height);
  }
  await context.close();
});

test('what a hand that is over leads to lies in sight at its foot, and a match that goes on can be left when asked twice', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, goldsWin());
  const parts = [
    result(page).getByRole('link', { name: en.replay.thisHand }),
    result(page).getByRole('button', { name: en.table.shareHand }),
    result(page).getByRole('button', { name: en.table.leaveTable }),
    result(page).getByRole('button', { name: en.table.ready, exact: true }),
  ];
  for (const viewport of SIZES) {
    await resize(page, viewport);
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
  }

  // On its side the hand lies left of what it is worth.
  await resize(page, TURNED);
  const [hand] = await boxes(result(page).locator('.winner'));
  const [points] = await boxes(result(page).locator('table').first());
  expect(hand?.right).toBeLessThanOrEqual(points?.left ?? 0);
  expect(points?.top).toBeLessThan(hand?.top ?? 0);

  await resize(page, LOW);
  const leave = result(page).getByRole('button', { name: en.table.leaveTable });
  await leave.click();
  await expect(leave).toContainText(en.menu.leaveHint);
  await expect(leave).toBeInViewport({ ratio: 1 });
  await expect(page).not.toHaveURL('/');
  await leave.click();
  await expect(page).toHaveURL('/');
  await context.close();
});

test('what Golds stand for can be read on a phone, also of two beside each other', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const { known, events } = goldsWin();
  const table = known.table;
  const end = table?.hand?.end;
  if (known.view === null || table == null || end?.outcome.type !== 'won') throw new Error('nobody won');
  const groups = [[{ tile: 'dots_2', gold: false }, { tile: 'dots_3', gold: true }, { tile: 'dots_4', gold: true }], ...end.outcome.groups.slice(1)] as const;
  const won = { ...table, hand: { ...table.hand!, end: { ...end, outcome: { ...end.outcome, groups } } } };
  await stage(page, { events, known: { ...known, table: won, view: { ...known.view, table: won } } });

  for (const viewport of SIZES) {
    await resize(page, viewport);
    const shown = result(page).locator('.as .tile');
    await expect(shown).toHaveCount(2);
    for (const { width } of await boxes(shown)) expect(width).toBeGreaterThanOrEqual(TILE_PX_MIN);
    const [one, other] = await boxes(result(page).locator('.as'));
    expect(one?.right).toBeLessThanOrEqual(other?.left ?? 0);
  }
  await context.close();
});

test('the connection is said always, and the code beside it', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, stressCall(0));
  for (const viewport of SIZES) {
    await resize(page, viewport);
    const connection = page.locator('section.table').getByText(en.connection.live).first();
    await expect(connection).toBeInViewport();
    // Under the prompt it would not be read.
    const isSeen = await connection.evaluate((element) => {
      const text = [...element.childNodes].find((each) => each.textContent?.includes('Online')) ?? element;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    expect(isSeen).toBe(true);
    if (viewport !== TURNED) await expect(page.locator('section.table p', { hasText: 'WMWMWM' })).toBeInViewport();
  }
  await context.close();
});

test('the log is opened where there is no room for it beside the table, and closed again', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await page.setViewportSize(TABLET);
  await stage(page, courseUpTo(42));
  const log = page.getByRole('complementary', { name: en.table.log });
  const open = page.getByRole('button', { name: en.table.showLog });
  await expect(open).toBeVisible();
  await expect(log).toHaveCount(0);
  await open.click();
  await expect(log.getByRole('listitem').first()).toBeVisible();
  await log.getByRole('button', { name: en.table.hideLog }).click();
  await expect(log).toHaveCount(0);

  // As it was chosen for where there is room.
  await resize(page, WIDE);
  await expect(log).toBeVisible();
  await context.close();
});

test('on a slider the keys do what they do beside it', async ({ browser, request }) => {
  const { page, context } = await somebody(browser, 'Mei');
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/2/s/20`);
  const steps = page.getByRole('slider');
  await steps.focus();
  const at = async (): Promise<number> => Number(new URL(page.url()).pathname.split('/').at(-1));
  await page.keyboard.press('ArrowDown');
  await expect.poll(at).toBeGreaterThan(20);
  const first = await at();
  await page.keyboard.press('ArrowDown');
  await expect.poll(at).toBeGreaterThan(first);
  await page.keyboard.press('ArrowUp');
  await expect.poll(at).toBe(first);

  await stage(page, watched(courseUpTo(100)));
  await expect(steps).toBeVisible();
  for (const seq of [101, 102, 103]) tellWatcher(page, { type: 'step', seq, room: [], public: [] });
  await expect(steps).toHaveAttribute('max', '3');
  await steps.focus();
  await page.keyboard.press('ArrowUp');
  await expect(steps).toHaveValue('2');
  await page.keyboard.press('ArrowUp');
  await expect(steps).toHaveValue('1');
  await page.keyboard.press('ArrowDown');
  await expect(steps).toHaveValue('2');
  await context.close();
});

test('who watches is told that hands are hidden, and whose hand of a replay is read', async ({ browser, request }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await listen(page);
  await stage(page, watched(courseUpTo(42)));
  await expect(page.getByRole('slider')).toBeVisible();
  await painted(page);
  await page.keyboard.press('h');
  await expect.poll(() => said(page)).toContain(en.said.handsHidden);

  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/2/s/20?seat=2`);
  await expect(page.getByRole('slider')).toBeAttached();
  await painted(page);
  await page.keyboard.press('h');
  await expect.poll(async () => (await said(page)).at(-1)).toMatch(/^Hand of .+: /);
  await context.close();
});

test('who comes early to a table that is shown later is told that it is', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  const { known, events } = watched(courseUpTo(6));
  const room = { ...known.room, stage: 'waiting', options: { ...known.room.options, spectators: { type: 'delayed', seconds: 60 } } } as const;
  await stage(page, { events, known: { ...known, room, table: null } });
  await expect(page.getByText(en.live.notYetLate(en.options.late(60)))).toBeVisible();
  await expect(page.getByText(en.live.notYet)).toHaveCount(0);
  await context.close();
});
