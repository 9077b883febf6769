/** What was played, in a few words. */
import type { Game } from '../net/games';
import { presetOf } from '../table/presets';
import type { Words } from './words';

/** The game and its rules, as a list says it. */
export function variantText({ variant, rules }: Pick<Game, 'variant' | 'rules'>, words: Words): string {
  if (variant === 'riichi') return words.history.riichi;
  return words.history.fujian(words.rules.presets[presetOf(rules)]);
}
