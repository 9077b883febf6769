/** Games kept at real tables, as everybody else sees them afterwards. */
import type { APIRequestContext } from '@playwright/test';
import { en } from '../src/words/en';
import { scoreEn as words } from '../src/words/score.en';
import { expectWhole, SIZES } from './pages';
import { expect, test } from './sanjin';

const NAMES = ['Koki', 'Josh', 'Mikey', 'Jo'] as const;

/** Tells the server of a game as a score keeper would; its id. */
async function made(request: APIRequestContext, more: object): Promise<string> {
  const response = await request.post('/api/games', { data: { players: NAMES, ...more } });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { id: string }).id;
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
