//! How fast steps become durable: `cargo bench -p server --bench recorder`, on the disk of the temporary folder. Tables
//! go to stderr, the figures as lines of JSON to stdout.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::json;
use server::recorder::{Recorder, RecorderOptions, RoomId, StoredStep};

/// Rooms that each hand over a step, wait until it is durable, and hand over the next.
const ROOMS: [u64; 3] = [1, 50, 1_000];
const RUN: Duration = Duration::from_secs(3);
/// About as large as an action with its number, request id and time.
const BODY_BYTES: usize = 100;
/// `/proc` counts time in hundredths of a second on every Linux there is.
const TICK_US: f64 = 10_000.0;

#[tokio::main]
async fn main() {
    eprintln!(
        "{:>6} {:>10} {:>9} {:>9} {:>9} {:>12}",
        "rooms", "steps/s", "p50 us", "p99 us", "max us", "cpu us/step"
    );
    for rooms in ROOMS {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        measure(&folder.path().join("bench.sqlite"), rooms).await;
    }
    measure_paced().await;
    measure_restart().await;
}

async fn measure(path: &Path, rooms: u64) {
    let (recorder, _) = Recorder::open(path, RecorderOptions::default()).expect("the store opens");
    let (started, cpu_before) = (Instant::now(), cpu_ticks());
    let writers: Vec<_> = (1..=rooms)
        .map(|room| tokio::spawn(write(recorder.clone(), RoomId(room), started + RUN)))
        .collect();
    let mut micros = Vec::new();
    for writer in writers {
        micros.extend(writer.await.expect("a writer does not panic"));
    }
    let (seconds, cpu) = (started.elapsed().as_secs_f64(), cpu_ticks() - cpu_before);
    recorder.shutdown().await;
    print_row(&rooms.to_string(), micros, seconds, cpu);
}

/// A thousand rooms of people who think: steps come when they come, however long the last one took.
async fn measure_paced() {
    const ROOMS: u64 = 1_000;
    const PACE: Duration = Duration::from_millis(2);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("bench.sqlite");
    let (recorder, _) = Recorder::open(&path, RecorderOptions::default()).expect("the store opens");
    let (started, cpu_before) = (Instant::now(), cpu_ticks());
    let mut ticks = tokio::time::interval(PACE);
    let mut steps = Vec::new();
    for number in 0.. {
        ticks.tick().await;
        if started.elapsed() > RUN {
            break;
        }
        let (room, seq) = (RoomId(1 + number % ROOMS), 1 + number / ROOMS);
        let recorder = recorder.clone();
        steps.push(tokio::spawn(async move { append(&recorder, room, seq).await }));
    }
    let mut micros = Vec::new();
    for step in steps {
        micros.push(step.await.expect("a writer does not panic"));
    }
    let (seconds, cpu) = (started.elapsed().as_secs_f64(), cpu_ticks() - cpu_before);
    recorder.shutdown().await;
    print_row("paced", micros, seconds, cpu);
}

fn print_row(name: &str, mut micros: Vec<u64>, seconds: f64, cpu: u64) {
    micros.sort_unstable();
    let count = micros.len();
    let at = |share: f64| micros[((count as f64 * share) as usize).min(count - 1)];
    let (rate, cpu_us) = (count as f64 / seconds, cpu as f64 * TICK_US / count as f64);
    eprintln!(
        "{name:>6} {rate:>10.0} {:>9} {:>9} {:>9} {cpu_us:>12.1}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    let name = if name == "paced" { name.to_owned() } else { format!("rooms_{name}") };
    let figure = json!({
        "steps_per_s": rate, "p50_us": at(0.5), "p99_us": at(0.99), "max_us": at(1.0), "cpu_us_per_step": cpu_us,
    });
    println!("{}", json!({ name: figure }));
}

/// Appends until the time is up, and says how long each step took.
async fn write(recorder: Recorder, room: RoomId, end: Instant) -> Vec<u64> {
    let mut micros = Vec::new();
    let mut seq = 0;
    while Instant::now() < end {
        seq += 1;
        micros.push(append(&recorder, room, seq).await);
    }
    micros
}

/// How long one step took to become durable, in microseconds.
async fn append(recorder: &Recorder, room: RoomId, seq: u64) -> u64 {
    let began = Instant::now();
    let step = StoredStep { room, seq, body: vec![b'.'; BODY_BYTES] };
    recorder.append(step, Vec::new()).await.expect("the disk takes it");
    began.elapsed().as_micros() as u64
}

/// How long a server with many rooms needs before they can go on.
async fn measure_restart() {
    const ROOMS: u64 = 1_000;
    const STEPS: u64 = 150;
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("bench.sqlite");
    let (recorder, _) = Recorder::open(&path, RecorderOptions::default()).expect("the store opens");
    let mut pending = Vec::new();
    for seq in 1..=STEPS {
        for room in 1..=ROOMS {
            let step = StoredStep { room: RoomId(room), seq, body: vec![b'.'; BODY_BYTES] };
            pending.push(recorder.submit(step, Vec::new()).await.expect("the disk takes it"));
        }
    }
    for answer in pending {
        answer.await.expect("the disk takes it");
    }
    recorder.shutdown().await;

    let began = Instant::now();
    let (recorder, replayed) =
        Recorder::open(&path, RecorderOptions::default()).expect("the store opens");
    let (rooms, took) = (replayed.rooms.len(), began.elapsed());
    eprintln!("restart: {rooms} rooms with {STEPS} steps verified in {took:?}");
    println!("{}", json!({ "restart": { "rooms": rooms, "seconds": took.as_secs_f64() } }));
    let began = Instant::now();
    for room in 1..=ROOMS {
        recorder.reload(RoomId(room)).await.expect("the room is there");
    }
    let took = began.elapsed();
    eprintln!("reload: all of them again, one by one, in {took:?}");
    println!("{}", json!({ "reload": { "rooms": ROOMS, "seconds": took.as_secs_f64() } }));
    recorder.shutdown().await;
}

/// The CPU time of this process so far, user and system, or zero where there is no `/proc`.
fn cpu_ticks() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum()
}
