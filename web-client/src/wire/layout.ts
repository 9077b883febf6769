/** How types lie in the two encodings: what the generated tables are made of. */
import type { LayoutName } from './messages.generated';

/** Something that is written the same way wherever it stands. */
export type Primitive =
  | 'bool'
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i32'
  | 'text'
  | 'seat'
  | 'suit_tile'
  | 'bonus_tile'
  | 'digest';

/** What a field holds. */
export type Held =
  | Primitive
  | LayoutName
  | { readonly option: Held }
  | { readonly list: Held }
  | { readonly bySeat: Held }
  | { readonly tuple: readonly Held[] };

/** A field's name in JSON and what it holds; its place in the array is its place in the list. */
export type Field = readonly [name: string, holds: Held];

/** A variant's number in MessagePack, its `type` in JSON, and what it carries. */
export type Variant = readonly [number: number, text: string, fields: readonly Field[]];

/** How a type lies in the two encodings. */
export type Layout =
  | { readonly variants: readonly Variant[] }
  | { readonly fields: readonly Field[] }
  /** A number in MessagePack, a text in JSON. */
  | { readonly names: ReadonlyArray<readonly [number: number, text: string]> }
  /** A text in both. */
  | { readonly words: readonly string[] };
