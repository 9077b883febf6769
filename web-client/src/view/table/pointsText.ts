/** What a win is worth, in words. */
import type { Words } from '../../words/words';
import type { PointsLine } from './points';

/** What a line of the count is for. */
export function lineText(line: PointsLine, { table: { lines } }: Words): string {
  switch (line.kind) {
    case 'bonus':
    case 'golds':
    case 'concealed_kongs':
    case 'exposed_kongs':
    case 'streak':
      return lines[line.kind](line.count);
    default:
      return lines[line.kind];
  }
}

/** What a line of the count adds, or comes to. */
export function lineSum({ kind, points }: PointsLine): string {
  return kind === 'doubled' ? `= ${points}` : kind === 'base' ? String(points) : `+${points}`;
}
