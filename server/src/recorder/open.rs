//! Opens the store, replays the log, and starts the writing thread.

use std::{
    collections::BTreeMap,
    fs::{File, TryLockError},
    sync::Arc,
    thread,
};

use tokio::sync::{Semaphore, mpsc, watch};

use super::{
    Health, OpenError, QUEUE_MAX, Recorder, RecorderOptions, Replayed, actor::Actor,
    patience::Patience, reads::READERS_MAX, room_logs::RoomLogs,
};
use crate::store::{self, Database, Readers, RoomId, Store, StoreError, StoredStep};

impl Recorder {
    /// Opens the store, made if there is none, replays the log, and starts the writing thread.
    ///
    /// # Errors
    ///
    /// If another server has it open, or it cannot be read. A damaged room is no error: it is reported and left out.
    pub fn open(
        database: impl Into<Database>,
        options: RecorderOptions,
    ) -> Result<(Self, Replayed), OpenError> {
        let database = database.into();
        let lock = lock(&database)?;
        let opened = store::apart(|| open_store(&database, &options))
            .map_err(|source| OpenError::of(&database, source))?;
        let (commands, queue) = mpsc::channel(QUEUE_MAX);
        let (health, health_seen) = watch::channel(Health::Up { epoch: 0 });
        let (last_event, last_event_seen) = watch::channel(opened.last_event);
        let actor = Actor {
            database: database.clone(),
            pages_max: options.pages_max,
            queue,
            rooms: opened.rooms,
            health,
            last_event,
            epoch: 0,
            patience: Patience::FRESH,
            lock,
            waiting_for_end: Vec::new(),
        };
        let store = opened.store;
        let thread = thread::Builder::new().name("recorder".to_owned());
        thread.spawn(move || actor.run(store)).map_err(OpenError::Thread)?;
        let recorder = Self {
            commands,
            health: health_seen,
            last_event: last_event_seen,
            readers: Arc::new(Readers::new(database)),
            permits: Arc::new(Semaphore::new(READERS_MAX)),
        };
        Ok((recorder, opened.replayed))
    }
}

struct Opened {
    store: Store,
    rooms: RoomLogs,
    replayed: Replayed,
    last_event: u64,
}

/// Keeps other servers off a file: SQLite itself would let two of them write in turns. A server does that by itself.
pub(crate) fn lock(database: &Database) -> Result<Option<File>, OpenError> {
    let Database::Sqlite(file) = database else { return Ok(None) };
    if let Some(folder) = file.parent()
        && !folder.as_os_str().is_empty()
        && !folder.exists()
    {
        return Err(OpenError::NoFolder { folder: folder.to_owned() });
    }
    let path = store::beside(file, ".lock");
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    let failed = |source| OpenError::Lock { path: path.clone(), source };
    let file = opened.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { database: database.clone() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

fn open_store(database: &Database, options: &RecorderOptions) -> Result<Opened, StoreError> {
    let mut store = Store::open_writer(database, options.pages_max)?;
    let mut steps: BTreeMap<RoomId, Vec<StoredStep>> = BTreeMap::new();
    let rooms = RoomLogs::read(&mut store, |step| steps.entry(step.room).or_default().push(step))?;
    let last_room = rooms.last_room().max(store.last_room()?);
    let next_room = RoomId(last_room.map_or(1, |room| room.0 + 1));
    let replayed = Replayed::of(&rooms, steps, next_room);
    let last_event = store.last_event()?;
    Ok(Opened { store, rooms, replayed, last_event })
}
