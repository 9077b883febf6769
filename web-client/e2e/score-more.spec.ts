/** What happens seldom at a real table: everything behind More, notes, filters, and many games without a network. */
import type { Page } from '@playwright/test';
import { scoreEn as words } from '../src/words/score.en';
import { yakuText } from '../src/words/yaku';
import { CUT_OFF, expect, test } from './sanjin';
import { beginGame, confirm, enter, gameOf, handsOf, pickFrom, saved, shownScores } from './score';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, breaks: CUT_OFF });

async function more(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: words.entry.advanced }).tap();
  await page.getByRole('dialog').getByRole('button', { name: what }).tap();
}

test('what happens seldom is entered through More', async ({ page, request }) => {
  await beginGame(page);
  const { id } = await gameOf(page);
  const dialog = page.getByRole('dialog');

  await more(page, words.advanced.several);
  for (const winner of ['Josh', 'Mikey']) await pickFrom(page, words.entry.winners, winner);
  await pickFrom(page, words.entry.from, 'Jo');
  await pickFrom(page, words.entry.worthOf('Josh'), '1,000');
  await pickFrom(page, words.entry.worthOf('Mikey'), '2,000');
  await confirm(page);
  await expect.poll(() => shownScores(page)).toEqual([25_000, 26_000, 27_000, 22_000]);

  await more(page, words.advanced.chombo);
  await pickFrom(page, words.entry.offender, 'Koki');
  await confirm(page);
  await expect.poll(() => shownScores(page)).toEqual([17_000, 30_000, 29_000, 24_000]);

  await more(page, words.advanced.nagashi);
  await pickFrom(page, words.entry.nagashiWho, 'Mikey');
  await confirm(page);
  await expect.poll(() => shownScores(page)).toEqual([15_000, 26_000, 37_000, 22_000]);

  await more(page, words.advanced.aborts.kyuushu_kyuuhai);
  await confirm(page);

  // Seven pairs have 25 fu, whatever was set before.
  await pickFrom(page, words.entry.who, 'Koki');
  await pickFrom(page, words.entry.how, words.entry.ron);
  await pickFrom(page, words.entry.from, 'Jo');
  await page.getByRole('button', { name: words.entry.calculate }).tap();
  await dialog.getByRole('checkbox', { name: yakuText('chiitoitsu', 'en') }).tap();
  await expect(dialog.getByText(words.calculator.result('1,600'))).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: words.calculator.fu })).toHaveValue('25');
  await dialog.getByRole('button', { name: words.calculator.use }).tap();
  await confirm(page);
  await expect.poll(() => shownScores(page)).toEqual([17_200, 26_000, 37_000, 19_800]);

  await more(page, words.advanced.uncertain);
  await dialog.getByRole('button', { name: 'Josh' }).tap();
  await dialog.getByRole('textbox', { name: words.uncertain.note }).fill('nobody looked');
  await dialog.getByRole('button', { name: words.uncertain.save }).tap();
  await expect(saved(page)).toBeVisible();

  await page.getByRole('button', { name: words.menu.open }).tap();
  await dialog.getByRole('button', { name: words.menu.notes }).tap();
  await dialog.getByRole('textbox', { name: words.notes.label }).fill('e4 draw josh tenpai');
  await dialog.getByRole('button', { name: words.notes.send }).tap();
  await expect.poll(() => shownScores(page)).toEqual([16_200, 29_000, 36_000, 18_800]);

  // The list of yakuman opens once it is known whose; who does not deal has no tenhou.
  await more(page, words.advanced.yakuman);
  await expect(page.getByText(words.advanced.firstWho)).toBeVisible();
  await pickFrom(page, words.entry.who, 'Jo');
  await pickFrom(page, words.entry.how, words.entry.ron);
  await pickFrom(page, words.entry.from, 'Mikey');
  await expect(dialog.getByRole('checkbox', { name: yakuText('tenhou', 'en') })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: yakuText('daisangen', 'en') }).tap();
  await dialog.getByRole('group', { name: words.yakuman.liable }).getByRole('button', { name: 'Josh' }).tap();
  await dialog.getByRole('button', { name: words.yakuman.use }).tap();
  await confirm(page);
  const scores = [16_200, 12_700, 20_000, 51_100];
  await expect.poll(() => shownScores(page)).toEqual(scores);

  await expect.poll(async () => (await handsOf(request, id)).at(-1)?.scores_after).toEqual(scores);
  const told = (await handsOf(request, id)) as readonly { readonly outcome?: unknown; readonly uncertain?: unknown }[];
  expect(told).toHaveLength(8);
  expect(told[4]).toMatchObject({ outcome: { wins: [{ worth: { han: 2, fu: 25 }, yaku: ['chiitoitsu'] }] } });
  expect(told[5]).toMatchObject({ uncertain: { note: 'nobody looked', possible_winners: [1] } });

  await page.getByRole('button', { name: words.hands.tabs.hands }).tap();
  await page.getByRole('combobox', { name: words.hands.filterOutcome }).selectOption(words.hands.outcomes.ron);
  await expect(page.getByText(words.hands.shown(3, 8))).toBeVisible();
  await page.getByRole('combobox', { name: words.hands.filterPlayer }).selectOption('Koki');
  await expect(page.getByText(words.hands.shown(1, 8))).toBeVisible();
});

test('undo plays a hand on with its own riichi, here and on the server', async ({ page, request }) => {
  await beginGame(page);
  const { id } = await gameOf(page);
  const riichi = (name: string) => page.getByRole('button', { name: words.table.riichiOf(name), exact: true });
  const undo = () => page.getByRole('button', { name: new RegExp(`^${words.entry.undo}:`) }).tap();
  const declared = async (): Promise<unknown> => ((await (await request.get(`/api/games/${id}`)).json()) as { sheet: { table: { declared: unknown } } }).sheet.table.declared;
  await enter(page, { ron: 'Josh', from: 'Mikey', worth: '5,200', riichi: ['Josh'] });
  await enter(page, { ron: 'Koki', from: 'Mikey', worth: '1,000', riichi: ['Koki', 'Jo'] });
  await riichi('Mikey').tap();
  await expect.poll(declared).toEqual([2]);

  await undo();
  await expect.poll(declared).toEqual([0, 3]);
  await undo();
  await expect.poll(declared).toEqual([1]);

  for (const [name, isLit] of [['Koki', false], ['Josh', true], ['Mikey', false], ['Jo', false]] as const) {
    await expect(riichi(name)).toHaveAttribute('aria-pressed', String(isLit));
  }
});

test('ten games kept without a network are all there, and reach the server once', async ({ page, context, request }) => {
  await page.goto('/score');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await context.setOffline(true);

  for (let game = 1; game <= 10; game += 1) {
    await beginGame(page);
    await enter(page, { draw: ['Josh'] });
    await expect(page.getByText(words.waiting(1))).toBeVisible();
  }
  type Stored = { readonly id: string | null; readonly queue: readonly unknown[] };
  const kept = (): Promise<readonly Stored[]> =>
    page.evaluate(() => Object.entries(localStorage).flatMap(([name, text]) => (name.startsWith('sanjin.score.') ? [JSON.parse(text) as Stored] : [])));
  expect((await kept()).map(({ id }) => id)).toEqual(Array.from({ length: 10 }, () => null));

  await context.setOffline(false);
  await expect.poll(async () => (await kept()).filter(({ id, queue }) => id !== null && queue.length === 0).length, { timeout: 90_000 }).toBe(10);
  const ids = (await kept()).map(({ id }) => id ?? '');
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) expect((await handsOf(request, id)).map(({ scores_after }) => scores_after)).toEqual([[24_000, 28_000, 24_000, 24_000]]);
});
