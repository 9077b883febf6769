//! Files that are not what was written: what is damaged is found and left out, the rest goes on.

use std::fs;

use server::recorder::{
    ChainError, Damaged, OpenError, Problem, Recorder, RecorderOptions, Replayed, RoomId,
    StoreFailed, check_file,
};

use crate::common::{Dice, Store, closed, step};

/// How many bits are flipped anywhere, each in a file of its own.
const FLIPS: u32 = 200;
const PAGE_BYTES: usize = 4096;
const PAGE_HEADER_BYTES: usize = 40;

async fn three_rooms() -> Store {
    fill(Store::new()).await
}

async fn fill(store: Store) -> Store {
    let (recorder, _) = store.open();
    for seq in 1..=5 {
        for room in 1..=3 {
            recorder.append(step(room, seq), vec![]).await.unwrap();
        }
    }
    recorder.shutdown().await;
    store
}

/// What is wrong with which room.
fn wrong(replayed: &Replayed) -> Vec<(RoomId, ChainError)> {
    replayed.damaged.iter().map(|damaged| (damaged.room, damaged.error)).collect()
}

#[tokio::test]
async fn a_flipped_byte_stops_its_room_and_no_other() {
    let store = fill(Store::file()).await;
    let mut bytes = fs::read(store.path()).unwrap();
    let at = position(&bytes, b"step 3 of room 2");
    bytes[at] ^= 1;
    fs::write(store.path(), bytes).unwrap();

    let (recorder, replayed) = store.open();

    let (room, error, opening) = (RoomId(2), ChainError::Hash { seq: 3 }, Some(step(2, 1).body));
    assert_eq!(replayed.damaged, [Damaged { room, error, opening }]);
    assert_eq!(
        replayed.rooms.iter().map(|(room, steps)| (room.0, steps.len())).collect::<Vec<_>>(),
        [(1, 5), (3, 5)]
    );
    assert_eq!(replayed.next_room, RoomId(4));
    let damaged = StoreFailed::Damaged(ChainError::Hash { seq: 3 });
    assert_eq!(recorder.append(step(2, 6), vec![]).await, Err(damaged));
    assert_eq!(recorder.reload(RoomId(2)).await, Err(damaged));
    recorder.append(step(1, 6), vec![]).await.unwrap();
    let problems = recorder.check().await.unwrap().problems;
    assert_eq!(problems, [Problem::Room { room: RoomId(2), source: ChainError::Hash { seq: 3 } }]);
}

#[tokio::test]
async fn a_missing_step_stops_its_room() {
    let store = three_rooms().await;
    store.edit("DELETE FROM log WHERE room = 1 AND seq = 2");

    let (_recorder, replayed) = store.open();

    assert_eq!(wrong(&replayed), [(RoomId(1), ChainError::Gap { expected: 2, found: 3 })]);
}

/// The last step of a room that says it belongs to another: both are in the wrong state then.
#[tokio::test]
async fn a_step_under_a_wrong_room_stops_the_room_it_was_taken_from() {
    let store = three_rooms().await;
    store.edit("UPDATE log SET room = 4611686018427387904 WHERE room = 1 AND seq = 5");

    let (_recorder, replayed) = store.open();

    let moved = ChainError::Gap { expected: 1, found: 5 };
    assert_eq!(
        wrong(&replayed),
        [(RoomId(1), ChainError::Moved { seq: 5 }), (RoomId(1 << 62), moved)]
    );
}

#[tokio::test]
async fn a_damaged_archive_is_reported() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![]).await.unwrap();
    recorder.append(step(1, 2), vec![closed(1)]).await.unwrap();
    recorder.shutdown().await;

    store.fresh.edit_as(
        "UPDATE archive SET body = CAST(replace(body, 'step 1', 'step 7') AS BLOB)",
        "UPDATE archive SET body = overlay(body placing 'step 7' from position('step 1'::bytea in body))",
    );

    let problems = check_file(&store.database).unwrap().problems;
    assert_eq!(problems, [Problem::Room { room: RoomId(1), source: ChainError::Hash { seq: 2 } }]);
    let (recorder, _) = store.open();
    assert!(recorder.archived(RoomId(1)).await.is_err());
}

#[tokio::test]
async fn a_room_nobody_can_name_keeps_the_server_from_starting() {
    let store = three_rooms().await;
    store.edit("UPDATE log SET room = -1 WHERE room = 1 AND seq = 5");

    let opened = Recorder::open(&store.database, RecorderOptions::default()).map(|_| ());

    assert!(matches!(opened, Err(OpenError::Store { .. })), "{opened:?}");
}

/// Wherever a bit flips: the file is refused, or rooms are reported, or every step is what was written.
#[tokio::test]
async fn no_flipped_bit_changes_a_room_unnoticed() {
    let store = fill(Store::file()).await;
    let bytes = fs::read(store.path()).unwrap();
    let intact = store.open().1.rooms;
    let log_page = position(&bytes, b"step 3 of room 2") / PAGE_BYTES * PAGE_BYTES;
    let mut dice = Dice::new();
    let anywhere = (0..FLIPS).map(|_| dice.below(bytes.len() as u64 * 8) as usize);
    // Where SQLite keeps how many rows are on the page, and where each of them is.
    let in_page_header = log_page * 8..(log_page + PAGE_HEADER_BYTES) * 8;

    for bit in anywhere.chain(in_page_header) {
        let flipped = Store::file();
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(flipped.path(), damaged).unwrap();

        let Ok((recorder, replayed)) = Recorder::open(flipped.path(), RecorderOptions::default())
        else {
            continue;
        };

        if replayed.damaged.is_empty() {
            assert_eq!(replayed.rooms, intact, "bit {bit}");
        }
        recorder.shutdown().await;
    }
}

fn position(bytes: &[u8], part: &[u8]) -> usize {
    bytes.windows(part.len()).position(|window| window == part).expect("it is in there")
}
