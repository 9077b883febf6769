import { describe, expect, it } from 'vitest';
import { courseUpTo, drawn, watched } from '../dev/fixtures';
import type { Happening } from '../table/log';
import type { Seat } from '../wire/messages.generated';
import { en } from './en';
import { eventText } from './events';
import { answerTo, river } from './said';
import { zh } from './zh';

/** Koki sits at the second seat, a bot at the third. */
const MINE: Seat = 1;
const { known } = courseUpTo(42);

const told = (what: Happening, words = en): string => eventText({ key: 'a', seq: 1, what }, known.room, words, MINE);

const points = { total: 12 } as Extract<Happening, { type: 'won' }>['points'];
const won = (way: Extract<Happening, { type: 'won' }>['way']): Happening => ({ type: 'won', seat: 2, way, points, deltas: [0, -12, 12, 0], groups: [], drawn: null });
const pung: Happening = { type: 'called', seat: 2, tile: 'dots_5', from: MINE, meld: { type: 'pung', tile: 'dots_5', from: MINE } };
const standIn: Happening = { type: 'sat', seat: MINE, occupant: { type: 'stand_in', name: 'Koki', level: 'easy', profile: null } };

describe('oneself', () => {
  it.each<readonly [Happening, string]>([
    [pung, 'Bot 3 called pung of 5 dots from you.'],
    [{ ...pung, meld: { type: 'chow', low: 'dots_4', called: 'dots_5', from: MINE } }, 'Bot 3 called chow from you: 4 dots, 5 dots, 6 dots.'],
    [won({ type: 'discard', from: MINE }), 'Bot 3 won on a discard from you: 12 points.'],
    [won({ type: 'robbed_kong', from: MINE }), 'Bot 3 won by robbing a kong from you: 12 points.'],
    [{ ...won({ type: 'discard', from: MINE }), deltas: [-12, -12, 36, -12] } as Happening, 'Bot 3 won on a discard from you: 12 from each.'],
    [{ type: 'dealt', dealer: MINE, hand: 1, hands: 4 }, 'Hand 1 of 4 is dealt. Dealer: you.'],
    [standIn, 'A bot plays for you.'],
    [{ type: 'discarded', seat: MINE, tile: 'dots_5', drawn: false }, 'You discarded 5 dots.'],
  ])('is "you" within a sentence and "You" where one begins: %#', (what, text) => {
    expect(told(what)).toBe(text);
  });

  it('is 你 in Chinese, wherever it comes', () => {
    expect(told(pung, zh)).toBe('机器人 3 碰你的五筒。');
    expect(told(standIn, zh)).toBe('机器人替你代打。');
  });

  it('is told of its own discards and its place in a list as anybody would say it', () => {
    const none = { ...known, table: known.table === null ? null : { ...known.table, hand: null } };

    expect(river(known, MINE, en)).toMatch(/^Your discards: /);
    expect(river(none, MINE, en)).toBe('You have discarded nothing.');
    expect(river(none, 2, en)).toBe('Bot 3 has discarded nothing.');
    expect(answerTo('sayScores', known, MINE, null, en)).toMatch(/, you -?\d+, Bot 3 /);
  });
});

describe('a hand that is asked for', () => {
  const asked = (at: typeof known, from: Seat, words = en) => answerTo('sayHand', at, from, null, words);

  it('is one’s own for a player', () => {
    expect(asked(known, MINE)).toMatch(/^Your hand: /);
    expect(asked(known, MINE, zh)).toMatch(/^你的手牌：/);
  });

  it('has a name where somebody else’s is looked at', () => {
    expect(asked({ ...known, seat: null }, MINE)).toMatch(/^Hand of Koki: /);
    expect(asked({ ...known, seat: null }, MINE, zh)).toMatch(/^Koki的手牌：/);
  });

  it('is hidden from who watches until it is over, or all are shown', () => {
    const watching = watched({ known, events: [] }).known;

    expect(asked(watching, 2)).toBe(en.said.handsHidden);
    expect(asked({ ...watching, hands: [[], [], ['dots_5'], []] }, 2)).toBe('Hand of Bot 3: 5 dots.');
    expect(asked(watched(drawn()).known, 2)).toMatch(/^Hand of Bot 3: /);
  });
});
