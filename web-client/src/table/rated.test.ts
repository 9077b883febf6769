import { describe, expect, it } from 'vitest';
import type { Occupant, RoomView, TableView } from '../wire/messages.generated';
import { USUAL_OPTIONS } from './options';
import { CLASSIC } from './presets';
import { countingOf, playsHidden, ratedMatch } from './rated';

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

describe('what is asked for after a rated match', () => {
  const table = { game: 2 } as TableView;
  const held = { id: 'p-own', hidden: true, plays: true };

  it('has everybody who is shown, and the own seat also if it is hidden', () => {
    const seats = [person('Ana', 'p-a'), person('Own', null), person('Guest', null), bot] as const;

    const match = ratedMatch(room(seats), table, 1, held);

    const players = [
      { seat: 0, id: 'p-a' },
      { seat: 1, id: 'p-own' },
    ];
    expect(match).toEqual({ game: '12-3', players, isSure: false, lateBy: 0 });
    expect(ratedMatch(room(seats, false), table, 1, held)).toBeNull();
  });

  it('has the only one who is shown: the others may be hidden', () => {
    const seats = [person('Ana', 'p-a'), person('Guest', null), bot, bot] as const;

    expect(ratedMatch(room(seats), table, null, null)?.players).toEqual([{ seat: 0, id: 'p-a' }]);
    expect(ratedMatch(room([person('Guest', null), bot, bot, bot]), table, 0, null)).toBeNull();
  });

  it('comes late to players of a room that is watched late, and to those who watch with the end they see', () => {
    const plain = room([person('Ana', 'p-a'), person('Bo', 'p-b'), bot, bot]);
    const late: RoomView = { ...plain, options: { ...plain.options, spectators: { type: 'delayed', seconds: 120 } } };

    expect([ratedMatch(late, table, 1, null)?.lateBy, ratedMatch(late, table, null, null)?.lateBy]).toEqual([120, 0]);
  });

  it('has the own seat only for a profile that seats are taken for', () => {
    const seats = [person('Ana', 'p-a'), person('Own', null), bot, bot] as const;

    expect(playsHidden(room(seats), 1, held)).toBe(true);
    expect(playsHidden(room(seats), 1, { ...held, plays: false })).toBe(false);
    expect(playsHidden(room(seats), 1, { ...held, hidden: false })).toBe(false);
    expect(playsHidden(room(seats), 0, held)).toBe(false);
    expect(playsHidden(room(seats), null, held)).toBe(false);
  });
});
