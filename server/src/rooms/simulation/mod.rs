//! The fault simulation: one seed plays whole matches on the real rooms with kills, power cuts,
//! broken connections, stalls and failing writes, in virtual time, and what was seen is checked.
//!
//! Real are the directory of rooms, a room's task and everything in it, what the recorder does with
//! what it is told, and how clients fold. Played are the disk, the network, the clients, the operator
//! and the clock. `cargo xtask simulate-faults` runs it for as long as one likes.

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
mod weather;
mod wire;
mod world;

use campaign::{Campaign, Run};
use mistakes::Mistake;

/// Seeds in which a planted mistake has to be found.
const MISTAKE_SEEDS: std::ops::RangeInclusive<u64> = 1..=60;

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
    let missed: Vec<_> = Mistake::ALL.into_iter().filter_map(missed).collect();

    assert!(missed.is_empty(), "{missed:#?}");
}

/// What is wrong with how a mistake is found, if anything: in one of the runs the check has to find it that is there
/// for it, whatever else follows.
fn missed(mistake: Mistake) -> Option<String> {
    let mut other = None;
    for seed in MISTAKE_SEEDS {
        let found = Run::of(seed, Some(mistake)).violations;
        if found.iter().any(|found| found.promise == mistake.breaks()) {
            return None;
        }
        other = other.or(found.into_iter().next());
    }
    Some(format!("{mistake:?} was not found, but {other:?}"))
}
