/** Notes on hands that were played here. */
import { en } from '../src/words/en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { somebody } from './pages';
import { expect, test } from './sanjin';

test('who played a hand says something about it, and everybody reads it', async ({ browser }) => {
  test.setTimeout(240_000);
  const { page, context } = await somebody(browser, 'Ana');
  await prepareAutopilot(page);
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.waitForURL('**/t/*');
  await setAutopilot(page, 'on');
  await expect(page.locator('section.end')).toBeVisible({ timeout: 180_000 });
  await setAutopilot(page, 'off');
  const words = en.game.notes;

  // A room with bots is private: links to its game have the code.
  const link = (await page.locator('section.end a[href^="/g/"]').first().getAttribute('href')) ?? '';
  const { pathname, search } = new URL(link, page.url());
  const game = `${pathname.split('/h/')[0]}${search}`;
  await page.goto(game);
  await page.getByRole('button', { name: words.addTo(1) }).click();
  await page.getByRole('textbox', { name: words.label(1) }).fill('Kept the wrong pair.');
  await page.getByRole('button', { name: words.save, exact: true }).click();
  await expect(page.getByText('Kept the wrong pair.')).toBeVisible();

  const other = await somebody(browser, 'Ben');
  await other.page.goto(game);
  await expect(other.page.getByText('Kept the wrong pair.')).toBeVisible();
  await expect(other.page.getByRole('button', { name: words.addTo(1) })).toHaveCount(0);
  await other.context.close();
  await context.close();
});
