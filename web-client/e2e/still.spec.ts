/** Nothing on the table moves when the player is asked something, and nothing hidden is in a spectator's browser. */
import type { CDPSession, Page } from '@playwright/test';
import { en } from '../src/words/en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { openRoom, SIZES, somebody, throwNext } from './pages';
import { expect, test } from './sanjin';

const HAND_MS_MAX = 180_000;

type Places = readonly (readonly number[])[];

/** Where the middle of the table and the own hand lie, in whole pixels: with the prompt, and the same moment without it. */
function places(page: Page): Promise<{ readonly asked: Places; readonly free: Places }> {
  return page.evaluate(() => {
    const measure = (): number[][] =>
      [...document.querySelectorAll('section.table .centre, section.table [role=group].hand')]
        .map((each) => each.getBoundingClientRect())
        .map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round));
    const prompt = document.querySelector<HTMLElement>('.dock:has(> section.prompt)');
    const asked = prompt === null ? [] : measure();
    prompt?.style.setProperty('display', 'none');
    const free = measure();
    prompt?.style.removeProperty('display');
    return { asked, free };
  });
}

test('a prompt that appears moves nothing', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  const turn = page.getByRole('region', { name: en.table.turnLabel });
  const prompt = page.getByRole('region', { name: en.table.promptLabel });
  const again = page.getByRole('button', { name: en.table.playAgain });
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await expect(async () => {
      // A bot may win before every size has had its turn.
      if (await again.isVisible()) await page.keyboard.press('y');
      if (await turn.isVisible()) await throwNext(page);
      await expect(prompt).toBeVisible({ timeout: 300 });
    }).toPass();

    const { asked, free } = await places(page);
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(free);
    await page.keyboard.press('x');
  }
  await context.close();
});

test('no concealed tile of a running hand is anywhere in a spectator’s browser', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const mei = await somebody(browser, 'Mei');
  await prepareAutopilot(mei.page);
  const code = await openRoom(mei.page);
  await mei.page.getByRole('button', { name: en.room.fillWithBots }).click();
  await mei.page.getByRole('button', { name: en.room.start, exact: true }).click();
  await mei.page.waitForURL('**/t/*');

  const anna = await somebody(browser, 'Anna');
  const asked: string[] = [];
  anna.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await anna.page.goto(`/watch/${code}`);
  await expect(anna.page.getByText(en.watch.live)).toBeVisible();
  const devtools = await anna.context.newCDPSession(anna.page);
  let found: Remembered = { own: 0, held: 0, tables: 0 };
  // A hand may end at any moment: then another one is watched.
  await expect(async () => {
    await setAutopilot(mei.page, 'forever');
    await expect.poll(async () => Number(await anna.page.getByRole('slider').getAttribute('max'))).toBeGreaterThan(12);
    await setAutopilot(mei.page, 'off');
    found = await remembered(devtools);
    expect(found.tables).toBeGreaterThan(10);
  }).toPass();

  expect(found).toMatchObject({ own: 0, held: 0 });
  // And nothing was asked of the history, which knows hands that are over only.
  expect(asked.filter((path) => path.startsWith('/api/games/'))).toEqual([]);
  await mei.context.close();
  await anna.context.close();
});

/** How many things of a kind are alive in a browser: what a player holds, open hands, tables. */
type Remembered = { readonly own: number; readonly held: number; readonly tables: number };

/** Everything alive in a browser's memory, as its own debugger lists it: no array of what a hand would be. */
async function remembered(devtools: CDPSession): Promise<Remembered> {
  const { result: prototype } = await devtools.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
  const { result } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    returnByValue: true,
    functionDeclaration: `function () {
      const own = this.filter((each) => Object.hasOwn(each, 'own') && each.own !== null && typeof each.own === 'object' && 'tiles' in each.own);
      const held = this.filter((each) => Object.hasOwn(each, 'concealed') && typeof each.concealed === 'object');
      const tables = this.filter((each) => Object.hasOwn(each, 'hands_played') && Object.hasOwn(each, 'phase'));
      return { own: own.length, held: held.length, tables: tables.length };
    }`,
  });
  return result.value as Remembered;
}
