//! What a whole match costs on the wire.

use protocol::codec::Encoding;
use protocol::fujian::{Batch, SeatMessage, redact};
use protocol::ids::{RequestId, Seq};
use random_play::Course;
use rules::fujian::{Phase, Rules, Table};
use rules::seat::Seat;

#[path = "../../rules/tests/random_play/mod.rs"]
mod random_play;

/// Bytes of one step to the four seats, with the word to the one who acted.
fn bytes_down(batch: &Batch, seq: u64) -> usize {
    let seq = Seq(seq);
    let accepted = SeatMessage::Accepted { request: RequestId(1_000), seq };
    let steps = Seat::ALL.map(|seat| {
        let (public, own) = (batch.public.clone(), batch.own[seat].clone());
        Encoding::MessagePack
            .encode(&SeatMessage::Step { seq, room: Vec::new(), public, own })
            .len()
    });
    steps.iter().sum::<usize>() + Encoding::MessagePack.encode(&accepted).len()
}

#[test]
fn an_action_costs_at_most_a_hundred_bytes_down() {
    let (mut actions, mut bytes) = (0, 0);
    for seed in 0..40 {
        let mut course = Course::new(Rules { hands: 4, ..Rules::FULL }, Seat::S0, seed);
        let mut table = Table::new(course.rules, Seat::S0).unwrap();
        while !matches!(table.phase(), Phase::Finished(_)) {
            let event = match table.phase() {
                Phase::AwaitingWall => table.begin(course.wall()).unwrap(),
                _ => course.next_event(&table),
            };
            let batch = redact(&mut table, event);
            actions += 1;
            bytes += bytes_down(&batch, 1_000 + actions as u64);
        }
    }

    let mean = bytes as f64 / f64::from(actions);
    println!("{mean:.1} bytes down per action, four seats together, over {actions} actions");
    assert!(mean <= 100.0, "{mean}");
}
