/** The two named sets of rules, what is offered to be played by them, and which one a set is. */
import type { Rules } from '../wire/messages.generated';

export type Preset = 'classic' | 'full' | 'custom';

export const CLASSIC: Rules = {
  tiles: 'winds_and_seasons',
  kongs: false,
  three_golds: 20,
  golden_pair: 0,
  no_bonus_no_kong: 0,
  robbing_the_gold: null,
  all_one_suit: 0,
  hands: 1,
  dealer_streak: false,
  dead_wall: 0,
  gold_discard: 'last_resort',
  discard_called_kind: true,
  payers: 'everyone',
  turn_seconds: null,
  call_seconds: null,
};

export const FULL: Rules = {
  ...CLASSIC,
  kongs: true,
  golden_pair: 30,
  no_bonus_no_kong: 10,
  robbing_the_gold: 20,
  hands: 16,
  dealer_streak: true,
  discard_called_kind: false,
};

/** What is offered to be played. */
export const OFFERED = { classic: CLASSIC, quick: { ...FULL, hands: 4 }, full: FULL } as const satisfies Record<string, Rules>;

export type Offered = keyof typeof OFFERED;

/** What of it a set of rules is; a match by the full rules is the quick one only at exactly its length. */
export function offeredOf(rules: Rules): Offered | 'custom' {
  const preset = presetOf(rules);
  return preset === 'full' && rules.hands === OFFERED.quick.hands ? 'quick' : preset;
}

/** Which preset a set of rules is; the length of the match and the timers are free in all. */
export function presetOf(rules: Rules): Preset {
  const plain = (set: Rules): string =>
    JSON.stringify({ ...set, hands: 1, turn_seconds: null, call_seconds: null });
  if (plain(rules) === plain(CLASSIC)) return 'classic';
  return plain(rules) === plain(FULL) ? 'full' : 'custom';
}
