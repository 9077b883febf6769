/** What is told at moments that play seldom comes to: by sound, on a button, after a match. */
import type { Page } from '@playwright/test';
import { stressCall, stressTurn, threeGolds, type Fixture } from '../src/dev/fixtures';
import type { Round } from '../src/net/ratings';
import type { Occupant, RoomView } from '../src/wire/messages.generated';
import { en } from '../src/words/en';
import { zh } from '../src/words/zh';
import { somebody } from './pages';
import { expect, test } from './sanjin';
import { stage, tellPlayer } from './stage';

/** What calls a player begins with this tone, a discard with that. */
const HERTZ = { call: 659, discard: 1400 };

type Heard = { readonly hertz: number[]; readonly contexts: AudioContext[] };

/** Writes down every tone of a page, from its next load on. */
async function hearTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard = { hertz: [], contexts: [] };
    Object.assign(window, { heard });
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        heard.contexts.push(this);
      }
    };
    window.OscillatorNode = class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options);
        heard.hertz.push(options?.frequency ?? 0);
      }
    };
  });
}

const tones = (page: Page): Promise<readonly number[]> => page.evaluate(() => (window as unknown as { heard: Heard }).heard.hertz);

const isHeard = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard.contexts.some(({ state }) => state === 'running'));

test('what the server passes for a player does not call them by sound', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await hearTones(page);
  const { known, events } = stressCall(0);
  if (known.view?.prompt?.type !== 'call') throw new Error('no call');
  const prompt = { ...known.view.prompt, win: 'incomplete' } as const;
  const room = { ...known.room, options: { ...known.room.options, quick_pass: true } };
  await stage(page, { events, known: { ...known, room, view: { ...known.view, prompt } } });
  await page.getByRole('checkbox', { name: en.table.quickPassShort }).check();
  await expect.poll(() => isHeard(page)).toBe(true);

  const thrown = { type: 'discarded', seat: 3, tile: 'bamboo_2', drawn: false } as const;
  tellPlayer(page, { type: 'step', seq: known.seq + 1, room: [], public: [thrown], own: [{ type: 'prompt', prompt }] });

  await expect.poll(() => tones(page)).toContain(HERTZ.discard);
  expect(await tones(page)).not.toContain(HERTZ.call);

  // A win is left to the player.
  tellPlayer(page, { type: 'step', seq: known.seq + 2, room: [], public: [thrown], own: [{ type: 'prompt', prompt: { ...prompt, win: null } }] });
  await expect.poll(() => tones(page)).toContain(HERTZ.call);
  await context.close();
});

test('in Chinese a hand that a call completed is not won by oneself', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki', 'zh-Hans');
  const { known, events } = stressTurn();
  if (known.view === null) throw new Error('no view');
  const turn = page.getByRole('region', { name: zh.table.turnLabel });
  const hand = (drawn: null | 'dots_9'): Fixture['known']['view'] =>
    known.view && { ...known.view, own: { ...known.view.own, drawn }, prompt: { type: 'turn', win: null, kongs: [], barred: [] } };

  await stage(page, { events, known: { ...known, view: hand('dots_9') } });
  await expect(turn.getByRole('button', { name: zh.table.selfDraw, exact: true })).toBeVisible();

  await stage(page, { events, known: { ...known, view: hand(null) } });
  await expect(turn.getByRole('button', { name: zh.table.calls.win, exact: true })).toBeVisible();
  await context.close();
});

test('where a match is watched late its ratings are asked for when they are due, and that is said', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const person = (name: string, id: string): Occupant => ({ type: 'human', name, profile: { id, name } });
  const { known, events } = threeGolds();
  const [, , ...others] = known.room.seats;
  const options: RoomView['options'] = { ...known.room.options, rated: true, spectators: { type: 'delayed', seconds: 120 } };
  const room: RoomView = { ...known.room, seats: [person('Mei', 'p-mei'), person('Koki', 'p-koki'), ...others], options };
  const rating = { before: 1500, after: 1512, change: 12 };
  const game = `${room.id}-${(known.table?.game ?? 0) + 1}`;
  const round: Round = { session: 1, round: 1, at: 0, occasion: 'open', source: null, game, listed: false, games: 1, wall_games: 0, wins: 1, points: 34, place: 1, people: 2, others: [], rating, verified_rating: null, corrected_at: null };
  let [asked, isPublished] = [0, false];
  await page.route('**/api/v1/players/*/history?*', (route) => {
    asked += 1;
    return route.fulfill({ json: { rounds: isPublished ? [round] : [], next: null } });
  });
  await page.clock.install();
  await stage(page, { events, known: { ...known, room } });
  const end = page.locator('section.end');
  const [promise = ''] = en.table.ratingsBy('|').split('|');
  await expect(end).toContainText(promise);

  await page.clock.fastForward(60_000);
  await expect(end).toContainText(promise);
  expect(asked).toBe(2);
  isPublished = true;
  await page.clock.fastForward(62_000);

  await expect(end.getByRole('table', { name: en.table.ratings })).toContainText(en.table.ratingMove(rating.before, rating.after));
  await context.close();
});
