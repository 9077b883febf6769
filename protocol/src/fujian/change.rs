//! How a view changes: what anybody hears, and what one seat alone does.

use rules::seat::{BySeat, Seat};
use rules::tile::{BonusTile, SuitTile};

use super::prompt::Prompt;
use super::view::{AnswerView, HandEnd, MeldView, PhaseView, TableView};
use crate::wire::wire_enum;

wire_enum! {
    /// A change anybody hears of. Has no field for a concealed tile of a hand that runs.
    pub enum PublicChange {
        /// The table waits for something else.
        0 "phase" Phase {
            /// For what.
            phase: PhaseView,
        },
        /// A hand was dealt.
        1 "dealt" Dealt {
            /// Tiles left in the wall.
            wall_left: u8,
        },
        /// A player drew a tile.
        2 "drew" Drew {
            /// Who.
            seat: Seat,
        },
        /// A player laid a bonus tile open.
        3 "bonus" Bonus {
            /// Who.
            seat: Seat,
            /// Which.
            tile: BonusTile,
        },
        /// A bonus tile came up for the Gold, and went to the dealer.
        4 "bonus_flipped" BonusFlipped {
            /// Which.
            tile: BonusTile,
        },
        /// The Gold was flipped.
        5 "gold" Gold {
            /// Its kind.
            tile: SuitTile,
        },
        /// A player threw a tile, and the table waits for answers to that; a `phase` follows if it does not.
        6 "discarded" Discarded {
            /// Who.
            seat: Seat,
            /// What.
            tile: SuitTile,
            /// Whether it had just been drawn.
            drawn: bool,
        },
        /// A player answered the call; how is a secret.
        7 "answered" Answered {
            /// Who.
            seat: Seat,
        },
        /// A player took the discard.
        8 "called" Called {
            /// Who.
            seat: Seat,
            /// The meld made with it.
            meld: MeldView,
        },
        /// A player laid a kong open, from the hand or on a pung.
        9 "kong" Kong {
            /// Who.
            seat: Seat,
            /// The kong.
            meld: MeldView,
        },
        /// The hand is over, and open.
        10 "ended" Ended {
            /// How it ended.
            end: Box<HandEnd>,
            /// The tile that lies where the Gold was flipped.
            flipped: Option<SuitTile>,
        },
        /// A player is ready.
        11 "ready" Ready {
            /// Who.
            seat: Seat,
        },
        /// Everybody is ready, and this is the hand to come.
        12 "next" Next {
            /// Its dealer.
            dealer: Seat,
            /// Hands they have kept the deal.
            streak: u8,
            /// Games played before this one.
            game: u32,
            /// Hands of it that are over.
            hands_played: u8,
            /// The scores to start from.
            scores: BySeat<i32>,
        },
        /// A table is set up: what is seen of it from now on begins with this.
        13 "table" Table {
            /// The table, before its first hand.
            table: Box<TableView>,
        },
    }
}

wire_enum! {
    /// A change only the player at one seat hears of; folded in after the public ones of its step.
    pub enum OwnChange {
        /// The tiles dealt to this seat, bonus tiles to be replaced not among them.
        0 "dealt" Dealt {
            /// The suit tiles, sorted.
            tiles: Vec<SuitTile>,
        },
        /// A suit tile drawn.
        1 "drew" Drew {
            /// Which.
            tile: SuitTile,
        },
        /// The own answer was taken.
        2 "answered" Answered {
            /// Which.
            answer: AnswerView,
        },
        /// The table asks something else of this seat, or nothing.
        3 "prompt" Prompt {
            /// What.
            prompt: Option<Prompt>,
        },
    }
}
