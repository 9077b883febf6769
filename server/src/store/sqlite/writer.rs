//! Writes batches of steps, and what they post, in one transaction each.

use rusqlite::{Connection, Statement, params};

use super::{Spoken, connection, ledger::Ledger, log, sheets, sql, stored};
use crate::clock::UnixMs;
use crate::store::refusal::Following;
use crate::store::{
    AuditWrite, LogRow, Posting, RoomId, SheetWrite, SheetWritten, StoreError, StoredStep,
    WriteError, archive, ratings,
};

/// Writes on the one connection that writes. Anything it fails at leaves the transaction to be rolled back by closing
/// that connection.
pub(crate) struct Writer<'c> {
    connection: &'c Connection,
    begin: Statement<'c>,
    commit: Statement<'c>,
    insert: Statement<'c>,
    select: Statement<'c>,
    delete: Statement<'c>,
    is_archived: Statement<'c>,
    ledger: Ledger<'c>,
}

impl<'c> Writer<'c> {
    /// Prepares what it will say to SQLite again and again.
    pub(crate) fn new(connection: &'c Connection) -> Result<Self, StoreError> {
        let prepare = |text| connection.prepare(text).map_err(sql("prepare to write"));
        Ok(Self {
            connection,
            begin: prepare("BEGIN IMMEDIATE")?,
            commit: prepare("COMMIT")?,
            insert: prepare(
                "INSERT INTO log (room, seq, version, body, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?,
            select: prepare("SELECT id, room, seq, version, body, hash FROM log WHERE id = ?1")?,
            delete: prepare("DELETE FROM log WHERE id = ?1")?,
            is_archived: prepare("SELECT 1 FROM archive WHERE room = ?1")?,
            ledger: Ledger::new(connection),
        })
    }

    /// Writes a sheet and everything that follows from it, if it is still as its writer saw it.
    pub(crate) fn write_sheet(&mut self, write: &SheetWrite) -> Result<SheetWritten, StoreError> {
        sheets::write_sheet(self.connection, write)
    }

    /// Notes what was done to a game.
    pub(crate) fn write_audit(&mut self, write: &AuditWrite) -> Result<(), StoreError> {
        sheets::write_audit(self.connection, write)
    }

    /// Begins a batch; what it posts happened `now`.
    pub(crate) fn begin(&mut self, now: UnixMs) -> Result<(), StoreError> {
        self.ledger.now = now;
        self.begin.execute([]).map(|_| ()).map_err(sql("begin a batch"))
    }

    /// Makes the batch durable. An error leaves it unknown whether it is.
    pub(crate) fn commit(&mut self) -> Result<(), StoreError> {
        self.commit.execute([]).map(|_| ()).map_err(sql("commit a batch"))
    }

    /// Adds a step to the log, and says which row it is.
    pub(crate) fn insert(
        &mut self,
        step: &StoredStep,
        version: i64,
        hash: &[u8],
    ) -> Result<i64, StoreError> {
        self.insert
            .insert(params![stored(step.room.0), stored(step.seq), version, step.body, hash])
            .map_err(sql("append a step"))
    }

    /// Whether the room was closed before.
    pub(crate) fn is_archived(&mut self, room: RoomId) -> Result<bool, StoreError> {
        self.is_archived.exists([stored(room.0)]).map_err(sql("look for a closed room"))
    }

    /// Shows these rows of the log to `visit`, in this order. Rows that are gone are left out.
    pub(crate) fn read(
        &mut self,
        rows: &[i64],
        mut visit: impl FnMut(LogRow<'_>),
    ) -> Result<(), StoreError> {
        for id in rows {
            let mut found = self.select.query([id]).map_err(sql("read the log"))?;
            if let Some(row) = found.next().map_err(sql("read the log"))? {
                visit(log::log_row(row)?);
            }
        }
        Ok(())
    }

    /// Moves all steps of a room, which are these rows, from the log to the archive.
    pub(crate) fn archive(
        &mut self,
        room: RoomId,
        rows: &[i64],
        summary: &str,
    ) -> Result<(), StoreError> {
        let doing = "archive a room";
        let (mut packed, mut version, mut hash) = (Vec::new(), 0, Vec::new());
        self.read(rows, |row| {
            archive::pack(&mut packed, row.body);
            version = row.version;
            hash = row.hash.to_vec();
        })?;
        for id in rows {
            self.delete.execute([id]).map_err(sql(doing))?;
        }
        let insert = "INSERT INTO archive (room, steps, version, body, hash, summary) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let steps = stored(rows.len() as u64);
        let inserted = self
            .connection
            .execute(insert, params![stored(room.0), steps, version, packed, hash, summary]);
        inserted.map(|_| ()).map_err(sql(doing))
    }

    /// Posts something, and says which score event it became, if any. A refusal may leave a part of it behind, for
    /// [`Self::take_back`].
    pub(crate) fn post(&mut self, posting: &Posting) -> Result<Option<u64>, WriteError> {
        match posting {
            Posting::Game(game) => self.ledger.post_game(game, Following::Next).map(|()| None),
            Posting::Hand(hand) => self.ledger.post_hand(hand).map(Some),
            Posting::GameFinished(game) => self.ledger.finish_game(*game).map(|()| None),
            Posting::Rated(finished) => {
                let now = self.ledger.now;
                ratings::rate_match(&mut self.spoken(), finished, now)?;
                Ok(None)
            }
            Posting::RoomClosed { room, .. } => {
                Ok(self.ledger.abandon_games(*room).map(|()| None)?)
            }
        }
    }

    /// Marks a place that [`Self::take_back`] goes back to.
    pub(crate) fn mark(&mut self, _room: RoomId) -> Result<(), StoreError> {
        self.connection.execute_batch("SAVEPOINT step").map_err(sql("mark a step"))
    }

    /// Keeps what was written since the mark.
    pub(crate) fn keep(&mut self) -> Result<(), StoreError> {
        self.connection.execute_batch("RELEASE step").map_err(sql("keep a step"))
    }

    /// Takes back what was written since the mark.
    pub(crate) fn take_back(&mut self) -> Result<(), StoreError> {
        self.connection
            .execute_batch("ROLLBACK TO step; RELEASE step")
            .map_err(sql("take a step back"))
    }

    /// Where statements of the ratings are said.
    pub(crate) fn spoken(&mut self) -> Spoken<'_> {
        Spoken(self.connection)
    }

    /// Begins to change the ledger of ratings.
    pub(crate) fn begin_ratings(&mut self) -> Result<(), StoreError> {
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(sql("begin to rate"))
    }

    /// Ends it.
    pub(crate) fn end_ratings(&mut self, end: &'static str) -> Result<(), StoreError> {
        self.connection.execute_batch(end).map_err(sql("keep ratings"))
    }

    /// Limits the size of the database, or lifts the limit that there was.
    pub(crate) fn limit_pages(&mut self, pages_max: u32) -> Result<(), StoreError> {
        connection::set_pages_max(self.connection, pages_max)
    }
}
