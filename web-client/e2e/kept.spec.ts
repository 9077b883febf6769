/** Games kept at real tables, as everybody else sees them afterwards. */
import type { APIRequestContext } from '@playwright/test';
import { en } from '../src/words/en';
import { ratingsEn } from '../src/words/ratings.en';
import { scoreEn as words } from '../src/words/score.en';
import { foundClub } from './club';
import { expectWhole, SIZES } from './pages';
import { expect, test } from './sanjin';

const NAMES = ['Koki', 'Josh', 'Mikey', 'Jo'] as const;

/** Tells the server of a game as a score keeper would; its id. */
async function made(request: APIRequestContext, more: object): Promise<string> {
  return (await told(request, '/api/games', null, { players: NAMES, ...more })).id;
}

/** As {@link made}, with these hands, and broken off after them. */
async function played(request: APIRequestContext, players: readonly string[], notes: string): Promise<string> {
  const { id, recorder_key: key } = await told(request, '/api/games', null, { players });
  const { version } = await told(request, `/api/games/${id}/notes`, { key, version: 1 }, { text: notes });
  await told(request, `/api/games/${id}/close`, { key, version }, { early: true });
  return id;
}

type Told = { readonly id: string; readonly recorder_key: string; readonly version: number };

async function told(request: APIRequestContext, path: string, seen: { key: string; version: number } | null, data: object): Promise<Told> {
  const headers: Record<string, string> = seen === null ? {} : { authorization: `Bearer ${seen.key}`, 'if-match': `"${seen.version}"` };
  const response = await request.post(path, { headers, data });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return (await response.json()) as Told;
}

test('a game of which only the end is known shows that end', async ({ page, request }) => {
  const id = await made(request, { final_scores: [18_000, 41_000, 26_000, 15_000], started_at: Date.UTC(2026, 2, 14, 12) });

  await page.goto('/history?player=Josh&origin=recorded');
  await page.getByRole('link', { name: en.history.openGame(id) }).click();

  const places = page.getByRole('table', { name: words.close.places }).getByRole('row');
  await expect(places.nth(1)).toContainText(/Josh.*41,000.*\+46\.0/);
  await expect(places.nth(4)).toContainText(/Jo.*15,000.*−30\.0/);
  await expect(page.getByText(words.board.finalOnly)).toBeVisible();
  await expect(page.getByText(/25,000|East 1|\d min/)).toHaveCount(0);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectWhole(page);
  }
});

test('a name on a board leads to what is known of it, riichi apart from all else, gaps and all', async ({ page, request }) => {
  const players = ['Ume', 'Take', 'Matsu', 'Ran'];
  const id = await played(request, players, 'ume riichi, ume ron take 7700\nmatsu tsumo 1000/2000\ndraw ume tenpai\ntake ron ume 3900');
  await made(request, { players, final_scores: [20_000, 30_000, 30_000, 20_000] });
  const { player } = ratingsEn;

  await page.goto(`/score/${id}`);
  await page.getByRole('link', { name: 'Ume', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ume');
  const figures = page.getByRole('region', { name: player.stats });
  await expect(figures.getByRole('heading', { level: 3 })).toHaveText([player.variants.riichi]);
  const shown = async (name: string): Promise<string> => ((await figures.locator('dl > div', { hasText: name }).locator('dd').textContent()) ?? '').replaceAll(/\s+/g, ' ');
  expect(await shown(player.statNames.riichi_rate)).toBe(`25 % ${player.of(player.handSample(4))}`);
  expect(await shown(player.statNames.win_rate)).toBe(`25 % ${player.of(player.handSample(4))}`);
  expect(await shown(player.statNames.deal_in_rate)).toBe(`25 % ${player.of(player.handSample(4))}`);
  expect(await shown(player.statNames.mean_winning_points)).toBe(`7,700 ${player.of(player.winSample(1))}`);
  expect(await shown(player.places)).toBe(`1 · 0 · 1 · 0 ${player.of(player.gameSample(2))}`);
  await expect(figures.getByText(player.gap(1))).toBeVisible();
});

test('a profile says how many rated matches have no hands on record', async ({ page, request }) => {
  const [best] = await foundClub(request);

  await page.goto(`/p/${best?.id}`);

  await expect(page.getByRole('region', { name: ratingsEn.player.stats }).getByText(ratingsEn.player.gapRated(8))).toBeVisible();
});
