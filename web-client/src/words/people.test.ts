import { describe, expect, it } from 'vitest';
import type { RoomView } from '../wire/messages.generated';
import { en } from './en';
import { listedName, nameOf, toldApart } from './people';

const mei = { type: 'human', name: 'Mei', profile: null } as const;

describe('people of one name', () => {
  it.each([
    [['Mei', 'Koki', 'Josh', 'Jo'], ['Mei', 'Koki', 'Josh', 'Jo']],
    [['Mei', 'Koki', 'Mei', 'Mei'], ['Mei', 'Koki', 'Mei (2)', 'Mei (3)']],
    [['Mei', 'Mei', 'Mei (2)', null], ['Mei', 'Mei (3)', 'Mei (2)', null]],
    [[null, null, 'Mei', 'Mei'], [null, null, 'Mei', 'Mei (2)']],
  ])('%j are told apart', (names, told) => {
    expect(toldApart(names)).toEqual(told);
  });

  it('are told apart at a table, where bots have their seats', () => {
    const room = { seats: [mei, { type: 'bot', level: 'easy' }, mei, { type: 'empty' }] } as unknown as RoomView;

    const names = ([0, 1, 2, 3] as const).map((seat) => nameOf(room, seat, en));

    expect(names).toEqual(['Mei', en.people.botAt(2), 'Mei (2)', en.people.empty]);
  });

  it('are told apart in a list', () => {
    const players = [{ seat: 1, kind: 'human', name: 'Mei' }, { seat: 3, kind: 'stand_in', name: 'Mei' }] as const;

    expect(([1, 3] as const).map((seat) => listedName(players, seat, en))).toEqual(['Mei', 'Mei (2)']);
  });
});
