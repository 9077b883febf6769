/** Where the points of a score graph lie. Pure. */
import { SEATS } from '../../table/seats';
import type { BySeat, Seat } from '../../wire/messages.generated';

export const HEIGHT = 240;
const PAD = { left: 44, wide: 60, right: 20, top: 14, bottom: 26 };
/** From here on a number beside the graph needs more room. */
const WIDE_FROM = 10_000;

export type Point = { readonly x: number; readonly y: number };

/** A graph: a line for each seat, marks beside it, and the stripe of each hand that can be tapped. */
export type Graph = {
  readonly lines: BySeat<readonly Point[]>;
  readonly marks: readonly { readonly points: number; readonly y: number }[];
  readonly stripes: readonly { readonly hand: number; readonly x: number; readonly width: number }[];
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

const ZERO: BySeat<number> = [0, 0, 0, 0];

/** The graph of the scores after each hand, so many pixels wide; all begin at zero, or at these scores. */
export function graphOf(scores: readonly BySeat<number>[], width: number, from: BySeat<number> = ZERO): Graph {
  const all = [...from, ...scores.flat()];
  const marked = marks(Math.min(...all), Math.max(...all));
  const [low, high] = [Math.min(...marked), Math.max(...marked)];
  const left = high >= WIDE_FROM ? PAD.wide : PAD.left;
  const inner = { width: width - left - PAD.right, height: HEIGHT - PAD.top - PAD.bottom };
  const between = inner.width / Math.max(1, scores.length);
  const x = (nth: number): number => round(left + nth * between);
  const y = (points: number): number => round(PAD.top + ((high - points) / (high - low)) * inner.height);
  const line = (seat: Seat): readonly Point[] => [from[seat], ...scores.map((each) => each[seat])].map((points, nth) => ({ x: x(nth), y: y(points) }));
  const [first, second, third, fourth] = SEATS;
  return {
    lines: [line(first), line(second), line(third), line(fourth)],
    marks: marked.map((points) => ({ points, y: y(points) })),
    stripes: scores.map((_, nth) => ({ hand: nth, x: round(x(nth + 1) - between / 2), width: round(between) })),
    bottom: HEIGHT - PAD.bottom,
    left,
    right: width - PAD.right,
  };
}

/** Round numbers from below the least to above the most, a handful of them; a small change of many points looks small. */
export function marks(least: number, most: number): readonly number[] {
  const rough = Math.max(1, (most - least) / 5, most / 25);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? 10 * power;
  // Where all are equal their line lies in the middle.
  const around = least === most ? 1 : 0;
  const from = Math.floor(least / step) - around;
  const to = Math.ceil(most / step) + around;
  return Array.from({ length: to - from + 1 }, (_, nth) => (from + nth) * step);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
