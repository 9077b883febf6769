/** Why a hand can't have been: the same codes the server answers with. */

export const REASONS = [
  'game_over',
  'too_many_hands',
  'riichi_too_poor',
  'riichi_noten',
  'bad_han',
  'bad_fu',
  'fu_missing',
  'fu_not_by_ron',
  'fu_needs_more_han',
  'bad_yakuman',
  'no_such_points',
  'no_double_ron',
  'no_triple_ron',
  'no_abortive_draw',
  'not_four_riichi',
  'no_nagashi_mangan',
  'nobody_nagashi',
  'no_liability',
  'no_winner',
  'winner_is_discarder',
  'winner_twice',
  'winner_is_liable',
  'liable_for_nothing',
  'correction_not_hundreds',
  'correction_not_zero',
  'correction_empty',
  'correction_with_riichi',
] as const;

/** Why a hand can't have been. */
export type Reason = (typeof REASONS)[number];

/** Thrown inside the fold, and turned into an answer at its edge. */
export class Refusal extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

/** Ends what is being computed: the hand can't have been. */
export function refuse(reason: Reason): never {
  throw new Refusal(reason);
}

/** What was computed, or why the hand can't have been. */
export type Judged<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Reason };

/** Turns a refusal on the way into an answer. */
export function judge<T>(compute: () => T): Judged<T> {
  try {
    return { ok: true, value: compute() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, why: error.reason };
    throw error;
  }
}
