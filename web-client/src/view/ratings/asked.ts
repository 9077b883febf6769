/** From what stands in the address of the leaderboard to what is shown, and back. */
import { LISTS, type RatingList } from '../../net/ratings';

/** How many games somebody has at least. */
export const MIN_GAMES = [10, 30, 100] as const;

/** Places that are shown. */
export const SHOWN_MAX = 100;
export const RISERS_MAX = 10;

/** Which leaderboard. */
export type Asked = { readonly list: RatingList; readonly minGames: number };

/** What an address asks for; whatever it can't is the usual. */
export function asked(query: URLSearchParams): Asked {
  return {
    list: LISTS.find((list) => list === query.get('list')) ?? 'humans',
    minGames: MIN_GAMES.find((games) => String(games) === query.get('min')) ?? MIN_GAMES[0],
  };
}

/** The address of a leaderboard. */
export function boardPath({ list, minGames }: Asked): string {
  const query = new URLSearchParams();
  if (list !== 'humans') query.set('list', list);
  if (minGames !== MIN_GAMES[0]) query.set('min', String(minGames));
  return query.size === 0 ? '/board' : `/board?${query}`;
}
