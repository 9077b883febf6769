//! Goes for the nearest win that most tiles lead to.

use rules::fujian::Action;
use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::shape;
use rules::tile::SuitTile;

use crate::moves::{self, kong_costs_nothing, meldings, nearest_discards};
use crate::sight::Unseen;
use crate::{Bot, Sight};

/// Plays for distance, then for the number of useful tiles nobody has shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Medium;

impl Bot for Medium {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        moves::plain(&sight.legal).unwrap_or_else(|| {
            let unseen = sight.unseen();
            if sight.legal.pass { answer(sight, &unseen) } else { turn(sight, &unseen) }
        })
    }
}

fn turn(sight: &Sight<'_>, unseen: &Unseen) -> Action {
    let player = sight.own;
    let free_kong = |tile: &SuitTile| kong_costs_nothing(player, *tile);
    if let Some(kong) = sight.legal.kongs.into_iter().find(free_kong) {
        return Action::DeclareKong(kong);
    }
    let best = best_discard(&player.hand, player.sets(), sight.legal.discards, unseen);
    Action::Discard(best.tile)
}

/// What is left after the best discard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) tile: SuitTile,
    pub(crate) distance: u8,
    pub(crate) useful: u32,
}

/// The discard among `legal` that leaves the least distance, and of those the most useful tiles.
pub(crate) fn best_discard(hand: &Hand, sets: usize, legal: KindSet, unseen: &Unseen) -> Best {
    let (kinds, nearest) = nearest_discards(hand, sets, legal);
    let after = |tile| {
        let mut rest = *hand;
        rest.remove(tile);
        let useful = unseen.among(shape::helps(&rest, sets));
        Best { tile, distance: nearest, useful }
    };
    kinds.into_iter().map(after).max_by_key(|best| best.useful).expect("some tile can always go")
}

fn answer(sight: &Sight<'_>, unseen: &Unseen) -> Action {
    let (hand, sets) = (&sight.own.hand, sight.own.sets());
    let now = shape::distance(hand, sets);
    let after = |action, rest: &Hand| {
        let all = rest.kinds();
        let best = best_discard(rest, sets - 1, all, unseen);
        (action, best.distance, best.useful)
    };
    let cutting = meldings(sight)
        .into_iter()
        .filter(|melding| shape::distance(&melding.rest, sets - 1) < now)
        .map(|melding| match melding.action {
            // A kong is followed by a draw: nothing is thrown from what it leaves.
            Action::Kong => {
                (melding.action, now - 1, unseen.among(shape::helps(&melding.rest, sets - 1)))
            }
            action => after(action, &melding.rest),
        });
    let best = cutting.min_by_key(|(_, distance, useful)| (*distance, u32::MAX - *useful));
    best.map_or(Action::Pass, |(action, ..)| action)
}
