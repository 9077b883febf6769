/** Ratings as the server tells them, and the profile a browser may have. Times are milliseconds since 1970. */
import type { BySeat } from '../wire/messages.generated';
import type { Answer } from './games';

/** People and bots are never compared. */
export const LISTS = ['humans', 'bots'] as const;
export type RatingList = (typeof LISTS)[number];

/** Somebody who is rated. `games` are single hands, `rounds` whole matches. */
export type RatedPlayer = {
  readonly id: string;
  readonly name: string;
  readonly list: RatingList;
  readonly standing: 'provisional' | 'verified';
  readonly rating: number;
  readonly verified_rating: number;
  readonly games: number;
  readonly verified_games: number;
  readonly rounds: number;
  readonly wins: number;
  readonly played_at: number | null;
};

/** A place on the leaderboard. */
export type Ranked = RatedPlayer & { readonly rank: number };

/** Somebody whose verified rating rose. */
export type Riser = Ranked & { readonly rise: number; readonly rounds_since: number };

/** A rating around a round. */
export type Move = { readonly before: number; readonly after: number; readonly change: number };

/** A round somebody played. */
export type Round = {
  readonly session: number;
  readonly round: number;
  readonly at: number;
  readonly occasion: string;
  /** None for a table on this server. */
  readonly source: string | null;
  /** The game on this server it was. */
  readonly game: string | null;
  /** Whether everybody may see that game. */
  readonly listed: boolean;
  readonly games: number;
  readonly wall_games: number;
  readonly wins: number;
  readonly points: number;
  /** Among those of the same list in the round. */
  readonly place: number;
  readonly people: number;
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly rating: Move;
  /** None where the round did not count for it. */
  readonly verified_rating: Move | null;
  /** When the operator put its session right, if ever. */
  readonly corrected_at: number | null;
};

/** Rounds, newest first. */
export type RoundPage = { readonly rounds: readonly Round[]; readonly next: string | null };

/** A list of players, and when it was made. */
export type Listed<T> = { readonly players: readonly T[]; readonly at: number };

/** The best, and where somebody asked about is among them, if anywhere. */
export type Leaderboard = Listed<Ranked> & { readonly own: Ranked | null };

/** A figure, how much it rests on, and of how many in a hundred of its peers it is larger than theirs, if that can be said. */
export type Figure = { readonly value: number | null; readonly sample: number; readonly percentile: number | null; readonly peers: number };

/** What is known of a profile, or of everybody who plays under a name. */
export type Stats = {
  readonly hands: number;
  readonly games: number;
  readonly win_rate: Figure;
  readonly self_draw_rate: Figure;
  readonly deal_in_rate: Figure;
  readonly mean_winning_points: Figure;
  readonly three_golds_rate: Figure;
  readonly mean_place: Figure;
  readonly riichi_rate: Figure;
  /** How often a game of riichi ended in each place. */
  readonly places: BySeat<number>;
  readonly games_without_hands: number;
  /** Of which some hands are missing, or do not agree with the end. */
  readonly games_partial: number;
};

/** What is played, or kept at real tables. Figures of two kinds are never put together. */
export const VARIANTS = ['fujian', 'riichi'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What is known of somebody, of each kind of game that was seen. */
export type StatsByVariant = Readonly<Partial<Record<Variant, Stats>>>;

/** A season of a league. */
export type Season = { readonly id: number; readonly name: string; readonly started_at: number; readonly ended_at: number | null };

/** A league with its seasons. */
export type League = { readonly id: number; readonly name: string; readonly drop_worst: number; readonly seasons: readonly Season[] };

/** Where somebody stands in a season, and on how many rounds that rests. */
export type Standing = {
  readonly rank: number;
  readonly player: { readonly id: string; readonly name: string };
  readonly shown: number;
  readonly rounds: number;
  readonly dropped: number;
};

/** A season and how it stands. */
export type Standings = {
  readonly league: { readonly id: number; readonly name: string };
  readonly season: Season;
  readonly drop_worst: number;
  readonly rounds: number;
  readonly standings: readonly Standing[];
};

/** A profile as its owner sees it. */
export type OwnProfile = { readonly player: RatedPlayer; readonly hidden: boolean };

/** A profile just made or taken back; what opens it is told this once. */
export type NewProfile = OwnProfile & { readonly key: string; readonly recovery: string };

/** What became of something asked of a profile; a code is the server's word for why not. */
export type Done<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string };

/** Whose hands are asked about: a profile's by its id, everybody's who used a name, or one's own with the key. */
export type Whose = { readonly who: string; readonly key: string | null };

/** Whether a text is the id of a player: the server takes what has this form for nothing else. */
export function isPlayerId(text: string): boolean {
  return /^p-[0-9a-hjkmnp-tv-z]{12}$/.test(text);
}

/** Where a player is looked at, by id; or whoever goes by a name. */
export function playerPath(id: string): string {
  return `/p/${encodeURIComponent(id)}`;
}

export function findPlayer(id: string, signal?: AbortSignal): Promise<Answer<RatedPlayer>> {
  return ask(`players/${encodeURIComponent(id)}`, signal);
}

export function listRounds(id: string, limit: number, cursor: string | null, signal?: AbortSignal): Promise<Answer<RoundPage>> {
  const query = new URLSearchParams(cursor === null ? { limit: String(limit) } : { limit: String(limit), cursor });
  return ask(`players/${encodeURIComponent(id)}/history?${query}`, signal);
}

/** As {@link listRounds} of the own profile, hidden or not. */
export function listOwnRounds(key: string, limit: number, cursor: string | null): Promise<Done<RoundPage>> {
  const query = new URLSearchParams(cursor === null ? { limit: String(limit) } : { limit: String(limit), cursor });
  return change('GET', `profile/history?${query}`, key);
}

/** Asks for all leagues. */
export function listLeagues(signal?: AbortSignal): Promise<Answer<readonly League[]>> {
  return ask<{ leagues: readonly League[] }, readonly League[]>('leagues', signal, ({ leagues }) => leagues);
}

/** Asks how a season stands. */
export function findSeason(id: string, signal?: AbortSignal): Promise<Answer<Standings>> {
  return ask(`seasons/${id}`, signal);
}

/** Finds players whose name begins so. */
export function searchPlayers(name: string, signal?: AbortSignal): Promise<Answer<{ players: readonly RatedPlayer[] }>> {
  return ask(`players/search?${new URLSearchParams({ q: name })}`, signal);
}

/** Which leaderboard is asked for; `player` is whose place is wanted wherever it is. */
export type AskedBoard = { readonly list: RatingList; readonly minGames: number; readonly limit: number; readonly player?: string | undefined };

/** The best verified players of a list with so many games. */
export function leaderboard({ list, minGames, limit, player }: AskedBoard, signal?: AbortSignal): Promise<Answer<Leaderboard>> {
  const query = new URLSearchParams({ limit: String(limit), min_games: String(minGames), list });
  if (player !== undefined) query.set('player', player);
  return ask(`leaderboard?${query}`, signal, ({ players, calculated_at, own }: Told<Ranked> & { own?: Ranked | null }) => ({ players, at: calculated_at, own: own ?? null }));
}

/** Those whose verified rating rose most in seven days. */
export function risers(list: RatingList, limit: number, signal?: AbortSignal): Promise<Answer<Listed<Riser>>> {
  return ask(`leaderboard/risers?limit=${limit}&list=${list}`, signal, ({ players, calculated_at }: Told<Riser>) => ({ players, at: calculated_at }));
}

/** What is known of somebody; kinds of games nobody saw them at are left out. */
export async function statsOf(whose: Whose, signal?: AbortSignal): Promise<Answer<StatsByVariant>> {
  const answers = await Promise.all(VARIANTS.map((variant) => askWhose<Stats>(whose, `stats?variant=${variant}`, signal)));
  const seen: Partial<Record<Variant, Stats>> = {};
  for (const [nth, answer] of answers.entries()) {
    if (!answer.ok) return answer;
    const variant = VARIANTS[nth];
    if (variant !== undefined && (answer.value.hands > 0 || answer.value.games > 0)) seen[variant] = answer.value;
  }
  return { ok: true, value: seen };
}

/** A rare win of somebody, and where it was. */
export type RareWin = { readonly game: string; readonly hand: number; readonly at: number; readonly kinds: readonly string[]; readonly points: number };

/** The latest rare wins of somebody, newest first. */
export async function listRareWins(whose: Whose, limit: number, signal?: AbortSignal): Promise<Answer<readonly RareWin[]>> {
  const found = await askWhose<{ wins: readonly RareWin[] }>(whose, `rare?limit=${limit}`, signal);
  return found.ok ? { ok: true, value: found.value.wins } : found;
}

/** One's own is there to see, hidden or not; a key that is no longer known is as good as none. */
async function askWhose<T>({ who, key }: Whose, what: string, signal?: AbortSignal): Promise<Answer<T>> {
  const own = key === null ? null : await change<T>('GET', `profile/${what}`, key);
  if (own?.ok === true) return own;
  return read(`/api/players/${encodeURIComponent(who)}/${what}`, signal, (response) => response.json() as Promise<T>);
}

export function createProfile(name: string): Promise<Done<NewProfile>> {
  return change('POST', 'profiles', null, { name });
}

/** Takes a profile back with its recovery code; what opened it before no longer does. */
export function recoverProfile(recovery: string): Promise<Done<NewProfile>> {
  return change('POST', 'profiles/recover', null, { recovery });
}

export function ownProfile(key: string): Promise<Done<OwnProfile>> {
  return change('GET', 'profile', key);
}

export function changeProfile(key: string, wanted: { readonly name?: string; readonly hidden?: boolean }): Promise<Done<OwnProfile>> {
  return change('PATCH', 'profile', key, wanted);
}

export function deleteProfile(key: string): Promise<Done<null>> {
  return change('DELETE', 'profile', key);
}

/** A list as the server tells it. */
type Told<T> = { readonly players: readonly T[]; readonly calculated_at: number };

function ask<T, U = T>(path: string, signal?: AbortSignal, take = (told: T): U => told as unknown as U): Promise<Answer<U>> {
  return read(`/api/v1/${path}`, signal, async (response) => take((await response.json()) as T));
}

async function read<T>(path: string, signal: AbortSignal | undefined, take: (response: Response) => Promise<T>): Promise<Answer<T>> {
  try {
    const response = await fetch(path, signal === undefined ? {} : { signal });
    if (response.ok) return { ok: true, value: await take(response) };
    return { ok: false, why: response.status === 404 || response.status === 400 ? 'not_found' : 'unreachable' };
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}

async function change<T>(method: string, path: string, key: string | null, body?: unknown): Promise<Done<T>> {
  const headers = {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const response = await fetch(`/api/v1/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (response.status === 204) return { ok: true, value: null as T };
    const told = (await response.json()) as T & { readonly code?: string };
    return response.ok ? { ok: true, value: told } : { ok: false, code: told.code ?? 'unreachable' };
  } catch {
    return { ok: false, code: 'unreachable' };
  }
}
