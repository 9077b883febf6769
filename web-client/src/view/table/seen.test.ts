import { describe, expect, it } from 'vitest';
import course from '../../../../protocol/tests/vectors/course_seat.json';
import { SEATS } from '../../table/seats';
import { TILE_NAMES } from '../../wire/tiles.generated';
import { SUIT_KINDS, type SuitTile } from '../../wire/tile';
import type { SeatView } from '../../wire/messages.generated';
import { seenOf } from './seen';

const views = course.flatMap(({ json }) => {
  const view = json.type === 'snapshot' && 'view' in json ? (json.view as unknown as SeatView | null) : null;
  return view === null ? [] : [view];
});

describe('the tiles in sight', () => {
  it('are never more than the four there are, in a whole match', () => {
    const counts = views.flatMap((view) =>
      TILE_NAMES.slice(0, SUIT_KINDS).map((tile) => seenOf(tile as SuitTile, view)),
    );

    expect(counts.length).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  });

  it('are the own hand, rivers, melds and the flipped Gold', () => {
    const view = views.find(({ table }) => (table.hand?.discards.length ?? 0) > 8);
    if (view?.table.hand == null) throw new Error('the course has no such snapshot');
    const { hand } = view.table;

    const all = TILE_NAMES.slice(0, SUIT_KINDS).reduce((sum, tile) => sum + seenOf(tile as SuitTile, view), 0);

    const melded = SEATS.flatMap((seat) => hand.players[seat].melds.map(({ type }) => (type === 'kong' ? 4 : 3)));
    const lying = hand.discards.filter(({ taken_by }) => taken_by === null).length;
    expect(all).toBe(view.own.tiles.length + lying + 1 + melded.reduce<number>((sum, tiles) => sum + tiles, 0));
  });
});
