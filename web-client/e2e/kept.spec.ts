/** Games kept at real tables, as everybody else sees them afterwards. */
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { en } from '../src/words/en';
import { ratingsEn } from '../src/words/ratings.en';
import { scoreEn as words } from '../src/words/score.en';
import { foundClub } from './club';
import { expectWhole, painted, resize, SIZES } from './pages';
import { CUT_OFF, expect, test } from './sanjin';

const NAMES = ['Koki', 'Josh', 'Mikey', 'Jo'] as const;

/** Tells the server of a game as a score keeper would; its id. */
async function made(request: APIRequestContext, more: object): Promise<string> {
  return (await told(request, '/api/games', null, { players: NAMES, ...more })).id;
}

/** As {@link made}, with these hands, and broken off after them. */
async function played(request: APIRequestContext, players: readonly string[], notes: string, more: object = {}): Promise<string> {
  const { id, recorder_key: key } = await told(request, '/api/games', null, { players, ...more });
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

test.use({ breaks: CUT_OFF });

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
    await resize(page, size);
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
  const figures = page.getByRole('region', { name: player.statsNamed('Ume') });
  await expect(figures.getByRole('heading', { level: 3 })).toHaveText([player.variants.riichi]);
  const shown = async (name: string): Promise<string> => ((await figures.locator('dl > div', { hasText: name }).locator('dd').textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
  expect(await shown(player.statNames.riichi_rate)).toBe(`25 % ${player.of(player.handSample(4))}`);
  expect(await shown(player.statNames.win_rate)).toBe(`25 % ${player.of(player.handSample(4))}`);
  expect(await shown(player.statNames.deal_in_rate)).toBe(`25 % ${player.of(player.handSample(4))}`);
  expect(await shown(player.statNames.mean_winning_points)).toBe(`7,700 ${player.of(player.winSample(1))}`);
  expect(await shown(player.places)).toBe(`1 · 0 · 1 · 0 ${player.of(player.gameSample(2))}`);
  await expect(figures.getByText(player.gap(1))).toBeVisible();
});

test('the figures of a name say of how many games hands are missing', async ({ page, request }) => {
  const start = { wind: 'south', number: 1, honba: 0, riichi_sticks: 0, scores: [30_000, 20_000, 25_000, 25_000] };
  await played(request, ['Kiku', 'Fuji', 'Kiri', 'Yanagi'], 'kiku ron fuji 7700', { start });

  await page.goto('/p/Kiku');

  await expect(page.getByRole('region', { name: ratingsEn.player.statsNamed('Kiku') }).getByText(ratingsEn.player.gapPartial(1))).toBeVisible();
});

test('a profile says how many rated matches have no hands on record', async ({ page, request }) => {
  const [best] = await foundClub(request);

  await page.goto(`/p/${best?.id}`);

  await expect(page.getByRole('region', { name: ratingsEn.player.stats }).getByText(ratingsEn.player.gapRated(8))).toBeVisible();
});

test('a kept game shows its scores hand by hand, leads to each, and can be taken home', async ({ page, request }) => {
  const id = await played(request, NAMES, 'josh ron mikey 5200\njosh tsumo 2000 all\ndraw josh jo tenpai');
  await page.goto(`/g/${id}`);
  const points = page.getByRole('region', { name: en.game.graph }).getByRole('link');
  await expect(points).toHaveCount(3);
  await expect(points.nth(1)).toHaveAccessibleName(/^Hand 2: E2, Josh tsumo 2,000 all\. .*Josh 36,200/);

  await painted(page);
  await points.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#hand-2:target')).toBeInViewport();

  const lines = { CSV: 4, NDJSON: 3 } as const;
  for (const [kind, count] of Object.entries(lines)) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: kind, exact: true }).click()]);
    expect(file.suggestedFilename()).toBe(`riichi-${id}.${kind.toLowerCase()}`);
    expect((await readFile((await file.path()) ?? '', 'utf8')).trim().split('\n')).toHaveLength(count);
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON', exact: true }).click()]);
  expect(JSON.parse(await readFile((await file.path()) ?? '', 'utf8'))).toMatchObject({ game: { id }, hands: [{ number: 1 }, { number: 2 }, { number: 3 }] });
  for (const size of SIZES) {
    await resize(page, size);
    await expectWhole(page);
  }
});

/** Fills in who plays, and begins. */
async function begin(page: Page, names: readonly string[], more: (dialog: Locator) => Promise<void> = async () => {}): Promise<void> {
  await page.goto('/score');
  await page.getByRole('button', { name: words.newGame, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [seat, name] of names.entries()) await dialog.getByRole('textbox', { name: words.begin.seats[seat] ?? '', exact: true }).fill(name);
  await more(dialog);
  await dialog.locator('button[type=submit]').click();
  await page.waitForURL('**/score/k*');
  await expect(page.getByText(words.synced, { exact: true })).toBeVisible();
}

test('a game of some other day is written down with its date', async ({ page, request }) => {
  const names = ['Hana', 'Kaze', 'Tsuki', 'Yuki'];
  await begin(page, names, async (dialog) => {
    await dialog.getByRole('checkbox', { name: words.begin.finalOnly }).check();
    await dialog.getByLabel(words.begin.playedAt).fill('2999-01-01T20:00');
    for (const [seat, score] of [18_000, 41_000, 26_000, 15_000].entries()) await dialog.getByRole('textbox', { name: words.begin.scoreOf(names[seat] ?? '') }).fill(String(score));
    await expect(dialog.getByText(words.begin.notYetPlayed)).toBeVisible();
    await dialog.getByLabel(words.begin.playedAt).fill('2026-03-14T20:15');
    await expectWhole(page);
  });

  const wanted = await page.evaluate(() => new Date('2026-03-14T20:15').getTime());
  const { games } = (await (await request.get('/api/games?player=Hana')).json()) as { games: readonly object[] };
  expect(games).toMatchObject([{ state: 'finished', started_at: wanted, scores: [18_000, 41_000, 26_000, 15_000] }]);
});

test('a mistyped name is put right, and a game that was begun by mistake is deleted for everybody', async ({ page, request }) => {
  await begin(page, ['Aoi', 'Kuor', 'Shiro', 'Midori']);
  const dialog = page.getByRole('dialog');
  const listed = async (player: string): Promise<readonly object[]> => ((await (await request.get(`/api/games?player=${player}`)).json()) as { games: readonly object[] }).games;

  await page.getByRole('button', { name: words.menu.open }).click();
  await dialog.getByRole('button', { name: words.amend.menu }).click();
  await dialog.getByRole('textbox', { name: words.begin.seats[1] ?? '' }).fill('Aoi');
  await expect(dialog.getByText(words.begin.namesMissing)).toBeVisible();
  await dialog.getByRole('textbox', { name: words.begin.seats[1] ?? '' }).fill('Kuro');
  await dialog.getByText(words.begin.rules, { exact: true }).click();
  await dialog.getByRole('checkbox', { name: words.rules.kiriage }).check();
  await expectWhole(page);
  await dialog.getByRole('button', { name: words.amend.save }).click();

  await expect(page.getByRole('list', { name: words.table.label }).getByText('Kuro')).toBeVisible();
  await expect.poll(() => listed('Kuro')).toMatchObject([{ rules: { kiriage: true } }]);

  await page.getByRole('button', { name: words.menu.open }).click();
  await dialog.getByRole('button', { name: words.erase.menu }).click();
  await expect(dialog.getByText(words.erase.lost(0))).toBeVisible();
  await expectWhole(page);
  await dialog.getByRole('button', { name: words.erase.delete }).click();

  await expect(page).toHaveURL('/score');
  await expect(page.getByText(words.noGames)).toBeVisible();
  expect(await listed('Kuro')).toEqual([]);
});

test('a deletion waits for the network, and can be taken back until then', async ({ page, context, request }) => {
  await begin(page, ['Sora', 'Umi', 'Yama', 'Kawa']);
  const dialog = page.getByRole('dialog');
  await context.setOffline(true);

  await page.getByRole('button', { name: words.menu.open }).click();
  await dialog.getByRole('button', { name: words.erase.menu }).click();
  await dialog.getByRole('button', { name: words.erase.delete }).click();
  await expect(page.getByText(words.erase.waiting)).toBeVisible();
  await page.getByRole('link', { name: words.openGame('Sora, Umi, Yama, Kawa') }).click();
  await expectWhole(page);
  await page.getByRole('button', { name: words.erase.keep }).click();
  await context.setOffline(false);

  await expect(page.getByText(words.synced, { exact: true })).toBeVisible();
  const { games } = (await (await request.get('/api/games?player=Sora')).json()) as { games: readonly object[] };
  expect(games).toHaveLength(1);
});
