//! The ledger of ratings: rounds in order, and what follows from them for everybody.
//!
//! Its statements are the same on both kinds of database ([`Sql`]).

mod corrections;
mod deed;
mod email;
mod finding;
mod history;
mod identity;
mod leagues;
mod online;
mod peers;
mod people;
mod players;
#[cfg(test)]
mod questions;
mod rebuild;
mod sessions;
mod unrated;

pub(crate) use self::corrections::{correct, delete};
pub(crate) use self::deed::Actor;
pub use self::deed::{Admission, Visibility};
pub(crate) use self::email::Named;
#[cfg(test)]
pub(crate) use self::email::{HIDDEN_BEFORE, HIDDEN_SINCE};
pub(crate) use self::finding::{FoundRow, Sought, find_players};
pub(crate) use self::history::{HistoryPlace, HistoryRow, Opponent, Reader, history};
pub(crate) use self::identity::{Who, is_public_id};
#[cfg(test)]
pub(crate) use self::leagues::ROUNDS;
pub(crate) use self::leagues::{
    LeagueRow, LeagueSource, SeasonRefused, SeasonRow, SeasonState, add_league, add_season, admit,
    end_season, leagues, season, season_rounds, season_state, shown,
};
#[cfg(test)]
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
pub(crate) use self::players::RISEN;
pub(crate) use self::players::{
    PlayerRow, RiserRow, SourceRow, changed_at, is_hidden, leaderboard, place, player, risers,
    search, sources,
};
#[cfg(test)]
pub(crate) use self::questions::questions;
pub use self::rebuild::{Difference, Rebuilt};
pub(crate) use self::rebuild::{Mend, mend, rebuild};
pub(crate) use self::sessions::{
    NewRound, NewSeat, NewSession, SeatRow, SessionRefused, SessionRow, record,
};
pub(crate) use self::unrated::{rate_match, unrated};
use super::StoreError;
use super::fields::Fields;
pub(crate) use super::said::Sql;
pub(crate) use super::tables::Value;

/// Does something as a whole, or nothing of it where what is stored stands in the way: the transaction it is a part of
/// goes on, with everything else that was written in it.
fn attempt<T>(
    sql: &mut dyn Sql,
    work: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError>,
) -> Result<Result<T, StoreError>, StoreError> {
    sql.say("SAVEPOINT attempt")?;
    match work(sql) {
        Ok(done) => {
            sql.say("RELEASE attempt")?;
            Ok(Ok(done))
        }
        Err(error) if error.is_about_data() => {
            sql.say("ROLLBACK TO attempt; RELEASE attempt")?;
            Ok(Err(error))
        }
        Err(error) => Err(error),
    }
}

/// A name as it is looked for: in small letters.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}
