//! What the recorder asks of whatever it writes on: a database, or in the fault simulation a disk that is played.

use super::deed::Deed;
use crate::clock::UnixMs;
use crate::store::{LogRow, Posting, RoomId, StoreError, StoredStep, WriteError, Writer};

/// Takes batches of steps and what they post, each as a whole or not at all. After an error nobody knows what is there:
/// it has to be opened and read anew.
pub(super) trait Journal {
    /// Begins a batch; what it posts happened `now`.
    fn begin(&mut self, now: UnixMs) -> Result<(), StoreError>;
    /// Makes the batch durable. An error leaves it unknown whether it is.
    fn commit(&mut self) -> Result<(), StoreError>;
    /// Adds a step to the log, and says which row it is.
    fn insert(&mut self, step: &StoredStep, version: i64, hash: &[u8]) -> Result<i64, StoreError>;
    /// Whether the room was closed before.
    fn is_archived(&mut self, room: RoomId) -> Result<bool, StoreError>;
    /// Shows these rows of the log to `visit`, in this order. Rows that are gone are left out.
    fn read(&mut self, rows: &[i64], visit: impl FnMut(LogRow<'_>)) -> Result<(), StoreError>;
    /// Moves all steps of a room, which are these rows, from the log to the archive.
    fn archive(&mut self, room: RoomId, rows: &[i64], summary: &str) -> Result<(), StoreError>;
    /// Posts something, and says which score event it became, if any. A refusal may leave a part of it behind, for
    /// [`Self::take_back`].
    fn post(&mut self, posting: &Posting) -> Result<Option<u64>, WriteError>;
    /// Marks a place that [`Self::take_back`] goes back to, before something is written for a room.
    fn mark(&mut self, room: RoomId) -> Result<(), StoreError>;
    /// Keeps what was written since the mark.
    fn keep(&mut self) -> Result<(), StoreError>;
    /// Takes back what was written since the mark.
    fn take_back(&mut self) -> Result<(), StoreError>;
    /// Writes something that is no step; if that fails `go_down` is called before anybody hears of it.
    fn perform(&mut self, deed: Deed, go_down: &dyn Fn()) -> Result<(), StoreError>;
    /// Limits how large it may become.
    fn limit_pages(&mut self, pages_max: u32) -> Result<(), StoreError>;
}

impl Journal for Writer<'_> {
    fn begin(&mut self, now: UnixMs) -> Result<(), StoreError> {
        Writer::begin(self, now)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        Writer::commit(self)
    }

    fn insert(&mut self, step: &StoredStep, version: i64, hash: &[u8]) -> Result<i64, StoreError> {
        Writer::insert(self, step, version, hash)
    }

    fn is_archived(&mut self, room: RoomId) -> Result<bool, StoreError> {
        Writer::is_archived(self, room)
    }

    fn read(&mut self, rows: &[i64], visit: impl FnMut(LogRow<'_>)) -> Result<(), StoreError> {
        Writer::read(self, rows, visit)
    }

    fn archive(&mut self, room: RoomId, rows: &[i64], summary: &str) -> Result<(), StoreError> {
        Writer::archive(self, room, rows, summary)
    }

    fn post(&mut self, posting: &Posting) -> Result<Option<u64>, WriteError> {
        Writer::post(self, posting)
    }

    fn mark(&mut self, room: RoomId) -> Result<(), StoreError> {
        Writer::mark(self, room)
    }

    fn keep(&mut self) -> Result<(), StoreError> {
        Writer::keep(self)
    }

    fn take_back(&mut self) -> Result<(), StoreError> {
        Writer::take_back(self)
    }

    fn perform(&mut self, deed: Deed, go_down: &dyn Fn()) -> Result<(), StoreError> {
        deed.perform(self, go_down)
    }

    fn limit_pages(&mut self, pages_max: u32) -> Result<(), StoreError> {
        Writer::limit_pages(self, pages_max)
    }
}
