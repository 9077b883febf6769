//! What people ask of the ratings, as statements, for the tests of how they are answered.

use super::history::{CORRECTED, HISTORY, OTHERS};
use super::leagues::{ROUNDS, SHOWN, STATE};
use super::players::{BEST, BETTER, BY_CODE, CHANGED_AT, COLUMNS, FIRST_SINCE, IS_HIDDEN, NAMED};
use super::{email, people, sessions};

/// Every question that reads rows of tables which grow.
pub(crate) fn questions() -> Vec<String> {
    let of_players = [BEST, NAMED, BY_CODE, SHOWN, email::BY_EMAIL];
    let whole = [
        HISTORY,
        OTHERS,
        CORRECTED,
        BETTER,
        CHANGED_AT,
        FIRST_SINCE,
        IS_HIDDEN,
        STATE,
        ROUNDS,
        sessions::BY_KEY,
        people::SOURCE_BY_KEY,
    ];
    let of_players = of_players.map(|these| format!("SELECT {COLUMNS} FROM rating_player {these}"));
    let by_secret = ["key", "recovery", "recovered_by"].map(people::by_secret);
    whole.map(str::to_owned).into_iter().chain(of_players).chain(by_secret).collect()
}
