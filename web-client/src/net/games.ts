/** Games and hands as the server keeps them. */
import type { BySeat, RoomCode, Rules, Seat } from '../wire/messages.generated';
import { coded } from './coded';
import type { ListedPlayer } from './rooms';

/** How much is known of a game. */
export type DataQuality = 'complete' | 'partial' | 'final_only';

/** A game. */
export type Game = {
  readonly id: string;
  readonly variant: string;
  readonly origin: 'online' | 'recorded';
  readonly data_quality: DataQuality;
  readonly state: 'running' | 'finished' | 'abandoned';
  readonly room: RoomCode;
  /** Milliseconds since 1970, as all times here. */
  readonly started_at: number;
  readonly ended_at?: number;
  readonly players: readonly ListedPlayer[];
  /** Hands that are over. */
  readonly hands: number;
  readonly scores: BySeat<number>;
  readonly rules: Rules;
};

/** How somebody won. */
export type Win = {
  readonly seat: Seat;
  readonly way: 'self_draw' | 'discard' | 'robbed_kong' | 'three_golds' | 'robbed_gold';
  readonly from?: Seat;
  readonly points: number;
  readonly specials: readonly ('golden_pair' | 'no_bonus_no_kong' | 'all_one_suit')[];
};

/** A hand that is over. */
export type Hand = {
  readonly number: number;
  readonly ended_at: number;
  readonly players: readonly ListedPlayer[];
  readonly outcome:
    | { readonly type: 'won'; readonly wins: readonly Win[] }
    | { readonly type: 'drawn' }
    | { readonly type: 'aborted' };
  readonly deltas: BySeat<number>;
  readonly scores_after: BySeat<number>;
  /** What those who sat there say about it. */
  readonly notes?: readonly HandNote[];
};

/** What somebody who sat there says about a hand. */
export type HandNote = { readonly seat: Seat; readonly name: string; readonly note: string; readonly at: number };

/** What a seat gave for the wall of a hand; a link that was withheld is not there. */
export type RecordedSeat = { readonly tip: string; readonly link?: string };

/** What is needed of the record of a hand to check its wall. */
export type HandRecord = {
  readonly room: RoomCode;
  readonly hand: number;
  readonly rules: Pick<Rules, 'tiles'>;
  readonly commitment: string;
  readonly seed: string;
  readonly seats: BySeat<RecordedSeat>;
  readonly wall: readonly string[];
};

/** Why something can't be shown. */
export type Trouble = 'not_found' | 'unreachable';

/** What was asked for, or why it can't be had. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Trouble };

/** The filters of a list of games, by the names the server gives them. */
export const FILTERS = ['player', 'outcome', 'rare', 'origin', 'data_quality', 'since', 'until'] as const;

/** A page of games, newest first. */
export type GamePage = { readonly games: readonly Game[]; readonly next?: string };

/** Where a game is looked at: those that people noted have no hands to replay. */
export function gamePath({ id, origin }: Pick<Game, 'id' | 'origin'>): string {
  return origin === 'recorded' ? `/score/${id}` : `/g/${id}`;
}

/** Asks for a page of games. */
export function listGames(query: URLSearchParams, signal?: AbortSignal): Promise<Answer<GamePage>> {
  return ask(`/api/games?${query}`, signal);
}

/** Asks for a game; `code` is that of its room, needed if that is private. */
export function findGame(id: string, code: string | null, signal?: AbortSignal): Promise<Answer<Game>> {
  return ask(`/api/games/${id}${coded(code)}`, signal);
}

/** Asks for all finished hands of a game. */
export async function listHands(id: string, code: string | null, signal?: AbortSignal): Promise<Answer<readonly Hand[]>> {
  const all: Hand[] = [];
  let after = 0;
  for (;;) {
    const page: Answer<{ hands: readonly Hand[]; next?: number }> = await ask(
      `/api/games/${id}/hands${coded(code, { after: String(after) })}`,
      signal,
    );
    if (!page.ok) return page;
    all.push(...page.value.hands);
    if (page.value.next === undefined) return { ok: true, value: all };
    after = page.value.next;
  }
}

/** Asks for the record of a hand. */
export function findRecord(id: string, hand: number, code: string | null): Promise<Answer<HandRecord>> {
  return ask(recordPath(id, hand, code));
}

/** Where the record of a hand is. */
export function recordPath(id: string, hand: number, code: string | null): string {
  return `/api/games/${id}/hands/${hand}${coded(code)}`;
}

/** Asks for the steps of a hand with all hands open, as lines of JSON. */
export async function fetchReplay(id: string, hand: number, code: string | null): Promise<Answer<string>> {
  const asked = coded(code, { hand: String(hand), open: 'true' });
  return answered(`/api/games/${id}/replay${asked}`, undefined, (response) => response.text());
}

function ask<T>(path: string, signal?: AbortSignal): Promise<Answer<T>> {
  return answered(path, signal, (response) => response.json() as Promise<T>);
}

async function answered<T>(
  path: string,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
): Promise<Answer<T>> {
  try {
    const response = await fetch(path, signal === undefined ? {} : { signal });
    if (response.ok) return { ok: true, value: await read(response) };
    return { ok: false, why: response.status === 404 || response.status === 400 ? 'not_found' : 'unreachable' };
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}

/** Says something about a hand, with the token of a seat; all that is said about it, or the code of why not. */
export async function annotate(id: string, hand: number, code: string | null, token: string, note: string): Promise<readonly HandNote[] | string> {
  try {
    const response = await fetch(`/api/games/${id}/hands/${hand}/note${coded(code)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ note }),
    });
    const body = (await response.json()) as { notes?: readonly HandNote[]; code?: string };
    return body.notes ?? body.code ?? 'unreachable';
  } catch {
    return 'unreachable';
  }
}
