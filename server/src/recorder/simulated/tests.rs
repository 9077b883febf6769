//! A store that is opened again and again and takes no step.

use std::time::Duration;

use super::*;
use crate::recorder::{RoomId, StoreFailed, StoredStep};

/// How many commits fail one after the other, though the disk seems to be back after each.
const FAILURES: usize = 10;

/// Seems well whatever becomes of the next commits.
struct SeemsBack<F>(F);

impl<F: Iterator<Item = Fate> + Send + 'static> Weather for SeemsBack<F> {
    fn next_commit(&mut self) -> (Duration, Fate) {
        (Duration::ZERO, self.0.next().unwrap_or(Fate::Kept))
    }

    fn is_back(&mut self) -> bool {
        true
    }
}

/// Tries to write a step as soon as the store seems to be back; says how long that took.
async fn fail_once(recorder: &Recorder, step: &StoredStep) -> Duration {
    assert_eq!(recorder.append(step.clone(), vec![]).await, Err(StoreFailed::Unavailable));
    let since = Instant::now();
    let mut health = recorder.health();
    health.wait_for(|health| matches!(health, Health::Up { .. })).await.unwrap();
    recorder.reload(step.room).await.unwrap();
    since.elapsed()
}

#[tokio::test(start_paused = true)]
async fn the_wait_for_a_store_grows_until_a_step_is_on_disk() {
    let step = |seq| StoredStep { room: RoomId(1), seq, body: b"step".to_vec() };
    let fates = [Fate::Failed; FAILURES].into_iter().chain([Fate::Kept, Fate::Failed]);
    let weather = SeemsBack(fates);
    let (recorder, _, running) = start(SharedDisk::default(), weather, Sloppy::default());

    let mut waits = Vec::new();
    for _ in 0..FAILURES {
        waits.push(fail_once(&recorder, &step(1)).await.as_millis());
    }
    recorder.append(step(1), vec![]).await.unwrap();
    let after_a_step = fail_once(&recorder, &step(2)).await.as_millis();

    assert_eq!(waits, [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
    assert_eq!(after_a_step, 50);
    running.kill();
}
