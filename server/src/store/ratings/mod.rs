//! The ledger of ratings: rounds in order, and what follows from them for everybody.
//!
//! Its statements are plain enough to be the same on both kinds of database: numbers, texts and bytes, written with
//! `?1`. Each side says them in its own way ([`Sql`]).

mod corrections;
mod email;
mod finding;
mod history;
mod identity;
mod leagues;
mod online;
mod peers;
mod people;
mod players;
mod rebuild;
mod rows;
mod sessions;

pub(crate) use self::corrections::{correct, delete};
pub(crate) use self::email::Named;
#[cfg(test)]
pub(crate) use self::email::{HIDDEN_BEFORE, HIDDEN_SINCE};
pub(crate) use self::finding::{FoundRow, Sought, find_players};
#[cfg(test)]
pub(crate) use self::history::{CORRECTED, HISTORY, OTHERS};
pub(crate) use self::history::{HistoryPlace, HistoryRow, Opponent, Reader, history};
pub(crate) use self::identity::{Who, is_public_id};
pub(crate) use self::leagues::{
    LeagueRow, LeagueSource, SeasonRow, SeasonState, add_league, add_season, admit, end_season,
    leagues, season, season_rounds, season_state, shown,
};
pub(crate) use self::online::record_match;
pub(crate) use self::peers::all_tallies;
#[cfg(test)]
pub(crate) use self::peers::select_tallies;
pub use self::people::HideRefused;
pub(crate) use self::people::{
    ApplicationRefused, ProfileSecret, apply, awaits_key, create_profile, decide, delete_profile,
    hide, profile, rename, renew_profile, settle_recovery, source_by_key, verify,
};
#[cfg(test)]
pub(crate) use self::players::{BEST, NAMED, RISEN};
pub(crate) use self::players::{
    PlayerRow, RiserRow, SourceRow, changed_at, is_hidden, leaderboard, place, player, risers,
    search, sources,
};
pub use self::rebuild::{Difference, Rebuilt};
pub(crate) use self::rebuild::{Mend, mend, rebuild};
use self::rows::Fields;
pub(crate) use self::sessions::{
    NewRound, NewSeat, NewSession, SeatRow, SessionRefused, SessionRow, record,
};
use super::StoreError;
pub(crate) use super::tables::Value;

/// A database that statements can be said to.
pub(crate) trait Sql {
    /// The rows a question is answered with.
    fn ask(&mut self, text: &str, given: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;
    /// Changes something, and says how many rows.
    fn change(&mut self, text: &str, given: &[Value]) -> Result<u64, StoreError>;
}

pub(super) const DOING: &str = "read or write ratings";

/// A name as it is looked for: in small letters.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}
