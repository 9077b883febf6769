//! Goes for the nearest win: throws what costs no distance, calls what cuts it.

use rules::fujian::Action;
use rules::shape;

use crate::moves::{self, kong_costs_nothing, meldings};
use crate::{Bot, Sight};

/// Plays for distance alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        moves::plain(&sight.legal)
            .unwrap_or_else(|| if sight.legal.pass { answer(sight) } else { turn(sight) })
    }
}

fn turn(sight: &Sight<'_>) -> Action {
    let (player, legal) = (sight.own, &sight.legal);
    if let Some(kong) = legal.kongs.into_iter().find(|tile| kong_costs_nothing(player, *tile)) {
        return Action::DeclareKong(kong);
    }
    let after = shape::discard_distances(&player.hand, player.sets());
    let nearest =
        after.filter(|(tile, _)| legal.discards.contains(*tile)).min_by_key(|(_, left)| *left);
    Action::Discard(nearest.expect("some tile can always go").0)
}

fn answer(sight: &Sight<'_>) -> Action {
    let (hand, sets) = (&sight.own.hand, sight.own.sets());
    let nearest = meldings(sight)
        .into_iter()
        .map(|melding| (melding.action, shape::distance(&melding.rest, sets - 1)))
        .min_by_key(|(_, left)| *left);
    match nearest {
        Some((action, left)) if left < shape::distance(hand, sets) => action,
        _ => Action::Pass,
    }
}
