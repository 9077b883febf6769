//! The wire in TypeScript: a type for everything that is said, and the tables the codec walks.

use std::fmt::Write as _;

use protocol::schema::{Field, Name, Ref, Shape, Type, Variant};

const HEAD: &str = "\
// Written by `cargo xtask codegen` from the protocol crate: do not edit.
// tidy: long because a program wrote it

import type { Layout } from './layout';
import type { BonusTile, SuitTile } from './tile';

/** A place at the table. Play goes from a seat to the next: 0, 1, 2, 3, 0... */
export type Seat = 0 | 1 | 2 | 3;

/** One value for each seat, from seat 0. */
export type BySeat<T> = readonly [T, T, T, T];

/** 32 bytes as lower-case hexadecimal: a hash, a link or a seed. */
export type Digest = string;
";

/// The text of `messages.generated.ts`.
pub(super) fn messages(types: &[Type]) -> String {
    let mut text = String::from(HEAD);
    for described in types {
        let Type { name, about, shape, .. } = described;
        write!(text, "\n/** {about} */\nexport {}", declaration(name, shape)).expect(TO_STRING);
    }
    let laid_out: Vec<_> = types.iter().filter_map(|t| Some((t.name, layout(t, types)?))).collect();
    let names: Vec<_> = laid_out.iter().map(|(name, _)| format!("  | '{name}'\n")).collect();
    let layouts: Vec<_> =
        laid_out.iter().map(|(name, layout)| format!("  {name}: {layout},\n")).collect();
    write!(
        text,
        "\n/** Types that have a layout. */\nexport type LayoutName =\n{};\n\
         \n/** How each type lies in the two encodings. */\n\
         export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {{\n{}}};\n",
        names.concat().trim_end(),
        layouts.concat(),
    )
    .expect(TO_STRING);
    text
}

const TO_STRING: &str = "writing to a string cannot fail";

fn declaration(name: &str, shape: &Shape) -> String {
    match shape {
        Shape::Variants(variants) => {
            let variants: Vec<_> = variants.iter().map(variant).collect();
            format!("type {name} =\n{};\n", variants.concat().trim_end())
        }
        Shape::Fields(fields) => format!("type {name} = {{\n{}}};\n", members(fields, "  ")),
        Shape::Names(names) => union(name, names.iter().map(|name| name.text)),
        Shape::Words(words) => union(name, words.iter().map(String::as_str)),
        Shape::Is(other) => format!("type {name} = {};\n", used(other)),
    }
}

fn variant(variant: &Variant) -> String {
    let Variant { text, about, fields, .. } = variant;
    let members = members(fields, "      ");
    format!("  /** {about} */\n  | {{\n      readonly type: '{text}';\n{members}    }}\n")
}

fn members(fields: &[Field], indent: &str) -> String {
    let member = |Field { name, holds, about }: &Field| {
        format!("{indent}/** {about} */\n{indent}readonly {name}: {};\n", used(holds))
    };
    fields.iter().map(member).collect()
}

fn union<'a>(name: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let texts: String = texts.map(|text| format!("\n  | '{text}'")).collect();
    format!("type {name} ={texts};\n")
}

/// A type where it is used, in TypeScript.
fn used(holds: &Ref) -> String {
    let arg = |place: usize| used(&holds.args[place]);
    match holds.name.as_str() {
        "bool" => "boolean".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "i32" => "number".to_owned(),
        "String" => "string".to_owned(),
        "Option" => format!("{} | null", arg(0)),
        "Vec" => format!("ReadonlyArray<{}>", arg(0)),
        "BySeat" => format!("BySeat<{}>", arg(0)),
        "" => format!("readonly [{}]", holds.args.iter().map(used).collect::<Vec<_>>().join(", ")),
        name => name.to_owned(),
    }
}

/// How a type lies in the two encodings; nothing for another name of some type.
fn layout(described: &Type, types: &[Type]) -> Option<String> {
    let fields = |fields: &[Field]| {
        let field = |field: &Field| format!("['{}', {}]", field.name, held(&field.holds, types));
        fields.iter().map(field).collect::<Vec<_>>().join(", ")
    };
    Some(match &described.shape {
        Shape::Variants(variants) => {
            let row = |Variant { number, text, fields: carried, .. }: &Variant| {
                format!("      [{number}, '{text}', [{}]],\n", fields(carried))
            };
            format!(
                "{{\n    variants: [\n{}    ],\n  }}",
                variants.iter().map(row).collect::<String>()
            )
        }
        Shape::Fields(named) => format!("{{ fields: [{}] }}", fields(named)),
        Shape::Names(names) => {
            let row = |Name { number, text, .. }: &Name| format!("[{number}, '{text}']");
            format!("{{ names: [{}] }}", names.iter().map(row).collect::<Vec<_>>().join(", "))
        }
        Shape::Words(words) => format!("{{ words: ['{}'] }}", words.join("', '")),
        Shape::Is(_) => return None,
    })
}

/// A type where it is used, as the codec reads it.
fn held(holds: &Ref, types: &[Type]) -> String {
    let arg = |place: usize| held(&holds.args[place], types);
    match holds.name.as_str() {
        "Option" => format!("{{ option: {} }}", arg(0)),
        "Vec" => format!("{{ list: {} }}", arg(0)),
        "BySeat" => format!("{{ bySeat: {} }}", arg(0)),
        "" => {
            let parts: Vec<_> = holds.args.iter().map(|part| held(part, types)).collect();
            format!("{{ tuple: [{}] }}", parts.join(", "))
        }
        "String" => "'text'".to_owned(),
        "Seat" => "'seat'".to_owned(),
        "SuitTile" => "'suit_tile'".to_owned(),
        "BonusTile" => "'bonus_tile'".to_owned(),
        "Digest" => "'digest'".to_owned(),
        name @ ("bool" | "u8" | "u16" | "u32" | "u64" | "i32") => format!("'{name}'"),
        name => {
            let described = types.iter().find(|described| described.name == name);
            match &described.unwrap_or_else(|| panic!("{name} is not described")).shape {
                Shape::Is(other) => held(other, types),
                _ => format!("'{name}'"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_are_used_are_written_as_typescript_has_them() {
        let cases = [
            ("Option<Seq>", "Seq | null", "{ option: 'u64' }"),
            (
                "BySeat<Vec<SuitTile>>",
                "BySeat<ReadonlyArray<SuitTile>>",
                "{ bySeat: { list: 'suit_tile' } }",
            ),
            (
                "Vec<(SuitTile, Reason)>",
                "ReadonlyArray<readonly [SuitTile, Reason]>",
                "{ list: { tuple: ['suit_tile', 'Reason'] } }",
            ),
            ("GroupView", "GroupView", "{ list: 'PieceView' }"),
        ];
        let types = protocol::schema::all();
        for (rust, typescript, table) in cases {
            assert_eq!(used(&Ref::parse(rust)), typescript);
            assert_eq!(held(&Ref::parse(rust), &types), table);
        }
    }

    #[test]
    fn nothing_is_any_and_nothing_is_an_enum() {
        let text = messages(&protocol::schema::all());

        assert!(!text.contains(": any") && !text.contains("enum "));
        assert!(text.contains("export type SeatMessage =\n"));
    }
}
