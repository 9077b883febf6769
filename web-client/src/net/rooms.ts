/** The rooms anybody may watch, as the server lists them. */
import type { BotLevel, BySeat, RoomCode, Seat, Stage } from '../wire/messages.generated';
import type { SuitTile } from '../wire/tile';

/** Who sits somewhere, in a list. */
export type ListedPlayer = {
  readonly seat: Seat;
  readonly kind: 'human' | 'bot' | 'stand_in';
  readonly name?: string;
  readonly level?: BotLevel;
};

/** A room in a list. */
export type ListedRoom = {
  readonly code: RoomCode;
  /** Where it is watched; not where watching is off. */
  readonly watch?: string;
  readonly stage: Stage;
  /** Empty seats are left out. */
  readonly players: readonly ListedPlayer[];
  /** None before the first. */
  readonly hand?: number;
  /** Only while a hand is played. */
  readonly wall_left?: number;
  /** Only once it lies open. */
  readonly gold?: SuitTile;
  readonly watchers: number;
  readonly scores: BySeat<number>;
  readonly options: ListedOptions;
};

/** How a room in a list is run. */
export type ListedOptions = {
  readonly spectators: 'on' | 'off' | 'delayed';
  readonly delay_seconds?: number;
  readonly open_hands: boolean;
  readonly recorded: boolean;
  readonly quick_pass: boolean;
  readonly rated: boolean;
};

/** Asks for the list; undefined if it can't be had. */
export async function listRooms(signal: AbortSignal): Promise<readonly ListedRoom[] | undefined> {
  try {
    const response = await fetch('/api/rooms', { signal });
    if (!response.ok) return undefined;
    const { rooms } = (await response.json()) as { rooms?: unknown };
    return Array.isArray(rooms) ? (rooms as readonly ListedRoom[]) : undefined;
  } catch {
    return undefined;
  }
}
