import { describe, expect, it } from 'vitest';
import type { Occupant, RoomView } from '../wire/messages.generated';
import { USUAL_OPTIONS } from './options';
import { CLASSIC } from './presets';
import { countingOf } from './rated';

const bot: Occupant = { type: 'bot', level: 'easy' };

function person(name: string, id: string | null): Occupant {
  return { type: 'human', name, profile: id === null ? null : { id, name } };
}

function room(seats: RoomView['seats'], rated = true): RoomView {
  return {
    code: 'K7Q2XM',
    stage: 'waiting',
    seats,
    host: 0,
    public: true,
    id: 12,
    setup: { type: 'fujian', rules: CLASSIC },
    dealer: 0,
    tips: [null, null, null, null],
    wall: null,
    options: { ...USUAL_OPTIONS, rated },
  };
}

describe('a match', () => {
  it('counts for those who play for a profile, once there are two', () => {
    const seats = [person('Ana', 'p-a'), person('Bo', 'p-b'), person('Guest', null), bot] as const;

    expect(countingOf(room(seats))).toEqual({ type: 'counts', names: ['Ana', 'Bo'] });
  });

  it('does not count for one alone, nor for one at two seats', () => {
    expect(countingOf(room([person('Ana', 'p-a'), bot, bot, bot]))).toEqual({ type: 'alone', names: ['Ana'] });
    const twice = [person('Ana', 'p-a'), person('Ana', 'p-a'), person('Bo', 'p-b'), bot] as const;
    expect(countingOf(room(twice))).toEqual({ type: 'alone', names: ['Bo'] });
  });

  it('does not count in a room that is not rated', () => {
    const seats = [person('Ana', 'p-a'), person('Bo', 'p-b'), bot, bot] as const;

    expect(countingOf(room(seats, false))).toEqual({ type: 'off' });
  });
});
