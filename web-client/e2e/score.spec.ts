/** Riichi scores at a real table: by thumb, without a network, on two devices at once. */
import type { Page } from '@playwright/test';
import { scoreEn as words } from '../src/words/score.en';
import { scoreZh } from '../src/words/score.zh';
import { expectWhole, resize, SIZES, somebody } from './pages';
import { CUT_OFF, expect, test } from './sanjin';
import { beginGame, enter, enterAll, gameOf, handsOf, LABELS, labelsOf, NAMES, reached, saved, SCORES, shownScores } from './score';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, breaks: CUT_OFF });

test('a hanchan of twelve hands is kept by thumb, corrected, and closed', async ({ page, request }) => {
  await beginGame(page);
  await enterAll(page, 1, 4);
  await enter(page, { tsumo: 'Jo', worth: '2000/4000' });

  // The last was wrong: one tap takes it back.
  await page.getByRole('button', { name: new RegExp(`^${words.entry.undoWhat('E3')}`) }).tap();
  await enterAll(page, 5, 12);

  await expect(page.getByText(words.close.over)).toBeVisible();
  await expect.poll(() => shownScores(page)).toEqual(SCORES);
  const { id } = await gameOf(page);
  const hands = await reached(page, request, LABELS);
  expect(hands.at(-1)?.scores_after).toEqual(SCORES);

  await page.getByRole('button', { name: words.close.close }).tap();
  await page.getByRole('dialog').getByRole('button', { name: words.close.close }).tap();
  await expect(page.getByText(words.close.closed)).toBeVisible();
  await expect
    .poll(async () => ((await (await request.get(`/api/games/${id}`)).json()) as { state: string }).state)
    .toBe('finished');
});

test('hands recorded without a network, over a closed page, reach the server once and in order', async ({ page, context, request }) => {
  const address = await beginGame(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await enterAll(page, 1, 3);
  await reached(page, request, LABELS.slice(0, 3));
  const { id } = await gameOf(page);

  await context.setOffline(true);
  await enterAll(page, 4, 6);
  await expect(page.getByText(words.waiting(3))).toBeVisible();
  // The browser gives a page its network back in the moment it closes it, and the page would use that: this one has none.
  await page.evaluate(() => void (window.fetch = () => Promise.reject(new TypeError('no network'))));
  await page.close();
  const later = await context.newPage();
  await later.goto(address);
  await enterAll(later, 7, 8);
  await expect(later.getByText(words.waiting(5))).toBeVisible();
  expect(labelsOf(await handsOf(request, id))).toEqual(LABELS.slice(0, 3));

  await context.setOffline(false);
  const hands = await reached(later, request, LABELS.slice(0, 8));
  expect(new Set(hands.map((hand) => hand.id)).size).toBe(8);
  await expect.poll(() => shownScores(later)).toEqual(hands.at(-1)?.scores_after);
});

test('two devices that write at once lose nothing', async ({ page, browser, request }) => {
  await beginGame(page);
  await enterAll(page, 1, 1);
  await reached(page, request, ['E1']);
  const { id, recorderKey } = await gameOf(page);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const other = { context, page: await context.newPage() };
  await other.page.goto(`/score/${id}#${recorderKey}`);
  await other.page.waitForURL('**/score/k*');
  await expect(other.page.getByRole('region', { name: words.entry.heading })).toBeVisible();

  await other.context.setOffline(true);
  await enter(other.page, { draw: ['Josh'] });
  await enterAll(page, 2, 2);
  const [, second] = await reached(page, request, ['E1', 'E2']);
  await other.context.setOffline(false);

  // The second device shows the game as it is, and its own entry beside it.
  const aside = other.page.getByRole('region', { name: words.aside.heading });
  await expect(aside).toContainText(words.said.draw('Josh'));
  await expect.poll(() => shownScores(other.page)).toEqual(second?.scores_after);
  await aside.getByRole('button', { name: words.aside.againWhat(words.said.draw('Josh')) }).tap();

  await expect(aside).toBeHidden();
  await expect.poll(async () => labelsOf(await handsOf(request, id))).toEqual(['E1', 'E2', 'E2.1']);
  // The first device hears of it without being asked.
  await expect(page.getByRole('button', { name: `${words.hands.tabs.hands} (3)` })).toBeVisible();
  await other.context.close();
});

test('a riichi declared on one device is in the hand that the other ends', async ({ page, browser, request }) => {
  await beginGame(page);
  await enterAll(page, 1, 1);
  await reached(page, request, ['E1']);
  const { id, recorderKey } = await gameOf(page);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const other = await context.newPage();
  await other.goto(`/score/${id}#${recorderKey}`);
  await other.waitForURL('**/score/k*');
  await expect(other.getByRole('region', { name: words.entry.heading })).toBeVisible();

  await context.setOffline(true);
  await enter(other, { draw: ['Josh'] });
  await page.getByRole('button', { name: words.table.riichiOf('Josh'), exact: true }).tap();
  const declared = async (): Promise<unknown> => ((await (await request.get(`/api/games/${id}`)).json()) as { sheet: { table: { declared: unknown } } }).sheet.table.declared;
  await expect.poll(declared).toEqual([1]);
  await context.setOffline(false);
  const text = words.aside.withRiichi(words.said.draw('Josh'), 'Josh');
  await other.getByRole('button', { name: words.aside.againWhat(text) }).tap();

  await expect.poll(async () => (await handsOf(request, id)).map(({ riichi }) => riichi)).toEqual([[1], [1]]);
  await context.close();
});

test('a hand being changed stays that hand when others are taken out, and is left when it is gone', async ({ page, request }) => {
  await beginGame(page);
  for (let nth = 0; nth < 3; nth += 1) await enter(page, { draw: ['Koki'] });
  const [first, , third] = await reached(page, request, ['E1', 'E1.1', 'E1.2']);
  const { id, recorderKey } = await gameOf(page);
  const takeOut = async (hand: string | undefined): Promise<void> => {
    const { version } = (await (await request.get(`/api/games/${id}`)).json()) as { version: number };
    const answer = await request.delete(`/api/games/${id}/hands/${hand}`, { headers: { authorization: `Bearer ${recorderKey}`, 'if-match': `"${version}"` } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: words.hands.tabs.hands }).tap();
  await page.getByRole('button', { name: words.hands.editThis('E1.1'), exact: true }).tap();
  await dialog.getByRole('checkbox', { name: words.hands.remove }).tap();

  await takeOut(first?.id);
  await expect(dialog.getByRole('heading', { name: words.edit.heading('E1'), exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: words.hands.remove }).tap();
  await expect.poll(async () => (await handsOf(request, id)).map((hand) => hand.id)).toEqual([third?.id]);

  await page.getByRole('button', { name: words.hands.editThis('E1'), exact: true }).tap();
  await expect(dialog).toBeVisible();
  await expect(saved(page)).toBeAttached();
  await takeOut(third?.id);
  await expect(dialog).toBeHidden();
});

test('a correction shows what it changes later, and an impossible one is refused with the hand', async ({ page, request }) => {
  await beginGame(page);
  await enterAll(page, 1, 2);
  await page.getByRole('button', { name: words.hands.tabs.hands }).tap();
  await page.getByRole('button', { name: words.hands.editThis('E1'), exact: true }).tap();
  const sheet = page.getByRole('dialog');
  const later = sheet.getByRole('region', { name: words.edit.later });
  const save = sheet.getByRole('button', { name: words.entry.save });

  // Without it Josh would not have been the dealer either.
  const remove = sheet.getByRole('checkbox', { name: words.hands.remove });
  await remove.tap();
  await expect(later).toContainText(words.edit.impossible(1, words.reasons.no_such_points));
  await expect(sheet.getByRole('button', { name: words.hands.remove })).toBeDisabled();
  await remove.tap();

  // Had the dealer won, Josh would not have been the dealer who wins 2,000 from all.
  await sheet.getByRole('button', { name: 'Josh', exact: true }).last().tap();
  await sheet.getByRole('group', { name: words.entry.who }).getByRole('button', { name: 'Koki' }).tap();
  await sheet.getByRole('button', { name: '5,800' }).tap();
  await expect(later).toContainText(words.edit.impossible(2, words.reasons.no_such_points));
  await expect(save).toBeDisabled();

  await sheet.getByRole('button', { name: 'Koki', exact: true }).last().tap();
  await sheet.getByRole('group', { name: words.entry.who }).getByRole('button', { name: 'Josh' }).tap();
  await sheet.getByRole('button', { name: '8,000' }).tap();
  await expect(later).toContainText('39,000');
  await save.tap();

  const { id } = await gameOf(page);
  await expect.poll(async () => (await handsOf(request, id)).at(-1)?.scores_after).toEqual([23_000, 39_000, 15_000, 23_000]);
  await expect(saved(page)).toBeVisible();
});

test('a board follows the game on another screen', async ({ page, browser }) => {
  await beginGame(page);
  await enterAll(page, 1, 1);
  const { id } = await gameOf(page);
  const { page: board, context } = await somebody(browser, 'Ana');
  await board.goto(`/score/${id}`);
  await expect(board.getByText(words.said.ron('Josh', 'Mikey', '5,200')).first()).toBeVisible();

  await enterAll(page, 2, 2);

  await expect(board.getByText(words.said.tsumo('Josh', words.entry.all('2,000'))).first()).toBeVisible();
  await expect.poll(async () => JSON.stringify(await shownScores(board)) === JSON.stringify(await shownScores(page))).toBe(true);
  await context.close();
});

/** Records every call of what a phone does besides showing: the real functions are called all the same. */
async function listenToTheDevice(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { calls });
    const vibrate = navigator.vibrate.bind(navigator);
    navigator.vibrate = (pattern) => {
      calls.push(`vibrate ${String(pattern)}`);
      return vibrate(pattern as number);
    };
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      calls.push('awake');
      lock.addEventListener('release', () => calls.push('asleep'));
      return lock;
    };
  });
  return () => page.evaluate(() => (window as unknown as { calls: readonly string[] }).calls);
}

test('scores are put right by hand, a closed game is reopened, and the phone stays awake as long as it is open', async ({ page, request, context }) => {
  await context.grantPermissions(['screen-wake-lock']);
  const calls = await listenToTheDevice(page);
  await beginGame(page);
  await expect.poll(calls).toContain('awake');
  await enterAll(page, 1, 1);
  await expect.poll(calls).toContain('vibrate 30');
  const dialog = page.getByRole('dialog');

  // Mikey had paid 300 too much. No point may vanish.
  await page.getByRole('button', { name: words.entry.advanced }).tap();
  await dialog.getByRole('button', { name: words.advanced.points }).tap();
  await dialog.getByRole('textbox', { name: words.begin.scoreOf('Mikey') }).fill('20100');
  await expect(dialog.getByRole('button', { name: words.correction.save })).toBeDisabled();
  await dialog.getByRole('textbox', { name: words.begin.scoreOf('Josh') }).fill('29900');
  await dialog.getByRole('textbox', { name: words.correction.why }).fill('counted wrongly');
  await dialog.getByRole('button', { name: words.correction.save }).tap();
  await expect.poll(() => shownScores(page)).toEqual([25_000, 29_900, 20_100, 25_000]);
  const { id } = await gameOf(page);
  await expect.poll(async () => (await handsOf(request, id)).at(-1)).toMatchObject({ round: 'E2', note: 'counted wrongly', scores_after: [25_000, 29_900, 20_100, 25_000] });
  await page.getByRole('button', { name: words.hands.tabs.hands }).tap();
  const paid = page.getByRole('list', { name: words.payments.label });
  await expect(paid.first()).toContainText(/Josh.*Mikey 300/);

  await page.getByRole('button', { name: words.menu.open }).tap();
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: words.menu.exportCsv }).tap()]);
  expect(file.suggestedFilename()).toBe(`riichi-${id}.csv`);
  await dialog.getByRole('button', { name: words.menu.close, exact: true }).tap();
  await dialog.getByRole('button', { name: words.close.closeEarly }).tap();
  await page.getByRole('button', { name: words.hands.tabs.entry }).tap();
  await expect(page.getByText(words.close.closed)).toBeVisible();
  await expect.poll(calls).toContain('asleep');

  await page.getByRole('button', { name: words.menu.open }).tap();
  await dialog.getByRole('button', { name: words.menu.reopen }).tap();
  await dialog.getByRole('textbox', { name: words.reopen.reason }).fill('one more hand');
  await dialog.getByRole('button', { name: words.reopen.reopen }).tap();
  await enterAll(page, 2, 2);
  await reached(page, request, ['E1', 'E2', 'E2']);
});

test('a draw that nobody wrote down is found by the scores, and accepted', async ({ page, request }) => {
  await beginGame(page);
  await enter(page, { ron: 'Koki', from: 'Mikey', worth: '5,800' });
  await enter(page, { ron: 'Josh', from: 'Mikey', worth: '8,000' });
  await reached(page, request, ['E1', 'E1.1']);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: words.menu.open }).tap();
  await dialog.getByRole('button', { name: words.menu.compare }).tap();
  for (const [seat, score] of ['30800', '33600', '10600', '25000'].entries()) {
    await dialog.getByRole('textbox', { name: words.begin.scoreOf(NAMES[seat] ?? ''), exact: true }).fill(score);
  }
  await dialog.getByRole('button', { name: words.reconcile.compare, exact: true }).tap();
  const missing = dialog.getByRole('listitem').filter({ hasText: words.reconcile.proposal(2, words.reconcile.kinds.missing_honba, '') });
  await missing.getByRole('button', { name: words.reconcile.accept }).tap();

  await expect.poll(() => shownScores(page)).toEqual([30_800, 33_600, 10_600, 25_000]);
  await reached(page, request, ['E1', 'E1.1', 'E1.2']);
});

/** What lies over a game, and the way to it from the game itself. */
const SHEETS: readonly ((page: Page, said: typeof words) => Promise<void>)[] = [
  (page, said) => page.getByRole('button', { name: said.entry.advanced }).click(),
  (page, said) => throughMore(page, said, said.advanced.points),
  (page, said) => throughMore(page, said, said.advanced.uncertain),
  (page, said) => throughMenu(page, said, said.menu.notes),
  (page, said) => throughMenu(page, said, said.menu.compare),
  (page, said) => throughMenu(page, said, said.menu.share),
  (page, said) => throughMenu(page, said, said.menu.close),
  (page, said) => throughMenu(page, said, said.amend.menu),
  (page, said) => throughMenu(page, said, `${said.erase.menu}…`),
  (page, said) => page.getByRole('button', { name: said.hands.tabs.table }).click(),
  (page, said) => page.getByRole('button', { name: said.hands.tabs.hands }).click(),
  async (page, said) => {
    await page.goto('/score');
    await page.getByRole('button', { name: said.calculator.free }).click();
    await page.getByText(said.fu.heading).click();
  },
];

async function throughMenu(page: Page, said: typeof words, item: string): Promise<void> {
  await page.getByRole('button', { name: said.menu.open }).click();
  await page.getByRole('dialog').getByRole('button', { name: item, exact: true }).click();
}

async function throughMore(page: Page, said: typeof words, item: string): Promise<void> {
  await page.getByRole('button', { name: said.entry.advanced }).click();
  await page.getByRole('dialog').getByRole('button', { name: item }).click();
}

test('by keyboard Enter confirms where a value was chosen or typed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginGame(page);
  const deal = (number: number): ReturnType<Page['getByText']> => page.getByText(words.table.round(words.table.winds.east, number), { exact: true }).first();

  for (const key of ['2', 't']) await page.keyboard.press(key);
  const value = page.getByRole('group', { name: words.entry.worthOf('Josh') }).getByRole('button').first();
  await value.focus();
  await page.keyboard.press('Enter');
  await expect(value).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(deal(2)).toBeVisible();

  await page.locator('h1').first().focus();
  for (const key of ['1', 'r', '3']) await page.keyboard.press(key);
  await page.getByPlaceholder(words.entry.typed).fill('8000');
  await page.keyboard.press('Enter');
  await expect(deal(3)).toBeVisible();

  // A tablet between the players turns each score to its player.
  const table = page.getByRole('button', { name: words.hands.tabs.table, exact: true });
  await table.click();
  await expect(page.getByRole('group', { name: words.table.label }).getByRole('button', { name: new RegExp(`${words.table.riichiOf('Jo')}$`) })).toBeVisible();
  await expect(page.getByRole('group', { name: words.entry.who })).toBeVisible();
  await table.click();
  await expect(page.getByRole('list', { name: words.table.label })).toBeVisible();
});

test('whatever lies over a game is whole and accessible', async ({ page }) => {
  test.setTimeout(240_000);
  const address = await beginGame(page);
  await enterAll(page, 1, 1);
  await expect(saved(page)).toBeVisible();

  for (const [code, said] of [['en', words], ['zh-Hans', scoreZh as typeof words]] as const) {
    await page.evaluate((language) => localStorage.setItem('sanjin.language', language), code);
    for (const open of SHEETS) {
      // Beside a wide table some of it is always there.
      await page.setViewportSize(SIZES[1]);
      await page.goto(address);
      await open(page, said);
      for (const size of SIZES) {
        await resize(page, size);
        await expectWhole(page);
      }
    }
  }
});
