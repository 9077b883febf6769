/** A whole hand by keyboard alone, and one by what a screen reader is told alone. */
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { expect, test } from './sanjin';

const HAND_MS_MAX = 180_000;

/** Waits for the next thing the urgent voice says, and says it. */
async function nextUrgent(page: Page, heard: number): Promise<{ heard: number; text: string }> {
  const handle = await page.waitForFunction(
    (before) => {
      const said = (window as unknown as { said: string[] }).said;
      return said.length > before ? said : false;
    },
    heard,
    { timeout: 60_000 },
  );
  const said = (await handle.jsonValue()) as string[];
  return { heard: said.length, text: said.at(-1) ?? '' };
}

/** Writes down everything the urgent voice says. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    const start = (): void => {
      const region = document.querySelector('[data-live=assertive]');
      if (region === null) {
        requestAnimationFrame(start);
        return;
      }
      const watch = new MutationObserver(() => said.push(region.textContent?.trim() ?? ''));
      watch.observe(region, { childList: true, subtree: true, characterData: true });
    };
    start();
  });
}

/** Plays a hand, told what to do by the urgent voice only. */
async function follow(
  page: Page,
  hands: { readonly turn: (text: string) => Promise<void>; readonly call: (text: string) => Promise<void> },
): Promise<string> {
  let heard = 0;
  for (;;) {
    const next = await nextUrgent(page, heard);
    heard = next.heard;
    if (next.text.includes(en.events.yourReady)) return next.text;
    const isTurn = next.text.includes('Your turn');
    const isCall = next.text.includes(en.events.youMayOnlyPass) || next.text.includes('You may call');
    if (isTurn) await hands.turn(next.text);
    else if (isCall) await hands.call(next.text);
  }
}

test('a hand is played by keyboard alone', async ({ page }) => {
  test.setTimeout(HAND_MS_MAX);
  await listen(page);
  await page.goto('/');
  await page.getByRole('textbox', { name: en.lobby.name }).focus();
  await page.keyboard.type('Mei');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/t/*');

  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const last = await follow(page, {
    turn: async (text) => {
      if (text.includes(en.events.youCanWin)) return press('w');
      // The first tile may be a Gold, which stays: then the next one goes.
      await expect(async () => {
        await press('ArrowRight');
        await press('Enter');
        await expect(page.getByRole('region', { name: en.table.turnLabel })).toBeHidden({ timeout: 300 });
      }).toPass();
    },
    call: async (text) => {
      // A key pressed in the very moment a prompt appears does not answer it: pressed until it is taken.
      const isWin = text.includes('call win');
      const region = page.getByRole('region', { name: en.table.promptLabel });
      await expect(async () => {
        await press(isWin ? 'w' : 'x');
        await expect(region).toBeHidden({ timeout: 300 });
      }).toPass();
    },
  });

  expect(last).toContain(en.events.yourReady);
  await press('?');
  await expect(page.getByRole('dialog', { name: en.keys.heading })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a hand is played by accessible names and live regions alone', async ({ page }) => {
  test.setTimeout(HAND_MS_MAX);
  await listen(page);
  await page.goto('/');
  await page.getByRole('textbox', { name: en.lobby.name }).fill('Mei');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.waitForURL('**/t/*');

  const last = await follow(page, {
    turn: async (text) => {
      const turn = page.getByRole('region', { name: en.table.turnLabel });
      if (text.includes(en.events.youCanWin)) return turn.getByRole('button', { name: en.table.selfDraw }).click();
      // A Gold stays while another tile can go: its name says that it is one.
      const tiles = page.getByRole('group', { name: en.table.hand }).getByRole('button');
      const names = await tiles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
      const tile = tiles.nth(names.findIndex((name) => !name.includes(en.table.goldWord)));
      await expect(turn).toBeVisible();
      await expect(async () => {
        // A second tap on a raised tile throws it too.
        if (await turn.isHidden()) return;
        await tile.click({ timeout: 1_000 });
        await turn.getByRole('button', { name: en.table.discard }).click({ timeout: 1_000 });
      }).toPass();
    },
    call: async (text) => {
      const region = page.getByRole('region', { name: en.table.promptLabel });
      const answer = text.includes('call win') ? en.table.calls.win : en.table.calls.pass;
      await expect(region).toBeVisible();
      await expect(async () => {
        // An answer that was taken late is not given again.
        if (await region.isHidden()) return;
        await region.getByRole('button', { name: answer }).click({ timeout: 1_000 });
        await expect(region).toBeHidden({ timeout: 300 });
      }).toPass();
    },
  });

  expect(last).toContain(en.events.yourReady);
});
