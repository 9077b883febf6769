import { decode as foreignUnpack, encode as foreignPack } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './msgpack';

const EDGES = [0x1f, 0x20, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, Number.MAX_SAFE_INTEGER];
const NUMBERS = [0, ...EDGES.flatMap((edge) => [edge - 1, edge, -edge, 1 - edge])];
const LENGTHS = [0, 1, 15, 16, 31, 32, 255, 256, 4096];

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  ...NUMBERS,
  ...LENGTHS.map((length) => 'a'.repeat(length)),
  '\u{feff}庄家 🀄 \u{0}',
  ...LENGTHS.map((length) => Array<number>(length).fill(7)),
  new Uint8Array(32).fill(200),
  [[], [[1, 'two', [null, [true, -3]]]]],
];

/** Written in the longest form there is, as another program may. */
const LONG: readonly (readonly [string, unknown])[] = [
  ['d0ff', -1],
  ['d1ff80', -128],
  ['d2ffffffff', -1],
  ['d3ffffffffffffffff', -1],
  ['d30000000000000007', 7],
  ['cf0000000000000007', 7],
  ['da000161', 'a'],
  ['db0000000161', 'a'],
  ['dd0000000101', [1]],
  ['ca3f800000', 1],
  ['cb3ff8000000000000', 1.5],
];

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('MessagePack', () => {
  it.each(VALUES.map((value) => [value]))('is written and read as another library does: %j', (value) => {
    const frame = pack(value);

    expect(Buffer.from(frame).toString('hex')).toBe(Buffer.from(foreignPack(value)).toString('hex'));
    expect(unpack(frame)).toEqual(value);
    expect(foreignUnpack(frame)).toEqual(value);
  });

  it.each(LONG)('is read in longer forms, too: %s', (hex, value) => {
    expect(unpack(bytes(hex))).toEqual(value);
  });

  it('is read from the middle of a buffer', () => {
    expect(unpack(bytes('c093010203c0').subarray(1, 5))).toEqual([1, 2, 3]);
  });

  it.each([
    ['', 'nothing'],
    ['0101', 'two values'],
    ['c1', 'a byte that means nothing'],
    ['81a16101', 'a map'],
    ['d40101', 'an extension'],
    ['92', 'an array without its items'],
    ['a361', 'a text cut short'],
    ['cd01', 'a number cut short'],
    ['c40201', 'bytes cut short'],
    ['dd0000100100', 'an array longer than any'],
    ['dbffffffff', 'a text longer than any'],
    [`c421${'00'.repeat(33)}`, 'more bytes than any'],
  ])('refuses %s: %s', (hex) => {
    expect(() => unpack(bytes(hex))).toThrow(RangeError);
  });

  it('is not made of anything else', () => {
    for (const value of [undefined, 1.5, 2 ** 53, { a: 1 }, 1n]) expect(() => pack([value])).toThrow(TypeError);
  });
});
