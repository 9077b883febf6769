//! Sudden death: whatever was acknowledged before `kill -9` is there afterwards.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use rules::fujian::Rules;
use server::demo::DemoRoom;
use server::recorder::{
    GameId, HandPosting, Posting, Recorder, RecorderOptions, RoomId, StoredStep,
};

use crate::common::{Dice, Store, child_command, closed, is_child, named_store, people, step};

const KILLS: u32 = 12;
/// Rooms that are written to at the same time.
const ROOMS: u64 = 40;
/// After so many steps a room closes and another one opens.
const STEPS_MAX: u64 = 60;
/// Every so many steps a hand ends.
const HAND_STEPS: u64 = 7;

#[tokio::test]
async fn everything_acknowledged_before_a_kill_is_there_afterwards() {
    let store = Store::new();
    let mut dice = Dice::new();
    let mut acknowledged = BTreeMap::new();

    for _ in 0..KILLS {
        let lines = 1 + dice.below(3_000);
        run_and_kill(&store, lines, &mut acknowledged);

        let (recorder, replayed) = store.open();
        assert_eq!(replayed.damaged, []);
        let report = recorder.check().await.unwrap();
        assert_eq!(report.problems, []);
        let open: BTreeMap<_, _> = replayed.rooms.into_iter().collect();
        assert!(
            open.values().all(|steps| (steps.len() as u64) < STEPS_MAX),
            "a room closed by half"
        );
        for (room, seq) in &acknowledged {
            let steps = match open.get(room) {
                Some(steps) => steps.clone(),
                None => {
                    recorder
                        .archived(*room)
                        .await
                        .unwrap()
                        .expect("an acknowledged room is somewhere")
                        .steps
                }
            };
            assert!(
                steps.len() as u64 >= *seq,
                "room {room}: {} steps of {seq} acknowledged",
                steps.len()
            );
            assert_room_is_whole(&recorder, *room, &steps).await;
        }
        recorder.shutdown().await;
    }
    assert!(acknowledged.values().sum::<u64>() > u64::from(KILLS));
}

/// Its steps are the ones that were written, and the hands they ended are posted, no more and no fewer.
async fn assert_room_is_whole(recorder: &Recorder, room: RoomId, steps: &[StoredStep]) {
    assert!(steps.iter().zip(1..).all(|(found, seq)| *found == step(room.0, seq)));
    let hands = recorder.hands(GameId { room, number: 1 }, 0, 100).await.unwrap();
    assert_eq!(hands.len() as u64, steps.len() as u64 / HAND_STEPS);
}

/// Lets a child write, kills it after it acknowledged so many steps, and notes all it acknowledged.
fn run_and_kill(store: &Store, lines: u64, acknowledged: &mut BTreeMap<RoomId, u64>) {
    let mut command = child_command("kills::child_appends_until_it_is_killed");
    let mut child = command.env("STORE", &store.fresh.url).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let mut left = lines;
    // What is in the pipe when it dies was acknowledged too; a last line without an end was not said in full.
    while said.read_line(&mut line).unwrap() > 0 && line.ends_with('\n') {
        if let Some((room, seq)) = acknowledgement(&line) {
            let last = acknowledged.entry(room).or_default();
            *last = seq.max(*last);
            left = left.saturating_sub(1);
            if left == 0 {
                child.kill().unwrap();
            }
        }
        line.clear();
    }
    assert_eq!(child.wait().unwrap().code(), None, "the child ended by itself");
}

fn acknowledgement(line: &str) -> Option<(RoomId, u64)> {
    let mut words =
        line.strip_prefix("durable ")?.split_whitespace().map(|word| word.parse().unwrap());
    Some((RoomId(words.next()?), words.next()?))
}

/// Not a test by itself: what the test above runs and kills.
#[tokio::test(flavor = "multi_thread")]
async fn child_appends_until_it_is_killed() {
    if !is_child() {
        return;
    }
    println!();
    let (recorder, replayed) = Recorder::open(named_store(), RecorderOptions::default()).unwrap();
    let mut starts: Vec<_> =
        replayed.rooms.iter().map(|(room, steps)| (room.0, steps.len() as u64)).collect();
    let fresh = ROOMS.saturating_sub(starts.len() as u64);
    starts.extend((replayed.next_room.0..).take(fresh as usize).map(|room| (room, 0)));
    let next_room =
        replayed.next_room.0.max(starts.iter().map(|(room, _)| room + 1).max().unwrap());
    let writers: Vec<_> = (0..)
        .zip(starts)
        .map(|(lane, (room, seq))| {
            tokio::spawn(write_forever(recorder.clone(), room, seq, next_room + lane))
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
}

/// A room with a game under way, so many hands of which are over.
fn playing(room: u64, hands: u64) -> (DemoRoom, Posting) {
    let mut playing = DemoRoom::new(RoomId(room), people(), Rules::FULL, 1);
    let begun = playing.begin_game();
    for _ in 0..hands {
        playing.play_hand();
    }
    (playing, begun)
}

/// Writes to a room until it closes, then to the next one of its lane.
async fn write_forever(recorder: Recorder, mut room: u64, mut seq: u64, mut next_room: u64) {
    let (mut table, mut begun) = playing(room, seq / HAND_STEPS);
    loop {
        seq += 1;
        let mut postings = Vec::new();
        if seq == 1 {
            postings.push(begun.clone());
        }
        if seq.is_multiple_of(HAND_STEPS) {
            let hand = HandPosting::of(RoomId(room), &table.play_hand());
            postings.push(Posting::Hand(Box::new(hand)));
        }
        if seq == STEPS_MAX {
            postings.push(closed(room));
        }
        recorder.append(step(room, seq), postings).await.unwrap();
        // One write for the whole line: it is said or it is not.
        std::io::stdout().write_all(format!("durable {room} {seq}\n").as_bytes()).unwrap();
        if seq == STEPS_MAX {
            (room, seq, next_room) = (next_room, 0, next_room + ROOMS);
            (table, begun) = playing(room, 0);
        }
    }
}
