//! One file of SQLite's.

mod archive;
mod audit;
mod connection;
mod copy;
mod history;
mod import;
mod ledger;
mod log;
#[cfg(test)]
mod plans;
mod reads;
mod schema;
mod sheets;
mod spoken;
mod statements;
mod wal;
mod writer;

pub use self::connection::sqlite_version;
pub(super) use self::{
    archive::{each_archived, read_archived},
    audit::{all_tallies, each_found, each_game},
    connection::{begin_moment, checkpoint, end_moment, open_reader, open_writer, probe},
    copy::{begin_copy, end_copy, put_rows, take_rows},
    history::{game, games, tallies},
    import::Importer,
    log::{check_pages, last_room, scan_log},
    reads::{
        backup_into, events_after, hand_record, hands_after, integrity_problems, last_event,
        lost_events,
    },
    spoken::Spoken,
    wal::rewrite_wal,
    writer::Writer,
};
use rusqlite::ErrorCode;

use super::{StoreError, stored};

/// Whether SQLite said that a file is not what it wrote.
pub(super) fn is_damage(said: &(dyn std::error::Error + 'static)) -> bool {
    let code = said.downcast_ref().and_then(rusqlite::Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Whether a row, or what was to become one, is what SQLite objects to.
pub(super) fn is_about_data(said: &(dyn std::error::Error + 'static)) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
    };
    let Some(error) = said.downcast_ref::<rusqlite::Error>() else { return false };
    match error.sqlite_error_code() {
        Some(code) => matches!(code, ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch),
        None => matches!(
            error,
            FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | Utf8Error(..)
        ),
    }
}

/// Puts what was being done beside what SQLite said.
fn sql(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError {
    move |source| StoreError::Sql { doing, source: Box::new(source) }
}
