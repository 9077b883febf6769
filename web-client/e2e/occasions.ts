/** Screens of moments that play seldom comes to, shown by the test in the place of the server. */
import type { Page } from '@playwright/test';
import { courseStep, courseUpTo, drawn, GOLD_STEP, goldsWin, goldToRob, stressCall, stressTurn, threeGolds, watched, type Fixture } from '../src/dev/fixtures';
import type { ByeReason } from '../src/wire/messages.generated';
import { expect } from './sanjin';
import { region, type Screen } from './show';
import { stage, standStill, tellPlayer, tellWatcher, type Staging } from './stage';

/** How long reveals stay by themselves. */
const REVEALS_MS = [1_200, 2_600];
const LEFT_MS = 90_000;

const table = (page: Page) => page.locator('section.table');
const result = (page: Page) => page.locator('section.end');

/** A table that stays as it is. */
function still(moment: () => Fixture, staging?: Staging): Screen {
  return { open: (page) => stage(page, moment(), staging), stays: table, then: (page) => expect(table(page)).toBeVisible() };
}

/** A line that ends. */
function ended(reason: Exclude<ByeReason, 'restarting'>): Screen {
  return {
    open: async (page, words) => {
      await stage(page, courseUpTo(42));
      await expect(table(page)).toBeVisible();
      tellPlayer(page, { type: 'bye', reason, retry_ms: null });
      await expect(page.getByRole('main').getByText(words.endings[reason])).toBeVisible();
    },
  };
}

/** The second hand of the course is about to be dealt. */
async function beforeGold(page: Page): Promise<void> {
  await standStill(page, ...REVEALS_MS);
  await stage(page, courseUpTo(GOLD_STEP - 1));
}

export const OCCASIONS: Readonly<Record<string, Screen>> = {
  stress: still(() => stressCall(0), { leftMs: LEFT_MS }),
  stressTurn: still(() => stressTurn(), { leftMs: LEFT_MS }),
  kongs: {
    ...still(() => stressTurn(['dots_5', 'bamboo_1', 'characters_4'])),
    then: async (page, words) => {
      // What is pressed in the very moment the prompt appears does not answer it.
      await expect(async () => {
        await page.keyboard.press('k');
        await expect(page.getByText(words.table.chooseKong, { exact: true })).toBeVisible({ timeout: 300 });
      }).toPass();
    },
  },
  large: still(() => stressCall(2), { settings: { tileSize: 'large', tileFace: 'contrast' } }),
  zen: still(() => stressTurn(), { settings: { zen: true } }),
  robGold: still(goldToRob),
  drawn: { ...still(drawn), stays: result, then: (page) => expect(result(page)).toBeVisible() },
  goldsWon: { ...still(goldsWin), stays: result, then: (page) => expect(result(page)).toBeVisible() },
  goldReveal: {
    open: beforeGold,
    stays: table,
    then: async (page) => {
      await expect(table(page)).toBeVisible();
      tellPlayer(page, courseStep(GOLD_STEP));
      await expect(page.locator('.reveal')).toBeVisible();
    },
  },
  threeGolds: {
    open: async (page) => {
      await standStill(page, ...REVEALS_MS);
      await stage(page, courseUpTo(100));
    },
    stays: table,
    then: async (page) => {
      await expect(table(page)).toBeVisible();
      const { end } = threeGolds().known.table?.hand ?? {};
      if (end == null) throw new Error('the hand is not over');
      tellPlayer(page, { type: 'step', seq: 101, room: [], public: [{ type: 'ended', end, flipped: null }], own: [] });
      await expect(page.locator('.reveal')).toBeVisible();
    },
  },
  lookingBack: {
    open: (page) => stage(page, watched(courseUpTo(100))),
    stays: (page, words) => page.getByRole('slider', { name: words.watch.timeline }),
    then: async (page, words) => {
      await expect(page.getByRole('slider', { name: words.watch.timeline })).toBeVisible();
      for (const seq of [101, 102, 103]) tellWatcher(page, { type: 'step', seq, room: [], public: [] });
      await expect(page.getByRole('slider')).toHaveAttribute('max', '3');
      await page.getByRole('slider').fill('1');
      await expect(page.getByRole('button', { name: words.watch.backToLive })).toBeVisible();
    },
  },
  guest: {
    open: (page) => {
      const { known, events } = courseUpTo(6);
      const seats = [known.room.seats[0], known.room.seats[1], known.room.seats[2], { type: 'empty' }] as const;
      return stage(page, { events, known: { ...known, room: { ...known.room, stage: 'waiting', seats } } });
    },
    stays: (page, words) => region(page, words.room.seats),
    then: (page, words) => expect(region(page, words.room.seats)).toBeVisible(),
  },
  replaced: ended('replaced'),
  kicked: ended('kicked'),
  stale: {
    open: async (page, words) => {
      // A newer page has other files: the old ones are gone.
      await page.addInitScript(() => delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker);
      await page.route('**/assets/Settings-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("gone")' }));
      await page.goto('/settings');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.endings.too_old);
    },
    stays: (page, words) => page.getByRole('heading', { level: 1, name: words.endings.too_old }),
  },
  seated: {
    open: async (page) => {
      await page.addInitScript(() => {
        const seat = { seat: 1, token: 'a token', name: 'Mei', secret: '00'.repeat(32), requests: 1 };
        localStorage.setItem('sanjin.seats', JSON.stringify([{ ...seat, code: 'K7Q2XM' }, { ...seat, code: 'ABCDEF' }]));
        Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
      });
      await page.goto('/');
    },
    stays: (page, words) => region(page, words.lobby.seatsLabel),
    then: async (page, words) => {
      await expect(page.getByText(words.offline)).toBeVisible();
      await region(page, words.lobby.seatsLabel).getByText(words.lobby.otherSeats(1)).click();
    },
  },
};
