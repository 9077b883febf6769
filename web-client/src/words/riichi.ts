/** Hands of riichi in words, short enough for one line. */
import type { Outcome, Worth } from '../riichi/hand';
import type { SheetHand } from '../riichi/kept';
import { roundText, WINDS } from '../riichi/fold';
import { assertNever, SEATS } from '../table/seats';
import type { BySeat, Seat } from '../wire/messages.generated';
import type { Language } from './language';
import type { ScoreWords } from './score.en';
import { yakuText } from './yaku';

/** Points with their thousands apart. */
export function pointsText(points: number): string {
  return points.toLocaleString('en').replace('-', '−');
}

/** A change with its sign. */
export function deltaText(points: number): string {
  return points > 0 ? `+${pointsText(points)}` : pointsText(points);
}

/** What a hand is worth, as it is said at the table. */
export function worthText(worth: Worth, words: ScoreWords, language: Language): string {
  if ('points' in worth) return pointsText(worth.points);
  if ('all' in worth) return words.entry.all(pointsText(worth.all));
  if ('other' in worth) return `${worth.other}/${worth.dealer}`;
  if ('han' in worth) return worth.fu === undefined ? words.entry.han(worth.han) : words.entry.hanFu(worth.han, worth.fu);
  return worth.yakuman.map((code) => yakuText(code, language)).join(words.said.and);
}

/** An outcome in one line. */
export function outcomeText(outcome: Outcome, names: BySeat<string>, words: ScoreWords, language: Language): string {
  const { said } = words;
  const some = (seats: readonly Seat[]): string =>
    seats.length === 0 ? said.nobody : seats.length === 4 ? said.all : seats.map((seat) => names[seat]).join(said.and);
  switch (outcome.type) {
    case 'ron':
      return outcome.wins
        .map(({ winner, worth }) => said.ron(names[winner], names[outcome.from], worthText(worth, words, language)))
        .join(said.and);
    case 'tsumo':
      return said.tsumo(names[outcome.win.winner], worthText(outcome.win.worth, words, language));
    case 'exhaustive_draw':
      return said.draw(some(outcome.tenpai));
    case 'nagashi_mangan':
      return said.nagashi(some(outcome.winners));
    case 'abortive_draw':
      return words.advanced.aborts[outcome.kind];
    case 'chombo':
      return said.chombo(names[outcome.offender]);
    case 'no_contest':
      return said.noContest;
    case 'correction':
      return said.correction(SEATS.filter((seat) => outcome.points[seat] !== 0).map((seat) => `${names[seat]} ${deltaText(outcome.points[seat])}`).join(said.and));
    default:
      return assertNever(outcome);
  }
}

/** A hand of a sheet in one line. */
export function handText(hand: Pick<SheetHand, 'outcome' | 'uncertain'>, names: BySeat<string>, words: ScoreWords, language: Language): string {
  if (hand.outcome !== undefined) return outcomeText(hand.outcome, names, words, language);
  return words.said.uncertain(hand.uncertain?.note ?? '');
}

/** A deal in full: East 1. */
export function dealText(round: number, words: ScoreWords): string {
  const wind = WINDS[Math.floor(round / 4) % 4] ?? 'east';
  return words.table.round(words.table.winds[wind], (round % 4) + 1);
}

/** A deal in short, with its honba where there are some: E1.2. */
export function labelText(round: number, honba: number, words: ScoreWords | null = null): string {
  const deal = roundText(round, words?.table.letters);
  return honba === 0 ? deal : `${deal}.${honba}`;
}
