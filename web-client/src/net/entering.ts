/** Taking a seat, in a room of one's own or another's. */
import { newSecret, tipOf } from '../fair/wall';
import { profileKey } from '../profile.svelte';
import type { BotLevel, HostOrder, RoomCode, Rules, SeatToken } from '../wire/messages.generated';
import type { RefusalCode } from './requests';
import { keptSeat } from './seats';
import { begin, order, returnTo } from './session.svelte';

/** Opens a room and takes a seat in it. */
export function createRoom(name: string, rules: Rules, isPublic: boolean): Promise<RefusalCode | null> {
  const setup = { type: 'fujian', rules } as const;
  const secret = newSecret();
  const tip = tipOf(secret);
  const entry = { type: 'create', name, setup, public: isPublic, tip, profile: profileKey(), token: newToken() } as const;
  return begin(entry, { code: null, isWatching: false }, { name, secret });
}

/** Opens a room, fills it with bots and starts. */
export async function playWithBots(name: string, rules: Rules, level: BotLevel): Promise<RefusalCode | null> {
  const orders: readonly HostOrder[] = [
    { type: 'bot', seat: 1, level },
    { type: 'bot', seat: 2, level },
    { type: 'bot', seat: 3, level },
    { type: 'start' },
  ];
  let refusal = await createRoom(name, rules, false);
  for (const next of orders) {
    refusal ??= await order(next);
  }
  return refusal;
}

/** Takes a seat in a room, or comes back to the one this browser has there: a second would be kept in its place. */
export function joinRoom(code: RoomCode, name: string): Promise<RefusalCode | null> {
  const kept = keptSeat(code);
  if (kept !== undefined) return returnTo(kept);
  const secret = newSecret();
  const entry = { type: 'join', code, name, tip: tipOf(secret), profile: profileKey(), token: newToken() } as const;
  return begin(entry, { code, isWatching: false }, { name, secret });
}

/** What the seat is kept by: made here, so that one that is asked for twice is the same. */
function newToken(): SeatToken {
  return newSecret().slice(0, 32);
}
