//! Disks that are full or fail: nothing is acknowledged that is not there, and the store comes back by itself.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use server::recorder::{Health, Recorder, RecorderOptions, RoomId, StoreFailed, StoredStep};

use crate::common::{Store, is_child, rerun_as_child, step};

/// Room for the tables and a little more.
const PAGES_FEW: u32 = 40;
const PAGES_MANY: u32 = 100_000;

/// How many of a run's first syncs fail, each in a run of its own.
const SYNCS: u32 = 16;

#[tokio::test]
async fn a_full_store_loses_nothing_and_comes_back_when_there_is_room() {
    let store = Store::file();
    let (recorder, _) =
        Recorder::open(store.path(), RecorderOptions { pages_max: Some(PAGES_FEW) }).unwrap();
    let mut health = recorder.health();

    let mut acknowledged = 0;
    let failed = loop {
        match recorder.append(step(1, acknowledged + 1), vec![]).await {
            Ok(_) => acknowledged += 1,
            Err(failed) => break failed,
        }
    };

    assert_eq!(failed, StoreFailed::Unavailable);
    assert!(!recorder.is_healthy());
    assert_eq!(recorder.append(step(2, 1), vec![]).await, Err(StoreFailed::Unavailable));
    recorder.limit_pages(PAGES_MANY).await;
    assert_eq!(
        *health.wait_for(|health| *health != Health::Down).await.unwrap(),
        Health::Up { epoch: 1 }
    );
    let without_reloading = recorder.append(step(1, acknowledged + 1), vec![]).await;
    assert_eq!(without_reloading, Err(StoreFailed::ReloadFirst));
    let steps = recorder.reload(RoomId(1)).await.unwrap();
    assert_eq!(steps, (1..=acknowledged).map(|seq| step(1, seq)).collect::<Vec<_>>());
    recorder.append(step(1, acknowledged + 1), vec![]).await.unwrap();
    recorder.append(step(2, 1), vec![]).await.unwrap();
    recorder.shutdown().await;
    let (recorder, replayed) = store.open();
    assert_eq!(
        replayed.rooms.iter().map(|(_, steps)| steps.len() as u64).collect::<Vec<_>>(),
        [acknowledged + 1, 1]
    );
    assert_eq!(recorder.check().await.unwrap().problems, []);
}

#[tokio::test]
async fn steps_that_waited_for_a_store_that_failed_are_all_refused() {
    let store = Store::file();
    let (recorder, _) =
        Recorder::open(store.path(), RecorderOptions { pages_max: Some(PAGES_FEW) }).unwrap();

    recorder.append(step(1, 1), vec![]).await.unwrap();
    let mut answers = Vec::new();
    let mut pending = Vec::new();
    // More than the store can take.
    for seq in 2..=u64::from(PAGES_FEW) * 100 {
        match recorder.submit(step(1, seq), vec![]).await {
            Ok(answer) => pending.push(answer),
            Err(failed) => answers.push(Err(failed)),
        }
    }
    for answer in pending {
        answers.push(answer.await);
    }

    let acknowledged = answers.iter().filter(|answer| answer.is_ok()).count();
    let refused = |answer: &&Result<(), StoreFailed>| {
        matches!(answer, Err(StoreFailed::Unavailable | StoreFailed::ReloadFirst))
    };
    assert_eq!(answers.iter().filter(refused).count(), answers.len() - acknowledged);
    recorder.shutdown().await;
    assert_is_line(&store.open().1.rooms[0].1, acknowledged as u64 + 1, acknowledged as u64 + 1);
}

#[test]
fn a_failing_sync_acknowledges_nothing_and_the_store_comes_back() {
    let store = Store::file();
    let faulty_disk = compile_faulty_disk(&store);

    rerun_as_child("faults::child_meets_a_fault", |child| {
        child.env("LD_PRELOAD", &faulty_disk).env("STORE", store.path()).env("FAULT", "sync");
        child.env("FAULTY_DISK", store.folder().join("fault"));
    });
}

#[test]
fn a_full_disk_acknowledges_nothing_and_the_store_comes_back() {
    let store = Store::file();
    let faulty_disk = compile_faulty_disk(&store);

    rerun_as_child("faults::child_meets_a_fault", |child| {
        child.env("LD_PRELOAD", &faulty_disk).env("STORE", store.path()).env("FAULT", "full");
        child.env("FAULTY_DISK", store.folder().join("fault"));
    });
}

/// Not a test by itself: what the tests above run in a process with a faulty disk.
#[tokio::test]
async fn child_meets_a_fault() {
    if !is_child() {
        return;
    }
    let path = PathBuf::from(std::env::var_os("STORE").unwrap());
    let fault = PathBuf::from(std::env::var_os("FAULTY_DISK").unwrap());
    let (recorder, _) = Recorder::open(&path, RecorderOptions::default()).unwrap();
    let mut health = recorder.health();
    for seq in 1..=10 {
        recorder.append(step(1, seq), vec![]).await.unwrap();
    }

    fs::write(&fault, std::env::var("FAULT").unwrap()).unwrap();
    let answers =
        tokio::join!(recorder.append(step(1, 11), vec![]), recorder.append(step(2, 1), vec![]));

    assert_eq!(answers, (Err(StoreFailed::Unavailable), Err(StoreFailed::Unavailable)));
    assert!(!recorder.is_healthy());
    assert_eq!(recorder.reload(RoomId(1)).await, Err(StoreFailed::Unavailable));
    fs::remove_file(&fault).unwrap();
    health.wait_for(|health| matches!(health, Health::Up { .. })).await.unwrap();
    let steps = recorder.reload(RoomId(1)).await.unwrap();
    assert_is_line(&steps, 10, 11);
    assert_is_line(&recorder.reload(RoomId(2)).await.unwrap(), 0, 1);
    let next = steps.len() as u64 + 1;
    recorder.append(step(1, next), vec![]).await.unwrap();
    assert_eq!(recorder.check().await.unwrap().problems, []);
    recorder.shutdown().await;
    let (_recorder, replayed) = Recorder::open(&path, RecorderOptions::default()).unwrap();
    assert_is_line(&replayed.rooms[0].1, next, next);
}

#[test]
fn whichever_sync_fails_every_acknowledged_step_is_there() {
    let store = Store::file();
    let faulty_disk = compile_faulty_disk(&store);

    for nth in 1..=SYNCS {
        let path = store.folder().join(format!("{nth}.sqlite"));
        rerun_as_child("faults::child_survives_one_failed_sync", |child| {
            child
                .env("LD_PRELOAD", &faulty_disk)
                .env("STORE", &path)
                .env("FAULTY_SYNC", nth.to_string());
        });
    }
}

/// Not a test by itself: appends over one failed sync, wherever it comes.
#[tokio::test]
async fn child_survives_one_failed_sync() {
    if !is_child() {
        return;
    }
    let path = PathBuf::from(std::env::var_os("STORE").unwrap());
    let open = || Recorder::open(&path, RecorderOptions::default());
    // The very first syncs make the database: a server that cannot do that does not start.
    let (recorder, _) = open().or_else(|_| open()).unwrap();
    let mut health = recorder.health();

    let mut acknowledged = 0;
    while acknowledged < 20 {
        match recorder.append(step(1, acknowledged + 1), vec![]).await {
            Ok(_) => acknowledged += 1,
            Err(failed) => {
                assert_eq!(failed, StoreFailed::Unavailable);
                health.wait_for(|health| matches!(health, Health::Up { .. })).await.unwrap();
                let steps = recorder.reload(RoomId(1)).await.unwrap();
                assert_is_line(&steps, acknowledged, acknowledged + 1);
                acknowledged = steps.len() as u64;
            }
        }
    }

    recorder.shutdown().await;
    let (recorder, replayed) = open().unwrap();
    assert_is_line(&replayed.rooms[0].1, acknowledged, acknowledged);
    assert_eq!(recorder.check().await.unwrap().problems, []);
}

/// All steps from the first, without a gap, and as many as may be.
fn assert_is_line(steps: &[StoredStep], least: u64, most: u64) {
    assert!(
        (least..=most).contains(&(steps.len() as u64)),
        "{} steps, not {least} to {most}",
        steps.len()
    );
    assert!(steps.iter().zip(1..).all(|(found, seq)| *found == step(found.room.0, seq)));
}

/// SQLite is compiled from C, so that there is a compiler.
fn compile_faulty_disk(store: &Store) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorder/faulty_disk.c");
    let library = store.folder().join("faulty_disk.so");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .status();
    assert!(compiled.expect("there is a C compiler").success());
    library
}
