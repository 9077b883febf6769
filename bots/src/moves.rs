//! What a hand is after a call or a kong: the questions every player that looks ahead asks.

use arrayvec::ArrayVec;
use rules::fujian::{Action, Legal, Player};
use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::shape;
use rules::tile::{COPIES, SuitTile};

use crate::sight::{Asked, Sight};

/// Ways to take one discard for a meld: three runs, a pung, a kong.
const MELDS_MAX: usize = 5;

/// What needs no thought: the only answer there is, a win, getting ready.
pub(crate) fn plain(legal: &Legal) -> Option<Action> {
    if legal.is_only_pass() {
        Some(Action::Pass)
    } else if legal.win {
        Some(Action::Win)
    } else {
        legal.ready.then_some(Action::Ready)
    }
}

/// The discards among `legal` that leave the least distance, and that distance.
pub(crate) fn nearest_discards(hand: &Hand, sets: usize, legal: KindSet) -> (KindSet, u8) {
    let (mut kinds, mut nearest) = (KindSet::EMPTY, u8::MAX);
    for (tile, left) in shape::discard_distances(hand, sets) {
        if left <= nearest && legal.contains(tile) {
            kinds = if left < nearest { KindSet::EMPTY } else { kinds };
            kinds.insert(tile);
            nearest = left;
        }
    }
    (kinds, nearest)
}

/// A call for a meld, and the hand it leaves; the meld is one of the sets no longer needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Melding {
    pub(crate) action: Action,
    pub(crate) rest: Hand,
}

/// The melds the tile that is up can be called for.
pub(crate) fn meldings(sight: &Sight<'_>) -> ArrayVec<Melding, MELDS_MAX> {
    let Asked::Call { tile, .. } = sight.asked else { return ArrayVec::new() };
    let (hand, legal) = (&sight.own.hand, &sight.legal);
    let mut meldings = ArrayVec::new();
    if legal.kong {
        meldings.push(Melding { action: Action::Kong, rest: without(hand, &[tile; 3]) });
    }
    if legal.pung {
        meldings.push(Melding { action: Action::Pung, rest: without(hand, &[tile; 2]) });
    }
    for low in legal.chows {
        let mut rest = *hand;
        let run = low.run().into_iter().flatten();
        run.filter(|other| *other != tile).for_each(|other| rest.remove(other));
        meldings.push(Melding { action: Action::Chow(low), rest });
    }
    meldings
}

/// The hand without a kong declared of this kind, and the sets then still to be made.
pub(crate) fn after_kong(player: &Player, tile: SuitTile) -> (Hand, usize) {
    if player.hand.natural(tile) == COPIES {
        (without(&player.hand, &[tile; 4]), player.sets() - 1)
    } else {
        (without(&player.hand, &[tile]), player.sets())
    }
}

/// Whether a kong of this kind leaves the hand as near to winning as it was.
pub(crate) fn kong_costs_nothing(player: &Player, tile: SuitTile) -> bool {
    let (rest, sets) = after_kong(player, tile);
    shape::distance(&rest, sets) <= shape::distance(&player.hand, player.sets())
}

/// The hand without these tiles.
pub(crate) fn without(hand: &Hand, tiles: &[SuitTile]) -> Hand {
    let mut rest = *hand;
    tiles.iter().for_each(|tile| rest.remove(*tile));
    rest
}
