//! How the recorder can fail, and how it says so.

use std::{io, path::PathBuf};

use super::ChainError;
use crate::store::{Database, PostingRefused, StoreError};

/// Why a step is not durable, or why nobody can say whether it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreFailed {
    /// The store failed, and whether the step is durable is not known. When [`Health`] says that the store is back,
    /// reload the room and go on from there.
    #[error("the store is not available")]
    Unavailable,
    /// The store failed and came back since the room was last loaded: reload it first. Nothing was written.
    #[error("the room must be reloaded first")]
    ReloadFirst,
    /// The step is not the room's next. Nothing was written.
    #[error("step {found} was handed over where {expected} is next")]
    WrongSeq {
        /// The step that is next.
        expected: u64,
        /// The step that was handed over.
        found: u64,
    },
    /// What the step posts does not fit what is there. Nothing of it was written.
    #[error("a posting of the step was refused")]
    Posting(#[source] PostingRefused),
    /// The step has too many bytes. Nothing was written.
    #[error("the step has {bytes} bytes")]
    TooLarge {
        /// How many.
        bytes: usize,
    },
    /// The room's log is damaged: it can be neither read nor written.
    #[error("the log of the room is damaged")]
    Damaged(#[source] ChainError),
    /// The room is closed. Nothing was written.
    #[error("the room is closed")]
    RoomClosed,
    /// Something that is stored can't be read, or does not go with what was to be written. Nothing was written, and
    /// everything else goes on.
    #[error("what is stored stands in the way")]
    Unreadable,
    /// The recorder is shut down. Nothing was written.
    #[error("the recorder is shut down")]
    Stopped,
}

/// Whether steps can become durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// They can. Whoever sees another `epoch` than at the last look must reload: the store failed in between.
    Up {
        /// How often the store failed and came back.
        epoch: u64,
    },
    /// They cannot now; the recorder tries to get the store back.
    Down,
    /// They cannot, ever: the recorder is shut down.
    Stopped,
}

/// Why the recorder could not start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server has the database open.
    #[error("{database} is in use by another server")]
    InUse {
        /// The database.
        database: Database,
    },
    /// There is no folder for it. It is not made: who mistypes a path, or has not mounted a disk, would have an empty
    /// database elsewhere.
    #[error("the folder {0} is missing; make it with: mkdir -p {0}", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// The file that keeps others out could not be made or locked.
    #[error("failed to lock {}", path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        #[source]
        source: io::Error,
    },
    /// The database could not be opened or read.
    #[error("failed to open {database}")]
    Store {
        /// The database.
        database: Database,
        /// What is wrong with it.
        #[source]
        source: StoreError,
    },
    /// The writing thread could not be started.
    #[error("failed to start the writing thread")]
    Thread(#[source] io::Error),
}

impl OpenError {
    /// Why this database could not be opened.
    pub(crate) fn of(database: &Database, source: StoreError) -> Self {
        let database = database.clone();
        match source {
            StoreError::Busy => Self::InUse { database },
            source => Self::Store { database, source },
        }
    }
}

/// Why a question about the past has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database could not be read.
    #[error("failed to read the database")]
    Store(#[from] StoreError),
    /// The room's log is damaged.
    #[error("the log of the room is damaged")]
    Damaged(#[source] ChainError),
    /// The thread that read it is gone.
    #[error("the reading thread ended early")]
    Thread(#[source] tokio::task::JoinError),
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something of that name is there; it is left alone.
    #[error("{} exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The copy could not be put in its place.
    #[error("failed to write {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        #[source]
        source: io::Error,
    },
    /// The database could not be read or copied.
    #[error("failed to copy the database")]
    Store(#[from] StoreError),
    /// The thread that copied is gone.
    #[error("the copying thread ended early")]
    Thread(#[source] tokio::task::JoinError),
}
