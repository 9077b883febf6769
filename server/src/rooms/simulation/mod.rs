//! The fault simulation: one seed plays whole matches on the real rooms with kills, power cuts,
//! broken connections, stalls and failing writes, in virtual time, and what was seen is checked.
//!
//! Real are the directory of rooms, a room's task and everything in it, which steps the recorder
//! takes and how it verifies them, and how clients fold. Played are the disk, the network, the
//! clients and the clock. `cargo xtask simulate-faults` runs it for as long as one likes.

mod campaign;
mod check;
mod client;
mod evidence;
mod hearing;
mod line;
mod mistakes;
mod plan;
mod script;
mod site;
mod tally;
mod world;

use campaign::{Campaign, Run};
use mistakes::Mistake;

/// Seeds in which a planted mistake has to be found.
const MISTAKE_SEEDS: std::ops::RangeInclusive<u64> = 1..=30;

#[test]
fn nothing_is_lost_doubled_or_shown_to_others_whatever_breaks() {
    let (sum, wrong) = Campaign::asked_for().run();

    println!("{sum}\n{:>12} violations", u32::from(wrong.is_some()));
    if let Some((seed, violation)) = wrong {
        panic!(
            "seed {seed}: {violation}\nplay it again: cargo xtask simulate-faults --hours 0 --seed {seed}"
        );
    }
}

#[test]
fn every_planted_mistake_is_found() {
    for mistake in Mistake::ALL {
        let finds = |seed| Run::of(seed, Some(mistake)).violations.into_iter().next();
        let found = MISTAKE_SEEDS.into_iter().find_map(finds);

        let found = found.unwrap_or_else(|| panic!("{mistake:?} was not found"));
        assert_eq!(found.promise, mistake.breaks(), "{mistake:?}: {found}");
    }
}
