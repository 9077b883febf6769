//! The database behind the recorder, SQLite or PostgreSQL: all SQL of the log and of the tables people query.

mod archive;
mod database;
mod face;
pub mod feature;
mod fields;
#[cfg(test)]
#[path = "../../tests/common/fresh.rs"]
pub(crate) mod fresh;
mod ledger;
mod outcome;
mod postgres;
mod posting;
pub(crate) mod ratings;
mod readers;
mod record;
mod refusal;
mod said;
mod seating;
mod sheet;
mod sheets;
mod sqlite;
mod tables;

use std::io;

#[cfg(test)]
pub(crate) use self::face::all_rows;
#[cfg(test)]
pub(crate) use self::refusal::{Following, check_game, check_hand, check_order};
pub(crate) use self::{
    archive::ArchivedRoom,
    database::beside,
    face::{Importer, Store, Writer, apart, backup_into, restore_into},
    ledger::{LedgerEnd, LedgerGame, LedgerHand, StoredTally},
    readers::Readers,
    record::LogRow,
    seating::{Seated, Seating},
    sheet::{
        AuditRow, AuditWrite, Follows, LedgerSheet, SheetEnd, SheetHandRow, SheetKeys, SheetTarget,
        SheetWrite, SheetWritten, StoredSheet,
    },
};
pub use self::{
    database::{Database, PostgresUrl},
    outcome::{HandWin, Outcome},
    posting::{GameId, GameName, GamePosting, HandPosting, ParseGameIdError, Posting},
    record::{
        BODY_BYTES_MAX, FIRST_SEQ, GameEnd, GameFilter, GamePlace, GameRow, HandRow, RareWin,
        RoomId, ScoreEvent, StoredStep, TallyRow, Whose,
    },
    refusal::PostingRefused,
    seating::Profiles,
    sqlite::sqlite_version,
};

/// A store that takes this many bytes is taken to have room again.
const PROBE_BYTES: u32 = 64 * 1024;

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("failed to {doing}")]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// What it said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
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
    /// Somebody holds it locked.
    #[error("the database is locked by another program")]
    Busy,
    /// Another server has taken the database over, and this one may not write any more.
    #[error("another server has taken the database over")]
    TakenOver,
    /// It is a database, but somebody else's.
    #[error("it is not a sanjin database")]
    NotOurs,
    /// There is something in it already.
    #[error("the database is not empty")]
    NotEmpty,
    /// A database on PostgreSQL that can't hold every text.
    #[error("the database has the encoding {found}; make one with the encoding UTF8")]
    Encoding {
        /// Its encoding.
        found: String,
    },
    /// A newer version of the program wrote it.
    #[error("the database has schema version {found}, newer than {known}")]
    TooNew {
        /// The version of the database.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// An older version of the program wrote it, and none has brought it up to date.
    #[error(
        "the database has schema version {found}, older than {known}: start a server on it once"
    )]
    TooOld {
        /// The version of the database.
        found: i64,
        /// The version this program reads.
        known: i64,
    },
    /// Pages of the log are damaged, and rows may be missing.
    #[error("the pages of the log are damaged: {finding}")]
    DamagedPages {
        /// What SQLite finds wrong.
        finding: String,
    },
    /// A row does not hold what it should; of the log, not even which room it belongs to.
    #[error("{} of {table} cannot be read", which(*.row))]
    Unreadable {
        /// The table it is in.
        table: &'static str,
        /// Its row id, or that of what it belongs to; nothing where that can't be read either.
        row: Option<i64>,
    },
}

fn which(row: Option<i64>) -> String {
    row.map_or_else(|| "a row".to_owned(), |row| format!("row {row}"))
}

impl StoreError {
    /// Whether the database is not as it was written, rather than out of reach.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::DamagedPages { .. } | Self::Unreadable { .. } => true,
            Self::Sql { source, .. } => sqlite::is_damage(&**source),
            Self::Io { .. }
            | Self::Busy
            | Self::TakenOver
            | Self::NotOurs
            | Self::NotEmpty
            | Self::Encoding { .. }
            | Self::TooNew { .. }
            | Self::TooOld { .. } => false,
        }
    }

    /// Whether something that is stored, or was to be, stands in the way: the store itself is as well as before, and the
    /// same again comes to the same. A file with damaged pages is not well.
    pub(crate) fn is_about_data(&self) -> bool {
        match self {
            Self::Unreadable { .. } => true,
            Self::Sql { source, .. } => {
                sqlite::is_about_data(&**source) || postgres::is_about_data(&**source)
            }
            Self::DamagedPages { .. }
            | Self::Io { .. }
            | Self::Busy
            | Self::TakenOver
            | Self::NotOurs
            | Self::NotEmpty
            | Self::Encoding { .. }
            | Self::TooNew { .. }
            | Self::TooOld { .. } => false,
        }
    }
}

/// Why something that is no step was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeedError {
    /// Something that is stored, or was to be, stands in the way. What was begun is taken back, and the store goes on.
    #[error("what is stored stands in the way")]
    Data(#[source] StoreError),
    /// The store failed.
    #[error("the store failed")]
    Store(#[from] StoreError),
}

/// Why something was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WriteError {
    /// What was posted does not fit what is there; only the step that carries it is left out.
    #[error("a posting was refused")]
    Refused(#[from] PostingRefused),
    /// The store failed, and with it the whole batch.
    #[error("the store failed")]
    Store(#[from] StoreError),
}

/// A number as it is stored.
///
/// # Panics
///
/// If it is above `i64::MAX`: callers check what comes from outside.
fn stored(number: u64) -> i64 {
    i64::try_from(number).expect("numbers are checked before they are stored")
}
