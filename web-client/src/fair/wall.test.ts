import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hexOf } from '../wire/codec';
import { sha256 } from './sha256';
import { isPromised, linkOf, newSecret, tipOf } from './wall';

/** As another implementation hashes. */
function reference(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('SHA-256', () => {
  it('is what others compute, for every length around a block', () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);

      expect(hexOf(sha256(bytes)), `${length} bytes`).toBe(reference(bytes));
    }
  });
});

describe('a chain', () => {
  const secret = newSecret();

  it.each([1, 2, 700])('has a link for hand %i that leads to the tip', (hand) => {
    let bytes = Buffer.from(linkOf(secret, hand) ?? '', 'hex');
    for (let left = hand; left > 0; left -= 1) bytes = createHash('sha256').update(bytes).digest();

    expect(bytes.toString('hex')).toBe(tipOf(secret));
  });

  it('ends', () => {
    expect(linkOf(secret, 4096)).toBe(secret);
    expect(linkOf(secret, 4097)).toBeUndefined();
  });

  it('is another for everybody', () => {
    expect(tipOf(newSecret())).not.toBe(tipOf(secret));
  });
});

describe('a commitment', () => {
  const seed = '11'.repeat(32);
  const promised = Buffer.concat([
    Buffer.from('sanjin/1/commit'),
    Buffer.from([6]),
    Buffer.from('K7Q2XM'),
    Buffer.from([0, 0, 1, 2]),
    Buffer.from(seed, 'hex'),
  ]);

  it('holds for its room, hand and seed, and for no other', () => {
    const commitment = reference(promised);

    expect(isPromised('K7Q2XM', 258, seed, commitment)).toBe(true);
    expect(isPromised('K7Q2XN', 258, seed, commitment)).toBe(false);
    expect(isPromised('K7Q2XM', 259, seed, commitment)).toBe(false);
    expect(isPromised('K7Q2XM', 258, '12'.repeat(32), commitment)).toBe(false);
  });
});
