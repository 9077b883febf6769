//! The SQLite file behind the recorder: all SQL of the log and of the tables people query.

mod archive;
mod audit;
mod connection;
pub mod feature;
mod history;
mod import;
mod ledger;
mod log;
mod outcome;
#[cfg(test)]
mod plans;
mod posting;
mod reads;
mod record;
mod schema;
mod statements;
mod wal;
mod writer;

use std::io;

pub(crate) use self::{
    archive::{ArchivedRoom, each_archived, read_archived},
    audit::{LedgerGame, LedgerHand, all_tallies, each_found, each_game},
    connection::{checkpoint, moment, open_reader, open_writer, probe, set_pages_max},
    history::{game, games, tallies},
    import::Importer,
    log::{LogRow, check_pages, last_room, scan_log},
    reads::{
        backup_into, events_after, hand_record, hands_after, integrity_problems, last_event,
        lost_events,
    },
    wal::rewrite_wal,
    writer::{WriteError, Writer},
};
pub use self::{
    connection::sqlite_version,
    history::{GameFilter, GamePlace, TallyRow},
    ledger::PostingRefused,
    outcome::{HandWin, Outcome},
    posting::{GameId, GamePosting, HandPosting, ParseGameIdError, Posting},
    record::{
        BODY_BYTES_MAX, FIRST_SEQ, GameEnd, GameRow, HandRow, RoomId, ScoreEvent, StoredStep,
    },
};

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite said no.
    #[error("failed to {doing}")]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// What SQLite said.
        #[source]
        source: rusqlite::Error,
    },
    /// The file system said no.
    #[error("failed to {doing}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// What the file system said.
        #[source]
        source: io::Error,
    },
    /// Somebody holds the file locked.
    #[error("the database is locked by another program")]
    Busy,
    /// It is a database, but somebody else's.
    #[error("the file is not a sanjin database")]
    NotOurs,
    /// A newer version of the program wrote it.
    #[error("the database has schema version {found}, newer than {known}")]
    TooNew {
        /// The version of the file.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// Pages of the log are damaged, and rows may be missing.
    #[error("the pages of the log are damaged: {finding}")]
    DamagedPages {
        /// What SQLite finds wrong.
        finding: String,
    },
    /// A row is so damaged that nobody can say which room it belongs to.
    #[error("row {row} of {table} cannot be read")]
    Unreadable {
        /// The table it is in.
        table: &'static str,
        /// Its row id.
        row: i64,
    },
}

/// Puts what was being done beside what SQLite said.
fn sql(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError {
    move |source| StoreError::Sql { doing, source }
}

/// A number as SQLite stores it.
///
/// # Panics
///
/// If it is above `i64::MAX`: callers check what comes from outside.
fn stored(number: u64) -> i64 {
    i64::try_from(number).expect("numbers are checked before they are stored")
}
