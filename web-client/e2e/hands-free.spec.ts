/** A whole hand by keyboard alone, and one by what a screen reader is told alone, in either language. */
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import type { Words } from '../src/words/words';
import { LANGUAGES, somebody, until } from './pages';
import { expect, test } from './sanjin';
import { listen, said } from './voice';

const HAND_MS_MAX = 180_000;
/** What is pressed is there, or was answered already and is looked at anew. */
const SOON = { timeout: 1_000 };

/** What the urgent voice says when it wants something; the rest of it are answers, such as a refusal. */
function wishes({ events }: Words) {
  const [mayCall = '', orPass = ''] = events.youMay(['|']).split('|');
  const [drew = ''] = events.yourTurnDrew('|').split('|');
  return { turn: [events.yourTurn, drew], call: [orPass, events.youMayOnlyPass], win: `${mayCall}${events.claims.win}` };
}

/** How somebody answers what the urgent voice says. */
type Hands = { readonly turn: (text: string) => Promise<unknown>; readonly call: (text: string) => Promise<unknown> };

/** Plays a hand, told what to do by the urgent voice only. */
async function follow(page: Page, words: Words, hands: Hands): Promise<string> {
  const { turn, call } = wishes(words);
  const { yourReady } = words.events;
  const has = (text: string, parts: readonly string[]): boolean => parts.some((part) => text.includes(part));
  let last = '';
  // What is pressed in the very moment a prompt appears does not answer it: done again until the voice goes on.
  await expect(async () => {
    last = (await said(page)).findLast((text) => has(text, [...turn, ...call, yourReady])) ?? '';
    const isTurn = has(last, turn);
    const isCall = has(last, call);
    const region = page.getByRole('region', { name: isTurn ? words.table.turnLabel : words.table.promptLabel });
    if ((isTurn || isCall) && (await region.isVisible())) await (isTurn ? hands.turn : hands.call)(last);
    expect(last).toContain(yourReady);
  }).toPass({ intervals: [50], timeout: HAND_MS_MAX });
  return last;
}

/** Reads which keys there are; while that lies over the table, none of them plays. */
async function lookAtKeys(page: Page, words: Words): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: words.keys.heading })).toBeVisible(SOON);
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('.hand .raised')).toHaveCount(0);
}

for (const { code, words } of LANGUAGES) {
  test.describe(`in ${code}`, () => {
    test.use({ locale: code });

    test('a hand is played by keyboard alone', async ({ page }) => {
      test.setTimeout(HAND_MS_MAX);
      await listen(page);
      await page.goto('/');
      const name = page.getByRole('textbox', { name: words.lobby.name });
      await name.focus();
      // A browser may drop keys that are pressed before it has painted the page.
      await expect(async () => {
        await page.keyboard.press('Control+a');
        await page.keyboard.type('Mei');
        await expect(name).toHaveValue('Mei', SOON);
      }).toPass();
      // Past the code, what joins by it, and what opens a room.
      for (const bots = page.getByRole('button', { name: words.lobby.bots }); !(await bots.evaluate((each) => each === document.activeElement)); ) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/t/*');
      // What was pressed is gone: one is at the head of the table, though it is loaded a moment later.
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${words.titles.table('')}`) })).toBeFocused();

      const press = (key: string): Promise<void> => page.keyboard.press(key);
      let hasLooked = false;
      const last = await follow(page, words, {
        turn: async (text) => {
          if (!hasLooked) await lookAtKeys(page, words);
          hasLooked = true;
          if (text.includes(words.events.youCanWin)) return press('w');
          // The first tile may be a Gold, which stays: then the next one goes.
          await press('ArrowRight');
          await press('Enter');
        },
        call: (text) => press(text.includes(wishes(words).win) ? 'w' : 'x'),
      });

      expect(last).toContain(words.events.yourReady);
      // A hand may be over before one's own first turn.
      if (!hasLooked) await lookAtKeys(page, words);
    });

    test('a hand is played by accessible names and live regions alone', async ({ page }) => {
      test.setTimeout(HAND_MS_MAX);
      await listen(page);
      await page.goto('/');
      await page.getByRole('textbox', { name: words.lobby.name }).fill('Mei');
      await page.getByRole('button', { name: words.lobby.bots }).click();
      await page.waitForURL('**/t/*');
      // Whoever comes back in the middle of a question is asked again.
      const asked = page.getByRole('region', { name: words.table.turnLabel }).or(page.getByRole('region', { name: words.table.promptLabel }));
      await expect(asked.or(page.getByRole('button', { name: words.table.playAgain }))).toBeVisible();
      await page.reload();

      const last = await follow(page, words, {
        turn: async (text) => {
          const turn = page.getByRole('region', { name: words.table.turnLabel });
          if (text.includes(words.events.youCanWin)) return turn.getByRole('button', { name: words.table.selfDraw }).click(SOON);
          const tiles = page.getByRole('group', { name: words.table.hand }).getByRole('button');
          // A Gold stays while another tile can go: its name says that it is one.
          const names = await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
          // A second tap on a raised tile throws it too.
          await tiles.nth(names.findIndex((name) => !name.includes(words.table.goldWord))).click(SOON);
          await turn.getByRole('button', { name: words.table.discard }).click(SOON);
        },
        call: (text) => {
          const region = page.getByRole('region', { name: words.table.promptLabel });
          const answer = text.includes(wishes(words).win) ? words.table.calls.win : words.table.calls.pass;
          return region.getByRole('button', { name: answer, exact: true }).click(SOON);
        },
      });

      expect(last).toContain(words.events.yourReady);

      // The game is private: only the list this browser keeps leads back to it.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('sanjin.games'))).not.toBeNull();
      await page.goto('/history');
      await page.getByRole('region', { name: words.history.mine }).getByRole('link', { name: new RegExp(`^${words.history.replayOf('.+')}$`) }).click();
      await expect(page).toHaveURL(/\/g\/[\d-]+\/h\/.*code=/);
      await expect(page.getByRole('slider')).toBeAttached();
    });
  });
}

test('with the focus in the hand Space passes, and a tile that is thrown leaves the focus in its place', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.waitForURL('**/t/*');
  await until('prompt', page);
  const asked = page.getByRole('region', { name: en.table.promptLabel }).getByRole('paragraph').first();
  const tiles = page.getByRole('group', { name: en.table.hand }).locator('button:not(.barred)');
  const before = await asked.textContent();

  await expect(async () => {
    await tiles.first().focus(SOON);
    await page.keyboard.press(' ');
    await expect(page.locator('.hand .raised')).toHaveCount(0);
    await expect.poll(async () => (await asked.allTextContents())[0], SOON).not.toBe(before);
  }).toPass();

  await until('turn', page);
  await tiles.nth(2).focus();
  for (const _ of ['raised', 'thrown']) await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: en.table.turnLabel })).toBeHidden();
  // Somebody may win on it, and then there is no hand to be in.
  await expect(page.locator('.hand button:focus').or(page.locator('section.end'))).toBeVisible();
  await context.close();
});
