//! `cargo xtask codegen`: files written from the Rust types, so that both sides agree.

mod document;
mod examples;
mod fit;
mod riichi;
mod typescript;

use std::{fmt::Write as _, fs};

use anyhow::{Context, Result, bail};
use protocol::schema::Type;
use rules::tile::Tile;

use crate::tool;

/// Where every message is described for people.
const DOCUMENT: &str = "docs/PROTOCOL.md";

/// A file that is written by this program and never by hand.
struct Generated {
    path: String,
    text: String,
}

/// Writes every generated file that differs.
pub(crate) fn write() -> Result<()> {
    for file in stale()? {
        let path = tool::root().join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, file.text).with_context(|| format!("cannot write {}", file.path))?;
        println!("wrote {}", file.path);
    }
    Ok(())
}

/// Fails when a generated file is not what it would be if written now.
pub(crate) fn check() -> Result<()> {
    let stale: Vec<_> = stale()?.into_iter().map(|file| file.path).collect();
    if !stale.is_empty() {
        bail!("out of date: {}; run cargo xtask codegen", stale.join(", "));
    }
    Ok(())
}

fn stale() -> Result<Vec<Generated>> {
    let (types, examples) = (protocol::schema::all(), examples::files());
    let mut files = vec![tile_names(), messages(&types), document(&types, &examples)?];
    files.push(Generated { path: riichi::PATH.to_owned(), text: riichi::table() });
    files.extend(examples.iter().map(vectors));
    files.retain(|file| {
        fs::read_to_string(tool::root().join(&file.path)).ok().as_ref() != Some(&file.text)
    });
    Ok(files)
}

fn tile_names() -> Generated {
    let mut text = String::from(
        "// Written by `cargo xtask codegen` from rules/src/tile.rs: do not edit.\n\n\
         /** The name of every tile kind; its place in the list is its byte on the wire. */\n\
         export const TILE_NAMES = [\n",
    );
    for (place, tile) in Tile::all().enumerate() {
        assert_eq!(place, usize::from(tile.byte()), "{tile} is out of its place in wire order");
        writeln!(text, "  '{tile}',").expect("writing to a string cannot fail");
    }
    text.push_str("] as const;\n");
    Generated { path: "web-client/src/wire/tiles.generated.ts".to_owned(), text }
}

fn messages(types: &[Type]) -> Generated {
    let text = typescript::messages(types);
    Generated { path: "web-client/src/wire/messages.generated.ts".to_owned(), text }
}

/// The document is written by hand but for its tables and examples.
fn document(types: &[Type], examples: &[examples::File]) -> Result<Generated> {
    let written = fs::read_to_string(tool::root().join(DOCUMENT))?;
    let text = document::filled(&written, types, examples)?;
    Ok(Generated { path: DOCUMENT.to_owned(), text })
}

/// A file of test vectors, one to a line.
fn vectors(file: &examples::File) -> Generated {
    let line = |vector: &examples::Vector| {
        let examples::Vector { name, direction, json, msgpack } = vector;
        let msgpack = hex::encode(msgpack);
        format!(
            "{{\"name\": \"{name}\", \"direction\": \"{direction}\", \"json\": {json}, \
             \"msgpack\": \"{msgpack}\"}}"
        )
    };
    let lines: Vec<_> = file.vectors.iter().map(line).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    Generated { path: format!("protocol/tests/vectors/{}.json", file.name), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_listed_once_in_wire_order() {
        let text = tile_names().text;

        let names: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("  '")).collect();
        assert_eq!(names.len(), 42);
        assert_eq!((names[0], names[41]), ("dots_1',", "plant_4',"));
    }
}
