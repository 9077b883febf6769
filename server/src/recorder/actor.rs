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
    batch::{self, Append},
    ratings::Rating,
    room_logs::RoomLogs,
};
use crate::store::{
    AuditWrite, Database, RoomId, SheetWrite, SheetWritten, Store, StoreError, StoredStep, Writer,
};
use crate::telemetry::metrics;

/// The most commands that are taken at once; a batch is what came in while the last one was committed.
const BATCH_MAX: usize = 4_096;

/// The first and the longest wait between two attempts to get the store back.
const RETRY_MS_MIN: u64 = 50;
const RETRY_MS_MAX: u64 = 5_000;

/// How long somebody waits for a refusal while the store is down.
const REFUSE_MS: u64 = 10;

/// What the recorder is asked to do.
pub(super) enum Command {
    /// Make a step durable.
    Append(Append),
    /// Read a room's steps back.
    Reload { room: RoomId, reply: oneshot::Sender<Result<Vec<StoredStep>, StoreFailed>> },
    /// Make a sheet durable.
    Sheet(Box<SheetWrite>, oneshot::Sender<Result<SheetWritten, StoreFailed>>),
    /// Change the ledger of ratings.
    Rate(Rating),
    /// Note what was done to a game.
    Audit(Box<AuditWrite>, oneshot::Sender<Result<(), StoreFailed>>),
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
            if is_busy {
                self.let_others_join(&mut commands);
            }
            is_busy = commands.len() > 1;
            self.handle(&mut writer, commands.drain(..))?;
        }
        Ok(())
    }

    /// Lets whoever is kept from this core go first, if anybody is: a commit costs the same however many steps are in
    /// it, and theirs are in this one then. With nobody there it goes on at once.
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
    ) -> Result<(), StoreError> {
        let mut appends = Vec::with_capacity(commands.size_hint().0);
        let mut others = Vec::new();
        for command in commands {
            match command {
                Command::Append(append) => appends.push(append),
                other @ (Command::Reload { .. }
                | Command::Sheet(..)
                | Command::Rate(_)
                | Command::Audit(..)
                | Command::LimitPages(_)
                | Command::Shutdown(_)) => {
                    others.push(other);
                }
            }
        }
        let mut result = self.commit(writer, appends);
        for command in others {
            match result {
                Ok(()) => result = self.handle_other(writer, command),
                Err(_) => self.refuse(command),
            }
        }
        result
    }

    fn commit(&mut self, writer: &mut Writer<'_>, appends: Vec<Append>) -> Result<(), StoreError> {
        if appends.is_empty() {
            return Ok(());
        }
        let started = Instant::now();
        match batch::commit(writer, &mut self.rooms, self.epoch, &appends) {
            Ok(committed) => {
                metrics::committed(appends.len(), started.elapsed());
                if let Some(last_event) = committed.last_event {
                    self.last_event.send_replace(last_event);
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
        writer: &mut Writer<'_>,
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
            Command::Sheet(write, reply) => match writer.write_sheet(&write) {
                Ok(written) => {
                    let _ = reply.send(Ok(written));
                    Ok(())
                }
                Err(error) => {
                    self.go_down();
                    let _ = reply.send(Err(StoreFailed::Unavailable));
                    Err(error)
                }
            },
            Command::Rate(rating) => rating(Some(writer)),
            Command::Audit(write, reply) => match writer.write_audit(&write) {
                Ok(()) => {
                    let _ = reply.send(Ok(()));
                    Ok(())
                }
                Err(error) => {
                    self.go_down();
                    let _ = reply.send(Err(StoreFailed::Unavailable));
                    Err(error)
                }
            },
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
    fn refuse(&mut self, command: Command) {
        match command {
            Command::Append(append) => append.refuse(StoreFailed::Unavailable),
            Command::Reload { reply, .. } => {
                let _ = reply.send(Err(StoreFailed::Unavailable));
            }
            Command::Sheet(_, reply) => {
                let _ = reply.send(Err(StoreFailed::Unavailable));
            }
            // Nothing is written without a writer, so that nothing can fail.
            Command::Rate(rating) => drop(rating(None)),
            Command::Audit(_, reply) => {
                let _ = reply.send(Err(StoreFailed::Unavailable));
            }
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
        let mut wait_ms = RETRY_MS_MIN;
        while self.refuse_for(wait_ms) {
            match self.reopen() {
                Ok(store) => {
                    info!(epoch = self.epoch, "the store is back");
                    self.health.send_replace(Health::Up { epoch: self.epoch });
                    return Some(store);
                }
                Err(error) => {
                    warn!(error = &error as &dyn std::error::Error, "the store is still down");
                }
            }
            wait_ms = (wait_ms * 2).min(RETRY_MS_MAX);
        }
        None
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
        self.rooms = RoomLogs::read(&mut store, |_| ())?;
        self.rooms.mark_stale();
        self.epoch += 1;
        Ok(store)
    }
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
