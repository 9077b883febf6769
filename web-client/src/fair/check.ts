/** Whether the wall of a recorded hand is the one that seed and players' parts give: docs/FAIR_WALL.md, step by step. */
import type { HandRecord, RecordedSeat } from '../net/games';
import { bytesOf, hexOf } from '../wire/codec';
import type { RoomCode } from '../wire/messages.generated';
import { chacha20 } from './chacha20';
import { sha256 } from './sha256';
import { isPromised } from './wall';

/** What a check of a wall found. */
export type WallCheck = {
  /** Whether the seed is the one that was committed to before the hand. */
  readonly isPromised: boolean;
  /** Players whose part leads to what they fixed on joining, who gave none, and whose part is another. */
  readonly links: { readonly kept: number; readonly withheld: number; readonly wrong: number };
  /** Whether every tile lies where it should. */
  readonly isSame: boolean;
};

const BLOCK = 64;
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Computes the wall of a hand again, and compares. */
export function checkWall(record: HandRecord): WallCheck {
  const { room, hand, seed, commitment, seats } = record;
  const found = seats.map((seat) => linkState(seat, hand));
  const count = (state: 'kept' | 'withheld' | 'wrong'): number => found.filter((each) => each === state).length;
  const wall = wallOf(record);
  return {
    isPromised: isPromised(room, hand, seed, commitment),
    links: { kept: count('kept'), withheld: count('withheld'), wrong: count('wrong') },
    isSame: wall.length === record.wall.length && wall.every((tile, place) => tile === record.wall[place]),
  };
}

function linkState({ tip, link }: RecordedSeat, hand: number): 'kept' | 'withheld' | 'wrong' {
  if (link === undefined) return 'withheld';
  let hashed = bytesOf(link);
  for (let left = hand; left > 0; left -= 1) hashed = sha256(hashed);
  return hexOf(hashed) === tip ? 'kept' : 'wrong';
}

/** The wall that seed and links give. */
export function wallOf({ room, hand, seed, seats, rules }: Omit<HandRecord, 'wall' | 'commitment'>): readonly string[] {
  const links = seats.map((seat) => bytesOf(seat.link ?? withheld(seat.tip, hand)));
  const key = hmac(bytesOf(seed), joined(ascii('sanjin/1/wall'), named(room), number(hand), ...links));
  return shuffled(tileSet(rules.tiles === 'all_bonus'), chacha20(key));
}

function withheld(tip: string, hand: number): string {
  return hexOf(sha256(joined(ascii('sanjin/1/withheld'), bytesOf(tip), number(hand))));
}

/** The tiles in the order every shuffle begins with. */
function tileSet(isLarge: boolean): readonly string[] {
  const four = (tile: string): readonly string[] => Array<string>(4).fill(tile);
  const suits = ['dots', 'bamboo', 'characters'].flatMap((suit) => RANKS.map((rank) => `${suit}_${rank}`));
  const winds = ['east', 'south', 'west', 'north'].map((wind) => `wind_${wind}`);
  const dragons = ['red', 'green', 'white'].map((dragon) => `dragon_${dragon}`);
  const singles = (name: string): readonly string[] => [1, 2, 3, 4].map((rank) => `${name}_${rank}`);
  return [
    ...[...suits, ...winds, ...(isLarge ? dragons : [])].flatMap(four),
    ...singles('season'),
    ...(isLarge ? singles('plant') : []),
  ];
}

function shuffled(tiles: readonly string[], bytes: Generator<number, never>): readonly string[] {
  const wall = [...tiles];
  for (let left = wall.length; left >= 2; left -= 1) {
    let byte: number;
    // A byte beyond the last whole multiple would make some places likelier than others.
    do byte = bytes.next().value;
    while (byte >= 256 - (256 % left));
    const [one, other] = [left - 1, byte % left];
    [wall[one], wall[other]] = [wall[other] as string, wall[one] as string];
  }
  return wall;
}

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function named(room: RoomCode): Uint8Array {
  const text = ascii(room);
  return joined(Uint8Array.of(text.length), text);
}

function number(hand: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, hand);
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
