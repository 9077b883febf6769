import { describe, expect, it } from 'vitest';
import type { Occupant, Prompt, RoomView } from '../wire/messages.generated';
import { canOnlyPass, passAfterMs, passesFor } from './passing';

const human: Occupant = { type: 'human', name: 'Mei', profile: null };
const bot: Occupant = { type: 'bot', level: 'easy' };
const room = (...seats: Occupant[]): RoomView => ({ seats }) as unknown as RoomView;
const call = (may: Partial<Extract<Prompt, { type: 'call' }>>): Prompt => ({
  type: 'call',
  win: 'incomplete',
  kong: 'no_triplet',
  pung: 'no_pair',
  chow: 'not_left',
  chows: [],
  ...may,
});

describe('passing for a player', () => {
  it('is done alone with bots, and at no other table unless it was asked for', () => {
    const alone = room(bot, human, bot, bot);
    const friends = room(human, human, bot, bot);
    const standIn = room({ type: 'stand_in', name: 'Koki', profile: null, level: 'easy' }, human, bot, bot);

    expect([alone, friends, standIn].map((at) => passesFor('with_bots', at, 1))).toEqual([true, false, false]);
    expect([alone, friends].map((at) => passesFor('always', at, 1))).toEqual([true, true]);
    expect([alone, friends].map((at) => passesFor('never', at, 1))).toEqual([false, false]);
  });

  it('leaves every possible call to the player', () => {
    expect(canOnlyPass(call({}))).toBe(true);
    for (const claim of ['win', 'kong', 'pung', 'chow'] as const) expect(canOnlyPass(call({ [claim]: null }))).toBe(false);
    expect(canOnlyPass(null)).toBe(false);
  });

  it('takes a moment among people that is not always the same', () => {
    expect(passAfterMs(false, false, 0)).toBeGreaterThan(passAfterMs(true, false, 0));
    expect(passAfterMs(false, false, 1)).toBeGreaterThan(2 * passAfterMs(false, false, 0));
    expect(passAfterMs(true, true, 0)).toBeGreaterThan(passAfterMs(false, false, 1));
  });
});
