/** Every screen, and how to get to it. */
import type { Page } from '@playwright/test';
import type { Words } from '../src/words/words';
import { ratingsEn } from '../src/words/ratings.en';
import { ratingsZh } from '../src/words/ratings.zh';
import { scoreEn } from '../src/words/score.en';
import { scoreZh } from '../src/words/score.zh';
import { zh } from '../src/words/zh';
import { foundClub, foundSeason } from './club';
import { openRoom, painted } from './pages';
import { expect, OPERATOR_TOKEN } from './sanjin';
import { heading, region, someGame, visit, type Screen } from './show';
import { OCCASIONS } from './occasions';
import { TABLES } from './tables';

const ratingWords = (words: Words) => (words === zh ? ratingsZh : ratingsEn);
const scoreWords = (words: Words) => (words === zh ? scoreZh : scoreEn);

/** Begins to keep a game of four, and waits until the server knows it. */
async function keepScore(page: Page, words: Words): Promise<void> {
  const score = scoreWords(words);
  await visit(page, '/score', score.heading);
  await page.getByRole('button', { name: score.newGame, exact: true }).click();
  for (const [seat, name] of ['Koki', 'Josh', '美 Mei', 'Maximilian the Second'].entries()) {
    await page.getByRole('textbox', { name: score.begin.seats[seat] ?? '' }).fill(name);
  }
  await page.getByText(score.begin.rules, { exact: true }).click();
  await page.getByRole('button', { name: score.begin.begin, exact: true }).click();
  await page.waitForURL('**/score/k*');
  await page.getByRole('button', { name: score.entry.draw, exact: true }).click();
  await page.getByRole('button', { name: score.entry.confirm, exact: true }).click();
  await expect(page.getByText(score.synced, { exact: true })).toBeVisible();
}

/** Has two tables for anybody to see: one where a match is on, and one that has seats yet. */
async function layTables(page: Page, words: Words): Promise<void> {
  await openRoom(page, words);
  await page.getByRole('button', { name: words.room.fillWithBots }).click();
  await page.getByRole('button', { name: words.room.start, exact: true }).click();
  await page.waitForURL('**/t/*');
  await openRoom(page, words);
  await page.evaluate(() => localStorage.removeItem('sanjin.seats'));
}

/** Loads the page of a room as somebody who has no seat in it. */
async function comeAsGuest(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('sanjin.seats'));
  await page.reload();
}

export const SCREENS: Readonly<Record<string, Screen>> = {
  ...TABLES,
  ...OCCASIONS,
  lobby: {
    open: async (page, words) => {
      await layTables(page, words);
      await visit(page, '/', words.lobby.title);
    },
    stays: (page, words) => heading(page, words.lobby.title),
    then: (page, words) => expect(region(page, words.lobby.liveTables).getByRole('listitem').nth(1)).toBeVisible(),
  },
  create: {
    open: async (page, words) => {
      await page.goto('/');
      await page.getByRole('button', { name: words.lobby.create }).click();
      await page.getByText(words.createSheet.allRules).click();
    },
  },
  gate: {
    open: async (page, words) => {
      await openRoom(page, words);
      await comeAsGuest(page);
    },
    stays: (page, words) => page.getByRole('button', { name: words.room.join }),
    then: (page, words) => expect(page.getByRole('button', { name: words.room.join })).toBeVisible(),
  },
  gateFull: {
    open: async (page, words) => {
      await openRoom(page, words);
      await page.getByRole('button', { name: words.room.fillWithBots }).click();
      await expect(page.getByRole('button', { name: words.room.start, exact: true })).toBeEnabled();
      await comeAsGuest(page);
    },
    stays: (page, words) => page.getByRole('main').getByText(words.refusals.room_full),
    then: (page, words) => expect(page.getByRole('main').getByText(words.refusals.room_full)).toBeVisible(),
  },
  room: {
    open: async (page, words) => {
      await openRoom(page, words);
      await page.getByRole('button', { name: words.room.fillWithBots }).click();
      await expect(page.getByRole('button', { name: words.room.start, exact: true })).toBeEnabled();
    },
    stays: (page, words) => page.getByRole('button', { name: words.room.start, exact: true, disabled: false }),
  },
  roomRules: {
    open: async (page, words) => void (await openRoom(page, words)),
    stays: (page, words) => page.getByRole('button', { name: words.room.changeRules }),
    then: async (page, words) => {
      await page.getByRole('button', { name: words.room.changeRules }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: words.room.saveRules })).toBeVisible();
    },
  },
  keys: {
    open: (page, words) => visit(page, '/', words.lobby.title),
    stays: (page, words) => heading(page, words.lobby.title),
    then: async (page, words) => {
      await painted(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: words.keys.heading })).toBeVisible();
    },
  },
  live: {
    open: async (page, words) => {
      await layTables(page, words);
      await visit(page, '/watch', words.live.heading);
    },
    stays: (page, words) => heading(page, words.live.heading),
    then: (page, words) => expect(region(page, words.lobby.liveTables).getByRole('listitem').nth(1)).toBeVisible(),
  },
  history: {
    open: async (page, words) => {
      await visit(page, '/history?player=Ana&rare=three_golds', words.history.heading);
      await expect(page.getByRole('link', { name: words.history.openGame('') }).first()).toBeVisible();
    },
    stays: (page, words) => page.getByRole('link', { name: words.history.openGame('') }),
  },
  historyEmpty: {
    open: async (page, words) => {
      await page.route('**/api/games?*', (route) => route.fulfill({ json: { games: [] } }));
      await visit(page, '/history', words.history.heading);
    },
    stays: (page, words) => page.getByRole('main').getByText(words.history.none),
    then: (page, words) => expect(page.getByRole('main').getByText(words.history.none)).toBeVisible(),
  },
  game: {
    open: async (page, words) => {
      const { id } = await someGame(page.request);
      await visit(page, `/g/${id}`, words.game.heading(id));
    },
    stays: (page, words) => region(page, words.game.graph),
  },
  scores: {
    open: async (page, words) => {
      await keepScore(page, words);
      await visit(page, '/score', scoreWords(words).heading);
      await page.getByRole('button', { name: scoreWords(words).newGame, exact: true }).click();
      await page.getByText(scoreWords(words).begin.rules, { exact: true }).click();
    },
  },
  sheet: {
    open: async (page, words) => {
      const { entry } = scoreWords(words);
      await keepScore(page, words);
      await page.getByRole('group', { name: entry.who }).getByRole('button', { name: 'Koki' }).click();
      await page.getByRole('button', { name: entry.tsumo, exact: true }).click();
      await page.getByRole('button', { name: /2000\/4000/ }).click();
    },
  },
  calculator: {
    open: async (page, words) => {
      const { entry } = scoreWords(words);
      await keepScore(page, words);
      await page.getByRole('group', { name: entry.who }).getByRole('button', { name: 'Josh' }).click();
      await page.getByRole('button', { name: entry.tsumo, exact: true }).click();
      await page.getByRole('button', { name: entry.calculate }).click();
    },
  },
  board: {
    open: async (page, words) => {
      await keepScore(page, words);
      const id = await page.evaluate(() => {
        const kept = localStorage.getItem(`sanjin.score.${location.pathname.split('/').at(-1)}`);
        return (JSON.parse(kept ?? '{}') as { id: string }).id;
      });
      await page.goto(`/score/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(scoreWords(words).board.heading(id));
      await expect(page.getByRole('list', { name: scoreWords(words).table.label })).toBeVisible();
    },
    stays: (page, words) => page.getByRole('list', { name: scoreWords(words).table.label }),
  },
  learn: { open: (page, words) => visit(page, '/learn', words.titles.learn), stays: (page, words) => heading(page, words.titles.learn) },
  settings: {
    open: async (page, words) => {
      await visit(page, '/settings', words.settings.heading);
      await expect(page.getByRole('button', { name: ratingWords(words).me.make })).toBeVisible();
      await page.getByText(ratingWords(words).me.haveCode).click();
    },
  },
  profile: {
    open: async (page, words) => {
      const { me } = ratingWords(words);
      await visit(page, '/settings', words.settings.heading);
      await page.getByRole('button', { name: me.make }).or(page.getByRole('button', { name: me.rename })).first().click();
      const kept = page.getByRole('button', { name: me.kept });
      await expect(kept.or(page.getByRole('button', { name: me.rename }))).toBeVisible();
      if (await kept.isVisible()) await kept.click();
      await expect(page.getByRole('checkbox', { name: me.hidden })).toBeVisible();
    },
  },
  ranking: {
    open: async (page, words) => {
      await foundClub(page.request);
      await visit(page, '/board', ratingWords(words).board.heading);
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  player: {
    open: async (page, words) => {
      const [best] = await foundClub(page.request);
      await visit(page, `/p/${best?.id}`, best?.name ?? '');
      await expect(page.getByRole('region', { name: ratingWords(words).player.rare })).toBeVisible();
    },
  },
  league: {
    open: async (page, words) => {
      await visit(page, `/league/${await foundSeason(page.request)}`, 'Tuesdays, 2026 autumn');
      await expect(page.getByRole('table', { name: ratingWords(words).league.standings })).toBeVisible();
    },
    stays: (page, words) => page.getByRole('table', { name: ratingWords(words).league.standings }),
  },
  named: {
    open: async (page, words) => {
      const made = await page.request.post('/api/games', { data: { players: ['Ume', 'Take', 'Matsu', 'Ran'], final_scores: [20_000, 30_000, 30_000, 20_000] } });
      expect(made.ok()).toBe(true);
      await visit(page, '/p/Ume', 'Ume');
      await expect(region(page, ratingWords(words).player.statsNamed('Ume'))).toBeVisible();
    },
    stays: (page, words) => region(page, ratingWords(words).player.statsNamed('Ume')),
  },
  operator: {
    open: async (page, words) => {
      await visit(page, '/admin', words.operator.heading);
      await page.getByLabel(words.operator.token).fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: words.operator.enter }).click();
      await expect(page.getByRole('heading', { name: words.operator.rooms })).toBeVisible();
    },
  },
  operatorState: {
    open: async (page, words) => {
      const code = await openRoom(page, words);
      await visit(page, '/admin', words.operator.heading);
      await page.getByLabel(words.operator.token).fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: words.operator.enter }).click();
      await page.getByRole('button', { name: words.operator.stateOf(code) }).click();
      await expect(page.getByRole('dialog')).toContainText('"type": "snapshot"');
    },
  },
  missing: { open: (page, words) => visit(page, '/nothing/here', words.missing.heading), stays: (page, words) => heading(page, words.missing.heading) },
};
