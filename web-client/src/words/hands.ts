/** Says in one line how a finished hand of the history ended. */
import type { Hand, Win } from '../net/games';
import type { Words } from './words';
import { paysEach } from './events';
import { listedName } from './people';

/** How a hand ended, as a sentence for each winner. */
export function handText({ outcome, players, deltas }: Hand, words: Words): string {
  if (outcome.type !== 'won') return words.events[outcome.type];
  return words.said.sentences(outcome.wins.map((win) => winText(win, players, paysEach(deltas), words)));
}

function winText(win: Win, players: Hand['players'], isEach: boolean, words: Words): string {
  const { events } = words;
  const who = listedName(players, win.seat, words);
  const from = win.from === undefined ? '' : listedName(players, win.from, words);
  const text = {
    self_draw: () => events.wonSelfDraw(who, win.points),
    discard: () => events.wonDiscard(who, win.points, from, isEach),
    robbed_kong: () => events.wonKong(who, win.points, from, isEach),
    three_golds: () => events.wonThreeGolds(who, win.points),
    robbed_gold: () => events.wonGold(who, win.points),
  }[win.way]();
  const specials = win.specials.map((special) => words.game.specials[special]);
  return specials.length === 0 ? text : words.game.withSpecials(text, words.table.list(specials));
}
