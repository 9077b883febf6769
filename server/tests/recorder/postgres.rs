//! What only a database on a server can do: be taken over, cut off, or die. Nothing to test without a server.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs};

use rules::fujian::Rules;
use server::demo::DemoRoom;
use server::recorder::{
    Health, OpenError, Posting, READ_ROWS_MAX, Recorder, RecorderOptions, RoomId, StoreFailed,
    StoredStep,
};
use tokio::task::JoinSet;

use crate::common::{Store, people, step};
use crate::fresh::{SERVER, say};

/// Kills the server and starts it again, when a shell is given it.
const CRASH: &str = "SANJIN_TEST_POSTGRES_CRASH";
/// Names a file that says how the disk under the server fails.
const FAULT: &str = "SANJIN_TEST_POSTGRES_FAULT";

/// How often everything is cut off, or the server killed, and in how many rooms people play meanwhile.
const CUTS: u32 = 5;
const CRASHES: u32 = 2;
const ROOMS: u64 = 8;
/// Hands of a game; there is one game after the other.
const HANDS: u8 = 2;

fn on_server() -> Option<Store> {
    Some(Store::new()).filter(|store| store.fresh.is_on_server())
}

#[tokio::test]
async fn a_database_of_somebody_else_is_left_alone() {
    let Some(store) = on_server() else { return };
    store.edit("CREATE TABLE theirs (id BIGINT)");

    let opened = Recorder::open(&store.database, RecorderOptions::default()).map(|_| ());

    assert!(matches!(opened, Err(OpenError::Store { .. })), "{opened:?}");
    assert!(store.fresh.try_edit("SELECT * FROM log").is_err(), "nothing was made");
}

#[tokio::test]
async fn a_server_whose_database_was_taken_over_writes_nothing() {
    let Some(store) = on_server() else { return };
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![]).await.unwrap();
    let mut health = recorder.health();

    store.edit("UPDATE store SET epoch = epoch + 1");
    let late = recorder.append(step(1, 2), vec![]).await;

    assert_eq!(late, Err(StoreFailed::Unavailable));
    health.wait_for(|health| *health == Health::Up { epoch: 1 }).await.unwrap();
    assert_eq!(recorder.reload(RoomId(1)).await.unwrap(), [step(1, 1)]);
    recorder.append(step(1, 2), vec![]).await.unwrap();
}

/// Steps can be read and not written, as on a full disk; how often it was tried is counted.
const FULL: &str = "CREATE SEQUENCE tried;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM nextval('tried');
        RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full';
    END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON log FOR EACH STATEMENT EXECUTE FUNCTION refuse()";

/// The step itself, and some attempts to get the store back, of which all but the last have failed.
const TRIED: &str = "DO $$ BEGIN ASSERT (SELECT last_value >= 4 FROM tried); END $$";

#[tokio::test]
async fn a_store_that_takes_no_steps_is_not_back_until_it_does() {
    let Some(store) = on_server() else { return };
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![]).await.unwrap();
    let mut health = recorder.health();

    store.edit(FULL);
    let refused = recorder.append(step(1, 2), vec![]).await;

    assert_eq!(refused, Err(StoreFailed::Unavailable));
    assert_eq!(*health.borrow_and_update(), Health::Down);
    while store.fresh.try_edit(TRIED).is_err() {
        assert!(!health.has_changed().unwrap(), "called back though nothing can be written");
    }
    assert!(!health.has_changed().unwrap(), "called back though nothing can be written");
    store.edit("DROP TRIGGER full_disk ON log");
    health.wait_for(|health| *health == Health::Up { epoch: 1 }).await.unwrap();
    assert_eq!(recorder.reload(RoomId(1)).await.unwrap(), [step(1, 1)]);
    recorder.append(step(1, 2), vec![]).await.unwrap();
    assert_eq!(recorder.check().await.unwrap().problems, []);
}

/// Ends every session a server of ours has with this database.
fn cut(store: &Store) {
    let name = store.fresh.url.rsplit('/').next().unwrap();
    let cut = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND application_name = 'sanjin'"
    );
    say(&env::var(SERVER).unwrap(), &cut).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_hand_is_recorded_once_however_often_connections_break() {
    let Some(store) = on_server() else { return };
    play_on_while(&store, CUTS, cut).await;
}

/// Runs by itself: it takes the server away from everybody.
#[tokio::test(flavor = "multi_thread")]
async fn every_hand_is_recorded_once_however_often_the_server_dies() {
    let (Some(store), Ok(crash)) = (on_server(), env::var(CRASH)) else { return };
    play_on_while(&store, CRASHES, |_| start_anew(&crash)).await;
}

fn start_anew(crash: &str) {
    let crashed = Command::new("sh").args(["-c", crash]).output().unwrap();
    assert!(crashed.status.success(), "{crashed:?}");
}

/// Runs by itself: it takes the disk away from everybody. The server refuses what there is no room for, and goes on when
/// there is; it gives up when it can't be sure that something is on the disk, and is started anew.
#[tokio::test(flavor = "multi_thread")]
async fn every_step_is_there_however_often_the_disk_fails() {
    let (Some(store), Ok(crash), Some(fault)) =
        (on_server(), env::var(CRASH), env::var_os(FAULT).map(PathBuf::from))
    else {
        return;
    };
    let (recorder, _) = store.open();
    let mut health = recorder.health();
    let mut acknowledged = 0;

    for (epoch, says) in (1..).zip(["grow", "sync", "full", "grow"]) {
        for _ in 0..10 {
            acknowledged += 1;
            recorder.append(step(1, acknowledged), vec![]).await.unwrap();
        }
        fs::write(&fault, says).unwrap();
        while recorder.append(step(1, acknowledged + 1), vec![]).await.is_ok() {
            acknowledged += 1;
        }

        assert_eq!(recorder.append(step(2, 1), vec![]).await, Err(StoreFailed::Unavailable));
        assert_eq!(recorder.reload(RoomId(1)).await, Err(StoreFailed::Unavailable));
        fs::remove_file(&fault).unwrap();
        if says != "grow" {
            start_anew(&crash);
        }
        health.wait_for(|health| *health == Health::Up { epoch }).await.unwrap();
        let found = recorder.reload(RoomId(1)).await.unwrap();
        assert_goes_on(&found, acknowledged as usize);
        acknowledged = found.len() as u64;
        assert_eq!(recorder.reload(RoomId(2)).await.unwrap(), []);
    }

    assert_eq!(recorder.check().await.unwrap().problems, []);
    recorder.shutdown().await;
    let (_recorder, replayed) = store.open();
    let expected: Vec<_> = (1..=acknowledged).map(|seq| step(1, seq)).collect();
    assert_eq!(replayed.rooms, [(RoomId(1), expected)]);
}

/// Rooms play hands and go on from what is really there whenever the store fails, which it does so often.
async fn play_on_while(store: &Store, failures: u32, fail: impl Fn(&Store)) {
    let (recorder, _) = store.open();
    let enough = Arc::new(AtomicBool::new(false));
    let rooms: JoinSet<Vec<Posting>> =
        (1..=ROOMS).map(|room| play(recorder.clone(), room, Arc::clone(&enough))).collect();
    let mut health = recorder.health();

    for failure in 1..=u64::from(failures) {
        let some = *recorder.last_event().borrow() + ROOMS;
        recorder.last_event().wait_for(|event| *event >= some).await.unwrap();
        fail(store);
        let is_back = |health: &Health| matches!(health, Health::Up { epoch } if *epoch >= failure);
        health.wait_for(is_back).await.unwrap();
    }
    enough.store(true, Ordering::Relaxed);
    let posted: Vec<Posting> = rooms.join_all().await.concat();

    let report = recorder.check().await.unwrap();
    assert_eq!(report.problems, []);
    recorder.shutdown().await;
    let (recorder, replayed) = store.open();
    assert_eq!(replayed.damaged, []);
    let hands = posted.iter().filter_map(|posting| match posting {
        Posting::Hand(hand) => Some((hand.game, hand.hand)),
        Posting::Game(_)
        | Posting::GameFinished(_)
        | Posting::Rated(_)
        | Posting::RoomClosed { .. } => None,
    });
    let mut hands: Vec<_> = hands.collect();
    let events = recorder.events_after(0, READ_ROWS_MAX).await.unwrap();
    let recorded: Vec<_> = events.iter().map(|event| (event.game, event.hand)).collect();
    hands.sort_unstable();
    assert!(recorded.len() == hands.len() || recorded.len() == READ_ROWS_MAX as usize);
    assert!(recorded.iter().all(|hand| hands.binary_search(hand).is_ok()));
    assert_eq!(report.hands, hands.len() as u64);
}

/// Plays game after game in a room, a posting a step, and tells what it posted. After a failure it goes on from what
/// was read back.
async fn play(recorder: Recorder, room: u64, enough: Arc<AtomicBool>) -> Vec<Posting> {
    let mut table =
        DemoRoom::new(RoomId(room), people(), Rules { hands: HANDS, ..Rules::FULL }, room);
    let mut postings = Vec::new();
    let mut durable = 0;
    while !enough.load(Ordering::Relaxed) {
        postings.extend(table.play_game());
        while let Some(posting) = postings.get(durable) {
            let next = step(room, durable as u64 + 1);
            durable = match recorder.append(next, vec![posting.clone()]).await {
                Ok(_) => durable + 1,
                Err(StoreFailed::Unavailable | StoreFailed::ReloadFirst) => {
                    reload(&recorder, room, durable).await
                }
                Err(failed) => panic!("{failed}"),
            };
        }
    }
    postings
}

/// How many steps there really are, once the store is back.
async fn reload(recorder: &Recorder, room: u64, acknowledged: usize) -> usize {
    let mut health = recorder.health();
    loop {
        health.wait_for(|health| matches!(health, Health::Up { .. })).await.unwrap();
        if let Ok(found) = recorder.reload(RoomId(room)).await {
            assert_goes_on(&found, acknowledged);
            return found.len();
        }
    }
}

/// Nothing acknowledged is gone, and at most the one step that was under way came to be.
fn assert_goes_on(found: &[StoredStep], acknowledged: usize) {
    assert!((acknowledged..=acknowledged + 1).contains(&found.len()), "{}", found.len());
}
