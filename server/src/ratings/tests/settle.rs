//! What a round does to a table: by whom people and bots are moved.

use proptest::prelude::*;

use super::*;
use crate::ratings::Standing;

fn sitting(list: List, rating: i32, wins: u32) -> Sitting {
    let elo = Elo { rating, verified: rating, standing: Standing::Verified, games: 0 };
    Sitting { list, elo, score: Score { wins, points: 0 } }
}

#[test]
fn a_bot_at_the_table_moves_nobodys_rating_among_people() {
    let people = [sitting(List::Humans, 1_600, 3), sitting(List::Humans, 1_500, 1)];
    let bots = [sitting(List::Bots, 1_900, 2), sitting(List::Bots, 1_100, 1)];

    let alone = settle(Occasion::Open, 8, &people);
    let together = settle(Occasion::Open, 8, &[people, bots].concat());

    assert_eq!(alone, together[..2]);
    assert!(together.iter().all(Option::is_some));
}

#[test]
fn who_has_nobody_to_be_compared_with_is_not_rated() {
    let table = [sitting(List::Humans, 1_500, 4), sitting(List::Bots, 1_500, 0)];

    assert_eq!(settle(Occasion::Open, 4, &table), [None, None]);
}

proptest! {
    /// In whichever order people are listed, the same happens to each.
    #[test]
    fn the_order_of_a_table_never_matters(
        (table, order) in prop::collection::vec((any::<bool>(), 1_000..2_000_i32, 0..5_u32), 2..=4)
            .prop_flat_map(|table| (Just(table.clone()), Just((0..table.len()).collect::<Vec<_>>()).prop_shuffle())),
    ) {
        let list = |is_bot| if is_bot { List::Bots } else { List::Humans };
        let table: Vec<_> = table.into_iter().map(|(bot, rating, wins)| sitting(list(bot), rating, wins)).collect();
        let settled = settle(Occasion::Open, 20, &table);
        let listed: Vec<_> = order.iter().map(|nth| table[*nth]).collect();
        let expected: Vec<_> = order.iter().map(|nth| settled[*nth]).collect();

        prop_assert_eq!(settle(Occasion::Open, 20, &listed), expected);
    }

    /// With two at the table and the same K, one gains what the other loses.
    #[test]
    fn equal_k_sums_to_zero(a in 1_000..2_000_i32, b in 1_000..2_000_i32, wins in (0..5_u32, 0..5_u32)) {
        let table = [sitting(List::Humans, a, wins.0), sitting(List::Humans, b, wins.1)];

        let sum: i32 = settle(Occasion::Open, 10, &table).into_iter().flatten().map(|changes| changes.rating).sum();

        prop_assert_eq!(sum, 0);
    }
}
