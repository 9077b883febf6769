/** The games this browser took part in: what is needed to find each again, and how it stood when last seen. */
import type { Known } from '../table/applyChange';
import { presetOf, type Preset } from '../table/presets';
import { SEATS } from '../table/seats';
import { recallJson, remember } from '../storage';
import type { BySeat, Occupant, RoomCode, Seat } from '../wire/messages.generated';
import { coded } from './coded';
import type { ListedPlayer } from './rooms';

/** A game one had a seat in. */
export type OwnGame = {
  readonly id: string;
  /** The code of its room, if it can't be looked at without. */
  readonly code: RoomCode | null;
  /** When it was first kept, in milliseconds since 1970. */
  readonly at: number;
  readonly seat: Seat;
  readonly players: readonly ListedPlayer[];
  readonly scores: BySeat<number>;
  /** Hands that are over, and how many the match has. */
  readonly hands: number;
  readonly of: number;
  readonly preset: Preset;
};

const KEY = 'sanjin.games';
const GAMES_MAX = 200;

/** All games kept, the latest first. */
export function ownGames(): readonly OwnGame[] {
  const stored = recallJson(KEY);
  return Array.isArray(stored) ? stored.filter(isOwnGame) : [];
}

/** Keeps how a game stands once a hand of it is over; the oldest of too many is forgotten. */
export function keepGame(known: Known, now: number): void {
  const game = gameOf(known, now);
  if (game === null) return;
  const kept = ownGames();
  const before = kept.find(({ id }) => id === game.id);
  const others = kept.filter(({ id }) => id !== game.id);
  remember(KEY, JSON.stringify([{ ...game, at: before?.at ?? now }, ...others].slice(0, GAMES_MAX)));
}

/** Where a game can be seen again as a whole, and its latest hand from the own seat. */
export function pathsTo({ id, code, seat }: OwnGame): { readonly game: string; readonly replay: string } {
  return { game: `/g/${id}${coded(code)}`, replay: `/g/${id}/h/last${coded(code, { seat: String(seat) })}` };
}

function gameOf({ room, table, seat }: Known, at: number): OwnGame | null {
  const outcome = table?.hand?.end?.outcome;
  if (seat === null || table === null || outcome === undefined || outcome.type === 'aborted') return null;
  // What is not recorded is nowhere to be found.
  if (!room.options.recorded) return null;
  return {
    id: `${room.id}-${table.game + 1}`,
    code: room.public ? null : room.code,
    at,
    seat,
    players: SEATS.flatMap((each) => listed(each, room.seats[each])),
    scores: table.scores,
    hands: table.hands_played,
    of: table.rules.hands,
    preset: presetOf(table.rules),
  };
}

function listed(seat: Seat, occupant: Occupant): readonly ListedPlayer[] {
  if (occupant.type === 'empty') return [];
  const { type: kind, ...who } = occupant;
  return [{ seat, kind, ...who }];
}

function isOwnGame(value: unknown): value is OwnGame {
  if (typeof value !== 'object' || value === null) return false;
  const { id, code, at, seat, players, scores, hands, of, preset } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    (code === null || typeof code === 'string') &&
    [at, hands, of].every((number) => typeof number === 'number') &&
    [0, 1, 2, 3].includes(seat as number) &&
    Array.isArray(players) &&
    Array.isArray(scores) &&
    scores.length === SEATS.length &&
    scores.every((score) => typeof score === 'number') &&
    ['classic', 'full', 'custom'].includes(preset as string)
  );
}
