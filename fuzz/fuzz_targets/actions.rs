//! Any bytes as rules, a wall and a course of actions: nothing panics, the laws hold.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::fujian::{Action, Phase, Rules, Table};
use rules::seat::Seat;
use rules::tile_set::TileSet;
use rules::wall::Wall;

/// Bytes that choose rules, dealer and wall.
const HEAD_BYTES: usize = 200;

fn rules_of(bits: u8) -> Rules {
    let base = if bits & 1 == 0 { Rules::CLASSIC } else { Rules::FULL };
    Rules {
        tiles: if bits & 2 == 0 { TileSet::WindsAndSeasons } else { TileSet::AllBonus },
        kongs: bits & 4 == 0,
        dead_wall: if bits & 8 == 0 { 0 } else { 18 },
        discard_called_kind: bits & 16 == 0,
        all_one_suit: u16::from(bits >> 5),
        hands: 2,
        ..base
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((head, course)) = bytes.split_at_checked(HEAD_BYTES) else { return };
    let rules = rules_of(head[0]);
    let dealer = Seat::ALL[usize::from(head[1] & 3)];
    let mut table = Table::new(rules, dealer).expect("these rules can be played");
    let (mut place, mut turns) = (2, 0u8);
    let actions: Vec<Action> = Action::all().collect();
    for pair in course.chunks_exact(2) {
        if *table.phase() == Phase::AwaitingWall {
            let wall = Wall::shuffled(rules.tiles, || {
                // The bytes again and again, changed each time around, so that every wall ends.
                place = (place + 1) % HEAD_BYTES;
                turns = turns.wrapping_add(37);
                head[place].wrapping_add(turns)
            });
            let begun = table.begin(wall).expect("the table waits for a wall");
            table.apply_all(begun, |_, _| ());
        }
        let seat = Seat::ALL[usize::from(pair[0] & 3)];
        let legal: Vec<Action> = table.legal(seat).actions().collect();
        let any = actions[usize::from(pair[1]) % actions.len()];
        // Most bytes pick among what is legal, so that hands get somewhere.
        let action = match legal.get(usize::from(pair[0] >> 2) % (legal.len() + 1)) {
            Some(action) => *action,
            None => any,
        };
        let before = table.clone();
        match table.play(seat, action, |_, _| ()) {
            Ok(()) => assert!(legal.contains(&action)),
            Err(_) => assert!(!legal.contains(&action) && table == before),
        }
        assert_eq!(table.scores().iter().sum::<i32>(), 0);
    }
});
