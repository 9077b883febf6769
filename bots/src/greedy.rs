//! Goes for the nearest win: throws what costs no distance, calls what cuts it.

use rules::fujian::{Action, Legal, OwnSide, Player};
use rules::hand::Hand;
use rules::shape;
use rules::tile::{COPIES, SuitTile};

use crate::Bot;

/// Plays for distance alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, own: &OwnSide<'_>) -> Action {
        let OwnSide { player, legal, offered } = own;
        if legal.is_only_pass() {
            Action::Pass
        } else if legal.win {
            Action::Win
        } else if legal.ready {
            Action::Ready
        } else if let (true, Some(tile)) = (legal.pass, offered) {
            answer(player, legal, *tile)
        } else {
            turn(player, legal)
        }
    }
}

fn turn(player: &Player, legal: &Legal) -> Action {
    if let Some(kong) = legal.kongs.into_iter().find(|tile| kong_costs_nothing(player, *tile)) {
        return Action::DeclareKong(kong);
    }
    let after = shape::discard_distances(&player.hand, player.sets());
    let nearest =
        after.filter(|(tile, _)| legal.discards.contains(*tile)).min_by_key(|(_, left)| *left);
    Action::Discard(nearest.expect("some tile can always go").0)
}

fn kong_costs_nothing(player: &Player, tile: SuitTile) -> bool {
    let (rest, sets) = if player.hand.natural(tile) == COPIES {
        (without(&player.hand, &[tile; 4]), player.sets() - 1)
    } else {
        (without(&player.hand, &[tile]), player.sets())
    };
    shape::distance(&rest, sets) <= shape::distance(&player.hand, player.sets())
}

fn answer(player: &Player, legal: &Legal, tile: SuitTile) -> Action {
    let chows = legal.chows.into_iter().filter_map(|low| {
        let run = low.run()?.into_iter().filter(|other| *other != tile).collect::<Vec<_>>();
        Some((Action::Chow(low), without(&player.hand, &run)))
    });
    let pung = legal.pung.then(|| (Action::Pung, without(&player.hand, &[tile; 2])));
    let kong = legal.kong.then(|| (Action::Kong, without(&player.hand, &[tile; 3])));
    let melded = kong.into_iter().chain(pung).chain(chows);
    let nearest = melded
        .map(|(action, rest)| (action, shape::distance(&rest, player.sets() - 1)))
        .min_by_key(|(_, left)| *left);
    match nearest {
        Some((action, left)) if left < shape::distance(&player.hand, player.sets()) => action,
        _ => Action::Pass,
    }
}

fn without(hand: &Hand, tiles: &[SuitTile]) -> Hand {
    let mut rest = *hand;
    tiles.iter().for_each(|tile| rest.remove(*tile));
    rest
}
