//! Questions about the past, answered beside the writing thread.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio::task::JoinError;

use super::{
    BackupError, CheckReport, GameFilter, GameId, GameName, GamePlace, GameRow, HandRow, RareWin,
    ReadError, Recorder, RoomId, ScoreEvent, StoredStep, TallyRow, Whose, check, rare,
};
use crate::store::{self, Database, Store};

/// The most readers at a time: each has a thread and a connection, and holds back the clean-up of the log.
pub(super) const READERS_MAX: usize = 4;

/// The most rows one question is answered with.
pub const READ_ROWS_MAX: u32 = 1_000;

/// A closed room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archived {
    /// Its steps in order, verified.
    pub steps: Vec<StoredStep>,
    /// What people are told about the whole room, as JSON.
    pub summary: String,
}

impl Recorder {
    /// The score events after the one with this id, oldest first; from the first one after zero.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn events_after(&self, id: u64, limit: u32) -> Result<Vec<ScoreEvent>, ReadError> {
        self.read(move |store| Ok(store.events_after(id, limit.min(READ_ROWS_MAX))?)).await
    }

    /// The hands of a game with a number above this, in the order they were played.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn hands(
        &self,
        game: GameId,
        after: u32,
        limit: u32,
    ) -> Result<Vec<HandRow>, ReadError> {
        self.read(move |store| Ok(store.hands_after(game, after, limit.min(READ_ROWS_MAX))?)).await
    }

    /// The record of a finished hand, as JSON.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn hand_record(&self, game: GameId, hand: u32) -> Result<Option<String>, ReadError> {
        self.read(move |store| Ok(store.hand_record(game, hand)?)).await
    }

    /// The games that are asked for after a place, or the newest, newest first.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn games(
        &self,
        filter: GameFilter,
        after: Option<GamePlace>,
        limit: u32,
    ) -> Result<Vec<GameRow>, ReadError> {
        self.read(move |store| {
            let may_see = filter.player.as_ref().map_or(Ok(true), |whose| store.may_see(whose))?;
            if !may_see {
                return Ok(Vec::new());
            }
            Ok(store.games(&filter, after, limit.min(READ_ROWS_MAX))?)
        })
        .await
    }

    /// A game, public or not.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn game(&self, game: GameName) -> Result<Option<GameRow>, ReadError> {
        self.read(move |store| Ok(store.game(game)?)).await
    }

    /// What has happened to somebody, kind of game by kind of game; nothing for a profile nobody may see.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn tallies(&self, whose: Whose) -> Result<Option<Vec<TallyRow>>, ReadError> {
        self.read(move |store| match store.may_see(&whose)? {
            true => Ok(Some(store.tallies(&whose.key())?)),
            false => Ok(None),
        })
        .await
    }

    /// The latest rare wins of somebody, newest first; nothing for a profile nobody may see.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn rare_wins(
        &self,
        whose: Whose,
        limit: u32,
    ) -> Result<Option<Vec<RareWin>>, ReadError> {
        self.read(move |store| match store.may_see(&whose)? {
            true => Ok(Some(rare::wins(store, &whose, limit)?)),
            false => Ok(None),
        })
        .await
    }

    /// A closed room, if there is one with this id.
    ///
    /// # Errors
    ///
    /// If the database cannot be read, or the room is damaged.
    pub async fn archived(&self, room: RoomId) -> Result<Option<Archived>, ReadError> {
        self.read(move |store| {
            let Some(archived) = store.read_archived(room)? else { return Ok(None) };
            let steps = check::verify_archived(&archived).map_err(ReadError::Damaged)?;
            Ok(Some(Archived { steps, summary: archived.summary }))
        })
        .await
    }

    /// Verifies everything: every chain, and that each game's scores are the sums of its postings.
    ///
    /// # Errors
    ///
    /// If the database cannot be read; what is wrong in it is in the report.
    pub async fn check(&self) -> Result<CheckReport, ReadError> {
        self.read(|store| Ok(check::check(store, None)?)).await
    }

    /// Copies everything that is durable into a new file, while rooms go on.
    ///
    /// # Errors
    ///
    /// If there is such a file, or it cannot be written. Nothing is at that path then.
    pub async fn backup(&self, to: &Path) -> Result<(), BackupError> {
        let (readers, to) = (Arc::clone(&self.readers), to.to_owned());
        let copied = self.on_reader_thread(move || backup_file(readers.database(), &to)).await;
        copied.map_err(BackupError::Thread)?
    }

    pub(super) async fn read<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut Store) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, ReadError> {
        let readers = Arc::clone(&self.readers);
        self.on_reader_thread(move || readers.ask(ask)).await.map_err(ReadError::Thread)?
    }

    async fn on_reader_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let permit =
            Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed");
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
    }
}

/// Copies everything that is durable in a database into a new file of SQLite's; a server may be writing to it.
///
/// # Errors
///
/// If there is such a file, or it cannot be written. Nothing is at that path then.
pub fn backup_file(from: impl Into<Database>, to: &Path) -> Result<(), BackupError> {
    let (from, path) = (from.into(), to.to_owned());
    if to.exists() {
        return Err(BackupError::Exists { path });
    }
    let partial = partial_path(to);
    let copied = copy(&from, &partial).and_then(|()| {
        // Under its own name only when it is whole.
        put_in_place(&partial, to).map_err(|source| BackupError::File { path, source })
    });
    copied.inspect_err(|_| {
        let _ = fs::remove_file(&partial);
    })
}

/// Copies a backup to where a server will find it: a file that is not there yet, or a database with nothing in it.
///
/// # Errors
///
/// If something is there already, or it cannot be written. Nothing is changed then.
pub fn restore_file(backup: &Path, to: impl Into<Database>) -> Result<(), BackupError> {
    match to.into() {
        Database::Sqlite(path) => backup_file(backup, &path),
        to @ Database::Postgres(_) => Ok(store::apart(|| store::restore_into(backup, &to))?),
    }
}

fn copy(from: &Database, to: &Path) -> Result<(), BackupError> {
    match fs::remove_file(to) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            return Err(BackupError::File { path: to.to_owned(), source });
        }
        Ok(()) | Err(_) => {}
    }
    Ok(store::apart(|| store::backup_into(from, to))?)
}

fn put_in_place(partial: &Path, to: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, to)?;
    match to.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        Some(_) | None => File::open(".")?.sync_all(),
    }
}

fn partial_path(to: &Path) -> PathBuf {
    let mut path = OsString::from(to);
    path.push(".partial");
    path.into()
}
