/** The ChaCha20 stream, from its beginning, with a nonce of zeros: what shuffles a fair wall. */
const BLOCK_WORDS = 16;
const DOUBLE_ROUNDS = 10;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** The bytes of the stream of a 32-byte key, one after the other, without end. */
export function* chacha20(key: Uint8Array): Generator<number, never> {
  const words = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const state = new Uint32Array(BLOCK_WORDS);
  state.set(CONSTANTS);
  for (let at = 0; at < 8; at += 1) state[4 + at] = words.getUint32(at * 4, true);
  for (;;) {
    const block = new DataView(new ArrayBuffer(BLOCK_WORDS * 4));
    mixed(state).forEach((word, at) => block.setUint32(at * 4, word, true));
    yield* new Uint8Array(block.buffer);
    state[12] = (state[12] as number) + 1;
  }
}

function mixed(state: Uint32Array): Uint32Array {
  const mix = state.slice();
  for (let round = 0; round < DOUBLE_ROUNDS; round += 1) {
    for (let column = 0; column < 4; column += 1) quarter(mix, column, column + 4, column + 8, column + 12);
    for (let column = 0; column < 4; column += 1) {
      quarter(mix, column, ((column + 1) % 4) + 4, ((column + 2) % 4) + 8, ((column + 3) % 4) + 12);
    }
  }
  return mix.map((word, at) => word + (state[at] as number));
}

function quarter(mix: Uint32Array, a: number, b: number, c: number, d: number): void {
  const step = (to: number, add: number, turned: number, by: number): void => {
    mix[to] = (mix[to] as number) + (mix[add] as number);
    const word = (mix[turned] as number) ^ (mix[to] as number);
    mix[turned] = (word << by) | (word >>> (32 - by));
  };
  step(a, b, d, 16);
  step(c, d, b, 12);
  step(a, b, d, 8);
  step(c, d, b, 7);
}
