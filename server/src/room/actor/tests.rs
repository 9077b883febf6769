//! What becomes of a room whose end went wrong on the disk: nobody stays in it for ever.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use protocol::client::HostOrder;
use protocol::close::CloseCode;
use protocol::codec::Encoding;
use protocol::ids::RequestId;
use protocol::options::{RoomOptions, Spectators};
use protocol::setup::Setup;
use rules::fujian::Rules;
use tokio::time::timeout;

use super::*;
use crate::recorder::simulated::{Fate, SharedDisk, Sloppy, Weather, start};
use crate::room::{
    Connection, ConnectionId, Newcomer, Outbox, OutboxReader, Outgoing, RoomCommand, RoomHandle,
};
use crate::rooms::Rooms;

/// In the time of a test: one that waits for ever says less.
const WAIT_MAX: Duration = Duration::from_secs(3_600);

/// A disk that can be told to fail, and to stay so.
#[derive(Clone, Debug, Default)]
struct Told {
    /// The next commit is said to have failed, and is on disk all the same.
    fails: Arc<AtomicBool>,
    stays_down: Arc<AtomicBool>,
}

impl Weather for Told {
    fn next_commit(&mut self) -> (Duration, Fate) {
        let fate =
            if self.fails.swap(false, Ordering::Relaxed) { Fate::Unknown } else { Fate::Kept };
        (Duration::from_millis(2), fate)
    }

    fn is_back(&mut self) -> bool {
        !self.stays_down.load(Ordering::Relaxed)
    }
}

/// A room on such a disk, with somebody in it.
async fn room_on(disk: &SharedDisk, told: &Told) -> (Rooms, RoomHandle, OutboxReader) {
    let (recorder, replayed, _running) = start(disk.clone(), told.clone(), Sloppy::default());
    let rooms = Rooms::reopen(RoomContext::new(recorder, Manners::default()), replayed);
    let room = rooms.open(Setup::Fujian { rules: Rules::CLASSIC }, true, None).unwrap();
    let (outbox, mut heard) = Outbox::new();
    let connection = Connection { id: ConnectionId(1), encoding: Encoding::Json, outbox };
    let player = Newcomer { name: "Ana".parse().unwrap(), tip: None, profile: None, token: None };
    room.send(RoomCommand::Join { connection, request: RequestId(1), player }).await.unwrap();
    heard.next().await.unwrap();
    (rooms, room, heard)
}

/// Somebody comes to watch.
async fn watch(room: &RoomHandle, id: u64) -> OutboxReader {
    let (outbox, mut watched) = Outbox::new();
    let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
    room.send(RoomCommand::Watch { connection, request: RequestId(1), last: None }).await.unwrap();
    watched.next().await.unwrap();
    watched
}

/// The code the connection is closed with.
async fn close_code(heard: &mut OutboxReader) -> CloseCode {
    loop {
        let next = timeout(WAIT_MAX, heard.next()).await.expect("nobody is ever let go");
        if let Outgoing::Close(code) = next.unwrap() {
            return code;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_close_is_on_disk_after_all_lets_everybody_go() {
    let (disk, told) = (SharedDisk::default(), Told::default());
    let (rooms, room, mut heard) = room_on(&disk, &told).await;

    told.fails.store(true, Ordering::Relaxed);
    room.send(RoomCommand::Close).await.unwrap();

    assert_eq!(close_code(&mut heard).await, CloseCode::RoomClosed);
    room.commands.closed().await;
    assert!(rooms.find(room.code()).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_log_is_damaged_keeps_nobody() {
    let (disk, told) = (SharedDisk::default(), Told::default());
    let (rooms, room, mut heard) = room_on(&disk, &told).await;

    disk.damage();
    told.fails.store(true, Ordering::Relaxed);
    let (outbox, _watched) = Outbox::new();
    let connection = Connection { id: ConnectionId(2), encoding: Encoding::Json, outbox };
    let player = Newcomer { name: "Bo".parse().unwrap(), tip: None, profile: None, token: None };
    room.send(RoomCommand::Join { connection, request: RequestId(1), player }).await.unwrap();

    assert_eq!(close_code(&mut heard).await, CloseCode::TryAgain);
    room.commands.closed().await;
    assert!(rooms.find(room.code()).is_none());
}

/// The operator's word came while the store was down, and was forgotten.
#[tokio::test(start_paused = true)]
async fn a_room_that_is_closed_while_nothing_can_be_recorded_is_closed_afterwards() {
    let (disk, told) = (SharedDisk::default(), Told::default());
    let (_rooms, room, mut heard) = room_on(&disk, &told).await;
    told.fails.store(true, Ordering::Relaxed);
    told.stays_down.store(true, Ordering::Relaxed);
    let (outbox, mut refused) = Outbox::new();
    let connection = Connection { id: ConnectionId(2), encoding: Encoding::Json, outbox };
    let player = Newcomer { name: "Bo".parse().unwrap(), tip: None, profile: None, token: None };
    room.send(RoomCommand::Join { connection, request: RequestId(1), player }).await.unwrap();
    assert!(matches!(refused.next().await, Ok(Outgoing::TurnedAway { .. })));

    room.send(RoomCommand::Close).await.unwrap();
    told.stays_down.store(false, Ordering::Relaxed);

    assert_eq!(close_code(&mut heard).await, CloseCode::RoomClosed);
}

/// That watching is off is on disk after all: nobody goes on watching who was there before.
#[tokio::test(start_paused = true)]
async fn a_room_whose_watching_is_off_after_all_lets_those_go_who_watched() {
    let (disk, told) = (SharedDisk::default(), Told::default());
    let (_rooms, room, _heard) = room_on(&disk, &told).await;
    let mut watched = watch(&room, 2).await;

    told.fails.store(true, Ordering::Relaxed);
    let (outbox, _answered) = Outbox::new();
    let from = Connection { id: ConnectionId(1), encoding: Encoding::Json, outbox };
    let options = RoomOptions { spectators: Spectators::Off {}, ..RoomOptions::default() };
    let (request, order) = (RequestId(2), HostOrder::Options { options });
    room.send(RoomCommand::Host { from, request, order }).await.unwrap();

    let let_go = async { while !matches!(watched.next().await, Ok(Outgoing::Outside)) {} };
    timeout(WAIT_MAX, let_go).await.expect("they watch for ever");
}

/// They are told in slices; nobody is left out, nor those whom a step reaches that came while others were told.
#[tokio::test(start_paused = true)]
async fn a_crowd_hears_every_step() {
    let (disk, told) = (SharedDisk::default(), Told::default());
    let (_rooms, room, _heard) = room_on(&disk, &told).await;
    let mut crowd = JoinSet::new();
    for id in 100..400 {
        let mut watched = watch(&room, id).await;
        // In a task of its own: it looks when it is woken, and only then.
        crowd.spawn(async move {
            while !matches!(watched.next().await, Ok(Outgoing::Frame(frame)) if names_last(&frame))
            {
            }
        });
    }
    yield_now().await;

    let mut seated = Vec::new();
    for (id, name) in [(2, "Bo"), (3, "Cy"), (4, "Di")] {
        let (outbox, heard) = Outbox::new();
        let connection = Connection { id: ConnectionId(id), encoding: Encoding::Json, outbox };
        let player =
            Newcomer { name: name.parse().unwrap(), tip: None, profile: None, token: None };
        room.send(RoomCommand::Join { connection, request: RequestId(1), player }).await.unwrap();
        seated.push(heard);
    }

    timeout(WAIT_MAX, crowd.join_all()).await.expect("somebody is left out");
}

/// Whether somebody hears of the last one who sat down.
fn names_last(frame: &[u8]) -> bool {
    String::from_utf8_lossy(frame).contains("\"Di\"")
}
