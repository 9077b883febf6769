//! Two deals that differ only in tiles somebody can't see look the same to them, byte for byte.

use hidden_pairs::Played;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use random_play::Course;
use rules::fujian::Rules;
use rules::seat::Seat;

mod hidden_pairs;
#[path = "../../rules/tests/random_play/mod.rs"]
mod random_play;

const PAIRS: u64 = 4_000;

/// A hand played for a random number of steps, still running.
fn random_start(course: &mut Course, rng: &mut Pcg64Mcg) -> Option<Played> {
    let wall = course.wall();
    let mut played = Played::new(course.rules, course.dealer, wall);
    for _ in 0..rng.random_range(0..160) {
        if !played.is_running() {
            break;
        }
        let event = course.next_event(&played.table);
        if !played.goes_on_with(&event) {
            break;
        }
        played.step(event);
    }
    played.is_running().then_some(played)
}

#[test]
fn nobody_learns_anything_from_tiles_they_cannot_see() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let (mut compared, mut steps) = (0, 0);
    for seed in 0..PAIRS {
        let rules = if seed % 2 == 0 { Rules::FULL } else { Rules::CLASSIC };
        let mut course = Course::new(rules, Seat::S0, seed);
        let Some(first) = random_start(&mut course, &mut rng) else { continue };
        let audience = [None, Some(Seat::S0), Some(Seat::S1), Some(Seat::S2), Some(Seat::S3)]
            [rng.random_range(0..5)];
        let Some(second) = first.with_others_hidden(audience, &mut rng) else { continue };

        assert_eq!(first.stream(audience), second.stream(audience), "seed {seed}, {audience:?}");

        compared += 1;
        steps += first.batches.len();
    }
    assert!(compared > PAIRS / 4 && steps > 10_000, "only {compared} pairs over {steps} steps");
    println!("{compared} pairs of deals over {steps} steps");
}
