//! A database on a PostgreSQL server.

mod audit;
mod copy;
mod history;
mod import;
mod known;
mod ledger;
mod log;
#[cfg(test)]
mod plans;
mod reads;
mod rows;
mod schema;
mod session;
mod sheets;
mod spoken;
mod writer;

pub(super) use self::{
    audit::{all_tallies, each_found, each_game, integrity_problems, lost_events},
    copy::{begin_copy, end_copy, put_rows, take_rows},
    history::{game, games, tallies},
    import::Importer,
    log::{check_pages, each_archived, last_room, read_archived, scan_log},
    reads::{events_after, hand_record, hands_after, last_event},
    session::{Session, begin_moment, checkpoint, end_moment, open_reader, open_writer, probe},
    writer::Writer,
};
use ::postgres::error::SqlState;

use super::{StoreError, stored};

/// Whether a row, or what was to become one, is what PostgreSQL objects to: a value, a constraint or a trigger.
pub(super) fn is_about_data(said: &(dyn std::error::Error + 'static)) -> bool {
    let code = said.downcast_ref::<::postgres::Error>().and_then(::postgres::Error::code);
    code.is_some_and(|code| {
        let is_of = |class| code.code().starts_with(class);
        is_of("22") || is_of("23") || *code == SqlState::RAISE_EXCEPTION
    })
}

/// Puts what was being done beside what PostgreSQL said.
fn sql(doing: &'static str) -> impl Fn(::postgres::Error) -> StoreError {
    move |source| StoreError::Sql { doing, source: Box::new(source) }
}
