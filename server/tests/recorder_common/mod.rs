//! A store in a folder of its own, and steps to put into it.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::PathBuf;

use server::recorder::{GameId, HandPosting, Posting, Recorder, RecorderOptions, Replayed, RoomId, StoredStep};
use tempfile::TempDir;

/// A place for a database, deleted at the end.
pub(crate) struct Store {
    /// The folder it is in.
    pub(crate) folder: TempDir,
    /// The database.
    pub(crate) path: PathBuf,
}

impl Store {
    /// An empty place.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("sanjin.sqlite");
        Self { folder, path }
    }

    /// Opens the database.
    pub(crate) fn open(&self) -> (Recorder, Replayed) {
        Recorder::open(&self.path, RecorderOptions::default()).expect("the store opens")
    }
}

/// A step whose body tells which one it is.
pub(crate) fn step(room: u64, seq: u64) -> StoredStep {
    StoredStep { room: RoomId(room), seq, body: format!("step {seq} of room {room}").into_bytes() }
}

/// A finished hand.
pub(crate) fn hand(room: u64, game: u32, hand: u32, deltas: [i32; 4]) -> Posting {
    Posting::Hand(HandPosting {
        game: GameId { room: RoomId(room), number: game },
        hand,
        deltas,
        outcome: format!(r#"{{"hand":{hand}}}"#),
        record: format!(r#"{{"record":{hand}}}"#),
    })
}

/// The end of a room.
pub(crate) fn closed(room: u64) -> Posting {
    Posting::RoomClosed { room: RoomId(room), body_summary: r#"{"games":1}"#.to_owned() }
}
