/** Leagues: found from the leaderboard, each place with the rounds it rests on. */
import { ratingsEn } from '../src/words/ratings.en';
import { foundSeason } from './club';
import { expect, test } from './sanjin';

test('a season is reached from the leaderboard, and says what every place rests on', async ({ page, request }) => {
  const season = await foundSeason(request);
  const { standings } = (await (await request.get(`/api/v1/seasons/${season}`)).json()) as { standings: { shown: number; rounds: number; dropped: number; player: { name: string } }[] };

  await page.goto('/board');
  await page.getByRole('link', { name: 'Tuesdays, 2026 autumn' }).click();

  await expect(page).toHaveURL(`/league/${season}`);
  await expect(page.getByText(ratingsEn.league.dropWorst(1))).toBeVisible();
  const rows = page.getByRole('table', { name: ratingsEn.league.standings }).getByRole('row');
  await expect(rows).toHaveCount(standings.length + 1);
  for (const [nth, { player, shown, rounds, dropped }] of standings.entries()) {
    await expect(rows.nth(nth + 1)).toContainText(player.name);
    await expect(rows.nth(nth + 1)).toContainText(shown.toFixed(1));
    await expect(rows.nth(nth + 1)).toContainText(ratingsEn.league.counted(rounds - dropped, rounds));
  }

  await page.goto('/league/999');
  await expect(page.getByText(ratingsEn.league.missing)).toBeVisible();
});
