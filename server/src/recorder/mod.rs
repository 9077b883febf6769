//! The recorder: makes steps of rooms durable before anybody hears of them.
//!
//! One thread writes for all rooms. It takes what has piled up, commits it in one transaction, and answers; what comes
//! in meanwhile is the next batch. Any failure to commit stops everything that depends on it: nothing of the batch is
//! acknowledged, the store is opened anew, and every room reloads itself from what is really there.

mod actor;
mod batch;
mod chain;
mod check;
mod deed;
mod failure;
mod journal;
mod open;
mod patience;
mod rare;
mod ratings;
mod reads;
mod room_logs;
mod rows;
mod sheets;
#[cfg(test)]
pub(crate) mod simulated;

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tokio::sync::{Semaphore, mpsc, oneshot, watch};

pub(crate) use self::check::{Course, check_by};
pub(crate) use self::open::lock;
pub(crate) use self::ratings::KeyHolder;
use self::{actor::Command, batch::Append};
pub use self::{
    chain::{ChainError, ChainHash},
    check::{CheckReport, HandFault, Problem, check_file},
    failure::{BackupError, Health, OpenError, ReadError, StoreFailed},
    ratings::LinkedProfile,
    reads::{Archived, READ_ROWS_MAX, backup_file, restore_file},
};
use crate::store::Readers;
pub use crate::store::{
    BODY_BYTES_MAX, Database, FIRST_SEQ, GameEnd, GameFilter, GameId, GameName, GamePlace,
    GamePosting, GameRow, HandPosting, HandRow, HandWin, Outcome, ParseGameIdError, Posting,
    PostingRefused, Profiles, RareWin, RoomId, ScoreEvent, StoreError, StoredStep, TallyRow, Whose,
};

/// The most commands that wait for the writing thread; whoever comes next waits for a place.
pub const QUEUE_MAX: usize = 4_096;

/// How the recorder is set up.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecorderOptions {
    /// The most pages of 4 KiB the database may have; no limit but the disk's without it.
    pub pages_max: Option<u32>,
}

/// Every open room's steps in order, verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The rooms that can go on, by id.
    pub rooms: Vec<(RoomId, Vec<StoredStep>)>,
    /// The rooms that cannot: they are left as they are, and take no steps.
    pub damaged: Vec<Damaged>,
    /// An id above that of every room there ever was.
    pub next_room: RoomId,
}

/// A room whose log does not check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// The room.
    pub room: RoomId,
    /// What is wrong with its log.
    pub error: ChainError,
    /// Its first step, if that one checks: it says what the room was called.
    pub opening: Option<Vec<u8>>,
}

/// A step is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Durable {
    /// Its room.
    pub room: RoomId,
    /// Its number; all steps of the room before it are on disk too.
    pub seq: u64,
}

/// Access to the recorder. Cheap to clone; the recorder ends when the last one is dropped.
#[derive(Clone, Debug)]
pub struct Recorder {
    commands: mpsc::Sender<Command>,
    health: watch::Receiver<Health>,
    last_event: watch::Receiver<u64>,
    readers: Arc<Readers>,
    permits: Arc<Semaphore>,
}

impl Recorder {
    /// Hands a step over, and waits until it is on disk.
    ///
    /// # Errors
    ///
    /// See [`StoreFailed`]: after [`StoreFailed::Unavailable`] the step may or may not be on disk.
    ///
    /// # Panics
    ///
    /// As [`Self::submit`].
    pub async fn append(
        &self,
        step: StoredStep,
        postings: Vec<Posting>,
    ) -> Result<Durable, StoreFailed> {
        let durable = Durable { room: step.room, seq: step.seq };
        self.submit(step, postings).await?.await?;
        Ok(durable)
    }

    /// Hands a step over. Waits while the queue is full; steps of a room are taken in the order of the calls.
    ///
    /// What it returns resolves when the step is on disk, or will never be. A room may hand over the next step before:
    /// it is refused if this one is.
    ///
    /// # Errors
    ///
    /// At once if the store is down or the recorder is shut down: nothing was written then.
    ///
    /// # Panics
    ///
    /// If the room's id is above `i64::MAX`: no recorder gave it out.
    pub async fn submit(
        &self,
        step: StoredStep,
        postings: Vec<Posting>,
    ) -> Result<Pending, StoreFailed> {
        assert!(i64::try_from(step.room.0).is_ok(), "room ids count up from one");
        let epoch = self.epoch()?;
        let (reply, answer) = oneshot::channel();
        let append = Append { step, postings, epoch, reply };
        self.commands.send(Command::Append(append)).await.map_err(|_| StoreFailed::Stopped)?;
        Ok(Pending { answer })
    }

    /// Reads a room's steps back, verified: what is really on disk. After the store failed, a room has to call this
    /// before its next step is taken.
    ///
    /// # Errors
    ///
    /// If the store is down, or the room is closed or damaged.
    pub async fn reload(&self, room: RoomId) -> Result<Vec<StoredStep>, StoreFailed> {
        self.epoch()?;
        let (reply, answer) = oneshot::channel();
        self.commands
            .send(Command::Reload { room, reply })
            .await
            .map_err(|_| StoreFailed::Stopped)?;
        answer.await.map_err(|_| StoreFailed::Stopped)?
    }

    /// Whether steps can become durable now.
    pub fn is_healthy(&self) -> bool {
        self.epoch().is_ok()
    }

    /// How many commands wait for the writing thread.
    pub fn queue_len(&self) -> usize {
        self.commands.max_capacity() - self.commands.capacity()
    }

    /// Follows whether steps can become durable.
    pub fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }

    /// Follows the id of the last score event, zero before the first.
    pub fn last_event(&self) -> watch::Receiver<u64> {
        self.last_event.clone()
    }

    /// Limits how many pages of 4 KiB the database may have, or lifts the limit there was. It never shrinks.
    pub async fn limit_pages(&self, pages_max: u32) {
        // A recorder that is shut down has nothing to limit.
        let _ = self.commands.send(Command::LimitPages(pages_max)).await;
    }

    /// Writes what was handed over before, closes the store, and waits until it is closed.
    pub async fn shutdown(self) {
        let (reply, end) = oneshot::channel();
        if self.commands.send(Command::Shutdown(reply)).await.is_ok() {
            let _ = end.await;
        }
    }

    fn epoch(&self) -> Result<u64, StoreFailed> {
        match *self.health.borrow() {
            Health::Up { epoch } => Ok(epoch),
            Health::Down => Err(StoreFailed::Unavailable),
            Health::Stopped => Err(StoreFailed::Stopped),
        }
    }
}

/// A step on its way to the disk. Resolves when it is there, or will never be.
///
/// Dropping it does not take the step back.
#[derive(Debug)]
#[must_use = "nobody may hear of a step before it is durable"]
pub struct Pending {
    answer: oneshot::Receiver<Result<(), StoreFailed>>,
}

impl Future for Pending {
    type Output = Result<(), StoreFailed>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // The writing thread ended in the middle: whether the step is on disk is not known.
        let unknown = Err(StoreFailed::Unavailable);
        Poll::Ready(ready!(Pin::new(&mut self.answer).poll(context)).unwrap_or(unknown))
    }
}
