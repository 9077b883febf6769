/**
 * MessagePack as the wire has it: null, truth, numbers, text, up to so many bytes, and arrays of them. Maps and
 * extensions are refused, since no message has any.
 */

/** No message has more of anything; a claim to the contrary is not worth the memory. */
const LENGTH_MAX = 4096;
const BYTES_MAX = 32;

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Where reading stands in a frame. */
type Cursor = { readonly bytes: Uint8Array; readonly view: DataView; at: number };

/** The one value a frame holds; throws a `RangeError` if it holds none, or more. */
export function unpack(frame: ArrayBuffer | Uint8Array): unknown {
  const bytes = frame instanceof Uint8Array ? frame : new Uint8Array(frame);
  const cursor = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  const value = read(cursor);
  if (cursor.at !== bytes.length) throw new RangeError('cut short, or more than one value');
  return value;
}

/** A value as a frame, each part of it as short as it can be written; throws a `TypeError` if something else is in it. */
export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  write(value, bytes);
  return Uint8Array.from(bytes);
}

function read(from: Cursor): unknown {
  const head = from.view.getUint8(from.at++);
  if (head < 0x80) return head;
  if (head >= 0xe0) return head - 0x100;
  if (head >= 0xa0 && head < 0xc0) return text(from, head & 0x1f);
  if (head >= 0x90 && head < 0xa0) return list(from, head & 0x0f);
  switch (head) {
    case 0xc0:
      return null;
    case 0xc2:
      return false;
    case 0xc3:
      return true;
    case 0xc4:
      return taken(from, limited(unsigned(from, 1), BYTES_MAX)).slice();
    case 0xca:
      return from.view.getFloat32(step(from, 4));
    case 0xcb:
      return from.view.getFloat64(step(from, 8));
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf:
      return unsigned(from, 1 << (head - 0xcc));
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
      return signed(from, 1 << (head - 0xd0));
    case 0xd9:
    case 0xda:
    case 0xdb:
      return text(from, unsigned(from, 1 << (head - 0xd9)));
    case 0xdc:
    case 0xdd:
      return list(from, unsigned(from, 2 << (head - 0xdc)));
    default:
      throw new RangeError('not of the wire');
  }
}

/** Goes on by so many bytes, and says from where; a view refuses what is past its end. */
function step(from: Cursor, size: number): number {
  from.at += size;
  return from.at - size;
}

/** A whole number, the greatest byte first; exact up to 2^53. */
function unsigned(from: Cursor, size: number): number {
  let value = 0;
  for (let left = size; left > 0; left -= 1) value = value * 0x100 + from.view.getUint8(from.at++);
  return value;
}

function signed(from: Cursor, size: number): number {
  const at = from.at;
  if (size < 8) {
    const value = unsigned(from, size);
    return value < 2 ** (8 * size - 1) ? value : value - 2 ** (8 * size);
  }
  return from.view.getInt32(step(from, 8)) * 2 ** 32 + from.view.getUint32(at + 4);
}

function limited(length: number, max: number): number {
  if (length > max) throw new RangeError('too long');
  return length;
}

/** So many bytes; where there are fewer, reading ends past the end, which is noticed there. */
function taken(from: Cursor, length: number): Uint8Array {
  const at = step(from, length);
  return from.bytes.subarray(at, from.at);
}

function text(from: Cursor, length: number): string {
  return TEXT.decode(taken(from, limited(length, LENGTH_MAX)));
}

function list(from: Cursor, length: number): readonly unknown[] {
  return Array.from({ length: limited(length, LENGTH_MAX) }, () => read(from));
}

function write(value: unknown, to: number[]): void {
  if (value === null) to.push(0xc0);
  else if (typeof value === 'boolean') to.push(value ? 0xc3 : 0xc2);
  else if (typeof value === 'number') writeNumber(value, to);
  else if (typeof value === 'string') writeText(new TextEncoder().encode(value), to);
  else if (value instanceof Uint8Array) to.push(0xc4, limited(value.length, BYTES_MAX), ...value);
  else if (Array.isArray(value)) {
    if (value.length < 0x10) to.push(0x90 | value.length);
    else to.push(0xdc, ...big(limited(value.length, LENGTH_MAX), 2));
    for (const item of value) write(item, to);
  } else throw new TypeError(`not of the wire: ${typeof value}`);
}

function writeText(bytes: Uint8Array, to: number[]): void {
  const { length } = bytes;
  if (length < 0x20) to.push(0xa0 | length);
  else if (length < 0x100) to.push(0xd9, length);
  else to.push(0xda, ...big(limited(length, LENGTH_MAX), 2));
  to.push(...bytes);
}

function writeNumber(value: number, to: number[]): void {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not of the wire: ${value}`);
  if (value >= -0x20 && value < 0x80) return void to.push(value & 0xff);
  const sizes = [1, 2, 4, 8] as const;
  const nth = sizes.findIndex((size) => (value < 0 ? value >= -(2 ** (8 * size - 1)) : value < 2 ** (8 * size)));
  to.push((value < 0 ? 0xd0 : 0xcc) + nth, ...big(value, sizes[nth] ?? 8));
}

/** The bytes of a whole number, the greatest first; two's complement below zero. */
function big(value: number, size: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; bytes.length < size; rest = Math.floor(rest / 0x100)) bytes.unshift(((rest % 0x100) + 0x100) % 0x100);
  return bytes;
}
