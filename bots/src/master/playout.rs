//! Playing a world on to its end: oneself with a quick look, the others simply.

use rules::fujian::{Action, Phase, Table};
use rules::seat::{BySeat, Seat};

use crate::sight::Sight;
use crate::{Bot, Hard, Medium, selfplay};

/// Plays `table` on from `action` by `seat`, and gives the points that seat ends with; none if the
/// action is not legal there.
pub(super) fn play_out(mut table: Table, seat: Seat, action: Action) -> Option<i32> {
    table.play(seat, action, |_, _| ()).ok()?;
    let mut players = BySeat([Player::Other; 4]);
    players[seat] = Player::Oneself;
    while !matches!(table.phase(), Phase::Finished(_)) {
        selfplay::act(&mut table, &mut players, &mut |_, _| ());
    }
    Some(table.scores()[seat])
}

/// Who plays in a world. One's own hand is played for points: who plays on simply throws away what
/// an action was chosen for, and every way to more than the first win seems worse than it is.
#[derive(Clone, Copy, Debug)]
enum Player {
    Oneself,
    Other,
}

impl Bot for Player {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        match self {
            Self::Oneself => Hard.choose(sight),
            Self::Other => Medium.choose(sight),
        }
    }
}
