/** What a win is worth, line by line, as a player would count it aloud. */
import type { PointsView } from '../../wire/messages.generated';

const PLAIN = ['bonus', 'golds', 'concealed_kongs', 'exposed_kongs', 'streak'] as const;
const SPECIAL = ['three_golds', 'golden_pair', 'no_bonus_no_kong', 'robbing_the_gold', 'all_one_suit'] as const;

/** One line of the count. */
export type PointsLine =
  | { readonly kind: 'base'; readonly points: 1 }
  | { readonly kind: (typeof PLAIN)[number]; readonly count: number; readonly points: number }
  /** Everything so far counts twice; `points` is what it comes to. */
  | { readonly kind: 'doubled'; readonly points: number }
  | { readonly kind: (typeof SPECIAL)[number]; readonly points: number };

/** The lines that count, in the order they are added up. */
export function linesOf(points: PointsView): readonly PointsLine[] {
  const plain: PointsLine[] = [{ kind: 'base', points: 1 }];
  for (const kind of PLAIN) {
    const count = points[kind];
    if (count > 0) plain.push({ kind, count, points: kind === 'concealed_kongs' ? 2 * count : count });
  }
  const sum = plain.reduce((all, line) => all + line.points, 0);
  const doubled: PointsLine[] = points.doubled ? [{ kind: 'doubled', points: 2 * sum }] : [];
  const special = SPECIAL.filter((kind) => points[kind] > 0).map((kind) => ({ kind, points: points[kind] }));
  return [...plain, ...doubled, ...special];
}
