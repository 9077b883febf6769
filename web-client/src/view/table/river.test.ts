import { describe, expect, it } from 'vitest';
import { cellOf, columnsOf, riverOf, ROW, ROWS } from './river';

describe('a river', () => {
  it('has what a player threw and nobody took, in order', () => {
    const river = riverOf(
      [
        { seat: 0, tile: 'dots_1', drawn: false, taken_by: null },
        { seat: 1, tile: 'dots_2', drawn: true, taken_by: null },
        { seat: 0, tile: 'dots_3', drawn: false, taken_by: 1 },
        { seat: 0, tile: 'dots_4', drawn: true, taken_by: null },
      ],
      0,
    );

    expect(river.map(({ tile, isLast }) => [tile, isLast])).toEqual([
      ['dots_1', false],
      ['dots_4', true],
    ]);
  });

  it.each(['self', 'right', 'across', 'left'] as const)('lays every discard of %s on a place of its own', (place) => {
    for (const count of [1, 6, 17, 25]) {
      const columns = columnsOf(count);
      const cells = Array.from({ length: count }, (_, nth) => cellOf(place, nth, columns).join());

      expect(new Set(cells).size).toBe(count);
    }
  });

  it('begins next to the middle, at the left hand of whoever sits there', () => {
    expect(cellOf('self', 0, ROW)).toEqual([1, 1]);
    expect(cellOf('right', 0, ROW)).toEqual([1, ROW]);
    expect(cellOf('across', 0, ROW)).toEqual([ROW, ROWS]);
    expect(cellOf('left', 0, ROW)).toEqual([ROWS, 1]);
  });
});
