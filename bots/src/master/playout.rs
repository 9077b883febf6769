//! Playing a world on to its end: everybody simply, oneself by a plan.

use rules::fujian::{Action, Phase, Table};
use rules::kinds::KindSet;
use rules::seat::{BySeat, Seat};
use rules::shape;
use rules::tile::SuitTile;

use crate::moves::meldings;
use crate::sight::{Asked, Sight, Unseen};
use crate::{Bot, Medium, selfplay};

/// What to go for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// The first win there is.
    Fast,
    /// A win on the own draw.
    SelfDraw,
    /// A pair of two Golds.
    Golden,
}

/// Tiles left in the wall below which a plan is given up for any win.
const LATE: usize = 9;

/// Plays `table` on from `action` by `seat`, and gives the points that seat ends with; none if the
/// action is not legal there.
pub(super) fn play_out(mut table: Table, seat: Seat, action: Action, plan: Plan) -> Option<i32> {
    table.play(seat, action, |_, _| ()).ok()?;
    let mut players = BySeat([Plan::Fast; 4]);
    players[seat] = plan;
    while !matches!(table.phase(), Phase::Finished(_)) {
        selfplay::act(&mut table, &mut players, &mut |_, _| ());
    }
    Some(table.scores()[seat])
}

impl Bot for Plan {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        let early = sight.open.wall_left >= LATE;
        match self {
            Self::SelfDraw if early && sight.legal.pass && sight.legal.win => Action::Pass,
            Self::Golden if early && sight.own.hand.golds() >= 2 => golden(sight),
            Self::Fast | Self::SelfDraw | Self::Golden => Medium.choose(sight),
        }
    }
}

/// Goes for a pair of Golds and takes no other win.
fn golden(sight: &Sight<'_>) -> Action {
    let (own, legal) = (sight.own, &sight.legal);
    if legal.is_only_pass() {
        return Action::Pass;
    }
    if legal.win {
        let mut hand = own.hand;
        if let Asked::Call { tile, .. } = sight.asked {
            hand.add(tile);
        }
        if shape::has_golden_pair(&hand, own.sets()) {
            return Action::Win;
        }
    }
    if !legal.pass {
        return Action::Discard(golden_discard(sight, legal.discards, &sight.unseen()));
    }
    let far = golden_distance(&own.hand, own.sets());
    let calls = meldings(sight)
        .into_iter()
        .map(|melding| (melding.action, golden_distance(&melding.rest, own.sets() - 1)));
    match calls.min_by_key(|(_, far)| *far) {
        Some((action, left)) if left < far => action,
        _ => Action::Pass,
    }
}

fn golden_distance(hand: &rules::hand::Hand, sets: usize) -> u8 {
    shape::golden_pair_nearer_with(hand, sets).map_or(u8::MAX, |(far, _)| far)
}

/// The discard that leaves a Golden Pair nearest, by most tiles.
pub(super) fn golden_discard(sight: &Sight<'_>, legal: KindSet, unseen: &Unseen) -> SuitTile {
    let own = sight.own;
    let worth = |tile: &SuitTile| {
        let mut rest = own.hand;
        rest.remove(*tile);
        let near = shape::golden_pair_nearer_with(&rest, own.sets());
        near.map_or((u8::MAX, 0), |(far, kinds)| (far, u32::MAX - unseen.among(kinds)))
    };
    legal.into_iter().min_by_key(worth).expect("some tile can always go")
}
