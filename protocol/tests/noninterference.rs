//! Two deals that differ only in tiles somebody can't see look the same to them, byte for byte.

use hidden_pairs::{Audience, Played};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use random_play::Course;
use rules::fujian::Rules;
use rules::seat::Seat;

mod hidden_pairs;
#[path = "../../rules/tests/random_play/mod.rs"]
mod random_play;

const PAIRS: u64 = 4_000;
/// Enough for a leak to be found in many of them.
const LEAKING_PAIRS: u64 = 400;

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

/// What came of comparing what somebody is sent of pairs of deals.
#[derive(Default)]
struct Compared {
    pairs: u64,
    steps: usize,
    /// Those pairs that can be told apart.
    told_apart: Vec<(u64, Audience)>,
}

/// Compares what `stream` says of deals that differ only in tiles somebody can't see.
fn compare(pairs: u64, stream: impl Fn(&Played, Audience) -> Vec<u8>) -> Compared {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut compared = Compared::default();
    for seed in 0..pairs {
        let rules = if seed % 2 == 0 { Rules::FULL } else { Rules::CLASSIC };
        let mut course = Course::new(rules, Seat::S0, seed);
        let Some(first) = random_start(&mut course, &mut rng) else { continue };
        let audience = [None, Some(Seat::S0), Some(Seat::S1), Some(Seat::S2), Some(Seat::S3)]
            [rng.random_range(0..5)];
        let Some(second) = first.with_others_hidden(audience, &mut rng) else { continue };
        if stream(&first, audience) != stream(&second, audience) {
            compared.told_apart.push((seed, audience));
        }
        compared.pairs += 1;
        compared.steps += first.batches.len();
    }
    compared
}

#[test]
fn nobody_learns_anything_from_tiles_they_cannot_see() {
    let Compared { pairs, steps, told_apart } = compare(PAIRS, Played::stream);

    assert_eq!(told_apart, [], "seeds, and who can tell");
    assert!(pairs > PAIRS / 4 && steps > 10_000, "only {pairs} pairs over {steps} steps");
    println!("{pairs} pairs of deals over {steps} steps");
}

/// Somebody who is not the audience.
fn another(audience: Audience) -> Seat {
    audience.map_or(Seat::S0, Seat::next)
}

/// The comparison is worth something only if it finds what it is for.
#[test]
fn a_leak_however_small_is_found() {
    type Leak = fn(&Played, Audience) -> Vec<u8>;
    let leaks: [(&str, Leak); 3] = [
        ("the last tile of the wall", |played, _| {
            format!("{:?}", played.table.deal().unwrap().wall.all().last()).into()
        }),
        ("what another seat alone is told", |played, audience| {
            let own = played.batches.iter().map(|batch| &batch.own[another(audience)]);
            rmp_serde::to_vec(&own.collect::<Vec<_>>()).unwrap()
        }),
        ("one bit of the first tile another seat holds", |played, audience| {
            let view = protocol::fujian::SeatView::of(&played.table, another(audience));
            vec![view.own.tiles.first().is_some_and(|tile| tile.index() % 2 == 0).into()]
        }),
    ];
    for (what, leak) in leaks {
        let leaking =
            |played: &Played, audience| [played.stream(audience), leak(played, audience)].concat();

        let Compared { pairs, told_apart, .. } = compare(LEAKING_PAIRS, leaking);

        let found = told_apart.len() as u64;
        assert!(found > pairs / 10, "{what} was found in {found} of {pairs} pairs");
    }
}
