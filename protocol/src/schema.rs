//! The wire described as data, for other languages: types, documents and tables are made from it.
//!
//! The macros of `wire` describe what they define; what other crates define is described here.

mod foreign;

use crate::client::HostOrder;
use crate::fujian::{
    ActionView, AnswerView, CallOnView, ClientMessage, DiscardView, HandEnd, HandView,
    HandsMessage, KongView, MeldView, OutcomeView, OwnChange, OwnView, PhaseView, PieceView,
    PlayerView, PointsView, Prompt, PublicChange, SeatMessage, SeatView, SpectatorMessage,
    TableView, WayView,
};
use crate::options::{RoomOptions, Spectators};
use crate::refusal::Refusal;
use crate::room::{BotLevel, Occupant, ProfileView, RoomChange, RoomView, Stage, WallView};
use crate::server::ByeReason;
use crate::setup::Setup;

pub(crate) use self::foreign::reasons;

/// A type of the wire.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its name.
    pub name: &'static str,
    /// Names that stand for other types in it; none once bound.
    pub params: Vec<&'static str>,
    /// What it is, in a sentence or two.
    pub about: String,
    /// What it looks like.
    pub shape: Shape,
}

/// What a type looks like on the wire.
#[derive(Clone, Debug)]
pub enum Shape {
    /// JSON: an object with a `type`; MessagePack: an array that begins with the number.
    Variants(Vec<Variant>),
    /// JSON: an object; MessagePack: an array of the fields in order.
    Fields(Vec<Field>),
    /// JSON: the name; MessagePack: its number.
    Names(Vec<Name>),
    /// The name in both.
    Words(Vec<String>),
    /// Another name for some type.
    Is(Ref),
}

/// One of several things a value can be.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What MessagePack calls it.
    pub number: u8,
    /// What JSON calls it.
    pub text: &'static str,
    /// What it means.
    pub about: String,
    /// What it carries, in order.
    pub fields: Vec<Field>,
}

/// A named part of a value.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in JSON.
    pub name: &'static str,
    /// What it holds.
    pub holds: Ref,
    /// What it means.
    pub about: String,
}

/// A name with a number.
#[derive(Clone, Debug)]
pub struct Name {
    /// What MessagePack calls it.
    pub number: u8,
    /// What JSON calls it.
    pub text: &'static str,
    /// What it means.
    pub about: String,
}

/// A type where it is used: `u8`, `Seat`, `Vec<BySeat<i32>>`; a tuple has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ref {
    /// Its name, or nothing for a tuple.
    pub name: String,
    /// What it is made with.
    pub args: Vec<Ref>,
}

impl Ref {
    /// Reads a type as Rust writes it.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let args_in = |inner: &str| top_level(inner).into_iter().map(Self::parse).collect();
        if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return Self { name: String::new(), args: args_in(inner) };
        }
        match text.split_once('<') {
            Some((name, inner)) => {
                let inner = inner.strip_suffix('>').unwrap_or(inner);
                // A box is only how Rust holds it.
                if name == "Box" {
                    return Self::parse(inner);
                }
                Self { name: name.trim().to_owned(), args: args_in(inner) }
            }
            None => Self { name: text.to_owned(), args: Vec::new() },
        }
    }

    fn bind(&mut self, params: &[&str], bound: &[&str]) {
        if let Some(place) = params.iter().position(|param| *param == self.name) {
            bound[place].clone_into(&mut self.name);
        }
        self.args.iter_mut().for_each(|arg| arg.bind(params, bound));
    }
}

/// The parts between the commas that are in no bracket.
fn top_level(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |char| {
        depth += i32::from(matches!(char, '<' | '(')) - i32::from(matches!(char, '>' | ')'));
        char == ',' && depth == 0
    });
    parts.filter(|part| !part.trim().is_empty()).collect()
}

impl Type {
    /// The same type with a type for each of its parameters.
    fn with(mut self, bound: &[&str]) -> Self {
        let fields: Vec<&mut Field> = match &mut self.shape {
            Shape::Variants(variants) => {
                variants.iter_mut().flat_map(|variant| &mut variant.fields).collect()
            }
            Shape::Fields(fields) => fields.iter_mut().collect(),
            Shape::Names(_) | Shape::Words(_) | Shape::Is(_) => Vec::new(),
        };
        fields.into_iter().for_each(|field| field.holds.bind(&self.params, bound));
        self.params.clear();
        self
    }
}

/// The first paragraph of some lines of documentation.
pub(crate) fn about(lines: &[&str]) -> String {
    let lines = lines.iter().map(|line| line.trim());
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Every type of the wire with the Fujian game bound in, messages first.
pub fn all() -> Vec<Type> {
    let messages = [
        ClientMessage::schema().with(&["ActionView"]),
        SeatMessage::schema().with(&["SeatView", "PublicChange", "OwnChange"]),
        SpectatorMessage::schema().with(&["TableView", "PublicChange"]),
        HandsMessage::schema().with(&["OpenHands"]),
    ];
    let parts = [
        Setup::schema(),
        ActionView::schema(),
        HostOrder::schema(),
        RoomView::schema(),
        RoomOptions::schema(),
        Spectators::schema(),
        Stage::schema(),
        Occupant::schema(),
        ProfileView::schema(),
        BotLevel::schema(),
        RoomChange::schema(),
        WallView::schema(),
        SeatView::schema(),
        TableView::schema(),
        PhaseView::schema(),
        CallOnView::schema(),
        HandView::schema(),
        PlayerView::schema(),
        MeldView::schema(),
        KongView::schema(),
        DiscardView::schema(),
        HandEnd::schema(),
        OutcomeView::schema(),
        WayView::schema(),
        PointsView::schema(),
        PieceView::schema(),
        OwnView::schema(),
        AnswerView::schema(),
        Prompt::schema(),
        PublicChange::schema(),
        OwnChange::schema(),
        ByeReason::schema(),
        Refusal::schema(),
    ];
    messages.into_iter().chain(parts).chain(foreign::all()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Types that are not described, because every language has them or writes them itself.
    const BUILT_IN: [&str; 15] = [
        "",
        "bool",
        "u8",
        "u16",
        "u32",
        "u64",
        "i32",
        "String",
        "Option",
        "Vec",
        "BySeat",
        "Seat",
        "SuitTile",
        "BonusTile",
        "Digest",
    ];

    fn names_in(holds: &Ref) -> Vec<String> {
        let mut names = vec![holds.name.clone()];
        names.extend(holds.args.iter().flat_map(names_in));
        names
    }

    #[test]
    fn types_are_read_as_rust_writes_them() {
        let written = "Vec<(SuitTile, Option<Box<BySeat<i32>>>)>";

        let Ref { name, args } = Ref::parse(written);

        assert_eq!((name.as_str(), args[0].name.as_str(), args[0].args.len()), ("Vec", "", 2));
        let names = ["", "SuitTile", "Option", "BySeat", "i32"];
        assert_eq!(names_in(&args[0]), names);
    }

    #[test]
    fn every_type_that_is_used_is_described_once() {
        let types = all();
        let described: BTreeSet<_> = types.iter().map(|described| described.name).collect();
        assert_eq!(described.len(), types.len());

        for described_type in &types {
            let holds: Vec<&Ref> = match &described_type.shape {
                Shape::Variants(variants) => {
                    variants.iter().flat_map(|v| &v.fields).map(|field| &field.holds).collect()
                }
                Shape::Fields(fields) => fields.iter().map(|field| &field.holds).collect(),
                Shape::Is(other) => vec![other],
                Shape::Names(_) | Shape::Words(_) => Vec::new(),
            };
            for name in holds.into_iter().flat_map(names_in) {
                let known = described.contains(name.as_str()) || BUILT_IN.contains(&name.as_str());
                assert!(known, "{} uses {name:?}", described_type.name);
            }
        }
    }
}
