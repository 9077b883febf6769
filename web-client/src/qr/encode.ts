/** A QR code of a short text such as a link: byte mode, error correction M, versions 1 to 6. */
import { correction } from './correction';

/** Rows of modules; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/** By version: blocks, data bytes in each, correction bytes in each. */
const VERSIONS = [
  [1, 16, 10],
  [1, 28, 16],
  [1, 44, 26],
  [2, 32, 18],
  [2, 43, 24],
  [4, 27, 16],
] as const;

/** The code of a text, or undefined if it is too long for these versions. */
export function encodeQr(text: string): Modules | undefined {
  const bytes = new TextEncoder().encode(text);
  // Two bytes go for the mode, the length and the end.
  const place = VERSIONS.findIndex(([blocks, data]) => bytes.length + 2 <= blocks * data);
  const layout = VERSIONS[place];
  if (layout === undefined) return undefined;
  const bits = interleaved(dataBytes(bytes, layout[0] * layout[1]), layout).flatMap(bitsOf);
  const grids = MASKS.map((mask, number) => draw(place + 1, bits, mask, number));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

function dataBytes(bytes: Uint8Array, length: number): readonly number[] {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length), ...[...bytes].flatMap(bitsOf), 0, 0, 0, 0];
  const packed: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    packed.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  }
  const padding = Array.from({ length: length - packed.length }, (_, at) => (at % 2 === 0 ? 0xec : 0x11));
  return [...packed, ...padding];
}

function bitsOf(byte: number): number[] {
  return [7, 6, 5, 4, 3, 2, 1, 0].map((place) => (byte >> place) & 1);
}

/** Blocks and their correction, woven together so that a scratch hurts all of them a little. */
function interleaved(data: readonly number[], [count, each, mending]: (typeof VERSIONS)[number]): number[] {
  const blocks = Array.from({ length: count }, (_, at) => data.slice(at * each, (at + 1) * each));
  const mended = blocks.map((block) => correction(block, mending));
  const weave = (rows: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, at) => rows.map((row) => row[at] ?? 0)).flat();
  return [...weave(blocks, each), ...weave(mended, mending)];
}

type Mask = (row: number, column: number) => boolean;

const MASKS: readonly Mask[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function draw(version: number, bits: readonly number[], mask: Mask, number: number): Modules {
  const size = 17 + version * 4;
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  const set = (row: number, column: number, dark: boolean): void => {
    const line = grid[row];
    if (line !== undefined && column >= 0 && column < size) line[column] = dark;
  };
  drawFixed(version, size, set);
  drawFormat(size, number, set);

  let next = 0;
  for (const [row, column] of path(size)) {
    if (grid[row]?.[column] !== undefined) continue;
    set(row, column, (bits[next] === 1) !== mask(row, column));
    next += 1;
  }
  return grid.map((line) => line.map((dark) => dark === true));
}

type Set = (row: number, column: number, dark: boolean) => void;

/** The corners, the timing lines and the small square that say where everything is. */
function drawFixed(version: number, size: number, set: Set): void {
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (middleRow: number, middleColumn: number, reach: number, light: readonly number[]): void => {
    for (let row = -reach; row <= reach; row += 1) {
      for (let column = -reach; column <= reach; column += 1) {
        const ring = Math.max(Math.abs(row), Math.abs(column));
        set(middleRow + row, middleColumn + column, !light.includes(ring));
      }
    }
  };
  if (version > 1) square(size - 7, size - 7, 2, [1]);
  square(3, 3, 4, [2, 4]);
  square(3, size - 4, 4, [2, 4]);
  square(size - 4, 3, 4, [2, 4]);
}

/** Which correction and mask, twice, with bits to mend it. Correction M is 00. */
function drawFormat(size: number, mask: number, set: Set): void {
  let rest = mask;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((mask << 10) | rest) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((format >> bit) & 1) === 1;
    set(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, dark);
    set(8, bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, dark);
  }
  set(size - 8, 8, true);
}

/** Every module in the order bits go: up and down in pairs of columns, from the right. */
function* path(size: number): Generator<readonly [number, number]> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      yield [row, right];
      yield [row, right - 1];
    }
    isUp = !isUp;
  }
}

/** How hard a grid is to read: long runs, blocks, look-alikes of corners, too much of one shade. */
function penalty(grid: Modules): number {
  const size = grid.length;
  const columns = grid.map((_, at) => grid.map((row) => row[at] === true));
  const lines = [...grid, ...columns].map((line) => line.map((dark) => (dark ? '1' : '0')).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * ((line.match(/10111010000/g)?.length ?? 0) + (line.match(/00001011101/g)?.length ?? 0));
  }
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const dark = grid[row]?.[column];
      const isBlock =
        dark === grid[row]?.[column - 1] && dark === grid[row - 1]?.[column] && dark === grid[row - 1]?.[column - 1];
      if (isBlock) sum += 3;
    }
  }
  const share = grid.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share * 20 - 10));
}
