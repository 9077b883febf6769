/** Which hands somebody wants to see. */
import type { Outcome } from '../../riichi/hand';
import type { SheetHand } from '../../riichi/kept';
import { assertNever, SEATS } from '../../table/seats';
import type { Seat } from '../../wire/messages.generated';

export const KINDS = ['ron', 'tsumo', 'exhaustive_draw', 'nagashi_mangan', 'abortive_draw', 'chombo', 'no_contest', 'correction', 'uncertain'] as const;

/** How a hand ended, or that nobody is sure. */
export type Kind = (typeof KINDS)[number];

/** How a hand ended. */
export function kindOf({ outcome }: Pick<SheetHand, 'outcome'>): Kind {
  return outcome?.type ?? 'uncertain';
}

/** Whether somebody had a part in how a hand ended, or declared riichi in it. */
export function concerns({ outcome, uncertain, riichi }: SheetHand, seat: Seat): boolean {
  if (riichi.includes(seat)) return true;
  return outcome === undefined ? (uncertain?.possible_winners.includes(seat) ?? false) : partOf(outcome).includes(seat);
}

function partOf(outcome: Outcome): readonly Seat[] {
  switch (outcome.type) {
    case 'ron':
      return [outcome.from, ...outcome.wins.map(({ winner }) => winner)];
    case 'tsumo':
      return [outcome.win.winner];
    case 'exhaustive_draw':
      return outcome.tenpai;
    case 'nagashi_mangan':
      return [...outcome.winners, ...outcome.tenpai];
    case 'chombo':
      return [outcome.offender];
    case 'correction':
      return SEATS.filter((seat) => outcome.points[seat] !== 0);
    case 'abortive_draw':
    case 'no_contest':
      return [];
    default:
      return assertNever(outcome);
  }
}
