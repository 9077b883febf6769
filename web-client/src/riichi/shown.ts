/** A sheet as it is shown: the table after its hands, or as the game ended. Pure. */
import { begin, brokenOff, placesOf, type Folded, type Settled, type State } from './fold';
import { sureHands, type Sheet } from './kept';

/** The table after all hands; as the game began where these can't have been. */
export function tableOf({ rules, start }: Sheet, folded: Folded): State {
  return folded.ok ? folded.state : begin({ options: rules, start });
}

/** The table as it is shown: of a closed game the scores it was closed with, sticks given to the first. */
export function shownOf(sheet: Sheet, folded: Folded): State {
  const now = tableOf(sheet, folded);
  if (sheet.closing === null) return now;
  const end = brokenOff(now, sheet.rules);
  const typed = sheet.closing.final_scores;
  return typed === undefined ? end : { ...end, scores: typed, ended: placesOf(typed, sheet.rules) };
}

/** What each sure hand led to, by its place in the sheet. */
export function settledOf(sheet: Sheet, folded: Folded): ReadonlyMap<number, Settled> {
  if (!folded.ok) return new Map();
  const led = sureHands(sheet).map(({ place }, nth) => [place, folded.settled[nth]] as const);
  return new Map(led.filter((entry): entry is readonly [number, Settled] => entry[1] !== undefined));
}
