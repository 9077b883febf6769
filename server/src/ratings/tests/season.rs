//! A season: what is left out, and that nothing depends on who is named first.

use super::*;

fn round(results: [(i64, u32); 3]) -> SeasonRound {
    SeasonRound { results: results.map(|(player, wins)| (player, (0, wins))).to_vec() }
}

#[test]
fn the_worst_round_is_left_out_for_one_and_counts_for_the_others() {
    let good = round([(1, 3), (2, 2), (3, 1)]);
    let bad = round([(1, 0), (2, 2), (3, 1)]);

    let all = standings(&[good.clone(), bad.clone()], 0);
    let without = standings(&[good.clone(), bad], 1);
    let once = standings(&[good], 0);

    let of = |standings: &[Standing], player| {
        *standings.iter().find(|one| one.player == player).unwrap()
    };
    assert_eq!(of(&without, 1).skill, of(&once, 1).skill);
    assert_ne!(of(&all, 1).skill, of(&once, 1).skill);
    assert_eq!((of(&without, 1).rounds, of(&without, 1).dropped), (2, 1));
}

#[test]
fn nobody_is_left_without_a_round() {
    let standings = standings(&[round([(1, 3), (2, 2), (3, 1)])], 5);

    assert!(standings.iter().all(|one| one.rounds == 1 && one.dropped == 0));
    assert_ne!(standings[0].skill, Skill::NEW);
}

#[test]
fn the_order_within_a_round_never_matters() {
    let rounds = [round([(1, 3), (2, 2), (3, 2)]), round([(2, 4), (3, 1), (1, 0)])];
    let mut turned = rounds.clone();
    turned.iter_mut().for_each(|round| round.results.reverse());

    assert_eq!(standings(&rounds, 1), standings(&turned, 1));
}
