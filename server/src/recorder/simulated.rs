//! The recorder on a disk that stalls, fails and loses power; without threads, files or real time.
//!
//! The disk and the loop of the writing thread are played here. Which steps may be written, how they
//! are chained, and what is believed when they are read back is the recorder's own code.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::actor::Command;
use super::batch::Append;
use super::chain::{CHAIN_VERSION, Chain, ChainHash};
use super::room_logs::{RoomLogs, Taken, link};
use super::{
    ChainError, Health, Posting, QUEUE_MAX, Recorder, Replayed, RoomId, StoreFailed, StoredStep,
};
use crate::store::{Database, LogRow, Readers};

/// The first and the longest wait between two attempts to get the store back.
const RETRY_MS_MIN: u64 = 50;
const RETRY_MS_MAX: u64 = 5_000;

/// A step as it lies on the disk, with what was posted in the same transaction.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) step: StoredStep,
    pub(crate) postings: Vec<Posting>,
    /// When the recorder heard of it, and when it was safe.
    pub(crate) taken: Instant,
    pub(crate) durable: Option<Instant>,
    hash: ChainHash,
}

/// A disk: what is written on it, of which not all need be safe yet.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    rows: Vec<Row>,
    /// So many of the first rows are safe.
    synced: usize,
}

/// A disk that outlives the servers that write on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedDisk(Arc<Mutex<Disk>>);

impl SharedDisk {
    fn lock(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is on it, in the order it was written.
    pub(crate) fn rows(&self) -> Vec<Row> {
        self.lock().rows.clone()
    }

    /// The power goes: what is not safe is lost, or is not.
    pub(crate) fn lose_power(&self, is_lucky: bool) {
        let mut disk = self.lock();
        let synced = disk.synced;
        if !is_lucky {
            disk.rows.truncate(synced);
        }
    }

    /// Changes a byte of what was written first.
    pub(crate) fn damage(&self) {
        if let Some(byte) = self.lock().rows.first_mut().and_then(|row| row.step.body.last_mut()) {
            *byte ^= 1;
        }
    }

    /// How many steps each room has on it.
    pub(crate) fn lengths(&self) -> BTreeMap<RoomId, u64> {
        let mut lengths = BTreeMap::new();
        for row in &self.lock().rows {
            *lengths.entry(row.step.room).or_default() += 1;
        }
        lengths
    }

    fn write(&self, rows: Vec<Row>) {
        self.lock().rows.extend(rows);
    }

    fn sync(&self) {
        let (now, mut disk) = (Instant::now(), self.lock());
        let synced = disk.synced;
        disk.rows[synced..].iter_mut().for_each(|row| row.durable = Some(now));
        disk.synced = disk.rows.len();
    }

    fn roll_back(&self) {
        self.lose_power(false);
    }
}

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
    /// Forgets what steps post, now and then.
    pub(crate) loses_postings: bool,
    /// Never gets over a failure.
    pub(crate) stays_down: bool,
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
    let (rooms, replayed) = read(&disk);
    // Whatever was found there is synced before anybody builds on it.
    disk.sync();
    let (commands, queue) = mpsc::channel(QUEUE_MAX);
    let (health, health_seen) = watch::channel(Health::Up { epoch: 0 });
    let (_, last_event) = watch::channel(0);
    let writer = SimulatedWriter { disk, weather, sloppy, rooms, queue, health, epoch: 0 };
    let recorder = Recorder {
        commands,
        health: health_seen,
        last_event,
        // Nothing is read beside the writer here: a file that is not there would say so.
        readers: Arc::new(Readers::new(Database::Sqlite(PathBuf::new()))),
        permits: Arc::new(Semaphore::new(1)),
    };
    (recorder, replayed, Running { task: tokio::spawn(writer.run()) })
}

fn read(disk: &SharedDisk) -> (RoomLogs, Replayed) {
    let mut rooms = RoomLogs::default();
    let mut steps: BTreeMap<RoomId, Vec<StoredStep>> = BTreeMap::new();
    for (id, row) in (0..).zip(&disk.lock().rows) {
        if let Taken::Step(step) = rooms.take(&log_row(id, row)) {
            steps.entry(step.room).or_default().push(step);
        }
    }
    steps.retain(|room, _| rooms.is_open(*room));
    let next_room = RoomId(rooms.last_room().map_or(1, |room| room.0 + 1));
    let damaged = rooms.damaged();
    (rooms, Replayed { rooms: steps.into_iter().collect(), damaged, next_room })
}

fn log_row(id: i64, row: &Row) -> LogRow<'_> {
    let StoredStep { room, seq, body } = &row.step;
    LogRow { id, room: *room, seq: *seq, version: CHAIN_VERSION, body, hash: &row.hash }
}

/// What the writing thread does, as a task.
struct SimulatedWriter<W> {
    disk: SharedDisk,
    weather: W,
    sloppy: Sloppy,
    rooms: RoomLogs,
    queue: mpsc::Receiver<Command>,
    health: watch::Sender<Health>,
    epoch: u64,
}

impl<W: Weather> SimulatedWriter<W> {
    async fn run(mut self) {
        let mut commands = Vec::new();
        while self.queue.recv_many(&mut commands, QUEUE_MAX).await > 0 {
            let (mut appends, mut others) = (Vec::new(), Vec::new());
            for command in commands.drain(..) {
                match command {
                    Command::Append(append) => appends.push(append),
                    other @ (Command::Reload { .. }
                    | Command::LimitPages(_)
                    | Command::Shutdown(_)) => others.push(other),
                    // Nobody keeps games on a disk that is played, or writes about them.
                    kept @ (Command::Sheet(..) | Command::Rate(_) | Command::Audit(..)) => {
                        refuse(kept);
                    }
                }
            }
            let is_well = appends.is_empty() || self.commit(appends).await;
            for command in others {
                if is_well { self.reload(command) } else { refuse(command) }
            }
            if !is_well {
                self.recover().await;
            }
        }
    }

    /// Writes a batch, first to where it survives the process, then to where it survives the machine.
    async fn commit(&mut self, appends: Vec<Append>) -> bool {
        let (takes, fate) = self.weather.next_commit();
        let (rows, outcomes) = self.check(&appends);
        sleep(takes / 2).await;
        self.disk.write(rows);
        sleep(takes / 2).await;
        match fate {
            Fate::Failed => self.disk.roll_back(),
            Fate::Kept if self.sloppy.skips_sync => {}
            Fate::Kept | Fate::Unknown => self.disk.sync(),
        }
        if fate != Fate::Kept {
            self.health.send_replace(Health::Down);
            appends.into_iter().for_each(|append| append.refuse(StoreFailed::Unavailable));
            return false;
        }
        for (append, outcome) in appends.into_iter().zip(outcomes) {
            let _ = append.reply.send(outcome);
        }
        true
    }

    /// The rows of those steps that may follow what is there, and what is said of each.
    fn check(&mut self, appends: &[Append]) -> (Vec<Row>, Vec<Result<(), StoreFailed>>) {
        let (mut rows, mut outcomes) = (Vec::new(), Vec::new());
        for append in appends {
            let checked = match append.epoch == self.epoch {
                true => self.rooms.admit(&append.step),
                false => Err(StoreFailed::Unavailable),
            };
            outcomes.push(checked.map(|chain| rows.push(self.row(append, &chain))));
        }
        (rows, outcomes)
    }

    fn row(&mut self, append: &Append, before: &Chain) -> Row {
        let Append { step, postings, .. } = append;
        let chain = before.extended(step.room, &step.body);
        self.rooms.extend(step.room, chain, 0);
        let is_forgotten = self.sloppy.loses_postings && step.seq.is_multiple_of(2);
        let postings = if is_forgotten { Vec::new() } else { postings.clone() };
        let (taken, durable) = (Instant::now(), None);
        Row { step: step.clone(), postings, taken, durable, hash: *chain.hash() }
    }

    /// Reads a room back, verified from its first step on.
    fn reload(&mut self, command: Command) {
        let Command::Reload { room, reply } = command else { return refuse(command) };
        let disk = self.disk.lock();
        let own = disk.rows.iter().filter(|row| row.step.room == room);
        let is_closing = |posting: &Posting| matches!(posting, Posting::RoomClosed { .. });
        if own.clone().any(|row| row.postings.iter().any(is_closing)) {
            return drop(reply.send(Err(StoreFailed::RoomClosed)));
        }
        let mut chain: Result<Chain, ChainError> = Ok(Chain::EMPTY);
        let mut steps = Vec::new();
        for row in own {
            chain = chain.and_then(|chain| chain.verified(room, &link(&log_row(0, row))));
            steps.push(row.step.clone());
        }
        let read = match chain {
            Ok(chain) if chain == self.rooms.end(room) => {
                self.rooms.mark_loaded(room);
                Ok(steps)
            }
            Ok(chain) => {
                let (expected, found) = (chain.next_seq(), self.rooms.end(room).next_seq());
                Err(StoreFailed::Damaged(ChainError::Gap { expected, found }))
            }
            Err(error) => Err(StoreFailed::Damaged(error)),
        };
        let _ = reply.send(read);
    }

    /// Refuses until the disk can be written on again, and then believes only what is there.
    async fn recover(&mut self) {
        let mut wait_ms = RETRY_MS_MIN;
        loop {
            let until = Instant::now() + Duration::from_millis(wait_ms);
            loop {
                tokio::select! {
                    biased;
                    command = self.queue.recv() => match command {
                        Some(command) => refuse(command),
                        None => return,
                    },
                    () = sleep_until(until) => break,
                }
            }
            if self.weather.is_back() && !self.sloppy.stays_down {
                break;
            }
            wait_ms = (wait_ms * 2).min(RETRY_MS_MAX);
        }
        (self.rooms, _) = read(&self.disk);
        self.rooms.mark_stale();
        self.epoch += 1;
        self.health.send_replace(Health::Up { epoch: self.epoch });
    }
}

/// Answers while the disk is down.
fn refuse(command: Command) {
    match command {
        Command::Append(append) => append.refuse(StoreFailed::Unavailable),
        Command::Reload { reply, .. } => drop(reply.send(Err(StoreFailed::Unavailable))),
        Command::Sheet(_, reply) => drop(reply.send(Err(StoreFailed::Unavailable))),
        Command::Rate(rating) => drop(rating(None)),
        Command::Audit(_, reply) => drop(reply.send(Err(StoreFailed::Unavailable))),
        Command::LimitPages(_) | Command::Shutdown(_) => {}
    }
}
