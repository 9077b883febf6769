/** Every screen, and how to get to it. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Words } from '../src/words/en';
import { ratingsEn } from '../src/words/ratings.en';
import { ratingsZh } from '../src/words/ratings.zh';
import { scoreEn } from '../src/words/score.en';
import { scoreZh } from '../src/words/score.zh';
import { zh } from '../src/words/zh';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { foundClub, foundSeason } from './club';
import { LANGUAGES, openRoom, until } from './pages';
import { expect, OPERATOR_TOKEN } from './sanjin';

/** A way to a screen. */
export type Screen = {
  readonly open: (page: Page, words: Words) => Promise<void>;
  /** What shows that it is there again after a reload; without it the screen is opened anew. */
  readonly stays?: (page: Page, words: Words) => Locator;
};

/** Shows a screen in one of the languages: opened in the first, and there again in the next where it stays. */
export async function show(page: Page, { open, stays }: Screen, language: number): Promise<void> {
  const { code, words } = LANGUAGES[language] ?? LANGUAGES[0];
  if (language > 0) await page.evaluate((chosen) => localStorage.setItem('sanjin.language', chosen), code);
  if (language === 0 || stays === undefined) await open(page, words);
  else {
    await page.reload();
    await expect(stays(page, words).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

const heading = (page: Page, text: string): Locator => page.getByRole('heading', { level: 1, name: text, exact: true });
const region = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** Goes somewhere, and waits for its heading. */
async function visit(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
}

async function playWithBots(page: Page, words: Words): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: words.lobby.bots }).click();
  await page.waitForURL('**/t/*');
}

/** The latest game that was played to its end over several hands. */
export async function someGame(request: APIRequestContext): Promise<{ readonly id: string; readonly hands: number }> {
  const { games } = (await (await request.get('/api/games?origin=online')).json()) as { games: { id: string; state: string; hands: number }[] };
  const found = games.find(({ state, hands }) => state === 'finished' && hands >= 3);
  if (found === undefined) throw new Error('no finished game of several hands');
  return found;
}

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

export const SCREENS: Readonly<Record<string, Screen>> = {
  lobby: { open: (page, words) => visit(page, '/', words.lobby.title), stays: (page, words) => heading(page, words.lobby.title) },
  create: {
    open: async (page, words) => {
      await page.goto('/');
      await page.getByRole('button', { name: words.lobby.create }).click();
      await page.getByText(words.createSheet.allRules).click();
    },
  },
  gate: { open: (page, words) => visit(page, '/r/ABCDEF', words.room.joinHeading('ABCDEF')), stays: (page, words) => heading(page, words.room.joinHeading('ABCDEF')) },
  room: {
    open: async (page, words) => {
      await openRoom(page, words);
      await page.getByRole('button', { name: words.room.fillWithBots }).click();
      await expect(page.getByRole('button', { name: words.room.start, exact: true })).toBeEnabled();
    },
    stays: (page, words) => page.getByRole('button', { name: words.room.start, exact: true, disabled: false }),
  },
  table: {
    open: async (page, words) => {
      await playWithBots(page, words);
      await until('turn', page, words);
    },
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
      await prepareAutopilot(page, words);
      await playWithBots(page, words);
      await setAutopilot(page, 'on');
      await expect(page.locator('section.end')).toBeVisible({ timeout: 120_000 });
      await setAutopilot(page, 'off');
    },
    stays: (page) => page.locator('section.end'),
  },
  menu: {
    open: async (page, words) => {
      await playWithBots(page, words);
      await until('turn', page, words);
      await page.getByRole('button', { name: words.table.menu }).click();
      await page.getByRole('button', { name: words.menu.rules }).click();
    },
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
  live: { open: (page, words) => visit(page, '/watch', words.live.heading), stays: (page, words) => heading(page, words.live.heading) },
  history: {
    open: async (page, words) => {
      await visit(page, '/history?player=Ana&rare=three_golds', words.history.heading);
      await expect(page.getByRole('link', { name: words.history.openGame('') }).first()).toBeVisible();
    },
    stays: (page, words) => page.getByRole('link', { name: words.history.openGame('') }),
  },
  game: {
    open: async (page, words) => {
      const { id } = await someGame(page.request);
      await visit(page, `/g/${id}`, words.game.heading(id));
    },
    stays: (page, words) => region(page, words.game.graph),
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
      await expect(page.getByRole('region', { name: ratingWords(words).player.stats })).toBeVisible();
    },
    stays: (page, words) => region(page, ratingWords(words).player.stats),
  },
  operator: {
    open: async (page, words) => {
      await visit(page, '/admin', words.operator.heading);
      await page.getByLabel(words.operator.token).fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: words.operator.enter }).click();
      await expect(page.getByRole('heading', { name: words.operator.rooms })).toBeVisible();
    },
  },
  missing: { open: (page, words) => visit(page, '/nothing/here', words.missing.heading), stays: (page, words) => heading(page, words.missing.heading) },
};
