//! What the recorder acknowledges is there, and what it refuses is not.

use std::fs;

use server::recorder::{OpenError, Recorder, RecorderOptions, RoomId, StoreFailed};

use crate::common::{Store, hand, step};

#[tokio::test]
async fn acknowledged_steps_are_there_after_reopening() {
    let store = Store::new();
    let (recorder, replayed) = store.open();
    assert_eq!((replayed.rooms.len(), replayed.next_room), (0, RoomId(1)));

    for seq in 1..=3 {
        recorder.append(step(1, seq), vec![]).await.unwrap();
        recorder.append(step(2, seq), vec![]).await.unwrap();
    }
    recorder.shutdown().await;
    let (_recorder, replayed) = store.open();

    let expected = [1, 2].map(|room| (RoomId(room), (1..=3).map(|seq| step(room, seq)).collect()));
    assert_eq!(replayed.rooms, expected);
    assert_eq!((replayed.damaged, replayed.next_room), (vec![], RoomId(3)));
}

#[tokio::test]
async fn a_room_may_hand_over_steps_before_the_last_one_is_durable() {
    let store = Store::new();
    let (recorder, _) = store.open();

    let mut pending = Vec::new();
    for seq in 1..=100 {
        pending.push(recorder.submit(step(1, seq), vec![]).await.unwrap());
    }
    for answer in pending {
        answer.await.unwrap();
    }

    assert_eq!(recorder.reload(RoomId(1)).await.unwrap().len(), 100);
}

#[tokio::test]
async fn a_wrong_number_is_refused_and_never_written() {
    let store = Store::new();
    let (recorder, _) = store.open();
    recorder.append(step(1, 1), vec![]).await.unwrap();

    let doubled = recorder.append(step(1, 1), vec![]).await;
    let ahead = recorder.append(step(1, 3), vec![]).await;
    let late_start = recorder.append(step(2, 2), vec![]).await;

    assert_eq!(doubled, Err(StoreFailed::WrongSeq { expected: 2, found: 1 }));
    assert_eq!(ahead, Err(StoreFailed::WrongSeq { expected: 2, found: 3 }));
    assert_eq!(late_start, Err(StoreFailed::WrongSeq { expected: 1, found: 2 }));
    recorder.append(step(1, 2), vec![]).await.unwrap();
    recorder.shutdown().await;
    assert_eq!(store.open().1.rooms, [(RoomId(1), vec![step(1, 1), step(1, 2)])]);
}

/// Its lock lay beside the link, and the log that is mended after a failed disk was looked for there.
#[cfg(unix)]
#[tokio::test]
async fn a_second_server_on_a_link_to_the_same_file_is_refused_too() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("games.sqlite"), folder.path().join("link.sqlite"));
    std::os::unix::fs::symlink("games.sqlite", &link).unwrap();
    let (first, _) = Recorder::open(&link, RecorderOptions::default()).unwrap();

    for path in [&file, &link] {
        let second = Recorder::open(path, RecorderOptions::default()).map(|_| ());
        assert!(matches!(second, Err(OpenError::InUse { .. })), "{path:?}: {second:?}");
    }

    first.shutdown().await;
    assert!(folder.path().join("games.sqlite.lock").exists());
}

#[tokio::test]
async fn a_second_server_on_the_same_database_is_refused() {
    let store = Store::new();
    let (recorder, _) = store.open();

    let second = Recorder::open(&store.database, RecorderOptions::default()).map(|_| ());

    assert!(matches!(second, Err(OpenError::InUse { .. })), "{second:?}");
    recorder.shutdown().await;
    store.open();
}

#[tokio::test]
async fn a_file_of_somebody_else_is_left_alone() {
    let store = Store::file();
    let theirs = b"dear diary, today I was not a database".repeat(100);
    fs::write(store.path(), &theirs).unwrap();

    let opened = Recorder::open(store.path(), RecorderOptions::default()).map(|_| ());

    assert!(matches!(opened, Err(OpenError::Store { .. })), "{opened:?}");
    assert!(fs::read(store.path()).unwrap() == theirs);
}

#[tokio::test]
async fn nothing_is_taken_after_the_end() {
    let store = Store::new();
    let (recorder, _) = store.open();
    let late = recorder.clone();

    recorder.shutdown().await;

    assert!(!late.is_healthy());
    assert_eq!(late.append(step(1, 1), vec![]).await, Err(StoreFailed::Stopped));
    assert_eq!(late.reload(RoomId(1)).await, Err(StoreFailed::Stopped));
}

#[tokio::test]
async fn a_step_that_is_too_large_is_refused() {
    let store = Store::new();
    let (recorder, _) = store.open();
    let mut large = step(1, 1);
    large.body = vec![0; server::recorder::BODY_BYTES_MAX + 1];

    let refused = recorder.append(large, vec![hand(1, 1, 1, [0; 4])]).await;

    assert!(matches!(refused, Err(StoreFailed::TooLarge { .. })), "{refused:?}");
}
