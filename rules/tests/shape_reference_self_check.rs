//! Checks the reference for hand shapes itself on random hands: its two methods against each
//! other, and both against ways still more naive.

#[path = "../benches/seed_recursion/mod.rs"]
mod seed_recursion;
mod shape_reference;

use std::collections::HashSet;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use seed_recursion::{can_form_sets, is_winning_hand_with_gold};
use shape_reference::{
    HandPlan, HandSort, KINDS, ReferenceHand, complete, distance, golden_pair, lack,
    lack_without_pair, random_hand, sorted_tiles,
};

/// `per_plan` hands of each plan.
fn random_hands(
    seed: u64,
    plans: Vec<HandPlan>,
    per_plan: usize,
) -> impl Iterator<Item = (HandPlan, ReferenceHand)> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    plans
        .into_iter()
        .flat_map(move |plan| (0..per_plan).map(move |_| plan))
        .map(move |plan| (plan, random_hand(&mut rng, plan)))
}

/// Every plan for a hand after the draw.
fn drawn_plans() -> Vec<HandPlan> {
    HandPlan::all().into_iter().filter(|plan| plan.drawn).collect()
}

/// Every plan for a hand after the draw with that many Golds.
fn drawn_plans_with_golds(golds: u8) -> Vec<HandPlan> {
    drawn_plans().into_iter().map(|plan| HandPlan { golds: Some(golds), ..plan }).collect()
}

/// Every plan for that many sets.
fn plans_for_sets(sets: u8) -> Vec<HandPlan> {
    HandPlan::all().into_iter().filter(|plan| plan.sets == sets).collect()
}

#[test]
fn random_hands_are_of_tiles_that_exist() {
    let mut golds_seen = HashSet::new();
    for (plan, hand) in random_hands(1, HandPlan::all(), 400) {
        assert_eq!(hand.counts.iter().sum::<u8>() + hand.golds, plan.tiles(), "{plan:?} {hand:?}");
        assert!(hand.counts.iter().all(|&count| count <= 4), "{plan:?} {hand:?}");
        assert_eq!(hand.counts[usize::from(hand.gold_kind)], 0, "{plan:?} {hand:?}");
        assert!(hand.golds <= 3, "{plan:?} {hand:?}");
        assert_eq!(hand.sets, plan.sets);
        golds_seen.insert((plan.sort as u8, hand.golds));
        let suits =
            hand.counts.chunks(9).filter(|suit| suit.iter().any(|&count| count > 0)).count();
        match plan.sort {
            HandSort::Complete => {
                assert_eq!(distance(&hand.counts, hand.golds, hand.sets), u8::from(!plan.drawn));
            }
            HandSort::NearComplete => {
                assert!(distance(&hand.counts, hand.golds, hand.sets) <= 3 + u8::from(!plan.drawn));
            }
            HandSort::OneSuit => assert!(suits <= 1, "{hand:?}"),
            HandSort::Deal | HandSort::QuadHeavy => {}
        }
    }
    assert_eq!(golds_seen.len(), 4 * HandSort::ALL.len(), "every sort with 0, 1, 2 and 3 Golds");
}

#[test]
fn a_plan_can_name_the_golds_and_have_no_sets() {
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for sort in HandSort::ALL {
        for sets in 0..=5 {
            for drawn in [false, true] {
                let most = HandPlan { sort, sets, drawn, golds: None }.tiles().min(3);
                for golds in 0..=most {
                    let plan = HandPlan { sort, sets, drawn, golds: Some(golds) };
                    let hand = random_hand(&mut rng, plan);
                    assert_eq!(hand.golds, golds);
                    assert_eq!(hand.counts.iter().sum::<u8>() + golds, plan.tiles(), "{plan:?}");
                }
            }
        }
    }
}

#[test]
fn dealt_golds_are_as_rare_as_they_are() {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let plan = HandPlan { sort: HandSort::Deal, sets: 5, drawn: true, golds: None };
    let hands = 20_000;
    let golds: u32 = (0..hands).map(|_| u32::from(random_hand(&mut rng, plan).golds)).sum();
    // Three of 107 tiles, 17 of them in the hand.
    let expected = f64::from(hands) * 17.0 * 3.0 / 107.0;
    assert!((f64::from(golds) / expected - 1.0).abs() < 0.03, "{golds} against {expected}");
}

#[test]
fn complete_is_distance_nought() {
    let mut checked = 0;
    let mut completed = 0;
    for (plan, hand) in random_hands(4, drawn_plans(), 800) {
        let is_complete = complete(&hand.counts, hand.golds, hand.sets);
        let is_near = distance(&hand.counts, hand.golds, hand.sets) == 0;
        assert_eq!(is_complete, is_near, "{plan:?} {hand:?}");
        checked += 1;
        completed += u32::from(is_complete);
    }
    assert_eq!(checked, 20_000);
    assert!((6_000..14_000).contains(&completed), "both answers often: {completed}");
}

#[test]
fn complete_is_what_the_seed_calls_winning() {
    // Each Gold makes the seed's recursion 27 times as slow.
    for (golds, per_plan) in [(0, 200), (1, 200), (2, 40), (3, 4)] {
        for (plan, hand) in random_hands(5, drawn_plans_with_golds(golds), per_plan) {
            let by_seed = is_winning_hand_with_gold(&sorted_tiles(&hand.counts), golds, hand.sets);
            assert_eq!(complete(&hand.counts, golds, hand.sets), by_seed, "{plan:?} {hand:?}");
        }
    }
}

#[test]
fn a_golden_pair_leaves_only_sets() {
    let mut golden = 0;
    let plans = [drawn_plans_with_golds(2), drawn_plans_with_golds(3)].concat();
    for (plan, hand) in random_hands(6, plans, 200) {
        let is_golden = if hand.golds == 2 {
            can_form_sets(&sorted_tiles(&hand.counts), 0, hand.sets)
        } else {
            (0..KINDS).any(|third_gold| {
                let mut counts = hand.counts;
                counts[third_gold] += 1;
                can_form_sets(&sorted_tiles(&counts), 0, hand.sets)
            })
        };
        let by_lack = golden_pair(&hand.counts, hand.golds, hand.sets);
        assert_eq!(by_lack, is_golden, "{plan:?} {hand:?}");
        assert!(!is_golden || complete(&hand.counts, hand.golds, hand.sets), "{plan:?} {hand:?}");
        golden += u32::from(is_golden);
    }
    assert!((1_000..9_000).contains(&golden), "both answers often: {golden}");
}

/// The definition and nothing else: every target of `sets` sets and `pairs` pairs, and for each the
/// tiles of it that are not held.
fn lack_by_definition(counts: &[u8; KINDS], sets: u8, pairs: u8) -> u8 {
    let triplets = (0..KINDS).map(|kind| [kind; 3]);
    let runs = (0..KINDS).filter(|kind| kind % 9 <= 6).map(|kind| [kind, kind + 1, kind + 2]);
    let every_set: Vec<[usize; 3]> = triplets.chain(runs).collect();
    least_over_targets(counts, &mut [0; KINDS], &every_set, sets, pairs)
}

/// The least that `counts` lacks of any target that is `target` with more sets, in the order of
/// `from`, and pairs.
fn least_over_targets(
    counts: &[u8; KINDS],
    target: &mut [u8; KINDS],
    from: &[[usize; 3]],
    sets: u8,
    pairs: u8,
) -> u8 {
    let mut least = u8::MAX;
    if sets > 0 {
        for (index, set) in from.iter().enumerate() {
            set.iter().for_each(|&kind| target[kind] += 1);
            let this = least_over_targets(counts, target, &from[index..], sets - 1, pairs);
            least = least.min(this);
            set.iter().for_each(|&kind| target[kind] -= 1);
        }
    } else if pairs > 0 {
        for kind in 0..KINDS {
            target[kind] += 2;
            least = least.min(least_over_targets(counts, target, from, 0, pairs - 1));
            target[kind] -= 2;
        }
    } else {
        least = target.iter().zip(counts).map(|(want, have)| want.saturating_sub(*have)).sum();
    }
    least
}

#[test]
fn lack_is_its_definition() {
    // There are 1,296 targets for one set and a pair, and 70,167,360 for five.
    for (sets, per_plan) in [(1, 500), (2, 200), (3, 10), (4, 1)] {
        for (plan, hand) in random_hands(7, plans_for_sets(sets), per_plan) {
            let expected = lack_by_definition(&hand.counts, sets, 1);
            assert_eq!(lack(&hand.counts, sets), expected, "{plan:?} {hand:?}");
        }
    }
    let plan = HandPlan { sort: HandSort::Deal, sets: 5, drawn: true, golds: Some(0) };
    for (_, hand) in random_hands(7, vec![plan], 2) {
        assert_eq!(lack(&hand.counts, 5), lack_by_definition(&hand.counts, 5, 1), "{hand:?}");
    }
}

#[test]
fn lack_without_pair_is_its_definition() {
    for (sets, per_plan) in [(1, 500), (2, 500), (3, 100), (4, 10), (5, 1)] {
        for (plan, hand) in random_hands(8, plans_for_sets(sets), per_plan) {
            let expected = lack_by_definition(&hand.counts, sets, 0);
            assert_eq!(lack_without_pair(&hand.counts, sets), expected, "{plan:?} {hand:?}");
        }
    }
}

/// How many draws it takes to complete the hand, found breadth first: draw any of the 27 kinds and,
/// if the hand was full, put any tile back. `None` if it takes more than `limit`.
fn distance_by_drawing(hand: &ReferenceHand, limit: u8) -> Option<u8> {
    let full = 3 * hand.sets + 2;
    let mut hands = HashSet::from([hand.counts]);
    for draws in 0..=limit {
        if hands.iter().any(|counts| complete(counts, hand.golds, hand.sets)) {
            return Some(draws);
        }
        let mut next = HashSet::new();
        for counts in hands.iter().filter(|_| draws < limit) {
            let is_full = counts.iter().sum::<u8>() + hand.golds == full;
            for drawn in 0..KINDS {
                let mut counts = *counts;
                counts[drawn] += 1;
                if !is_full {
                    next.insert(counts);
                    continue;
                }
                for put_back in (0..KINDS).filter(|&kind| counts[kind] > 0) {
                    let mut counts = counts;
                    counts[put_back] -= 1;
                    next.insert(counts);
                }
            }
        }
        hands = next;
    }
    None
}

#[test]
fn distance_is_the_number_of_draws() {
    // A hand for one set is never more than four draws away; for two sets, look two draws ahead,
    // and three for some hands.
    for (sets, per_plan, limit) in [(1, 40, 4), (2, 40, 2), (2, 2, 3)] {
        for (plan, hand) in random_hands(9, plans_for_sets(sets), per_plan) {
            let expected = distance(&hand.counts, hand.golds, hand.sets);
            let by_drawing = distance_by_drawing(&hand, limit);
            assert_eq!(by_drawing, (expected <= limit).then_some(expected), "{plan:?} {hand:?}");
        }
    }
}
