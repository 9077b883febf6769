//! Which hands there are by han and fu: the whole table, as people know it.

use rules::riichi::{FU, HAN_MAX, Options, Situation, Value, WinBy, Winner};

/// The fu of hands below 5 han, by how they are won and from one han on.
const RON: [&[u8]; 4] = [
    &[30, 40, 50, 60, 70, 80, 90, 100, 110],
    &[25, 30, 40, 50, 60, 70, 80, 90, 100, 110],
    &[25, 30, 40, 50, 60, 70, 80, 90, 100, 110],
    &[25, 30, 40, 50, 60, 70, 80, 90, 100, 110],
];
const TSUMO: [&[u8]; 4] = [
    &[30, 40, 50, 60, 70, 80, 90, 100],
    &[20, 30, 40, 50, 60, 70, 80, 90, 100, 110],
    &[20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110],
    &[20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110],
];

fn is_legal(winner: Winner, by: WinBy, han: u8, fu: Option<u8>) -> bool {
    Value::counted(Situation { winner, by }, han, fu, &Options::STANDARD).is_ok()
}

#[test]
fn below_5_han_these_hands_exist_and_no_other() {
    for winner in [Winner::Dealer, Winner::NonDealer] {
        for (by, table) in [(WinBy::Ron, RON), (WinBy::Tsumo, TSUMO)] {
            for (han, wanted) in (1..).zip(table) {
                let legal: Vec<u8> =
                    (0..=u8::MAX).filter(|fu| is_legal(winner, by, han, Some(*fu))).collect();

                assert_eq!(legal, wanted, "{han} han by {by:?}, {winner:?}");
                assert!(!is_legal(winner, by, han, None), "{han} han by {by:?} without fu");
            }
        }
    }
}

#[test]
fn from_5_han_fu_may_be_left_out_or_are_those_of_a_hand() {
    for by in [WinBy::Ron, WinBy::Tsumo] {
        for han in 5..=HAN_MAX {
            let legal: Vec<u8> =
                (0..=u8::MAX).filter(|fu| is_legal(Winner::Dealer, by, han, Some(*fu))).collect();
            let wanted: Vec<u8> =
                FU.into_iter().filter(|fu| by == WinBy::Tsumo || *fu != 20).collect();

            assert_eq!(legal, wanted, "{han} han by {by:?}");
            assert!(is_legal(Winner::Dealer, by, han, None), "{han} han by {by:?}");
        }
        assert!(!is_legal(Winner::Dealer, by, 0, Some(30)));
        assert!(!is_legal(Winner::Dealer, by, HAN_MAX + 1, None));
    }
}
