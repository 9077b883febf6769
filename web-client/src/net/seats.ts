/** The seats this browser holds: what is needed to come back to each, kept for the next visit. */
import { recallJson, remember } from '../storage';
import type { Digest, RequestId, RoomCode, Seat, SeatToken } from '../wire/messages.generated';

/** A seat, and how to come back to it. */
export type KeptSeat = {
  readonly code: RoomCode;
  readonly seat: Seat;
  readonly token: SeatToken;
  readonly name: string;
  /** What the own part in every wall begins with. */
  readonly secret: Digest;
  /** The last number a request of this seat had: none may be used twice. */
  readonly requests: RequestId;
};

const KEY = 'sanjin.seats';
const SEATS_MAX = 8;
const PAST_KEY = 'sanjin.past-seats';
const PAST_MAX = 40;

/** All seats kept, the latest first. */
export function keptSeats(): readonly KeptSeat[] {
  const stored = recallJson(KEY);
  return Array.isArray(stored) ? stored.filter(isKeptSeat) : [];
}

/** The seat kept for a room. */
export function keptSeat(code: RoomCode): KeptSeat | undefined {
  return keptSeats().find((kept) => kept.code === code);
}

/** Keeps a seat; the oldest of too many is forgotten. */
export function keepSeat(seat: KeptSeat): void {
  const others = keptSeats().filter(({ code }) => code !== seat.code);
  remember(KEY, JSON.stringify([seat, ...others].slice(0, SEATS_MAX)));
}

/** A seat somebody had: its token lets them annotate what was played there. */
export type PastSeat = Pick<KeptSeat, 'code' | 'seat' | 'token'>;

/** The seat this browser has or had in a room. */
export function pastSeat(code: RoomCode): PastSeat | undefined {
  return keptSeat(code) ?? pastSeats().find((past) => past.code === code);
}

function pastSeats(): readonly PastSeat[] {
  const stored = recallJson(PAST_KEY);
  return Array.isArray(stored) ? stored.filter(isPastSeat) : [];
}

function isPastSeat(value: unknown): value is PastSeat {
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Record<string, unknown>;
  return typeof found['code'] === 'string' && typeof found['token'] === 'string' && [0, 1, 2, 3].includes(found['seat'] as number);
}

/** Forgets the seat of a room, but not that it was had. */
export function forgetSeat(code: RoomCode): void {
  const others = keptSeats().filter((kept) => kept.code !== code);
  const left = keptSeat(code);
  if (left !== undefined) {
    const past = pastSeats().filter((other) => other.code !== code);
    remember(PAST_KEY, JSON.stringify([{ code, seat: left.seat, token: left.token }, ...past].slice(0, PAST_MAX)));
  }
  remember(KEY, others.length === 0 ? null : JSON.stringify(others));
}

function isKeptSeat(value: unknown): value is KeptSeat {
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Record<string, unknown>;
  const texts = ['code', 'token', 'name', 'secret'].every((name) => typeof found[name] === 'string');
  return texts && [0, 1, 2, 3].includes(found['seat'] as number) && Number.isInteger(found['requests']);
}
