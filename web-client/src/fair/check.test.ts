import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HandRecord } from '../net/games';
import { checkWall } from './check';
import { chacha20 } from './chacha20';

/** Records the server made, kept as what its own reader is tried on. */
function record(name: string): HandRecord {
  const file = new URL(`../../../fuzz/corpus/record/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

it('the stream is that of RFC 8439', () => {
  // Its key stream for the zero key and nonce: appendix A.1, test vectors 1 and 2.
  const stream = chacha20(new Uint8Array(32));
  const bytes = Array.from({ length: 72 }, () => stream.next().value);

  expect(Buffer.from(bytes.slice(0, 8)).toString('hex')).toBe('76b8e0ada0f13d90');
  expect(Buffer.from(bytes.slice(64, 72)).toString('hex')).toBe('9f07e7be5551387a');
});

describe.each(['full_1', 'full_2', 'full_3'])('the wall of %s', (name) => {
  const good = record(name);

  it('is what seed and parts give', () => {
    const found = checkWall(good);

    expect(found).toMatchObject({ isPromised: true, isSame: true, links: { wrong: 0 } });
    expect(found.links.kept + found.links.withheld).toBe(4);
  });

  it('is another when anything was changed', () => {
    const { wall, seed, seats } = good;
    const swapped = checkWall({ ...good, wall: [wall[1] ?? '', wall[0] ?? '', ...wall.slice(2)].reverse() });
    const reseeded = checkWall({ ...good, seed: `${seed.startsWith('0') ? '1' : '0'}${seed.slice(1)}` });
    const withheld = checkWall({ ...good, seats: [{ tip: seats[0].tip }, seats[1], seats[2], seats[3]] });
    const relinked = checkWall({ ...good, seats: [{ ...seats[0], link: seed }, seats[1], seats[2], seats[3]] });

    expect(swapped.isSame).toBe(false);
    expect(reseeded).toMatchObject({ isPromised: false, isSame: false });
    expect(withheld.isSame).toBe(seats[0].link === undefined);
    expect(relinked).toMatchObject({ isSame: false, links: { wrong: 1 } });
  });
});
