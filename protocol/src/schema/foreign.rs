//! Types of the wire that are defined without the macros of `wire`, described by hand.

use rules::fujian::{GoldDiscard, Illegal, Payers};
use rules::tile_set::TileSet;
use serde::Serialize;

use super::{Field, Name, Ref, Shape, Type};

/// Why the game refuses something, numbered from `first`.
pub(crate) fn reasons(first: u8) -> impl Iterator<Item = Name> {
    let numbered = (first..).zip(Illegal::ALL);
    numbered.map(|(number, why)| Name { number, text: why.code(), about: sentence(why) })
}

fn sentence(why: Illegal) -> String {
    let mut text = why.to_string();
    text[..1].make_ascii_uppercase();
    text + "."
}

pub(super) fn all() -> Vec<Type> {
    vec![
        rules(),
        words("TileSet", "Which tiles are in play.", &TILE_SETS),
        words("GoldDiscard", "Whether a Gold may be discarded.", &GOLD_DISCARDS),
        words("Payers", "Who pays for a win on a discard.", &PAYERS),
        described("Reason", "Why something can't be done.", Shape::Names(reasons(0).collect())),
        is("GroupView", "A concealed set or pair of a winner.", "Vec<PieceView>"),
        is("RequestId", "What a client calls one of its requests.", "u32"),
        is("Seq", "A step of a room: 1, 2, 3... without gaps, the same for every audience.", "u64"),
        is(
            "RoomCode",
            "A room's code: six of `ABCDEFGHJKMNPQRSTUVWXYZ23456789`; lower case is accepted.",
            "String",
        ),
        is(
            "PlayerName",
            "A name: 1 to 24 characters after control characters, marks nobody sees (of direction, joiners) and space around are dropped.",
            "String",
        ),
        is(
            "ProfileKey",
            "What shows that a profile is one's own. Keep it secret; nobody else is told.",
            "String",
        ),
        is("OpenHands", "The concealed tiles of every seat, sorted.", "BySeat<Vec<SuitTile>>"),
        is("SeatToken", "What lets a player come back to a seat. Keep it secret.", "String"),
    ]
}

const TILE_SETS: [TileSet; 2] = [TileSet::WindsAndSeasons, TileSet::AllBonus];
const GOLD_DISCARDS: [GoldDiscard; 2] = [GoldDiscard::LastResort, GoldDiscard::Allowed];
const PAYERS: [Payers; 2] = [Payers::Everyone, Payers::Discarder];

fn described(name: &'static str, about: &str, shape: Shape) -> Type {
    Type { name, params: Vec::new(), about: about.to_owned(), shape }
}

fn is(name: &'static str, about: &str, other: &str) -> Type {
    described(name, about, Shape::Is(Ref::parse(other)))
}

fn words(name: &'static str, about: &str, values: &[impl Serialize]) -> Type {
    let word = |value| serde_json::to_value(value).ok()?.as_str().map(str::to_owned);
    let words = values.iter().map(|value| word(value).expect("a name is written as text"));
    described(name, about, Shape::Words(words.collect()))
}

fn rules() -> Type {
    let fields = [
        ("tiles", "TileSet", "Which tiles are in play."),
        ("kongs", "bool", "Whether kongs can be made."),
        ("three_golds", "u16", "Points for Three Golds; all points are at most 1000."),
        ("golden_pair", "u16", "Points for a pair made of two Golds; 0 is off."),
        ("no_bonus_no_kong", "u16", "Points for winning without bonus tile and kong; 0 is off."),
        ("robbing_the_gold", "Option<u16>", "Points for robbing the Gold; null is off."),
        ("all_one_suit", "u16", "Points for a hand of one suit, Golds ignored; 0 is off."),
        ("hands", "u8", "Hands in a match, 1 to 64."),
        ("dealer_streak", "bool", "Whether each hand the dealer keeps the deal adds a point."),
        ("dead_wall", "u8", "Tiles at the end of the wall that are never drawn: 0, 16 or 18."),
        ("gold_discard", "GoldDiscard", "Whether a Gold may be discarded."),
        ("discard_called_kind", "bool", "Whether the kind just called may be discarded at once."),
        ("payers", "Payers", "Who pays for a win on a discard."),
        ("turn_seconds", "Option<u8>", "Seconds for a turn, 5 to 120; null waits."),
        ("call_seconds", "Option<u8>", "Seconds to answer a call, 5 to 120; null waits."),
    ];
    let field = |(name, holds, about): (_, &str, &str)| Field {
        name,
        holds: Ref::parse(holds),
        about: about.to_owned(),
    };
    let about = "What can differ between tables. In JSON missing fields are those of `classic`.";
    described("Rules", about, Shape::Fields(fields.map(field).into()))
}

#[cfg(test)]
mod tests {
    use rules::fujian::Rules;

    use super::*;

    #[test]
    fn the_rules_have_the_fields_they_are_written_with_in_order() {
        let Shape::Fields(fields) = rules().shape else { panic!("rules have fields") };
        let written = serde_json::to_string(&Rules::FULL).unwrap();

        let mut places = Vec::new();
        for field in &fields {
            places.push(written.find(&format!("\"{}\":", field.name)).expect(field.name));
        }

        assert!(places.is_sorted(), "{written}");
        assert_eq!(written.matches("\":").count(), fields.len());
    }

    #[test]
    fn no_word_is_missing() {
        // Exhaustive, so that a new one does not compile until it is thought of here.
        let tiles = |set| match set {
            TileSet::WindsAndSeasons => "winds_and_seasons",
            TileSet::AllBonus => "all_bonus",
        };
        let gold = |gold| match gold {
            GoldDiscard::LastResort => "last_resort",
            GoldDiscard::Allowed => "allowed",
        };
        let payers = |payers| match payers {
            Payers::Everyone => "everyone",
            Payers::Discarder => "discarder",
        };

        let words: Vec<_> = all()
            .into_iter()
            .filter_map(|described| match described.shape {
                Shape::Words(words) => Some(words),
                _ => None,
            })
            .collect();

        assert_eq!(words[0], TILE_SETS.map(tiles));
        assert_eq!(words[1], GOLD_DISCARDS.map(gold));
        assert_eq!(words[2], PAYERS.map(payers));
    }
}
