/** Why something can't be done, said as closely as the table allows. */
import type { Refusal } from '../../wire/messages.generated';
import type { FirstWords } from '../../words/first.en';

/** What is known where a reason is given. */
export type Circumstances = {
  readonly wanted: 'win' | 'kong' | 'pung' | 'chow' | 'pass' | 'discard' | 'declare_kong' | 'ready';
  /** The tile it is about, by name. */
  readonly tile: string | null;
  /** Who sits to the left, by name. */
  readonly left: string;
};

/** One line for the player who tried. */
export function reasonText(reason: Refusal | 'offline', { wanted, tile, left }: Circumstances, words: FirstWords): string {
  const said = words.table;
  switch (reason) {
    case 'not_left':
      return said.notLeft(left);
    case 'gold':
      return wanted === 'discard' ? said.goldDiscard : said.goldCall;
    case 'no_pair':
      return tile === null ? words.refusals[reason] : said.noPairOf(tile);
    case 'no_triplet':
      return tile === null ? words.refusals[reason] : said.noTripletOf(tile);
    case 'no_run':
      return tile === null ? words.refusals[reason] : said.noRunWith(tile);
    case 'incomplete':
      return said.winFirst;
    default:
      return words.refusals[reason];
  }
}
