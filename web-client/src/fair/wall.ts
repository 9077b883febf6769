/** A player's part in the fair wall: a chain of hashes fixed on joining, one link for each hand. */
import { bytesOf, hexOf } from '../wire/codec';
import type { Digest, RoomCode } from '../wire/messages.generated';
import { sha256 } from './sha256';

/** A chain is good for so many hands in one room; kept seats rely on it. */
const CHAIN_LENGTH = 4096;

/** 32 bytes nobody else knows. */
export function newSecret(): Digest {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** What fixes the own part of every wall to come. */
export function tipOf(secret: Digest): Digest {
  return hashed(secret, CHAIN_LENGTH);
}

/** The own part in the wall of a hand; undefined once the chain is used up. */
export function linkOf(secret: Digest, hand: number): Digest | undefined {
  return hand > CHAIN_LENGTH ? undefined : hashed(secret, CHAIN_LENGTH - hand);
}

/** Whether a seed is the one that was committed to before the hand. */
export function isPromised(code: RoomCode, hand: number, seed: Digest, commitment: Digest): boolean {
  const text = new TextEncoder();
  const room = text.encode(code);
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, hand);
  const promised = [text.encode('sanjin/1/commit'), [room.length], room, number, bytesOf(seed)];
  return hexOf(sha256(Uint8Array.from(promised.flatMap((part) => [...part])))) === commitment;
}

function hashed(digest: Digest, times: number): Digest {
  let bytes = bytesOf(digest);
  for (let left = times; left > 0; left -= 1) bytes = sha256(bytes);
  return hexOf(bytes);
}
