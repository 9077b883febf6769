/** Whole matches of four people in four browsers, with a fifth who watches and everything that can go wrong on the way. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Hand } from '../src/net/games';
import { en } from '../src/words/en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { openRoom, SIZES, somebody, throwNext } from './pages';
import { CUT_OFF, expect, test } from './sanjin';
import { listen, said } from './voice';

const MATCH_MS_MAX = 600_000;
/** The shorter length of a match by the full rules; the usual one is four times as long. */
const QUICK_MATCH = 4;
/** Of so many discards four who call more often than not have called one: if not, calls can't be made. */
const UNCALLED_MAX = 100;

test.use({ breaks: CUT_OFF });

type Person = { readonly page: Page; readonly context: BrowserContext };

const prompt = (page: Page) => page.getByRole('region', { name: en.table.promptLabel });
const over = (page: Page) => page.locator('section.end');

/** What a part of the page tells everybody: which name is one's own it says to each alone. */
const inCommon = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    for (const mark of element.querySelectorAll('.you')) mark.remove();
    return (element as HTMLElement).innerText;
  });

/** Four in one room, each come in another way, and the room's code. */
async function fourAndOne(browser: Parameters<typeof somebody>[0], open: (page: Page) => Promise<string>) {
  const people: Person[] = [];
  for (const name of ['Mei', 'Koki', 'Josh', '乔']) {
    const person = await somebody(browser, name);
    await prepareAutopilot(person.page);
    await listen(person.page);
    people.push(person);
  }
  const [mei, koki, josh, jo] = people as [Person, Person, Person, Person];
  const code = await open(mei.page);

  await koki.page.goto(`/r/${code}`);
  await koki.page.getByRole('button', { name: en.room.join }).click();

  for (const [person, typed] of [
    [josh, code.toLowerCase()],
    [jo, `come to ${new URL(mei.page.url()).href}`],
  ] as const) {
    await person.page.goto('/');
    await person.page.getByRole('textbox', { name: en.lobby.code }).fill(typed);
    await person.page.getByRole('button', { name: en.lobby.join, exact: true }).click();
    await person.page.waitForURL(`**/r/${code}`);
  }

  const watcher = await somebody(browser, 'Anna');
  await listen(watcher.page);
  await watcher.page.goto(`/r/${code}`);
  await watcher.page.getByRole('main').getByRole('link', { name: en.lobby.watch }).click();
  await expect(watcher.page.getByText(en.live.notYet)).toBeVisible();
  return { mei, koki, josh, jo, watcher, code };
}

/** The match whose end a page shows; null while one is being played. */
const endedMatch = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('section.end a[href^="/g/"]')?.getAttribute('href') ?? null);

/** Everybody who plays asks for another match, and everybody sees it begin; it may be over with its deal. */
async function playAgain(players: readonly Page[], watching: readonly Page[]): Promise<void> {
  const all = [...players, ...watching];
  for (const page of all) await expect(over(page)).toBeVisible();
  const before = await Promise.all(all.map(endedMatch));
  for (const page of players) await page.getByRole('button', { name: en.table.playAgain }).click();
  for (const [nth, page] of all.entries()) await expect.poll(() => endedMatch(page)).not.toBe(before[nth]);
}

/** Plays until somebody is asked for a call; a hand that ends before is followed by another. */
async function untilAsked({ page }: Person, everybody: readonly Person[]): Promise<void> {
  await expect(async () => {
    if (await over(page).isVisible()) await playAgain(everybody.map((each) => each.page), []);
    if (await page.getByRole('region', { name: en.table.turnLabel }).isVisible()) await throwNext(page);
    await expect(prompt(page)).toBeVisible({ timeout: 400 });
  }).toPass();
}

/** What is on record of a match: each hand sums to nothing, and so does its end, which is what was shown; tiles were called. */
async function checkRecord(page: Page, id: string, shown: readonly number[]): Promise<void> {
  const { hands } = (await (await page.request.get(`/api/games/${id}/hands`)).json()) as { hands: Hand[] };
  expect(hands.map(({ number }) => number)).toEqual(Array.from({ length: QUICK_MATCH }, (_, nth) => nth + 1));
  for (const { deltas } of hands) expect(sum(deltas)).toBe(0);
  expect(shown.toSorted()).toEqual(hands.at(-1)?.scores_after.toSorted());

  const replays = await Promise.all(hands.map(async ({ number }) => (await page.request.get(`/api/games/${id}/replay?hand=${number}`)).text()));
  const count = (type: string): number => replays.join('').split(`"type":"${type}"`).length - 1;
  expect(count('discarded')).toBeGreaterThan(0);
  if (count('discarded') > UNCALLED_MAX) expect(count('called')).toBeGreaterThan(0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The points that the end of a match shows, best first. */
async function pointsAt(page: Page): Promise<number[]> {
  const texts = await over(page).locator('.over ol').getByRole('listitem').locator('b').allTextContents();
  return texts.map((text) => Number(text.replace('−', '-')));
}

test('a match is played to its end through lost networks, reloads, second tabs and a killed server', async ({
  browser,
  server,
}) => {
  test.setTimeout(MATCH_MS_MAX);
  const { mei, koki, josh, jo, watcher, code } = await fourAndOne(browser, openRoom);
  const everybody = [mei, koki, josh, jo];

  await mei.page.getByRole('button', { name: en.room.start, exact: true }).click();
  for (const { page } of everybody) await page.waitForURL(`**/t/${code}`);
  for (const { page } of [mei, josh, jo]) await setAutopilot(page, 'on');

  // From here to Koki's answer the hand stands still: whatever is drawn, it is not over before its time.
  await untilAsked(koki, everybody);

  // Koki drops out in the middle of a call, and comes back to it.
  const asked = await prompt(koki.page).getByRole('paragraph').first().textContent();
  await koki.context.setOffline(true);
  await expect.poll(() => said(koki.page)).toContain(en.connection.waiting);
  await koki.context.setOffline(false);
  await expect(koki.page.getByText(en.connection.live).first()).toBeVisible();
  await expect(prompt(koki.page)).toContainText(asked ?? '');

  // Josh reloads, and has his hand again.
  await josh.page.reload();
  await expect(josh.page.getByRole('group', { name: en.table.hand }).getByRole('button').first()).toBeVisible();

  // Jo's second tab takes the seat; the first one says so, and does not take it back.
  const second = await jo.context.newPage();
  await prepareAutopilot(second);
  await second.goto(`/t/${code}`);
  await expect(second.getByRole('group', { name: en.table.hand })).toBeVisible();
  await expect(jo.page.getByRole('main').getByText(en.endings.replaced)).toBeVisible();
  await setAutopilot(second, 'on');

  // The server dies, and is there again: nobody clicks anything.
  await server.kill();
  await expect(mei.page.getByText(en.connection.waiting).first()).toBeVisible();
  await server.start();
  for (const page of [mei.page, koki.page, josh.page, second, watcher.page]) {
    await expect(page.getByText(en.connection.live).first()).toBeVisible({ timeout: 40_000 });
  }
  await expect(jo.page.getByRole('main').getByText(en.endings.replaced)).toBeVisible();
  await expect(prompt(koki.page)).toContainText(asked ?? '');
  await prompt(koki.page).getByRole('button', { name: en.table.calls.pass }).click();
  await setAutopilot(koki.page, 'on');

  // Everybody sees the same end, and plays again.
  const players = [mei.page, koki.page, josh.page, second];
  for (const page of [...players, watcher.page]) await expect(over(page)).toBeVisible({ timeout: 240_000 });
  for (const page of [mei.page, watcher.page]) await expect(over(page).getByText(en.table.matchOver)).toHaveCount(1);
  for (const page of players) await setAutopilot(page, 'off');
  await playAgain(players, [watcher.page]);
  await expect(mei.page.getByRole('group', { name: en.table.hand }).or(over(mei.page))).toBeVisible();

  for (const { context } of [...everybody, watcher]) await context.close();
});

test('a whole match by the full rules is played through what breaks on the way, and everybody has the same standings', async ({ browser, server }) => {
  test.setTimeout(MATCH_MS_MAX);
  const { mei, koki, josh, jo, watcher, code } = await fourAndOne(browser, (page) => openRoom(page, en, { preset: 'full', hands: QUICK_MATCH }));
  const players = [mei, koki, josh, jo].map(({ page }) => page);
  // A phone each: four large tables are much to draw for one machine.
  for (const page of players) await page.setViewportSize(SIZES[1]);

  await mei.page.getByRole('button', { name: en.room.start, exact: true }).click();
  for (const page of players) {
    await page.waitForURL(`**/t/${code}`);
    await setAutopilot(page, 'on');
  }

  // In the middle of the match the table waits for Koki, who drops out and comes back; Josh reloads; the server dies.
  await expect(watcher.page.getByText(new RegExp(`^Hand [2-${QUICK_MATCH}] of ${QUICK_MATCH}`)).first()).toBeVisible({ timeout: 240_000 });
  await setAutopilot(koki.page, 'off');
  await koki.context.setOffline(true);
  await expect.poll(() => said(koki.page)).toContain(en.connection.waiting);
  await koki.context.setOffline(false);
  await josh.page.reload();
  await expect(josh.page.getByRole('group', { name: en.table.hand }).or(over(josh.page))).toBeVisible();
  await server.kill();
  for (const page of [...players, watcher.page]) await expect.poll(() => said(page)).toContain(en.connection.waiting);
  await server.start();
  for (const page of [...players, watcher.page]) await expect.poll(() => said(page), { timeout: 40_000 }).toContainEqual(expect.stringContaining(en.said.again));
  await setAutopilot(koki.page, 'on');

  const standings: string[] = [];
  for (const page of [...players, watcher.page]) {
    await expect(page.getByRole('heading', { name: en.table.matchOver })).toBeVisible({ timeout: 500_000 });
    standings.push(await inCommon(over(page).locator('.over')));
  }
  expect(new Set(standings).size).toBe(1);
  const points = await pointsAt(mei.page);
  expect(points).toHaveLength(4);
  expect(sum(points)).toBe(0);
  await over(mei.page).getByRole('link', { name: en.replay.game }).click();
  const hands = mei.page.getByRole('region', { name: en.game.hands }).getByRole('link', { name: /^Replay hand/ });
  await expect(hands).toHaveCount(QUICK_MATCH);
  await checkRecord(mei.page, new URL(mei.page.url()).pathname.split('/').at(-1) ?? '', points);
  for (const { context } of [mei, koki, josh, jo, watcher]) await context.close();
});
