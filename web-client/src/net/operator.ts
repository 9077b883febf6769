/** What an operator sees and does, with the token of the server. */
import type { BySeat, Occupant, PhaseView, RoomCode, Stage } from '../wire/messages.generated';

/** How the server is. */
export type Overview = {
  readonly version: string;
  readonly rooms: number;
  readonly connections: number;
  readonly sockets: number;
  readonly recorder_queue: number;
  readonly store_up: boolean;
  readonly stopping: boolean;
};

/** A room, with nothing that is hidden from its players. */
export type OperatedRoom = {
  readonly code: RoomCode;
  readonly stage: Stage;
  /** What is being done at the table; null before the first match. */
  readonly phase: PhaseView['type'] | null;
  /** Whom the table waits for. */
  readonly waits_for: BySeat<boolean> | null;
  readonly seats: BySeat<Occupant>;
  readonly online: BySeat<boolean>;
  readonly watchers: number;
  readonly public: boolean;
  readonly seq: number;
  /** How long this server has had it; null if it has just been closed. */
  readonly seconds: number | null;
  /** Null before the first match. */
  readonly hands_played: number | null;
  /** Null while no hand is played. */
  readonly wall_left: number | null;
};

/** A socket. */
export type Connection = {
  readonly id: number;
  readonly address: string;
  readonly room: RoomCode | null;
  readonly seconds: number;
  readonly sent_bytes: number;
};

/** Everything at one moment. */
export type Sight = {
  readonly overview: Overview;
  readonly rooms: readonly OperatedRoom[];
  readonly connections: readonly Connection[];
};

/** Why nothing is shown: there is no such page, the token is wrong, it was tried too often, or nobody answers. */
export type Refused = 'off' | 'wrong' | 'tooMany' | 'unreachable';

/** Looks at everything. */
export async function look(token: string): Promise<Sight | Refused> {
  const overview = await ask<Overview>('/admin', token);
  if (typeof overview === 'string') return overview;
  const rooms = await ask<{ rooms: readonly OperatedRoom[] }>('/admin/rooms', token);
  if (typeof rooms === 'string') return rooms;
  const connections = await ask<{ connections: readonly Connection[] }>('/admin/connections', token);
  if (typeof connections === 'string') return connections;
  return { overview, rooms: rooms.rooms, connections: connections.connections };
}

/** Looks at one room: all that is told of it. */
export function lookAtRoom(code: RoomCode, token: string): Promise<OperatedRoom | Refused> {
  return ask(`/admin/rooms/${code}`, token);
}

/** Why something was not done; `gone` is what it was to be done to. */
export type NotDone = Exclude<Refused, 'off'> | 'gone';

/** Closes a room for good; null if that is done. */
export function closeRoom(code: RoomCode, token: string): Promise<NotDone | null> {
  return order(`/admin/rooms/${code}/close`, token);
}

/** Ends a connection; null if that is done. */
export function endConnection(id: number, token: string): Promise<NotDone | null> {
  return order(`/admin/connections/${id}/kick`, token);
}

async function order(path: string, token: string): Promise<NotDone | null> {
  const answer = await ask<object>(path, token, 'POST');
  if (typeof answer !== 'string') return null;
  return answer === 'off' ? 'gone' : answer;
}

async function ask<T>(path: string, token: string, method: 'GET' | 'POST' = 'GET'): Promise<T | Refused> {
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const response = await fetch(path, { method, headers, cache: 'no-store' });
    if (response.ok) return (await response.json()) as T;
    const refusals: Readonly<Record<number, Refused>> = { 401: 'wrong', 404: 'off', 429: 'tooMany' };
    return refusals[response.status] ?? 'unreachable';
  } catch {
    return 'unreachable';
  }
}
