//! The tables both kinds of database have, column by column: how rows are written many at once, and copied from one
//! kind to the other.

mod ratings;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Text,
    Bytes,
    /// Text that is JSON.
    Json,
    /// Yes or no; a number that is 1 or 0 on the way.
    Flag,
}

use Kind::{Bytes, Flag, Int, Json, Text};

/// A table; rows are copied in the order of its first columns, its key.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: &'static [(&'static str, Kind)],
    /// What its rows are ordered by: a row that builds on another comes after it.
    pub(crate) order: &'static str,
}

/// A value on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Int(flag.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_owned())
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

pub(super) const LOG: Table = Table {
    name: "log",
    columns: &[
        ("id", Int),
        ("room", Int),
        ("seq", Int),
        ("version", Int),
        ("body", Bytes),
        ("hash", Bytes),
    ],
    order: "id",
};

pub(super) const ARCHIVE: Table = Table {
    name: "archive",
    columns: &[
        ("room", Int),
        ("steps", Int),
        ("version", Int),
        ("body", Bytes),
        ("hash", Bytes),
        ("summary", Text),
    ],
    order: "room",
};

pub(super) const CLASS: Table = Table {
    name: "class",
    columns: &[("id", Int), ("variant", Text), ("origin", Text), ("quality", Text)],
    order: "id",
};

pub(super) const GAME: Table = Table {
    name: "game",
    columns: &[
        ("id", Int),
        ("class", Int),
        ("room", Int),
        ("number", Int),
        ("code", Text),
        ("public", Flag),
        ("rules", Json),
        ("started_at", Int),
    ],
    order: "id",
};

pub(super) const GAME_END: Table = Table {
    name: "game_end",
    columns: &[
        ("game", Int),
        ("at", Int),
        ("way", Text),
        ("score0", Int),
        ("score1", Int),
        ("score2", Int),
        ("score3", Int),
    ],
    order: "game",
};

pub(super) const SEAT: Table = Table {
    name: "seat",
    columns: &[
        ("game", Int),
        ("seat", Int),
        ("from_hand", Int),
        ("kind", Text),
        ("name", Text),
        ("level", Text),
        ("profile", Text),
    ],
    order: "game, seat, from_hand",
};

pub(super) const SCORE_EVENT: Table = Table {
    name: "score_event",
    columns: &[
        ("id", Int),
        ("game", Int),
        ("hand", Int),
        ("at", Int),
        ("delta0", Int),
        ("delta1", Int),
        ("delta2", Int),
        ("delta3", Int),
    ],
    order: "id",
};

pub(super) const HAND: Table = Table {
    name: "hand",
    columns: &[
        ("id", Int),
        ("game", Int),
        ("number", Int),
        ("before0", Int),
        ("before1", Int),
        ("before2", Int),
        ("before3", Int),
        ("after0", Int),
        ("after1", Int),
        ("after2", Int),
        ("after3", Int),
        ("outcome", Json),
    ],
    order: "id",
};

pub(super) const HAND_RECORD: Table =
    Table { name: "hand_record", columns: &[("hand", Int), ("record", Json)], order: "hand" };

pub(super) const FOUND_BY: Table = Table {
    name: "found_by",
    columns: &[
        ("feature", Text),
        ("player", Text),
        ("class", Int),
        ("started_at", Int),
        ("game", Int),
    ],
    order: "feature, player, class, started_at, game",
};

pub(super) const TALLY: Table = Table {
    name: "tally",
    columns: &[("player", Text), ("class", Int), ("what", Text), ("count", Int), ("sum", Int)],
    order: "player, class, what",
};

pub(super) const AUDIT: Table = Table {
    name: "audit",
    columns: &[("id", Int), ("game", Int), ("at", Int), ("who", Text), ("change", Json)],
    order: "id",
};

pub(super) const SHEET: Table = Table {
    name: "sheet",
    columns: &[
        ("game", Int),
        ("version", Int),
        ("recorder", Bytes),
        ("organiser", Bytes),
        ("secret", Bytes),
        ("body", Json),
        ("hands", Int),
        ("now0", Int),
        ("now1", Int),
        ("now2", Int),
        ("now3", Int),
    ],
    order: "game",
};

pub(super) const SHEET_HAND: Table = Table {
    name: "sheet_hand",
    columns: &[
        ("game", Int),
        ("number", Int),
        ("before0", Int),
        ("before1", Int),
        ("before2", Int),
        ("before3", Int),
        ("before_pot", Int),
        ("after0", Int),
        ("after1", Int),
        ("after2", Int),
        ("after3", Int),
        ("after_pot", Int),
    ],
    order: "game, number",
};

/// All of them, each after those it refers to or is held to.
pub(super) const ALL: [&Table; 24] = [
    &LOG,
    &ARCHIVE,
    &CLASS,
    &GAME,
    &SEAT,
    &SCORE_EVENT,
    &HAND,
    &HAND_RECORD,
    &GAME_END,
    &FOUND_BY,
    &TALLY,
    &AUDIT,
    &SHEET,
    &SHEET_HAND,
    &ratings::RATING_SOURCE,
    &ratings::RATING_PLAYER,
    &ratings::RATING_PROFILE,
    &ratings::RATING_LEAGUE,
    &ratings::RATING_LEAGUE_SOURCE,
    &ratings::RATING_SEASON,
    &ratings::RATING_SESSION,
    &ratings::RATING_ROUND,
    &ratings::RATING_SEAT,
    &ratings::RATING_AUDIT,
];

/// Every column of every table, as `table.column`.
#[cfg(test)]
pub(super) fn all_columns() -> Vec<String> {
    let of = |table: &&'static Table| {
        table.columns.iter().map(|(column, _)| format!("{}.{column}", table.name))
    };
    let mut all: Vec<_> = ALL.iter().flat_map(of).collect();
    all.sort();
    all
}
