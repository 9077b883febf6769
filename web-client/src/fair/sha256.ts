/**
 * SHA-256 without waiting. The browser's own is there only where the page came over https, and a table in
 * the living room often does not; and a chain of thousands of hashes is quicker without a promise for each.
 */
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function rootBits(root: (prime: number) => number, count: number): Uint32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) isPrime &&= candidate % factor !== 0;
    if (isPrime) found.push((root(candidate) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const START = rootBits(Math.sqrt, 8);
const MIX = rootBits(Math.cbrt, ROUNDS);

/** The hash of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);

  const state = START.slice();
  const words = new Uint32Array(ROUNDS);
  for (let block = 0; block < padded.length; block += 64) compress(state, words, view, block);

  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => hash.setUint32(place * 4, word));
  return new Uint8Array(hash.buffer);
}

function compress(state: Uint32Array, words: Uint32Array, from: DataView, block: number): void {
  const word = (at: number): number => words[at] as number;
  for (let at = 0; at < 16; at += 1) words[at] = from.getUint32(block + at * 4);
  for (let at = 16; at < ROUNDS; at += 1) {
    const [near, far] = [word(at - 2), word(at - 15)];
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[at] = word(at - 16) + low + word(at - 7) + high;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < ROUNDS; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (MIX[at] as number) + word(at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, place) => {
    state[place] = (state[place] as number) + value;
  });
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
