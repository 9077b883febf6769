//! The tables and examples in `docs/PROTOCOL.md`, written where the document asks for them.
//!
//! `<!-- codegen: type NAME -->` asks for a type, `<!-- codegen: example FILE NAME -->` for a
//! vector; whatever stands between that and `<!-- /codegen -->` is replaced.

use std::fmt;

use anyhow::{Context, Result, bail};
use protocol::codec::Encoding;
use protocol::schema::{Field, Name, Ref, Shape, Type, Variant};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::examples::{File, Vector};
use super::fit::fit;

const BEGIN: &str = "<!-- codegen: ";
const END: &str = "<!-- /codegen -->";
const HEX_BYTES_PER_LINE: usize = 32;

/// The document with everything it asks for written anew.
pub(super) fn filled(document: &str, types: &[Type], files: &[File]) -> Result<String> {
    let mut text = String::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        let Some(asked) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->"))
        else {
            continue;
        };
        let part =
            part(asked, types, files).with_context(|| format!("the document asks for {asked}"))?;
        if !lines.any(|line| line == END) {
            bail!("no {END} after {line}");
        }
        text.push_str(&format!("\n{}\n\n{END}\n", part.trim_end()));
    }
    Ok(text)
}

fn part(asked: &str, types: &[Type], files: &[File]) -> Result<String> {
    match asked.splitn(3, ' ').collect::<Vec<_>>()[..] {
        ["type", name] => {
            let described = types.iter().find(|described| described.name == name);
            Ok(describe(described.context("no such type")?))
        }
        ["example", file, name] => Ok(example(find(files, file, name).context("no such vector")?)),
        _ => bail!("neither a type nor an example"),
    }
}

fn find<'a>(files: &'a [File], file: &str, name: &str) -> Option<&'a Vector> {
    let file = files.iter().find(|known| known.name == file)?;
    file.vectors.iter().find(|vector| vector.name == name)
}

fn describe(Type { name, about, shape, .. }: &Type) -> String {
    let rows: Vec<String> = match shape {
        Shape::Variants(variants) => {
            let head = ["| number | `type` | carries, in order | |", "|---|---|---|---|"];
            head.map(str::to_owned).into_iter().chain(variants.iter().map(variant_row)).collect()
        }
        Shape::Fields(fields) => {
            let head = ["| place | field | holds | |", "|---|---|---|---|"];
            let rows = fields.iter().enumerate().map(|(place, Field { name, holds, about })| {
                format!("| {place} | `{name}` | {} | {about} |", shown(holds))
            });
            head.map(str::to_owned).into_iter().chain(rows).collect()
        }
        Shape::Names(names) => {
            let head = ["| number | name | |", "|---|---|---|"];
            let row =
                |Name { number, text, about }: &Name| format!("| {number} | `{text}` | {about} |");
            head.map(str::to_owned).into_iter().chain(names.iter().map(row)).collect()
        }
        Shape::Words(words) => {
            return format!(
                "**{name}.** {about} `{}`, text in both encodings.",
                words.join("` or `")
            );
        }
        Shape::Is(other) => return format!("**{name}.** {about} On the wire: {}.", shown(other)),
    };
    format!("**{name}.** {about}\n\n{}", rows.join("\n"))
}

fn variant_row(Variant { number, text, about, fields }: &Variant) -> String {
    let field =
        |Field { name, holds, about }: &Field| format!("`{name}` {}: {about}", shown(holds));
    let fields: Vec<_> = fields.iter().map(field).collect();
    format!("| {number} | `{text}` | {} | {about} |", fields.join("<br>"))
}

/// A type where it is used, in words.
fn shown(holds: &Ref) -> String {
    let args: Vec<_> = holds.args.iter().map(shown).collect();
    match holds.name.as_str() {
        "Option" => format!("{} or null", args[0]),
        "Vec" => format!("list of {}", args[0]),
        "BySeat" => match holds.args[0].name == "Option" {
            true => format!("four of ({})", args[0]),
            false => format!("four of {}", args[0]),
        },
        "" => format!("pair of {}", args.join(" and ")),
        "String" => "text".to_owned(),
        name => name.to_owned(),
    }
}

fn example(Vector { json, msgpack, .. }: &Vector) -> String {
    let Shown(array) = Encoding::MessagePack.decode(msgpack).expect("examples can be read");
    let hex: Vec<_> = msgpack.chunks(HEX_BYTES_PER_LINE).map(hex_line).collect();
    format!(
        "```json\n{}\n```\n\nMessagePack, {} bytes, as an array and as they go over the wire:\n\n\
         ```text\n{}\n\n{}\n```",
        fit(json),
        msgpack.len(),
        fit(&array.to_string()),
        hex.join("\n"),
    )
}

/// A value of MessagePack as JSON would write it, bytes as hexadecimal.
struct Shown(Value);

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShownVisitor).map(Self)
    }
}

struct ShownVisitor;

impl<'de> Visitor<'de> for ShownVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a message")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(format!("bytes {}", hex_line(bytes).replace(' ', "")).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(Shown(item)) = items.next_element()? {
            array.push(item);
        }
        Ok(array.into())
    }
}

fn hex_line(bytes: &[u8]) -> String {
    let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::super::examples;
    use super::*;
    use crate::tool;

    fn document() -> String {
        fs::read_to_string(tool::root().join(super::super::DOCUMENT)).unwrap()
    }

    fn asked(kind: &str) -> BTreeSet<String> {
        let prefix = format!("{BEGIN}{kind} ");
        let document = document();
        let asked =
            document.lines().filter_map(|line| line.strip_prefix(&prefix)?.strip_suffix(" -->"));
        asked.map(str::to_owned).collect()
    }

    #[test]
    fn what_is_asked_for_replaces_what_stood_there() {
        let (types, files) = (protocol::schema::all(), examples::files());
        let before = "a\n<!-- codegen: type Payers -->\nold\n<!-- /codegen -->\nb\n";

        let after = filled(before, &types, &files).unwrap();

        assert!(
            after.starts_with("a\n<!-- codegen: type Payers -->\n\n**Payers.** Who pays"),
            "{after}"
        );
        assert!(after.ends_with("\n\n<!-- /codegen -->\nb\n") && !after.contains("old"), "{after}");
        assert_eq!(filled(&after, &types, &files).unwrap(), after);
        assert!(
            filled("<!-- codegen: type Nothing -->\n<!-- /codegen -->", &types, &files).is_err()
        );
        assert!(filled("<!-- codegen: type Payers -->\n", &types, &files).is_err());
    }

    #[test]
    fn the_document_describes_every_type() {
        let every: BTreeSet<_> =
            protocol::schema::all().iter().map(|described| described.name.to_owned()).collect();

        assert_eq!(asked("type"), every);
    }

    #[test]
    fn the_document_shows_every_message() {
        let files = examples::files();
        let mut shown = BTreeSet::new();
        for asked in asked("example") {
            let (file, name) = asked.split_once(' ').unwrap();
            let vector = find(&files, file, name).unwrap();
            let message: Value = serde_json::from_str(&vector.json).unwrap();
            shown.insert(format!("{} {}", vector.direction, message["type"].as_str().unwrap()));
        }

        let said = [
            "create",
            "join",
            "watch",
            "resume",
            "act",
            "quick_pass",
            "host",
            "leave",
            "link",
            "past",
        ];
        let said = said.map(|m| ("client", m));
        let heard = [
            "accepted", "refused", "snapshot", "step", "presence", "bye", "seated", "timer",
            "stalled",
        ];
        let watched = ["snapshot", "step", "past"].map(|m| ("spectator", m));
        let every = said.into_iter().chain(heard.map(|m| ("seat", m))).chain(watched);
        let every = every.chain([("hands", "hands")]);
        let every = every.map(|(direction, message)| format!("{direction} {message}"));
        assert_eq!(shown, every.collect());
    }
}
