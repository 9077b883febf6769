/** Why something about a profile did not work, in words. */
import type { RatingWords } from '../../words/ratings.en';

/** The text of the server's code. */
export function problemText(code: string, { problems }: RatingWords['me']): string {
  const texts: Readonly<Record<string, string>> = problems;
  return texts[code] ?? problems.other;
}
