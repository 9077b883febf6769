/** Fu counted line by line, so that whoever counts learns how. */
import type { Situation } from './value';

/** A set of three or four tiles; of terminals or honours it is worth twice. */
export type Group =
  | { readonly kind: 'sequence' }
  | { readonly kind: 'triplet' | 'quad'; readonly isOutside: boolean; readonly isOpen: boolean };

/** A pair of dragons or of one's own or the round's wind has value; of a wind that is both, twice. */
export const PAIRS = ['plain', 'value', 'double'] as const;
export type Pair = (typeof PAIRS)[number];

export const WAITS = ['ryanmen', 'shanpon', 'kanchan', 'penchan', 'tanki'] as const;
export type Wait = (typeof WAITS)[number];

/** A hand as far as its fu depend on it. */
export type FuShape = {
  readonly isSevenPairs: boolean;
  readonly groups: readonly Group[];
  readonly pair: Pair;
  readonly wait: Wait;
  readonly isOpen: boolean;
  readonly by: Situation['by'];
};

/** One reason for some fu. */
export type FuLine =
  | { readonly what: 'base' | 'seven_pairs' | 'closed_ron' | 'tsumo' | 'pinfu_tsumo' | 'open_pinfu' | 'pair' | 'wait'; readonly fu: number }
  | { readonly what: 'group'; readonly fu: number; readonly group: Group };

/** What the lines come to, and rounded up to ten. */
export type Fu = { readonly lines: readonly FuLine[]; readonly sum: number; readonly fu: number };

/** Every set a hand can have, from the least fu. */
export const GROUPS: readonly Group[] = [
  { kind: 'sequence' },
  ...(['triplet', 'quad'] as const).flatMap((kind) =>
    [false, true].flatMap((isOutside) => [true, false].map((isOpen) => ({ kind, isOutside, isOpen }))),
  ),
];

/** The fu of a set: two, and twice that for each of terminals or honours, closed, and four times for a quad. */
export function groupFu(group: Group): number {
  if (group.kind === 'sequence') return 0;
  return 2 * (group.isOutside ? 2 : 1) * (group.isOpen ? 1 : 2) * (group.kind === 'quad' ? 4 : 1);
}

/** Counts the fu of a hand. */
export function fuOf(shape: FuShape): Fu {
  if (shape.isSevenPairs) return { lines: [{ what: 'seven_pairs', fu: 25 }], sum: 25, fu: 25 };
  const shapeLines = [...groupLines(shape), ...pairLines(shape), ...waitLines(shape)];
  const lines: readonly FuLine[] = [{ what: 'base', fu: 20 }, ...shapeLines, ...wayLines(shape, shapeLines.length === 0)];
  const sum = lines.reduce((all, { fu }) => all + fu, 0);
  return { lines, sum, fu: Math.ceil(sum / 10) * 10 };
}

function groupLines({ groups }: FuShape): readonly FuLine[] {
  return groups.filter(({ kind }) => kind !== 'sequence').map((group) => ({ what: 'group', fu: groupFu(group), group }));
}

function pairLines({ pair }: FuShape): readonly FuLine[] {
  return pair === 'plain' ? [] : [{ what: 'pair', fu: pair === 'double' ? 4 : 2 }];
}

function waitLines({ wait }: FuShape): readonly FuLine[] {
  return wait === 'ryanmen' || wait === 'shanpon' ? [] : [{ what: 'wait', fu: 2 }];
}

/** What depends on how it was won; a hand whose shape gives nothing is pinfu if it is closed. */
function wayLines({ by, isOpen }: FuShape, isFlat: boolean): readonly FuLine[] {
  if (by === 'tsumo') return [isFlat && !isOpen ? { what: 'pinfu_tsumo', fu: 0 } : { what: 'tsumo', fu: 2 }];
  if (!isOpen) return [{ what: 'closed_ron', fu: 10 }];
  return isFlat ? [{ what: 'open_pinfu', fu: 10 }] : [];
}
