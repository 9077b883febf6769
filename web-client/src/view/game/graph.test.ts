import { describe, expect, it } from 'vitest';
import { graphOf, marks } from './graph';

describe('the marks of a graph', () => {
  it.each([
    [0, 0, [-1, 0, 1]],
    [25_000, 25_000, [24_000, 25_000, 26_000]],
    [-39, 53, [-40, -20, 0, 20, 40, 60]],
    [-23, 48, [-40, -20, 0, 20, 40, 60]],
    [-300, 900, [-500, 0, 500, 1000]],
  ])('are round and reach from %i to %i', (least, most, expected) => {
    expect(marks(least, most)).toEqual(expected);
  });
});

describe('a graph', () => {
  const graph = graphOf([
    [30, -10, -10, -10],
    [24, 8, -16, -16],
  ], 640);

  it('begins at zero for all, and has a point for each hand', () => {
    expect(new Set(graph.lines.map(([first]) => first?.y)).size).toBe(1);
    expect(graph.lines.map((line) => line.length)).toEqual([3, 3, 3, 3]);
  });

  it('begins where the scores began', () => {
    const riichi = graphOf([[33_000, 17_000, 25_000, 25_000]], 640, [25_000, 25_000, 25_000, 25_000]);

    expect(riichi.lines[2].map(({ y }) => y)).toEqual([riichi.lines[0][0]?.y, riichi.lines[0][0]?.y]);
    expect(riichi.marks.map(({ points }) => points)).toEqual([15_000, 20_000, 25_000, 30_000, 35_000]);
  });

  it('has more points higher', () => {
    const last = graph.lines.map((line) => line.at(-1)?.y ?? 0);
    expect(last[0]).toBeLessThan(last[1] ?? 0);
    expect(last[1]).toBeLessThan(last[2] ?? 0);
    expect(last[2]).toBe(last[3]);
  });

  it('has a stripe around the point of each hand', () => {
    graph.stripes.forEach(({ x, width }, nth) => {
      const point = graph.lines[0][nth + 1]?.x ?? 0;
      expect(x).toBeLessThan(point);
      expect(x + width).toBeGreaterThan(point);
    });
  });
});
