//! The writing thread: commits what has piled up, answers, and gets the store back when it fails.

use std::{
    fs::File,
    thread,
    time::{Duration, Instant},
};

use tokio::sync::{mpsc, oneshot, watch};
use tracing::{error, info, warn};

use super::{
    Health, StoreFailed,
    batch::{self, Append, Committed},
    deed::Deed,
    journal::Journal,
    patience::Patience,
    room_logs::RoomLogs,
};
use crate::store::{Database, RoomId, Store, StoreError, StoredStep, Writer};
use crate::telemetry::metrics;

/// The most commands that are taken at once. A batch is what came in while the last one was committed, and what those
/// had ready who were kept from this core meanwhile.
pub(super) const BATCH_MAX: usize = 4_096;

/// How long somebody waits for a refusal while the store is down.
const REFUSE_MS: u64 = 10;

/// What the recorder is asked to do.
pub(super) enum Command {
    /// Make a step durable.
    Append(Append),
    /// Read a room's steps back.
    Reload { room: RoomId, reply: oneshot::Sender<Result<Vec<StoredStep>, StoreFailed>> },
    /// Write something that is no step.
    Do(Deed),
    /// Limit how large the database may become.
    LimitPages(u32),
    /// Write what is in the queue, close the store, and say so.
    Shutdown(oneshot::Sender<()>),
}

/// The state of the writing thread.
pub(super) struct Actor {
    pub(super) database: Database,
    pub(super) pages_max: Option<u32>,
    pub(super) queue: mpsc::Receiver<Command>,
    pub(super) rooms: RoomLogs,
    pub(super) health: watch::Sender<Health>,
    pub(super) last_event: watch::Sender<u64>,
    pub(super) epoch: u64,
    pub(super) patience: Patience,
    /// Keeps other servers off a file for as long as this one writes.
    pub(super) lock: Option<File>,
    pub(super) waiting_for_end: Vec<oneshot::Sender<()>>,
}

impl Actor {
    /// Writes until there is nobody left to write for.
    pub(super) fn run(mut self, store: Store) {
        let mut open = Some(store);
        while let Some(mut store) = open {
            open = match self.write(&mut store) {
                Ok(()) => {
                    if let Err(error) = store.checkpoint() {
                        warn!(
                            error = &error as &dyn std::error::Error,
                            "failed to tidy up the store at the end"
                        );
                    }
                    None
                }
                Err(error) => {
                    error!(error = &error as &dyn std::error::Error, "the store failed");
                    drop(store);
                    self.recover()
                }
            };
        }
        self.end();
    }

    /// Says that it is over to whoever waits for that.
    pub(super) fn end(mut self) {
        let waiting = std::mem::take(&mut self.waiting_for_end);
        // Whoever waits for the end may open the same file next.
        drop(self);
        for reply in waiting {
            let _ = reply.send(());
        }
    }

    /// Takes and commits batches until the queue is closed and empty.
    fn write(&mut self, store: &mut Store) -> Result<(), StoreError> {
        let mut writer = store.writer().inspect_err(|_| self.go_down())?;
        let (mut commands, mut is_busy) = (Vec::new(), false);
        while self.queue.blocking_recv_many(&mut commands, BATCH_MAX) > 0 {
            let began = Instant::now();
            if is_busy {
                self.let_others_join(&mut commands);
            }
            is_busy = commands.len() > 1;
            self.handle(&mut writer, commands.drain(..), began)?;
        }
        Ok(())
    }

    /// Lets whoever is kept from this core go first, once: a commit costs the same however many steps are in it, and
    /// theirs are in this one then. With nobody there it goes on at once.
    fn let_others_join(&mut self, commands: &mut Vec<Command>) {
        thread::yield_now();
        while commands.len() < BATCH_MAX
            && let Ok(command) = self.queue.try_recv()
        {
            commands.push(command);
        }
    }

    /// Commits the steps first: what else is asked in the same breath sees them.
    fn handle(
        &mut self,
        writer: &mut Writer<'_>,
        commands: impl Iterator<Item = Command>,
        began: Instant,
    ) -> Result<(), StoreError> {
        let (appends, others) = sort(commands);
        let written = self.write_batch(writer, &appends, began);
        self.finish(writer, appends, others, written)
    }

    /// Writes the steps of a batch; nobody hears of it yet.
    pub(super) fn write_batch(
        &mut self,
        journal: &mut impl Journal,
        appends: &[Append],
        began: Instant,
    ) -> Result<Committed, StoreError> {
        if appends.is_empty() {
            return Ok(Committed::default());
        }
        let written = batch::commit(journal, &mut self.rooms, self.epoch, appends);
        written.inspect(|_| metrics::committed(appends.len(), began.elapsed()))
    }

    /// Says what became of the steps of a batch, and does what else was asked with them.
    pub(super) fn finish(
        &mut self,
        journal: &mut impl Journal,
        appends: Vec<Append>,
        others: Vec<Command>,
        written: Result<Committed, StoreError>,
    ) -> Result<(), StoreError> {
        let mut result = self.answer(appends, written);
        for command in others {
            match result {
                Ok(()) => result = self.handle_other(journal, command),
                Err(_) => self.refuse(command),
            }
        }
        result
    }

    fn answer(
        &mut self,
        appends: Vec<Append>,
        written: Result<Committed, StoreError>,
    ) -> Result<(), StoreError> {
        match written {
            Ok(committed) => {
                if let Some(last_event) = committed.last_event {
                    self.last_event.send_replace(last_event);
                }
                if committed.outcomes.iter().any(Result::is_ok) {
                    self.patience = Patience::FRESH;
                }
                for (append, outcome) in appends.into_iter().zip(committed.outcomes) {
                    let _ = append.reply.send(outcome);
                }
                Ok(())
            }
            Err(error) => {
                // Before anybody hears of it, so that whoever does finds the recorder down.
                self.go_down();
                appends.into_iter().for_each(|append| append.refuse(StoreFailed::Unavailable));
                Err(error)
            }
        }
    }

    fn handle_other(
        &mut self,
        writer: &mut impl Journal,
        command: Command,
    ) -> Result<(), StoreError> {
        let done = match command {
            Command::Reload { room, reply } => match batch::reload(writer, &mut self.rooms, room) {
                Ok(reloaded) => {
                    let _ = reply.send(reloaded);
                    Ok(())
                }
                Err(error) => {
                    self.go_down();
                    let _ = reply.send(Err(StoreFailed::Unavailable));
                    Err(error)
                }
            },
            Command::Do(deed) => writer.perform(deed, &|| self.go_down()),
            Command::LimitPages(pages_max) => {
                self.pages_max = Some(pages_max);
                writer.limit_pages(pages_max)
            }
            Command::Append(_) | Command::Shutdown(_) => {
                self.refuse(command);
                Ok(())
            }
        };
        done.inspect_err(|_| self.go_down())
    }

    /// Answers while the store is down.
    pub(super) fn refuse(&mut self, command: Command) {
        match command {
            Command::Append(append) => append.refuse(StoreFailed::Unavailable),
            Command::Reload { reply, .. } => {
                let _ = reply.send(Err(StoreFailed::Unavailable));
            }
            Command::Do(deed) => deed.refuse(),
            Command::LimitPages(pages_max) => self.pages_max = Some(pages_max),
            Command::Shutdown(reply) => {
                self.queue.close();
                self.waiting_for_end.push(reply);
            }
        }
    }

    fn go_down(&self) {
        self.health.send_replace(Health::Down);
    }

    /// Tries until the store takes writes again; gives up only when the recorder is shut down.
    fn recover(&mut self) -> Option<Store> {
        loop {
            let wait_ms = self.patience.next_wait_ms();
            if !self.refuse_for(wait_ms) {
                return None;
            }
            match self.reopen() {
                Ok(store) => {
                    info!(epoch = self.epoch, "the store is back");
                    return Some(store);
                }
                Err(error) => {
                    warn!(error = &error as &dyn std::error::Error, "the store is still down");
                }
            }
        }
    }

    /// Refuses everything for a while; says whether anybody is left to recover for.
    fn refuse_for(&mut self, wait_ms: u64) -> bool {
        for _ in 0..wait_ms.div_ceil(REFUSE_MS) {
            loop {
                match self.queue.try_recv() {
                    Ok(limit @ Command::LimitPages(_)) => {
                        // It may be just what the store was waiting for.
                        self.refuse(limit);
                        return true;
                    }
                    Ok(command) => self.refuse(command),
                    Err(mpsc::error::TryRecvError::Empty) => break,
                    Err(mpsc::error::TryRecvError::Disconnected) => return false,
                }
            }
            thread::sleep(Duration::from_millis(REFUSE_MS));
        }
        true
    }

    /// Opens the store anew, and believes only what it finds there.
    fn reopen(&mut self) -> Result<Store, StoreError> {
        let mut store = Store::open_writer(&self.database, self.pages_max)?;
        store.probe()?;
        let rooms = RoomLogs::read(&mut store, |_| ())?;
        self.come_back(rooms);
        Ok(store)
    }

    /// Goes on from what was found: every room has to look at it first.
    pub(super) fn come_back(&mut self, rooms: RoomLogs) {
        self.rooms = rooms;
        self.rooms.mark_stale();
        self.epoch += 1;
        self.health.send_replace(Health::Up { epoch: self.epoch });
    }
}

/// The steps among some commands, and the rest, each in order.
pub(super) fn sort(commands: impl Iterator<Item = Command>) -> (Vec<Append>, Vec<Command>) {
    let mut appends = Vec::with_capacity(commands.size_hint().0);
    let mut others = Vec::new();
    for command in commands {
        match command {
            Command::Append(append) => appends.push(append),
            other @ (Command::Reload { .. }
            | Command::Do(_)
            | Command::LimitPages(_)
            | Command::Shutdown(_)) => others.push(other),
        }
    }
    (appends, others)
}

impl Drop for Actor {
    /// However the thread ends, a panic included, nobody goes on believing in it.
    fn drop(&mut self) {
        self.health.send_replace(Health::Stopped);
        if let Some(lock) = &self.lock {
            let _ = lock.unlock();
        }
    }
}
