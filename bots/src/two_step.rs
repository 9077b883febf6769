//! Looks two draws ahead for useful tiles: the reference the stronger levels are measured by.

use rules::fujian::Action;
use rules::hand::Hand;
use rules::shape;

use crate::medium::best_discard;
use crate::moves::nearest_discards;
use crate::sight::Unseen;
use crate::{Bot, Medium, Sight};

/// Plays for distance, useful tiles, and useful tiles after the next useful one; blind to value.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoStep;

impl Bot for TwoStep {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        let simple = Medium.choose(sight);
        if matches!(simple, Action::Discard(_)) { discard(sight) } else { simple }
    }
}

fn discard(sight: &Sight<'_>) -> Action {
    let (hand, sets) = (&sight.own.hand, sight.own.sets());
    let unseen = sight.unseen();
    let (nearest, _) = nearest_discards(hand, sets, sight.legal.discards);
    let best = nearest.into_iter().max_by_key(|tile| {
        let mut rest = *hand;
        rest.remove(*tile);
        useful_twice(&rest, sets, &unseen)
    });
    Action::Discard(best.expect("some tile can always go"))
}

/// Ways to draw two useful tiles in a row; for a waiting hand, its useful tiles.
fn useful_twice(hand: &Hand, sets: usize, unseen: &Unseen) -> u32 {
    let helps = shape::helps(hand, sets);
    if shape::distance(hand, sets) <= 1 {
        return unseen.among(helps);
    }
    let next = |tile| {
        let mut with = *hand;
        with.add(tile);
        u32::from(unseen.of(tile)) * best_discard(&with, sets, with.kinds(), unseen).useful
    };
    helps.into_iter().map(next).sum()
}
