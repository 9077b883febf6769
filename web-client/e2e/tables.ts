/** Every state of a table, and how to get to it: at a seat, watching, and replayed. */
import type { Page } from '@playwright/test';
import { LEVELS } from '../src/table/levels';
import type { Words } from '../src/words/words';
import { playUntil, prepareAutopilot } from './autopilot';
import { openRoom, SIZES, until } from './pages';
import { expect } from './sanjin';
import { playWithBots, region, someGame, type Screen } from './show';

/** What opens a river that is longer than there is room for. */
const MORE = 'section.table .river .more';
/** A phone so low that rivers are soon too long for it. */
const LOW = { width: 360, height: 620 };
/** Runs to choose from. */
const RUNS = '.run + .run';

/** A table that waits for the player: so it stays, where a hand that ends with its deal does not. */
async function openTurn(page: Page, words: Words): Promise<void> {
  await playWithBots(page, words);
  await until('turn', page, words);
}

export const TABLES: Readonly<Record<string, Screen>> = {
  table: {
    open: openTurn,
    stays: (page, words) => region(page, words.table.turnLabel),
  },
  call: {
    open: async (page, words) => {
      await playWithBots(page, words);
      await until('prompt', page, words);
    },
    stays: (page, words) => region(page, words.table.promptLabel),
  },
  end: {
    open: async (page, words) => {
      await prepareAutopilot(page);
      await playWithBots(page, words);
      await playUntil(page, 'section.end');
    },
    stays: (page) => page.locator('section.end'),
  },
  menu: {
    open: openTurn,
    stays: (page, words) => page.getByRole('button', { name: words.table.menu }),
    then: async (page, words) => {
      await page.getByRole('button', { name: words.table.menu }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  tableRules: {
    open: openTurn,
    stays: (page, words) => page.getByRole('button', { name: words.table.menu }),
    then: async (page, words) => {
      await page.getByRole('button', { name: words.table.menu }).click();
      await page.getByRole('button', { name: words.menu.rules }).click();
    },
  },
  river: {
    open: async (page, words) => {
      await prepareAutopilot(page);
      await playWithBots(page, words, LEVELS[0]);
      await page.setViewportSize(LOW);
      await playUntil(page, MORE);
    },
    stays: (page) => page.locator('section.table'),
    then: async (page) => {
      await page.setViewportSize(LOW);
      // The tile that made a river too long may be called, and the river is short again: then it is played on.
      await expect(async () => {
        await playUntil(page, MORE);
        // By keyboard: the own one may lie under a prompt.
        await page.locator(MORE).first().press('Enter', { timeout: 2_000 });
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 });
      }).toPass();
    },
  },
  runs: {
    open: async (page, words) => {
      await prepareAutopilot(page);
      await playWithBots(page, words, LEVELS[0]);
      await playUntil(page, RUNS);
    },
    stays: (page, words) => region(page, words.table.promptLabel),
    then: async (page) => {
      // What is pressed in the very moment the prompt appears does not answer it.
      await expect(async () => {
        if (!(await page.locator(RUNS).first().isVisible())) await page.keyboard.press('c');
        await expect(page.locator(RUNS).first()).toBeVisible({ timeout: 300 });
      }).toPass();
    },
  },
  standings: {
    open: async (page, words) => {
      await prepareAutopilot(page);
      await openRoom(page, words, { hands: 2 });
      await page.getByRole('button', { name: words.room.fillWithBots }).click();
      await page.getByRole('button', { name: words.room.start, exact: true }).click();
      await page.waitForURL('**/t/*');
      await playUntil(page, 'section.end .over');
    },
    stays: (page, words) => page.getByRole('heading', { name: words.table.matchOver }),
  },
  notYet: {
    open: async (page, words) => {
      await page.goto(`/watch/${await openRoom(page, words)}`);
      await expect(page.getByText(words.live.notYet)).toBeVisible();
    },
    stays: (page, words) => page.getByText(words.live.notYet),
  },
  noRoom: {
    open: async (page, words) => {
      await page.goto('/watch/ABCDEF');
      await expect(page.getByRole('main').getByText(words.refusals.no_room)).toBeVisible();
    },
    stays: (page, words) => page.getByRole('main').getByText(words.refusals.no_room),
  },
  watch: {
    open: async (page, words) => {
      const code = await openRoom(page, words);
      await page.getByRole('button', { name: words.room.fillWithBots }).click();
      await page.getByRole('button', { name: words.room.start, exact: true }).click();
      await page.waitForURL('**/t/*');
      await page.goto(`/watch/${code}`);
      await expect(page.getByRole('slider', { name: words.watch.timeline })).toBeVisible();
    },
    stays: (page, words) => page.getByRole('slider', { name: words.watch.timeline }),
  },
  replay: {
    open: async (page) => {
      const { id } = await someGame(page.request);
      await page.goto(`/g/${id}/h/2/s/60?seat=1&open=1`);
      await expect(page.getByRole('slider')).toBeAttached();
    },
    stays: (page, words) => page.getByRole('group', { name: words.replay.controls }),
  },
  replayOptions: {
    open: async (page, words) => {
      const { id } = await someGame(page.request);
      await page.goto(`/g/${id}/h/2/s/40`);
      await page.getByRole('button', { name: words.replay.more }).last().click();
      await page.getByRole('button', { name: words.replay.wall.check }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(words.replay.wall.promised);
    },
  },
  replaySteps: {
    open: async (page) => {
      const { id } = await someGame(page.request);
      await page.goto(`/g/${id}/h/2/s/40`);
    },
    stays: (page, words) => page.getByRole('group', { name: words.replay.controls }),
    then: async (page, words) => {
      // Beside a wide table the steps are always there.
      await page.setViewportSize(SIZES[0]);
      await page.getByRole('button', { name: words.replay.events, exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  replayEnd: {
    open: async (page) => {
      const { id } = await someGame(page.request);
      await page.goto(`/g/${id}/h/2/s/9999`);
      await expect(page.locator('section.end')).toBeVisible();
    },
    stays: (page) => page.locator('section.end'),
  },
};
