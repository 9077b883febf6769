//! The tables of the ratings.

use super::Kind::{Bytes, Int, Text};
use super::Table;

pub(in crate::store) const RATING_SOURCE: Table = Table {
    name: "rating_source",
    columns: &[
        ("id", Int),
        ("name", Text),
        ("contact", Text),
        ("key", Bytes),
        ("state", Text),
        ("applied_at", Int),
        ("decided_at", Int),
    ],
    order: "id",
};

pub(in crate::store) const RATING_PLAYER: Table = Table {
    name: "rating_player",
    columns: &[
        ("id", Int),
        ("code", Text),
        ("list", Text),
        ("name", Text),
        ("folded", Text),
        ("email", Bytes),
        ("source", Int),
        ("hidden", Int),
        ("verified", Int),
        ("rating", Int),
        ("verified_rating", Int),
        ("games", Int),
        ("verified_games", Int),
        ("rounds", Int),
        ("wins", Int),
        ("created_at", Int),
        ("played_at", Int),
        ("named", Text),
    ],
    order: "id",
};

pub(in crate::store) const RATING_PROFILE: Table = Table {
    name: "rating_profile",
    columns: &[
        ("player", Int),
        ("key", Bytes),
        ("recovery", Bytes),
        ("created_at", Int),
        ("recovered_by", Bytes),
    ],
    order: "player",
};

pub(in crate::store) const RATING_LEAGUE: Table = Table {
    name: "rating_league",
    columns: &[("id", Int), ("name", Text), ("drop_worst", Int), ("created_at", Int)],
    order: "id",
};

pub(in crate::store) const RATING_LEAGUE_SOURCE: Table = Table {
    name: "rating_league_source",
    columns: &[("league", Int), ("source", Int)],
    order: "league, source",
};

pub(in crate::store) const RATING_SEASON: Table = Table {
    name: "rating_season",
    columns: &[
        ("id", Int),
        ("league", Int),
        ("name", Text),
        ("started_at", Int),
        ("ended_at", Int),
    ],
    order: "id",
};

pub(in crate::store) const RATING_SESSION: Table = Table {
    name: "rating_session",
    columns: &[
        ("id", Int),
        ("source", Int),
        ("key", Text),
        ("content", Bytes),
        ("occasion", Text),
        ("season", Int),
        ("game", Text),
        ("played_at", Int),
        ("recorded_at", Int),
        ("state", Text),
        ("listed", Int),
    ],
    order: "id",
};

pub(in crate::store) const RATING_ROUND: Table = Table {
    name: "rating_round",
    columns: &[("session", Int), ("number", Int), ("games", Int), ("walls", Int)],
    order: "session, number",
};

pub(in crate::store) const RATING_SEAT: Table = Table {
    name: "rating_seat",
    columns: &[
        ("session", Int),
        ("number", Int),
        ("seat", Int),
        ("player", Int),
        ("wins", Int),
        ("points", Int),
        ("verified", Int),
        ("games_before", Int),
        ("rating_before", Int),
        ("rating_after", Int),
        ("verified_before", Int),
        ("verified_after", Int),
        ("counted", Int),
    ],
    order: "session, number, seat",
};

pub(in crate::store) const RATING_AUDIT: Table = Table {
    name: "rating_audit",
    columns: &[
        ("id", Int),
        ("at", Int),
        ("who", Text),
        ("what", Text),
        ("about", Int),
        ("change", Text),
    ],
    order: "id",
};
