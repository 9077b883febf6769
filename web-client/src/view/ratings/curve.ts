/** Where the points of rating curves lie. Pure. */
import type { Round } from '../../net/ratings';
import { marks, type Point } from '../game/graph';

export const HEIGHT = 220;
const PAD = { left: 48, right: 16, top: 14, bottom: 14 };

/** Two curves over the same rounds, marks beside them, and the stripe of each round with the game it leads to, if anybody may see that. */
export type Curve = {
  readonly rating: readonly Point[];
  /** A point for each round that counted; the first is where it began. */
  readonly verified: readonly Point[];
  readonly marks: readonly { readonly rating: number; readonly y: number }[];
  readonly stripes: readonly { readonly round: Round; readonly game: string | null; readonly x: number; readonly width: number }[];
  readonly left: number;
  readonly right: number;
};

/** The curves of rounds given newest first, so many pixels wide. */
export function curveOf(rounds: readonly Round[], width: number): Curve {
  const inOrder = rounds.toReversed();
  const ratings = lineOf(inOrder, ({ rating }) => rating);
  const verified = lineOf(inOrder, ({ verified_rating }) => verified_rating);
  const all = [...ratings, ...verified].map(({ value }) => value);
  const marked = marks(Math.min(...all), Math.max(...all));
  const [low, high] = [Math.min(...marked), Math.max(...marked)];
  const between = (width - PAD.left - PAD.right) / Math.max(1, rounds.length);
  const x = (nth: number): number => round(PAD.left + nth * between);
  const y = (value: number): number => round(PAD.top + ((high - value) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom));
  const points = (line: readonly Step[]): readonly Point[] => line.map(({ nth, value }) => ({ x: x(nth), y: y(value) }));
  return {
    rating: points(ratings),
    verified: points(verified),
    marks: marked.map((rating) => ({ rating, y: y(rating) })),
    stripes: inOrder.map((each, nth) => ({ round: each, game: each.listed ? each.game : null, x: round(x(nth + 1) - between / 2), width: round(between) })),
    left: PAD.left,
    right: width - PAD.right,
  };
}

type Step = { readonly nth: number; readonly value: number };

/** What a rating was after each round that moved it, and before the first of them. */
function lineOf(rounds: readonly Round[], of: (round: Round) => Round['verified_rating']): readonly Step[] {
  const steps = rounds.flatMap((each, nth) => {
    const move = of(each);
    return move === null ? [] : [{ nth: nth + 1, move }];
  });
  const [first] = steps;
  if (first === undefined) return [];
  const start = { nth: first.nth - 1, value: first.move.before };
  return [start, ...steps.map(({ nth, move }) => ({ nth, value: move.after }))];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
