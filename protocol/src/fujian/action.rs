//! What a player can do, on the wire.

use rules::fujian::Action;
use rules::tile::SuitTile;

use crate::wire::wire_enum;

wire_enum! {
    /// What a player asks to do.
    pub enum ActionView {
        /// Throw a tile.
        0 "discard" Discard {
            /// Which.
            tile: SuitTile,
        },
        /// Win.
        1 "win" Win {},
        /// Call nothing.
        2 "pass" Pass {},
        /// Call for a run.
        3 "chow" Chow {
            /// Its lowest tile.
            low: SuitTile,
        },
        /// Call for three alike.
        4 "pung" Pung {},
        /// Call for four alike.
        5 "kong" Kong {},
        /// Lay four alike open in turn, or the fourth on a pung.
        6 "declare_kong" DeclareKong {
            /// The kind.
            tile: SuitTile,
        },
        /// Go on.
        7 "ready" Ready {},
    }
}

impl From<ActionView> for Action {
    fn from(action: ActionView) -> Self {
        match action {
            ActionView::Discard { tile } => Self::Discard(tile),
            ActionView::Win {} => Self::Win,
            ActionView::Pass {} => Self::Pass,
            ActionView::Chow { low } => Self::Chow(low),
            ActionView::Pung {} => Self::Pung,
            ActionView::Kong {} => Self::Kong,
            ActionView::DeclareKong { tile } => Self::DeclareKong(tile),
            ActionView::Ready {} => Self::Ready,
        }
    }
}

impl From<Action> for ActionView {
    fn from(action: Action) -> Self {
        match action {
            Action::Discard(tile) => Self::Discard { tile },
            Action::Win => Self::Win {},
            Action::Pass => Self::Pass {},
            Action::Chow(low) => Self::Chow { low },
            Action::Pung => Self::Pung {},
            Action::Kong => Self::Kong {},
            Action::DeclareKong(tile) => Self::DeclareKong { tile },
            Action::Ready => Self::Ready {},
        }
    }
}
