/** What the browser tests of riichi scores share: a game by thumb, and what the server has of it. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { scoreEn as words } from '../src/words/score.en';
import { painted } from './pages';
import { expect } from './sanjin';

export const NAMES = ['Koki', 'Josh', 'Mikey', 'Jo'] as const;
type Name = (typeof NAMES)[number];

/** How a hand ended, as a person would enter it. */
type Entered =
  | { readonly ron: Name; readonly from: Name; readonly worth: string; readonly riichi?: readonly Name[] }
  | { readonly tsumo: Name; readonly worth: string }
  | { readonly draw: readonly Name[] };

/** A hanchan of twelve hands; the deal of each, with its honba. */
const HANCHAN: readonly (readonly [string, Entered])[] = [
  ['E1', { ron: 'Josh', from: 'Mikey', worth: '5,200', riichi: ['Josh'] }],
  ['E2', { tsumo: 'Josh', worth: words.entry.all('2,000') }],
  ['E2.1', { draw: ['Josh', 'Jo'] }],
  ['E2.2', { ron: 'Koki', from: 'Josh', worth: '1,000' }],
  ['E3', { tsumo: 'Jo', worth: '1000/2000' }],
  ['E4', { draw: [] }],
  ['S1.1', { ron: 'Mikey', from: 'Koki', worth: '3,900' }],
  ['S2', { tsumo: 'Koki', worth: '500/1000' }],
  ['S3', { ron: 'Josh', from: 'Jo', worth: '2,000' }],
  ['S4', { ron: 'Jo', from: 'Mikey', worth: '2,900' }],
  ['S4.1', { draw: ['Jo'] }],
  ['S4.2', { ron: 'Koki', from: 'Mikey', worth: '8,000' }],
];
export const LABELS = HANCHAN.map(([label]) => label);
/** By hand: 25,000 each, and every payment above. */
export const SCORES = [27_500, 35_100, 5_500, 31_900];

export type ToldHand = { readonly id: string; readonly round: string; readonly honba: number; readonly riichi: readonly number[]; readonly scores_after: readonly number[] };

export async function beginGame(page: Page): Promise<string> {
  await page.goto('/score');
  await page.getByRole('button', { name: words.newGame, exact: true }).tap();
  for (const [seat, name] of NAMES.entries()) await page.getByRole('textbox', { name: words.begin.seats[seat] ?? '' }).fill(name);
  await page.getByRole('button', { name: words.begin.begin, exact: true }).tap();
  await page.waitForURL('**/score/k*');
  await expect(page.getByRole('group', { name: words.entry.who })).toBeVisible();
  await painted(page);
  return page.url();
}

/** Answers a question by touch. */
export function pickFrom(where: Page, question: string, answer: string): Promise<void> {
  const answers = where.getByRole('group', { name: question, exact: true }).getByRole('button', { name: answer });
  return answers.filter({ has: where.locator(`span:text-is("${answer}")`) }).tap();
}

/** Confirms what was entered. */
export function confirm(page: Page): Promise<void> {
  return page.getByRole('button', { name: words.entry.confirm, exact: true }).tap();
}

/** Enters a hand by touch, and confirms it. */
export async function enter(page: Page, hand: Entered): Promise<void> {
  const pick = (question: string, answer: string): Promise<void> => pickFrom(page, question, answer);
  if ('draw' in hand) {
    await pick(words.entry.how, words.entry.draw);
    for (const name of hand.draw) await pick(words.entry.tenpai, name);
  } else {
    const winner = 'ron' in hand ? hand.ron : hand.tsumo;
    for (const name of 'ron' in hand ? (hand.riichi ?? []) : []) await page.getByRole('button', { name: words.table.riichiOf(name), exact: true }).tap();
    await pick(words.entry.who, winner);
    await pick(words.entry.how, 'ron' in hand ? words.entry.ron : words.entry.tsumo);
    if ('ron' in hand) await pick(words.entry.from, hand.from);
    await pick(words.entry.worthOf(winner), hand.worth);
  }
  await confirm(page);
}

export async function enterAll(page: Page, first: number, last: number): Promise<void> {
  for (const [, hand] of HANCHAN.slice(first - 1, last)) await enter(page, hand);
}

/** The name and key the server gave the game of a page. */
export async function gameOf(page: Page): Promise<{ id: string; recorderKey: string }> {
  const read = (): Promise<{ id: string | null; recorderKey: string }> =>
    page.evaluate(() => {
      const key = location.pathname.split('/').at(-1) ?? '';
      return JSON.parse(localStorage.getItem(`sanjin.score.${key}`) ?? '{"id":null}');
    });
  await expect.poll(async () => (await read()).id).not.toBeNull();
  return (await read()) as { id: string; recorderKey: string };
}

export async function handsOf(request: APIRequestContext, id: string): Promise<readonly ToldHand[]> {
  return ((await (await request.get(`/api/games/${id}/hands`)).json()) as { hands: readonly ToldHand[] }).hands;
}

export const labelsOf = (hands: readonly ToldHand[]): readonly string[] =>
  hands.map(({ round, honba }) => (honba === 0 ? round : `${round}.${honba}`));

export async function shownScores(page: Page): Promise<readonly number[]> {
  const rows = page.getByRole('list', { name: words.table.label }).getByRole('listitem');
  const texts = await rows.locator('.score b').allInnerTexts();
  return texts.map((text) => Number(text.replace('−', '-').replaceAll(',', '')));
}

/** Waits until the server has the hands of a game, and the page knows that. */
export async function reached(page: Page, request: APIRequestContext, labels: readonly string[]): Promise<readonly ToldHand[]> {
  const { id } = await gameOf(page);
  await expect.poll(async () => labelsOf(await handsOf(request, id))).toEqual(labels);
  await expect(saved(page)).toBeVisible();
  return handsOf(request, id);
}

export const saved = (page: Page): Locator => page.getByText(words.synced, { exact: true });
