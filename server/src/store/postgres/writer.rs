//! Writes batches of steps, and what they post: everything of a batch in a few statements, steps alone in one.

use super::ledger::Ledger;
use super::rows::Rows;
use super::{Session, log, sheets, sql, stored};
use crate::clock::UnixMs;
use crate::store::{
    AuditWrite, LogRow, Posting, RoomId, SheetWrite, SheetWritten, StoreError, StoredStep,
    WriteError, archive, tables,
};

/// Writes on the one connection that writes. Anything it fails at leaves the transaction to be rolled back by closing
/// that connection.
pub(crate) struct Writer<'c> {
    session: &'c mut Session,
    ledger: Ledger,
    steps: Rows,
    next_row: i64,
    /// How many steps waited at the mark.
    marked: usize,
    is_in_transaction: bool,
}

impl<'c> Writer<'c> {
    /// Reads how far everything has come.
    pub(crate) fn new(session: &'c mut Session) -> Result<Self, StoreError> {
        let ledger = Ledger::read(session)?;
        let row = session
            .row("SELECT coalesce(max(id), 0) FROM log", &[])
            .map_err(sql("prepare to write"))?;
        let next_row = row.map_or(0, |row| row.get::<_, i64>(0)) + 1;
        let steps = Rows::of(&tables::LOG);
        Ok(Self { session, ledger, steps, next_row, marked: 0, is_in_transaction: false })
    }

    /// Writes a sheet and everything that follows from it, if it is still as its writer saw it.
    pub(crate) fn write_sheet(&mut self, write: &SheetWrite) -> Result<SheetWritten, StoreError> {
        sheets::write_sheet(self.session, &mut self.ledger, write)
    }

    /// Notes what was done to a game.
    pub(crate) fn write_audit(&mut self, write: &AuditWrite) -> Result<(), StoreError> {
        sheets::write_audit(self.session, write)
    }

    /// Begins a batch; what it posts happened `now`.
    pub(crate) fn begin(&mut self, now: UnixMs) -> Result<(), StoreError> {
        self.ledger.now = now;
        Ok(())
    }

    /// Makes the batch durable. An error leaves it unknown whether it is.
    pub(crate) fn commit(&mut self) -> Result<(), StoreError> {
        if !self.is_in_transaction && self.ledger.is_empty() {
            // A statement by itself is a transaction by itself.
            return self.write_steps();
        }
        self.write()?;
        self.session.say("COMMIT").map_err(sql("commit a batch"))?;
        self.is_in_transaction = false;
        Ok(())
    }

    /// Adds a step to the log, and says which row it is.
    pub(crate) fn insert(
        &mut self,
        step: &StoredStep,
        version: i64,
        hash: &[u8],
    ) -> Result<i64, StoreError> {
        let row = self.next_row;
        self.next_row += 1;
        self.steps.push([
            row.into(),
            stored(step.room.0).into(),
            stored(step.seq).into(),
            version.into(),
            step.body.as_slice().into(),
            hash.into(),
        ]);
        Ok(row)
    }

    /// Whether the room was closed before.
    pub(crate) fn is_archived(&mut self, room: RoomId) -> Result<bool, StoreError> {
        let select = "SELECT 1 FROM archive WHERE room = $1";
        let row = self.session.row(select, &[&stored(room.0)]);
        Ok(row.map_err(sql("look for a closed room"))?.is_some())
    }

    /// Shows these rows of the log to `visit`, in this order. Rows that are gone are left out.
    pub(crate) fn read(
        &mut self,
        rows: &[i64],
        mut visit: impl FnMut(LogRow<'_>),
    ) -> Result<(), StoreError> {
        let select =
            "SELECT id, room, seq, version, body, hash FROM log WHERE id = ANY($1) ORDER BY id";
        for row in self.session.rows(select, &[&rows]).map_err(sql("read the log"))? {
            visit(log::log_row(&row)?);
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
        self.write()?;
        let (mut packed, mut version, mut hash) = (Vec::new(), 0, Vec::new());
        self.read(rows, |row| {
            archive::pack(&mut packed, row.body);
            version = row.version;
            hash = row.hash.to_vec();
        })?;
        self.session.execute("DELETE FROM log WHERE id = ANY($1)", &[&rows]).map_err(sql(doing))?;
        let mut archived = Rows::of(&tables::ARCHIVE);
        archived.push([
            stored(room.0).into(),
            stored(rows.len() as u64).into(),
            version.into(),
            packed.as_slice().into(),
            hash.as_slice().into(),
            summary.into(),
        ]);
        archived.write(self.session, "").map_err(sql(doing))?;
        self.ledger.forget(room);
        Ok(())
    }

    /// Posts something, and says which score event it became, if any.
    pub(crate) fn post(&mut self, posting: &Posting) -> Result<Option<u64>, WriteError> {
        self.ledger.post(self.session, posting)
    }

    /// Marks a place that [`Self::take_back`] goes back to, before something is written for a room.
    pub(crate) fn mark(&mut self, room: RoomId) -> Result<(), StoreError> {
        self.marked = self.steps.len();
        self.ledger.mark(room);
        Ok(())
    }

    /// Keeps what was written since the mark.
    pub(crate) fn keep(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Forgets what was to be written since the mark: a step that is refused has sent nothing yet.
    pub(crate) fn take_back(&mut self) -> Result<(), StoreError> {
        self.steps.truncate(self.marked);
        self.ledger.take_back();
        Ok(())
    }

    /// Where statements of the ratings are said.
    pub(crate) fn spoken(&mut self) -> &mut Session {
        self.session
    }

    /// Begins to change the ledger of ratings, if this server may still write.
    pub(crate) fn begin_ratings(&mut self) -> Result<(), StoreError> {
        let doing = "begin to rate";
        self.session.say("BEGIN").map_err(sql(doing))?;
        let epoch = self.session.epoch;
        let mine = self.session.row("SELECT 1 FROM store WHERE epoch = $1 FOR SHARE", &[&epoch]);
        mine.map_err(sql(doing))?.map(|_| ()).ok_or(StoreError::TakenOver)
    }

    /// Ends it.
    pub(crate) fn end_ratings(&mut self, end: &'static str) -> Result<(), StoreError> {
        self.session.say(end).map_err(sql("keep ratings"))
    }

    /// The size of a server's database is not ours to limit.
    pub(crate) fn limit_pages(&mut self, _pages_max: u32) -> Result<(), StoreError> {
        Ok(())
    }

    /// Sends what waits, in a transaction that stays open.
    fn write(&mut self) -> Result<(), StoreError> {
        if !self.is_in_transaction {
            self.session.say("BEGIN").map_err(sql("begin a batch"))?;
            self.is_in_transaction = true;
        }
        self.write_steps()?;
        self.ledger.write(self.session)
    }

    /// Sends the steps that wait, if this server may still write. Nothing is posted without a step, so that nothing
    /// at all is written by one that may not.
    fn write_steps(&mut self) -> Result<(), StoreError> {
        let waiting = self.steps.len() as u64;
        if waiting == 0 {
            return Ok(());
        }
        let written = self.steps.write_fenced(self.session).map_err(sql("append steps"))?;
        if written == waiting { Ok(()) } else { Err(StoreError::TakenOver) }
    }
}
