//! The vectors in `vectors/`, which other languages read too, are what this crate says and reads.
//!
//! `cargo xtask codegen` writes them; nothing here does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;

use protocol::fujian::{
    ClientMessage, HandsMessage, PublicChange, SeatMessage, SeatView, SpectatorMessage, TableView,
};
use protocol::schema::{self, Field, Ref, Shape, Type};
use rules::seat::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize)]
struct Vector {
    name: String,
    direction: String,
    json: Value,
    msgpack: String,
}

fn vectors() -> Vec<Vector> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path| serde_json::from_slice::<Vec<Vector>>(&fs::read(path).unwrap()).unwrap();
    files.flat_map(read).collect()
}

fn course(name: &str) -> Vec<Vector> {
    let path = format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn read<T: DeserializeOwned>(vector: &Vector) -> T {
    serde_json::from_value(vector.json.clone())
        .unwrap_or_else(|error| panic!("{}: {error}", vector.name))
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(vector: &Vector) {
    let Vector { name, json, msgpack, .. } = vector;
    let bytes = hex::decode(msgpack).unwrap();

    let from_json: T = read(vector);
    let from_msgpack: T = rmp_serde::from_slice(&bytes).unwrap();

    assert_eq!(from_json, from_msgpack, "{name}");
    assert_eq!(&serde_json::to_value(&from_msgpack).unwrap(), json, "{name}");
    assert_eq!(&hex::encode(rmp_serde::to_vec(&from_json).unwrap()), msgpack, "{name}");
}

#[test]
fn every_vector_reads_and_writes_the_same_in_both_encodings() {
    for vector in vectors() {
        match vector.direction.as_str() {
            "client" => check::<ClientMessage>(&vector),
            "seat" => check::<SeatMessage>(&vector),
            "spectator" => check::<SpectatorMessage>(&vector),
            "hands" => check::<HandsMessage>(&vector),
            other => panic!("nobody speaks in direction {other}"),
        }
    }
}

/// Everything a value can be that was come across, as `Type name`.
struct Seen {
    types: BTreeMap<&'static str, Type>,
    names: BTreeSet<String>,
}

impl Seen {
    fn look(&mut self, holds: &Ref, value: &Value) {
        if value.is_null() {
            return;
        }
        match (holds.name.as_str(), value) {
            ("Option", _) => self.look(&holds.args[0], value),
            ("Vec" | "BySeat", Value::Array(items)) => {
                items.iter().for_each(|item| self.look(&holds.args[0], item));
            }
            ("", Value::Array(items)) => {
                holds.args.iter().zip(items).for_each(|(holds, item)| self.look(holds, item));
            }
            (name, _) => self.look_at_type(name, value),
        }
    }

    fn look_at_type(&mut self, name: &str, value: &Value) {
        let Some(described) = self.types.get(name).cloned() else { return };
        match &described.shape {
            Shape::Variants(variants) => {
                let found = variants.iter().find(|variant| value["type"] == variant.text);
                let variant = found.unwrap_or_else(|| panic!("{name} has no {value}"));
                self.names.insert(format!("{name} {}", variant.text));
                self.look_at_fields(&variant.fields, value, 1);
            }
            Shape::Fields(fields) => self.look_at_fields(fields, value, 0),
            Shape::Names(_) | Shape::Words(_) => {
                self.names.insert(format!("{name} {}", value.as_str().unwrap()));
            }
            Shape::Is(other) => self.look(other, value),
        }
    }

    fn look_at_fields(&mut self, fields: &[Field], value: &Value, tags: usize) {
        assert_eq!(value.as_object().unwrap().len(), fields.len() + tags, "{value}");
        fields.iter().for_each(|field| self.look(&field.holds, &value[field.name]));
    }
}

fn every_name(described: &Type) -> Vec<String> {
    let name = |text: &str| format!("{} {text}", described.name);
    match &described.shape {
        Shape::Variants(variants) => variants.iter().map(|variant| name(variant.text)).collect(),
        Shape::Names(names) => names.iter().map(|named| name(named.text)).collect(),
        Shape::Words(words) => words.iter().map(|word| name(word)).collect(),
        Shape::Fields(_) | Shape::Is(_) => Vec::new(),
    }
}

#[test]
fn everything_that_can_be_said_is_said_in_some_vector() {
    let types = schema::all().into_iter().map(|described| (described.name, described)).collect();
    let mut seen = Seen { types, names: BTreeSet::new() };

    for vector in vectors() {
        let root = match vector.direction.as_str() {
            "client" => "ClientMessage",
            "seat" => "SeatMessage",
            "hands" => "HandsMessage",
            _ => "SpectatorMessage",
        };
        seen.look_at_type(root, &vector.json);
    }

    let expected: BTreeSet<_> = seen.types.values().flat_map(every_name).collect();
    let missing: Vec<_> = expected.difference(&seen.names).collect();
    assert!(missing.is_empty(), "in no vector: {missing:?}");
}

/// The table a step sets up, if it does.
fn set_up(public: &[PublicChange]) -> Option<TableView> {
    public.iter().find_map(|change| match change {
        PublicChange::Table { table } => Some((**table).clone()),
        _ => None,
    })
}

#[test]
fn folding_the_steps_of_a_seat_gives_the_snapshots_on_the_way() {
    let (mut now, mut compared) = (None, 0);
    for message in course("course_seat").iter().map(read::<SeatMessage>) {
        match (message, &mut now) {
            (SeatMessage::Snapshot { seq, room, view }, now) => {
                compared += u32::from(now.is_some());
                let fresh = (seq, room, view);
                assert_eq!(*now.get_or_insert_with(|| fresh.clone()), fresh);
            }
            (SeatMessage::Step { seq, room, public, own }, Some((last, in_room, view))) => {
                assert_eq!(seq.0, last.0 + 1);
                room.iter().for_each(|change| in_room.apply(change));
                let begun = set_up(&public).map(|t| SeatView::before_the_deal(t, Seat::S1));
                *view = begun.or(view.take());
                view.as_mut().unwrap().apply(&public, &own);
                *last = seq;
            }
            (other, _) => panic!("not of a course: {other:?}"),
        }
    }
    assert!(compared >= 3, "only {compared} snapshots to compare with");
}

#[test]
fn folding_the_steps_of_a_spectator_gives_the_snapshots_on_the_way() {
    let (mut now, mut compared) = (None, 0);
    for message in course("course_spectator").iter().map(read::<SpectatorMessage>) {
        match (message, &mut now) {
            (SpectatorMessage::Snapshot { seq, room, table }, now) => {
                compared += u32::from(now.is_some());
                let fresh = (seq, room, table);
                assert_eq!(*now.get_or_insert_with(|| fresh.clone()), fresh);
            }
            (SpectatorMessage::Step { seq, room, public }, Some((last, in_room, table))) => {
                assert_eq!(seq.0, last.0 + 1);
                room.iter().for_each(|change| in_room.apply(change));
                *table = set_up(&public).or(table.take());
                let table = table.as_mut().unwrap();
                public.iter().for_each(|change| table.apply(change));
                *last = seq;
            }
            (other, _) => panic!("not of a course: {other:?}"),
        }
    }
    assert!(compared >= 3, "only {compared} snapshots to compare with");
}
