//! Tests of OpenSkill; the comparison with the Python package is a step of `cargo xtask test`.

use proptest::prelude::*;

use super::*;

fn game(players: &[(f64, f64, u8)]) -> Vec<(Skill, Place)> {
    players.iter().map(|&(mu, sigma, place)| (Skill { mu, sigma }, Place(place))).collect()
}

#[test]
fn the_winner_gains_and_everybody_becomes_surer() {
    let rated = rate(&[1, 2, 3, 4].map(|place| (Skill::NEW, Place(place))));

    assert!(rated.is_sorted_by(|a, b| a.mu > b.mu), "{rated:?}");
    assert!(rated.iter().all(|skill| skill.sigma < SIGMA), "{rated:?}");
}

#[test]
fn between_equals_a_tie_changes_no_mean() {
    let rated = rate(&[(Skill::NEW, Place(1)); 4]);

    assert!(rated.iter().all(|skill| (skill.mu - MU).abs() < 1e-12), "{rated:?}");
}

#[test]
fn a_new_player_is_shown_far_below_the_mean() {
    assert!((Skill::NEW.shown() - 25.0 / 3.0).abs() < 1e-12);
}

proptest! {
    #[test]
    fn the_order_of_the_people_never_matters(
        players in prop::collection::vec((0.0..50.0, 0.5..9.0, 1..=4_u8), 2..=4),
        turn in 0..4_usize,
    ) {
        let mut turned = game(&players);
        let by = turn % turned.len();
        turned.rotate_left(by);
        let mut expected = rate(&game(&players));
        expected.rotate_left(by);

        prop_assert_eq!(rate(&turned), expected);
    }

    #[test]
    fn coming_in_earlier_is_never_worse(mu in 10.0..40.0, sigma in 1.0..9.0) {
        let others = [(25.0, 5.0, 2), (20.0, 3.0, 4), (30.0, 4.0, 6)];
        let after = |place| rate(&game(&[&[(mu, sigma, place)], &others[..]].concat()))[0].mu;

        prop_assert!([1, 3, 5, 7].map(after).is_sorted_by(|a, b| a > b));
    }
}
