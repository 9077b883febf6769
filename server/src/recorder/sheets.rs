//! Sheets of games that people keep: written by the same thread as everything else, read beside it.

use super::{READ_ROWS_MAX, ReadError, Recorder, StoreFailed};
use crate::store::{AuditRow, AuditWrite, SheetWrite, SheetWritten, StoredSheet};

impl Recorder {
    /// Makes a sheet durable, if it is still as its writer saw it.
    ///
    /// # Errors
    ///
    /// After [`StoreFailed::Unavailable`] it may or may not be on disk; the same again is harmless.
    pub(crate) async fn write_sheet(&self, write: SheetWrite) -> Result<SheetWritten, StoreFailed> {
        self.perform(move |writer| Ok(writer.write_sheet(&write)?)).await
    }

    /// Notes what was done to a game, durably.
    ///
    /// # Errors
    ///
    /// After [`StoreFailed::Unavailable`] it may or may not be on disk.
    pub(crate) async fn write_audit(&self, write: AuditWrite) -> Result<(), StoreFailed> {
        self.perform(move |writer| Ok(writer.write_audit(&write)?)).await
    }

    /// The sheet of this row, if there is one.
    pub(crate) async fn sheet(&self, row: i64) -> Result<Option<StoredSheet>, ReadError> {
        self.read(move |store| Ok(store.sheet(row)?)).await
    }

    /// What was done to a game after the row of the audit with this id, oldest first.
    pub(crate) async fn audit_after(
        &self,
        row: i64,
        after: i64,
        limit: u32,
    ) -> Result<Vec<AuditRow>, ReadError> {
        self.read(move |store| Ok(store.audit_after(row, after, limit.min(READ_ROWS_MAX))?)).await
    }
}
