/** Replays: what was played is what is shown, any step has its link, and everything goes by keyboard. */
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { en } from '../src/words/en';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { somebody } from './pages';
import { CUT_OFF, expect, test } from './sanjin';
import { someGame } from './show';

const HAND_MS_MAX = 180_000;

const SOON = { timeout: 1_000 };

/** Presses a key until it does something: a browser may drop one that is pressed before it has painted the page. */
async function pressUntil(page: Page, key: string, expected: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expected();
  }).toPass();
}

/** What lies open at the end of a hand: the result, and every tile by name. */
async function ending(page: Page): Promise<{ readonly result: readonly string[]; readonly tiles: readonly string[] }> {
  const end = page.locator('section.end');
  await expect(end).toBeVisible();
  const texts = await end.locator('.scroll').evaluate((scroll) => {
    // Only who played it is told which name is the own, and of their own win or discard in another way.
    for (const mark of scroll.querySelectorAll('.you, #end-title')) mark.remove();
    return [...scroll.querySelectorAll('.columns, .plain, .totals')].map((each) => (each as HTMLElement).innerText);
  });
  await end.getByRole('button', { name: en.table.showTable }).click();
  const tiles = await page
    .locator('section.table [role=img][aria-label]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  return { result: texts, tiles: tiles.filter((name) => name !== '').sort() };
}

test('a hand that was played is replayed to the same end', async ({ browser }) => {
  test.setTimeout(HAND_MS_MAX);
  const { page, context } = await somebody(browser, 'Mei');
  await page.setViewportSize({ width: 1280, height: 800 });
  await prepareAutopilot(page);
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.waitForURL('**/t/*');
  await setAutopilot(page, 'on');
  await expect(page.locator('section.end')).toBeVisible({ timeout: 120_000 });
  await setAutopilot(page, 'off');
  const link = page.locator('section.end').getByRole('link', { name: en.replay.thisHand });
  const to = await link.getAttribute('href');
  // What is shared is this hand by its number, also when others have followed.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('section.end').getByRole('button', { name: en.table.shareHand }).click();
  await expect(page.locator('section.end').getByRole('button', { name: en.common.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/g\/\d+-\d+\/h\/1\/s\/1\?seat=0/);
  // A moment later it can be shared again.
  await expect(page.locator('section.end').getByRole('button', { name: en.table.shareHand })).toBeVisible();
  const played = await ending(page);

  await page.goto(to ?? '');
  await expect(page).toHaveURL(/\/h\/1\/s\/1\?/);
  await expect(page.getByRole('slider', { name: en.replay.events })).toBeAttached();
  // Step by step with the keyboard to its end; one that ended with its deal is there at once.
  const end = page.locator('section.end');
  while (!(await end.isVisible())) {
    const before = page.url();
    await pressUntil(page, 'ArrowDown', () => expect.poll(async () => page.url() !== before || (await end.isVisible()), SOON).toBe(true));
  }

  expect(await ending(page)).toEqual(played);
  await context.close();
});

test('a link opens at its step and viewpoint, and keys, buttons and list go on from there', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/2/s/30?seat=2`);
  const current = page.locator('[aria-current=step]');
  await expect(current).toBeVisible();
  const around = page.locator('section.table section[aria-label]');
  await expect(around).toHaveCount(4);
  const namesAround = () => around.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  const names = await namesAround();
  await expect(page).toHaveURL(`/g/${id}/h/2/s/30?seat=2`);

  await page.reload();
  await expect(current).toBeVisible();
  await expect(page).toHaveURL(`/g/${id}/h/2/s/30?seat=2`);

  // Each step is told.
  await pressUntil(page, 'ArrowDown', () => expect(page).not.toHaveURL(/\/s\/30\?/, SOON));
  await expect(page.locator('[data-live=assertive]')).toHaveText((await current.locator('.nth').evaluate((nth) => nth.nextSibling?.textContent)) ?? '?');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/\/h\/2\/s\/1\?/);
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(/\/s\/1\?/);
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/seat=3/);
  await expect.poll(namesAround).not.toEqual(names);
  const turned = await namesAround();
  expect(turned.toSorted()).toEqual(names.toSorted());

  // Keys that ask are answered about this moment; a number after `r` says whose discards, and turns nothing.
  const said = page.locator('[data-live=assertive]');
  await page.keyboard.press('r');
  await expect(said).toContainText(/^Discards of whom\? 1 /);
  const second = /2 (.+), 3 /.exec((await said.textContent()) ?? '')?.[1] ?? '?';
  await page.keyboard.press('2');
  await expect(said).toContainText(new RegExp(`Discards of ${second}: |${second} has discarded nothing`));
  await page.keyboard.press('g');
  await expect(said).toContainText('Gold: ');
  await expect(page).toHaveURL(/seat=3/);

  // Others' hands are face down until they are opened.
  const faceDown = page.getByRole('img', { name: /concealed tiles/ });
  await expect(faceDown).toHaveCount(3);
  await page.getByRole('button', { name: en.replay.open }).click();
  await expect(page).toHaveURL(/open=1/);
  await expect(faceDown).toHaveCount(0);
  await page.keyboard.press('o');
  await expect(page).not.toHaveURL(/open=1/);
  await expect(faceDown).toHaveCount(3);

  // A number says whose place it is seen from, and what was drawn and thrown stands out when it is asked for.
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/seat=0/);
  for (const text of [en.replay.marksOn, en.replay.marksOff]) {
    await page.keyboard.press('m');
    await expect(page.locator('[data-live=polite]')).toContainText(text);
  }
  for (const [key, speed] of [['-', 0.5], ['-', 0.5], ['+', 1]] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: en.replay.speed(speed) })).toBeVisible();
  }

  await page.getByRole('list', { name: en.replay.events }).getByRole('button').nth(4).click();
  await expect(page.getByRole('list', { name: en.replay.events }).getByRole('button').nth(4)).toHaveAttribute('aria-current', 'step');

  // From the end on to the next hand.
  await page.keyboard.press('End');
  await expect(page.locator('section.end')).toBeVisible();
  await page.getByRole('button', { name: en.replay.handOn }).click();
  await expect(page).toHaveURL(/\/h\/3\/s\/1\?/);
  await expect(page.locator('section.table')).toBeVisible();

  // Played by itself at full speed it comes to the end, and stops there.
  for (const _ of [1, 2]) await page.keyboard.press('+');
  await page.getByRole('slider', { name: en.replay.events }).fill('1');
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: en.replay.pause })).toBeVisible();
  await expect(page).not.toHaveURL(/\/s\/2\?/);
  await page.getByRole('button', { name: en.replay.pause }).click();
  await expect(page.getByRole('button', { name: en.replay.play, exact: true })).toBeVisible();
});

test('who steps fast is not held up by a browser that lets the address be written seldom, and copies the very step', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const usual = history.replaceState.bind(history);
    let left = 10;
    history.replaceState = (...given) => {
      left -= 1;
      if (left < 0) throw new DOMException('too often', 'SecurityError');
      usual(...given);
    };
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/2/s/1`);
  const slider = page.getByRole('slider', { name: en.replay.events });
  await expect(slider).toBeAttached();

  // As a finger does it on the slider.
  const last = 40;
  await slider.evaluate((input: HTMLInputElement, to) => {
    for (let at = 1; at <= to; at += 1) {
      input.value = String(at);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, last);
  await expect(page.locator('[aria-current=step]')).toContainText(String(last + 1));
  await page.getByRole('button', { name: en.replay.more }).last().click();
  await page.getByRole('button', { name: en.replay.copyLink }).click();
  await expect(page.getByRole('button', { name: en.common.copied })).toBeVisible();

  const step = new RegExp(`/s/${last + 1}\\?`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(step);
  await expect(page).toHaveURL(step);
});

test.describe('a hand that does not come', () => {
  test.use({ breaks: CUT_OFF });

  test('while another hand is on its way nothing of the old one is shown, and one that does not come is said', async ({ page, request }) => {
    const { id } = await someGame(request);
    await page.goto(`/g/${id}/h/1/s/1`);
    const table = page.locator('section.table');
    await expect(table).toBeVisible();
    let refuse = (): void => undefined;
    let heard = (): void => undefined;
    const asked = new Promise<void>((done) => (heard = done));
    await page.route(/replay\?.*hand=2/, (route) => {
      refuse = () => void route.abort();
      heard();
    });

    await page.getByRole('button', { name: en.replay.handOn }).click();
    await asked;
    await expect(page).toHaveURL(/\/h\/2\/s\/1/);
    await expect(table).toHaveCount(0);
    refuse();

    await expect(page.getByText(en.replay.unreachable)).toBeVisible();
  });
});

/** A hand of a game that somebody won, at its end. */
async function wonHand(request: APIRequestContext): Promise<string> {
  const { id } = await someGame(request);
  const { hands } = (await (await request.get(`/api/games/${id}/hands`)).json()) as { hands: { number: number; deltas: number[] }[] };
  const won = hands.find(({ deltas }) => deltas.some((points) => points > 0));
  return `/g/${id}/h/${won?.number}/s/9999`;
}

test('a tap in flight when the result appears does not close it', async ({ page, request }) => {
  const end = await wonHand(request);
  await page.goto(end.replace('9999', '1'));
  await expect(page.locator('section.table')).toBeVisible();
  await page.evaluate((hide) => {
    new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll<HTMLElement>('section.end button')].find((each) => each.textContent === hide);
      if (button === undefined) return;
      observer.disconnect();
      button.click();
    }).observe(document.body, { childList: true, subtree: true });
  }, en.table.showTable);

  await pressUntil(page, 'End', () => expect(page.locator('section.end')).toBeVisible(SOON));
  const hide = page.locator('section.end').getByRole('button', { name: en.table.showTable });
  await expect(hide).toHaveAttribute('aria-disabled', 'false');
  await hide.click();

  await expect(page.locator('section.end')).toBeHidden();
});

test('a hand that was won is saved as a picture', async ({ page, request }) => {
  await page.goto(await wonHand(request));
  const button = page.locator('section.end').getByRole('button', { name: en.table.picture });
  await expect(button).toHaveAttribute('aria-disabled', 'false');

  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);

  expect(file.suggestedFilename()).toBe('sanjin.png');
  const bytes = await readFile((await file.path()) ?? '');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  // Across the row of tiles it is bright, but for what is drawn on them.
  const bright = await page.evaluate(async (png) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(png)]));
    const on = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    on?.drawImage(picture, 0, 0);
    const row = on?.getImageData(0, 212, picture.width, 1).data ?? [];
    return row.filter((red, nth) => nth % 4 === 0 && red > 200).length;
  }, [...bytes]);
  expect(bright).toBeGreaterThan(500);
});

test('the wall of a hand is computed again in the browser', async ({ page, request }) => {
  const { id } = await someGame(request);
  await page.goto(`/g/${id}/h/1/s/1`);
  await page.getByRole('button', { name: en.replay.more }).last().click();

  await page.getByRole('button', { name: en.replay.wall.check }).click();

  const found = page.getByRole('dialog').getByRole('listitem');
  await expect(found).toContainText([en.replay.wall.promised, en.replay.wall.links(4), /All 1(28|44) tiles/]);
});
