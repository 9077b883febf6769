/** Messages to frames and back, in the two encodings of the wire. */
import type { Field, Held, Layout } from './layout';
import {
  LAYOUTS,
  type ClientMessage,
  type HandsMessage,
  type OwnChange,
  type PublicChange,
  type SeatMessage,
  type SeatView,
  type SpectatorMessage,
  type TableView,
} from './messages.generated';
import { pack, unpack } from './msgpack';
import { SUIT_KINDS, tileByte, tileName } from './tile';

/** Text frames or binary frames; chosen by WebSocket subprotocol. */
export type Encoding = 'json' | 'msgpack';

/** The subprotocol that asks for an encoding. */
export const SUBPROTOCOLS = {
  json: 'sanjin.v1.json',
  msgpack: 'sanjin.v1.msgpack',
} as const satisfies Record<Encoding, string>;

/** What is said, by who says it or whom it is said to. */
export type Messages = {
  client: ClientMessage;
  seat: SeatMessage;
  spectator: SpectatorMessage;
  /** To those who watch with open hands, besides. */
  hands: HandsMessage;
};

const ROOTS = {
  client: 'ClientMessage',
  seat: 'SeatMessage',
  spectator: 'SpectatorMessage',
  hands: 'HandsMessage',
} as const satisfies Record<keyof Messages, Held>;

/**
 * What the server says in a frame to somebody who plays or watches; undefined if it is no message.
 * Fields that are not known are left out: a newer server may say more.
 */
export function decode<A extends 'seat' | 'spectator' | 'hands'>(
  audience: A,
  frame: string | ArrayBuffer | Uint8Array,
): Messages[A] | undefined {
  return decodeAs(audience, frame);
}

/** A request as a frame. */
export function encode(message: ClientMessage, encoding: 'json'): string;
export function encode(message: ClientMessage, encoding: 'msgpack'): Uint8Array<ArrayBuffer>;
export function encode(
  message: ClientMessage,
  encoding: Encoding,
): string | Uint8Array<ArrayBuffer>;
export function encode(
  message: ClientMessage,
  encoding: Encoding,
): string | Uint8Array<ArrayBuffer> {
  return encodeAs('client', message, encoding);
}

/** As {@link decode}, for any direction: a test that plays the server reads requests. */
export function decodeAs<D extends keyof Messages>(
  direction: D,
  frame: string | ArrayBuffer | Uint8Array,
): Messages[D] | undefined {
  const form = typeof frame === 'string' ? 'named' : 'numbered';
  let value: unknown;
  try {
    value = typeof frame === 'string' ? JSON.parse(frame) : unpack(frame);
  } catch {
    return undefined;
  }
  // Checked against the layout that was written from the same definition as the type.
  return convert(ROOTS[direction], value, form, 'named') as Messages[D] | undefined;
}

/** Whether a frame is a message of a newer server whose name is not known here: such are left out. */
export function isUnknownMessage(audience: 'seat' | 'spectator', frame: ArrayBuffer): boolean {
  let value: unknown;
  try {
    value = unpack(frame);
  } catch {
    return false;
  }
  const layout = LAYOUTS[ROOTS[audience]];
  const number = property(value, 0);
  const isNumber = Array.isArray(value) && Number.isInteger(number);
  return isNumber && 'variants' in layout && !layout.variants.some(([known]) => known === number);
}

/** As {@link encode}, for any direction: a test that plays the server answers. */
export function encodeAs<D extends keyof Messages>(
  direction: D,
  message: Messages[D],
  encoding: Encoding,
): string | Uint8Array<ArrayBuffer> {
  const form = encoding === 'json' ? 'named' : 'numbered';
  const value = convert(ROOTS[direction], message, 'named', form);
  if (value === undefined) {
    throw new TypeError(`not a message of ${direction}: ${JSON.stringify(message)}`);
  }
  return encoding === 'json' ? JSON.stringify(value) : pack(value);
}

/** What parts of messages hold that come elsewhere too: in a replay over HTTP. */
export type Parts = {
  SeatView: SeatView;
  TableView: TableView;
  PublicChange: PublicChange;
  OwnChange: OwnChange;
};

/** A part of a message that came as JSON; undefined if it is none. */
export function readPart<P extends keyof Parts>(part: P, value: unknown): Parts[P] | undefined {
  return convert(part, value, 'named', 'named') as Parts[P] | undefined;
}

/** Objects and names, or arrays and numbers. */
type Form = 'named' | 'numbered';

/** The same value in another form; undefined if it is no such value. Null is one: nothing there. */
function convert(holds: Held, value: unknown, from: Form, to: Form): unknown {
  switch (holds) {
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'u8':
      return whole(value, 0, 0xff);
    case 'u16':
      return whole(value, 0, 0xffff);
    case 'u32':
      return whole(value, 0, 0xffff_ffff);
    case 'u64':
      return whole(value, 0, Number.MAX_SAFE_INTEGER);
    case 'i32':
      return whole(value, -0x8000_0000, 0x7fff_ffff);
    case 'seat':
      return whole(value, 0, 3);
    case 'suit_tile':
      return tile(value, from, to, (byte) => byte < SUIT_KINDS);
    case 'bonus_tile':
      return tile(value, from, to, (byte) => byte >= SUIT_KINDS);
    case 'digest':
      return digest(value, from, to);
    default:
      return typeof holds === 'string'
        ? laidOut(LAYOUTS[holds], value, from, to)
        : madeOf(holds, value, from, to);
  }
}

function whole(value: unknown, min: number, max: number): number | undefined {
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  return fits ? value : undefined;
}

function tile(
  value: unknown,
  from: Form,
  to: Form,
  fits: (byte: number) => boolean,
): string | number | undefined {
  const known = from === 'named' ? typeof value === 'string' && tileByte(value) : value;
  const name = typeof known === 'number' && fits(known) ? tileName(known) : undefined;
  return to === 'named' || name === undefined ? name : tileByte(name);
}

/** 32 bytes, as hexadecimal where people read. */
function digest(value: unknown, from: Form, to: Form): string | Uint8Array | undefined {
  const known = from === 'named' ? value : value instanceof Uint8Array && hexOf(value);
  if (typeof known !== 'string' || !/^[0-9a-f]{64}$/.test(known)) {
    return undefined;
  }
  return to === 'named' ? known : bytesOf(known);
}

/** Bytes as lower-case hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that hexadecimal stands for. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function madeOf(
  holds: Exclude<Held, string>,
  value: unknown,
  from: Form,
  to: Form,
): unknown {
  if ('option' in holds) {
    // Only an object can leave a field out.
    const absent = value === null || (from === 'named' && value === undefined);
    return absent ? null : convert(holds.option, value, from, to);
  }
  if (!Array.isArray(value)) {
    return undefined;
  }
  const items: readonly unknown[] = value;
  if ('list' in holds) {
    return all(items.map((item) => convert(holds.list, item, from, to)));
  }
  const places = 'bySeat' in holds ? Array<Held>(4).fill(holds.bySeat) : holds.tuple;
  if (items.length !== places.length) {
    return undefined;
  }
  return all(places.map((place, at) => convert(place, items[at], from, to)));
}

function laidOut(layout: Layout, value: unknown, from: Form, to: Form): unknown {
  if ('words' in layout) {
    return layout.words.find((word) => word === value);
  }
  if ('names' in layout) {
    const found = layout.names.find((name) => name[from === 'named' ? 1 : 0] === value);
    return found?.[to === 'named' ? 1 : 0];
  }
  if ('fields' in layout) {
    const found = parts(layout.fields, value, from, to);
    return found && to === 'named' ? named(layout.fields, found) : found;
  }
  const called = property(value, from === 'named' ? 'type' : 0);
  const variant = layout.variants.find((known) => known[from === 'named' ? 1 : 0] === called);
  if (variant === undefined) {
    return undefined;
  }
  const [number, text, carried] = variant;
  const rest: unknown = Array.isArray(value) ? value.slice(1) : value;
  const found = parts(carried, rest, from, to);
  if (found === undefined) {
    return undefined;
  }
  return to === 'named' ? { type: text, ...named(carried, found) } : [number, ...found];
}

/** What the fields hold, in order. */
function parts(
  layout: readonly Field[],
  value: unknown,
  from: Form,
  to: Form,
): readonly unknown[] | undefined {
  const isRightForm =
    typeof value === 'object' && value !== null && Array.isArray(value) === (from === 'numbered');
  if (!isRightForm) {
    return undefined;
  }
  const part = ([name, holds]: Field, at: number): unknown =>
    convert(holds, property(value, from === 'named' ? name : at), from, to);
  return all(layout.map(part));
}

function named(layout: readonly Field[], found: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(layout.map(([name], at) => [name, found[at]]));
}

/** What an object or array that came from outside has under a key of its own. */
function property(value: unknown, key: string | number): unknown {
  const has = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return has ? (value as Record<string | number, unknown>)[key] : undefined;
}

/** The values, if none is missing. */
function all(values: readonly unknown[]): readonly unknown[] | undefined {
  return values.includes(undefined) ? undefined : values;
}
