import { readdirSync, readFileSync } from 'node:fs';
import { encode as pack } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { decode, decodeAs, encode, encodeAs, type Messages } from './codec';
import type { ClientMessage, SeatMessage } from './messages.generated';
import { SUIT_KINDS, tileName } from './tile';

/** A message as the server's own tests have it. */
type Vector = {
  name: string;
  direction: keyof Messages;
  json: unknown;
  msgpack: string;
};

const FOLDER = new URL('../../../protocol/tests/vectors/', import.meta.url);

const vectors = readdirSync(FOLDER).flatMap((file) => {
  const read: Vector[] = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  return read.map((vector) => ({ ...vector, file }));
});

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

const discard: ClientMessage = {
  type: 'act',
  request: 12,
  action: { type: 'discard', tile: 'dots_5' },
  last_seq: 418,
};

describe('the vectors that Rust and TypeScript share', () => {
  it('are there', () => {
    expect(vectors.length).toBeGreaterThan(300);
    expect(new Set(vectors.map((vector) => vector.direction)).size).toBe(4);
  });

  it.each(vectors)('$file: $name', ({ direction, json, msgpack }) => {
    const fromBytes = decodeAs(direction, bytes(msgpack));
    const fromText = decodeAs(direction, JSON.stringify(json));

    expect(fromBytes).toEqual(json);
    expect(fromText).toEqual(json);
    if (fromBytes === undefined) {
      throw new Error('not a message');
    }
    expect(Buffer.from(encodeAs(direction, fromBytes, 'msgpack')).toString('hex')).toBe(msgpack);
    expect(encodeAs(direction, fromBytes, 'json')).toBe(JSON.stringify(json));
  });

  it('are no messages when cut short or gone on', () => {
    for (const { direction, msgpack, name } of vectors) {
      const whole = bytes(msgpack);
      for (const length of [0, 1, whole.length >> 1, whole.length - 1]) {
        expect(decodeAs(direction, whole.slice(0, length)), name).toBeUndefined();
      }
      expect(decodeAs(direction, Uint8Array.from([...whole, 0])), name).toBeUndefined();
    }
  });
});

describe('what is no message', () => {
  it.each([
    ['', 'nothing'],
    ['{', 'broken text'],
    ['null', 'null'],
    ['[0, 1, 2]', 'an array in text'],
    ['{"type":"toString"}', 'an unknown type'],
    ['{"type":"accepted","request":1}', 'a field missing'],
    ['{"type":"accepted","request":-1,"seq":1}', 'a number below its range'],
    ['{"type":"accepted","request":4294967296,"seq":1}', 'a number above its range'],
    ['{"type":"accepted","request":1,"seq":1.5}', 'a fraction'],
    ['{"type":"accepted","request":1,"seq":9007199254740992}', 'a number that is not exact'],
    ['{"type":"refused","request":1,"reason":"because"}', 'an unknown reason'],
    ['{"type":"presence","online":[true,true,true],"watchers":0}', 'three seats'],
  ])('%j: %s', (text) => {
    expect(decode('seat', text)).toBeUndefined();
    expect(decode('spectator', text)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [[], 'an empty array'],
    [[99], 'an unknown number'],
    [{ type: 'accepted', request: 1, seq: 1 }, 'a map'],
    [['accepted', 1, 1], 'a name where the number stands'],
    [[1, 1, 'no_room'], 'a name inside'],
    [[3, 1, [], [[6, 0, 27, true]], []], 'a bonus tile where a suit tile must be'],
    [[3, 1, [], [[3, 0, 26]], []], 'a suit tile where a bonus tile must be'],
    [[3, 1, [], [[2, 4]], []], 'a fifth seat'],
  ])('%j: %s', (value) => {
    expect(decode('seat', pack(value))).toBeUndefined();
  });

  it('claims more than there can be', () => {
    expect(decode('seat', Uint8Array.from([0xdd, 0xff, 0xff, 0xff, 0xff]))).toBeUndefined();
  });
});

describe('a newer server', () => {
  const known: SeatMessage = { type: 'accepted', request: 1, seq: 7 };

  it('may add fields, which are left out', () => {
    expect(decode('seat', pack([0, 1, 7, 'more']))).toEqual(known);
    expect(decode('seat', '{"type":"accepted","request":1,"seq":7,"more":1}')).toEqual(known);
  });
});

describe('frames', () => {
  it('are text or bytes, as the encoding says', () => {
    expect(encode(discard, 'json')).toBe(JSON.stringify(discard));
    expect([...encode(discard, 'msgpack')]).toEqual([0x94, 4, 12, 0x92, 0, 4, 0xcd, 0x01, 0xa2]);
  });

  it('may come as a buffer', () => {
    const { buffer } = Uint8Array.from(pack([0, 1, 7]));

    expect(decode('spectator', buffer)).toEqual({ type: 'accepted', request: 1, seq: 7 });
  });

  it('are not made of what is no message', () => {
    const wrong = { ...discard, request: -1 };

    expect(() => encode(wrong, 'msgpack')).toThrow(TypeError);
  });
});

describe('suit tiles', () => {
  it('come before all others', () => {
    expect(tileName(SUIT_KINDS - 1)).toBe('characters_9');
    expect(tileName(SUIT_KINDS)).toBe('wind_east');
  });
});
