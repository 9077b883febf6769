//! The recorder on a disk that stalls, fails and loses power; without threads, files or real time.
//!
//! The disk is played here, and the waiting: for commands, for the disk, for the next attempt to get it back. What is
//! done with commands, in which order and what is said of them is the recorder's own code.

mod disk;
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use self::disk::Batch;
pub(crate) use self::disk::{Row, SharedDisk};
use super::actor::{Actor, BATCH_MAX, sort};
use super::batch::{Append, Committed};
use super::patience::Patience;
use super::{Health, QUEUE_MAX, Recorder, Replayed, StoreError};
use crate::store::{Database, Readers};

/// What becomes of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It succeeds.
    Kept,
    /// It fails, and nothing of it is written.
    Failed,
    /// It is said to have failed, and is on disk all the same.
    Unknown,
}

/// What a disk has in store for whoever writes on it.
pub(crate) trait Weather: Send + 'static {
    /// How long the next commit takes, and what becomes of it.
    fn next_commit(&mut self) -> (Duration, Fate);
    /// Whether a disk that failed can be written on again.
    fn is_back(&mut self) -> bool;
}

/// What a recorder would do wrong that has one of the planted mistakes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sloppy {
    /// Says that steps are safe when they are only written.
    pub(crate) skips_sync: bool,
    /// Forgets hands that steps post, now and then.
    pub(crate) loses_hands: bool,
    /// Forgets what happened in rooms that are closed.
    pub(crate) loses_archive: bool,
    /// Takes whatever is posted, whether it fits or not.
    pub(crate) takes_any_posting: bool,
    /// Never gets over a failure.
    pub(crate) stays_down: bool,
    /// Never ends when it is told to.
    pub(crate) never_stops: bool,
}

/// A recorder that can be killed.
pub(crate) struct Running {
    task: JoinHandle<()>,
}

impl Running {
    /// Ends it between two instructions.
    pub(crate) fn kill(self) {
        self.task.abort();
    }
}

/// Starts a recorder on what is on the disk.
pub(crate) fn start(
    disk: SharedDisk,
    weather: impl Weather,
    sloppy: Sloppy,
) -> (Recorder, Replayed, Running) {
    let (rooms, replayed) = disk.read();
    // Whatever was found there is synced before anybody builds on it.
    disk.sync();
    let (commands, queue) = mpsc::channel(QUEUE_MAX);
    let (health, health_seen) = watch::channel(Health::Up { epoch: 0 });
    let (last_event, last_event_seen) = watch::channel(0);
    // Nothing is read beside the writer here: a file that is not there would say so.
    let database = Database::Sqlite(PathBuf::new());
    let actor = Actor {
        database: database.clone(),
        pages_max: None,
        queue,
        rooms,
        health,
        last_event,
        epoch: 0,
        patience: Patience::FRESH,
        lock: None,
        waiting_for_end: Vec::new(),
    };
    let batch = Batch::on(disk.clone(), sloppy);
    let was_done = Instant::now();
    let writer = SimulatedWriter { actor, disk, batch, weather, sloppy, was_done };
    let recorder = Recorder {
        commands,
        health: health_seen,
        last_event: last_event_seen,
        readers: Arc::new(Readers::new(database)),
        permits: Arc::new(Semaphore::new(1)),
    };
    (recorder, replayed, Running { task: tokio::spawn(writer.run()) })
}

/// What the writing thread does, as a task.
struct SimulatedWriter<W> {
    actor: Actor,
    disk: SharedDisk,
    batch: Batch,
    weather: W,
    sloppy: Sloppy,
    /// When the batch before was through.
    was_done: Instant,
}

impl<W: Weather> SimulatedWriter<W> {
    async fn run(mut self) {
        let mut commands = Vec::new();
        while self.actor.queue.recv_many(&mut commands, BATCH_MAX).await > 0 {
            let (appends, others) = sort(commands.drain(..));
            let written = self.write(&appends).await;
            let done = self.actor.finish(&mut self.batch, appends, others, written);
            if done.is_err() && !self.recover().await {
                break;
            }
        }
        if self.sloppy.never_stops {
            std::future::pending::<()>().await;
        }
        self.actor.end();
    }

    /// Writes a batch, first to where it survives the process, then to where it survives the machine.
    async fn write(&mut self, appends: &[Append]) -> Result<Committed, StoreError> {
        if appends.is_empty() {
            return Ok(Committed::default());
        }
        let (now, was_taken) = (Instant::now(), self.batch.taken);
        // What is there when a batch is through came while it was written; else it has just come.
        self.batch.given = if now == self.was_done { was_taken } else { now };
        self.batch.taken = now;
        let (takes, fate) = self.weather.next_commit();
        sleep(takes / 2).await;
        let written = self.actor.write_batch(&mut self.batch, appends, std::time::Instant::now());
        sleep(takes / 2).await;
        self.was_done = Instant::now();
        match fate {
            Fate::Failed => self.disk.lose_power(false),
            Fate::Kept if self.sloppy.skips_sync => self.disk.call_safe(),
            Fate::Kept | Fate::Unknown => self.disk.sync(),
        }
        match fate {
            Fate::Kept => written,
            Fate::Failed | Fate::Unknown => Err(StoreError::Busy),
        }
    }

    /// Refuses until the disk can be written on again, and then believes only what is there; says whether anybody is
    /// left to do so for.
    async fn recover(&mut self) -> bool {
        loop {
            let wait_ms = self.actor.patience.next_wait_ms();
            let until = Instant::now() + Duration::from_millis(wait_ms);
            loop {
                tokio::select! {
                    biased;
                    command = self.actor.queue.recv() => match command {
                        Some(command) => self.actor.refuse(command),
                        None => return false,
                    },
                    () = sleep_until(until) => break,
                }
            }
            if self.weather.is_back() && !self.sloppy.stays_down {
                break;
            }
        }
        self.batch = Batch::on(self.disk.clone(), self.sloppy);
        self.actor.come_back(self.disk.read().0);
        true
    }
}
