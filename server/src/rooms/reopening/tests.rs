//! Rooms after a start: there at once, brought back when somebody comes or their turn does, each on its own.

use std::time::Duration;

use protocol::setup::Setup;
use rules::fujian::Rules;
use tokio::time::{sleep, timeout};

use super::*;
use crate::recorder::simulated::{Fate, SharedDisk, Sloppy, Weather, start};
use crate::recorder::{Database, Recorder, RecorderOptions};
use crate::room::{Asker, Manners};
use crate::store::fresh::Fresh;

/// A stored step on which a room breaks down that lives through it again.
pub(in crate::rooms) const BREAKS_DOWN: &[u8] = b"a test asked for it";

pub(super) fn break_down_if_asked(steps: &[StoredStep]) {
    let asks = |step: &StoredStep| step.body == BREAKS_DOWN;
    assert!(!steps.iter().any(asks), "a test asked for it");
}

fn reopened(fresh: &Fresh) -> (Rooms, Recorder) {
    let database: Database = fresh.url.parse().unwrap();
    let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
    (Rooms::reopen(RoomContext::new(recorder.clone(), Manners::default()), replayed), recorder)
}

fn setup() -> Setup {
    Setup::Fujian { rules: Rules::CLASSIC }
}

/// A database with a room for each of these, listed or not; gives their codes.
async fn database_with(publics: &[bool]) -> (Fresh, Vec<RoomCode>) {
    let fresh = Fresh::new();
    let (rooms, recorder) = reopened(&fresh);
    let mut codes = Vec::new();
    for public in publics {
        let room = rooms.open(setup(), *public, None).unwrap();
        // It says so once it is on disk.
        room.describe(Asker::Operator).await.unwrap();
        codes.push(room.code());
    }
    recorder.shutdown().await;
    (fresh, codes)
}

#[tokio::test]
async fn rooms_are_there_at_once_and_brought_back_when_somebody_comes_or_their_turn_does() {
    let (fresh, codes) = database_with(&[true; 4]).await;

    let (rooms, _recorder) = reopened(&fresh);

    assert_eq!((rooms.len(), rooms.unopened()), (4, 4));
    assert!(codes.iter().all(|code| rooms.has(*code)));
    let (twin, opened) = RoomCore::<Fujian>::open(RoomId(99), codes[1], setup(), true).unwrap();
    assert!(
        rooms.spawn(RoomId(99), twin, vec![opened], None).is_none(),
        "a code was given out twice"
    );
    let wanted = rooms.find(codes[1]).unwrap();
    assert_eq!(rooms.unopened(), 3, "the others have time");
    assert_eq!(wanted.describe(Asker::Operator).await.unwrap().id, 2);
    let turns = 0..1_000;
    for _ in turns.take_while(|_| rooms.unopened() > 0) {
        tokio::task::yield_now().await;
    }
    assert_eq!((rooms.len(), rooms.unopened()), (4, 0));
}

#[tokio::test]
async fn a_list_right_after_the_start_has_the_rooms_that_are_listed_and_no_others() {
    let (fresh, codes) = database_with(&[true, false, true]).await;

    let (rooms, _recorder) = reopened(&fresh);
    let listed = rooms.public_rooms().await;

    let listed: Vec<_> = listed.iter().map(|room| room.code).collect();
    assert_eq!(listed, [codes[2], codes[0]]);
}

/// A disk that does what it should.
struct Fine;

impl Weather for Fine {
    fn next_commit(&mut self) -> (Duration, Fate) {
        (Duration::from_millis(2), Fate::Kept)
    }

    fn is_back(&mut self) -> bool {
        true
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_nobody_comes_to_after_a_restart_still_does_what_its_clock_says() {
    let disk = SharedDisk::default();
    let open = || {
        let (recorder, replayed, running) = start(disk.clone(), Fine, Sloppy::default());
        (Rooms::reopen(RoomContext::new(recorder, Manners::default()), replayed), running)
    };
    let (rooms, running) = open();
    rooms.open(setup(), true, None).unwrap().describe(Asker::Operator).await.unwrap();
    running.kill();

    let (rooms, _running) = open();
    assert_eq!(rooms.unopened(), 1);
    let idle = async {
        while rooms.len() > 0 {
            sleep(Duration::from_secs(60)).await;
        }
    };

    timeout(Manners::default().idle_max * 2, idle).await.expect("the room is never closed");
}
