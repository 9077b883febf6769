/** A club whose evenings are rated: verified players with ratings that have moved, through the API a club would use. */
import type { APIRequestContext } from '@playwright/test';
import { OPERATOR_TOKEN } from './sanjin';

const CLUB = 'Xiamen Tuesday Club';
const NAMES = ['Ana', 'Bo', '林小雨', 'Maximilian the Second'] as const;
/** Games of a round; enough rounds for everybody to have the games a leaderboard asks for. */
const GAMES = 8;
const EVENINGS = 3;

type Player = { readonly id: string; readonly name: string };

async function told<T>(request: APIRequestContext, path: string, key: string | null, data: unknown): Promise<T> {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await request.post(path, { headers, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** An evening: two rounds, won by others each time. */
function evening(nth: number): unknown {
  const seat = (name: string, place: number, shift: number) => {
    const won = (place + nth + shift) % NAMES.length;
    return { email: `player${place}@example.org`, name, mahjongs: won, points: (won - 1) * 12 - 6 };
  };
  const round = (shift: number) => ({ games: GAMES, wall_games: GAMES - 6, players: NAMES.map((name, place) => seat(name, place, shift)) });
  return { key: `evening-${nth}`, occasion: 'open', rounds: [round(0), round(1)] };
}

/** Finds the club's players, and founds it if it is not there yet. */
export async function foundClub(request: APIRequestContext): Promise<readonly Player[]> {
  const known = await listed(request);
  if (known.length > 0) return known;
  const { source } = await told<{ source: number }>(request, '/api/v1/sources/apply', null, { name: CLUB, contact: 'club@example.org' });
  const { key } = await told<{ key: string }>(request, `/admin/ratings/sources/${source}/approve`, OPERATOR_TOKEN, {});
  await told(request, '/api/v1/sessions', key, evening(0));
  for (const name of NAMES) {
    const { players } = (await (await request.get(`/api/v1/players/search?${new URLSearchParams({ q: name })}`)).json()) as { players: Player[] };
    for (const { id } of players) await told(request, `/admin/ratings/players/${id}/verify`, OPERATOR_TOKEN, {});
  }
  for (let nth = 1; nth <= EVENINGS; nth += 1) await told(request, '/api/v1/sessions', key, evening(nth));
  return listed(request);
}

/** Finds the season of a league, with others than the club's players, and opens it if it is not there yet. */
export async function foundSeason(request: APIRequestContext): Promise<number> {
  const { leagues } = (await (await request.get('/api/v1/leagues')).json()) as { leagues: { seasons: { id: number }[] }[] };
  const known = leagues[0]?.seasons[0];
  if (known !== undefined) return known.id;
  const { league } = await told<{ league: number }>(request, '/admin/ratings/leagues', OPERATOR_TOKEN, { name: 'Tuesdays', drop_worst: 1 });
  const { season } = await told<{ season: number }>(request, `/admin/ratings/leagues/${league}/seasons`, OPERATOR_TOKEN, { name: '2026 autumn' });
  const { source } = await told<{ source: number }>(request, '/api/v1/sources/apply', null, { name: 'Tuesday League', contact: 'league@example.org' });
  const { key } = await told<{ key: string }>(request, `/admin/ratings/sources/${source}/approve`, OPERATOR_TOKEN, {});
  await told(request, `/admin/ratings/leagues/${league}/sources/${source}/admit`, OPERATOR_TOKEN, {});
  const round = (shift: number) => ({
    games: 6,
    wall_games: 0,
    players: ['Xia', 'Yun', 'Zhou', '魏 Wei the Younger'].map((name, place) => ({ email: `league${place}@example.org`, name, mahjongs: (place + shift) % 4, points: ((place + shift) % 4) * 20 - 30 })),
  });
  await told(request, '/api/v1/sessions', key, { key: 'tuesday', occasion: 'league', season, rounds: [0, 0, 1].map(round) });
  return season;
}

async function listed(request: APIRequestContext): Promise<readonly Player[]> {
  const { players } = (await (await request.get('/api/v1/leaderboard?limit=10&min_games=10')).json()) as { players: Player[] };
  return players;
}
