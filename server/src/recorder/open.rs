//! Opens the store, replays the log, and starts the writing thread.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use rusqlite::Connection;
use tokio::sync::{Semaphore, mpsc, watch};

use super::{
    Health, OpenError, QUEUE_MAX, Recorder, RecorderOptions, Replayed, actor::Actor,
    reads::READERS_MAX, room_logs::RoomLogs,
};
use crate::store::{self, RoomId, StoreError, StoredStep};

impl Recorder {
    /// Opens the store, made if there is none, replays the log, and starts the writing thread.
    ///
    /// # Errors
    ///
    /// If another server has it open, or it cannot be read. A damaged room is no error: it is reported and left out.
    pub fn open(path: &Path, options: RecorderOptions) -> Result<(Self, Replayed), OpenError> {
        let lock = lock(path)?;
        let opened = open_store(path, &options)
            .map_err(|source| OpenError::Store { path: path.to_owned(), source })?;
        let (commands, queue) = mpsc::channel(QUEUE_MAX);
        let (health, health_seen) = watch::channel(Health::Up { epoch: 0 });
        let (last_event, last_event_seen) = watch::channel(opened.last_event);
        let actor = Actor {
            path: path.to_owned(),
            pages_max: options.pages_max,
            queue,
            rooms: opened.rooms,
            health,
            last_event,
            epoch: 0,
            lock,
            waiting_for_end: Vec::new(),
        };
        let connection = opened.connection;
        let thread = thread::Builder::new().name("recorder".to_owned());
        thread.spawn(move || actor.run(connection)).map_err(OpenError::Thread)?;
        let recorder = Self {
            commands,
            health: health_seen,
            last_event: last_event_seen,
            path: Arc::new(path.to_owned()),
            readers: Arc::new(Semaphore::new(READERS_MAX)),
        };
        Ok((recorder, opened.replayed))
    }
}

struct Opened {
    connection: Connection,
    rooms: RoomLogs,
    replayed: Replayed,
    last_event: u64,
}

/// Keeps other servers out: SQLite itself would let two of them write in turns.
pub(crate) fn lock(database: &Path) -> Result<File, OpenError> {
    let mut path = OsString::from(database);
    path.push(".lock");
    let path = PathBuf::from(path);
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    let failed = |source| OpenError::Lock { path: path.clone(), source };
    let file = opened.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: database.to_owned() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

fn open_store(path: &Path, options: &RecorderOptions) -> Result<Opened, StoreError> {
    // The last server may have died of a failed fsync, on the same kernel.
    store::rewrite_wal(path)?;
    let connection = store::open_writer(path, options.pages_max)?;
    let mut steps: BTreeMap<RoomId, Vec<StoredStep>> = BTreeMap::new();
    let rooms = RoomLogs::read(&connection, |step| steps.entry(step.room).or_default().push(step))?;
    steps.retain(|room, _| rooms.is_open(*room));
    let last_room = rooms.last_room().max(store::last_room(&connection)?);
    let replayed = Replayed {
        rooms: steps.into_iter().collect(),
        damaged: rooms.damaged(),
        next_room: RoomId(last_room.map_or(1, |room| room.0 + 1)),
    };
    let last_event = store::last_event(&connection)?;
    Ok(Opened { connection, rooms, replayed, last_event })
}
