//! What can be seen of a Fujian table.
//!
//! [`TableView`] is what anybody may see: while a hand runs it has no field that could hold a
//! concealed tile. [`SeatView`] is that and one's own.

use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};
use rules::tile::{BonusTile, SuitTile};

use super::prompt::Prompt;
use crate::wire::{wire_enum, wire_names, wire_struct};

wire_struct! {
    /// What anybody may see of a table.
    pub struct TableView {
        /// What is played by.
        pub rules: Rules,
        /// Games played at this table before this one.
        pub game: u32,
        /// Hands of this match that are over.
        pub hands_played: u8,
        /// The dealer of this hand.
        pub dealer: Seat,
        /// Hands the dealer has kept the deal before this one.
        pub streak: u8,
        /// The match scores.
        pub scores: BySeat<i32>,
        /// What the table waits for.
        pub phase: PhaseView,
        /// The hand on the table, or the one just over.
        pub hand: Option<HandView>,
    }
}

wire_struct! {
    /// What anybody may see of a hand.
    pub struct HandView {
        /// Tiles that can still be drawn.
        pub wall_left: u8,
        /// The Gold kind, once flipped.
        pub gold: Option<SuitTile>,
        /// The tile that lies where the Gold was flipped.
        pub flipped: Option<SuitTile>,
        /// What lies before each player.
        pub players: BySeat<PlayerView>,
        /// Everything thrown, in order.
        pub discards: Vec<DiscardView>,
        /// How it ended and what everybody held, once it has.
        pub end: Option<HandEnd>,
    }
}

wire_struct! {
    /// A player as others see them: how many tiles, never which.
    #[derive(Default)]
    pub struct PlayerView {
        /// How many tiles are concealed.
        pub concealed: u8,
        /// The sets laid open.
        pub melds: Vec<MeldView>,
        /// The bonus tiles laid open, sorted.
        pub bonus: Vec<BonusTile>,
    }
}

wire_struct! {
    /// A tile thrown on the table.
    #[derive(Copy)]
    pub struct DiscardView {
        /// Who threw it.
        pub seat: Seat,
        /// What.
        pub tile: SuitTile,
        /// Whether it had just been drawn.
        pub drawn: bool,
        /// Who took it.
        pub taken_by: Option<Seat>,
    }
}

wire_enum! {
    /// A set laid open.
    pub enum MeldView {
        /// Three in a row.
        0 "chow" Chow {
            /// The lowest.
            low: SuitTile,
            /// The one that was called.
            called: SuitTile,
            /// Whose discard that was.
            from: Seat,
        },
        /// Three alike.
        1 "pung" Pung {
            /// The kind.
            tile: SuitTile,
            /// Whose discard was called.
            from: Seat,
        },
        /// Four alike.
        2 "kong" Kong {
            /// The kind.
            tile: SuitTile,
            /// How it came to be.
            kind: KongView,
        },
    }
}

wire_enum! {
    /// How a kong came to be.
    pub enum KongView {
        /// Four from the own hand.
        0 "concealed" Concealed {},
        /// Three from the own hand and a discard.
        1 "discard" Discard {
            /// Whose.
            from: Seat,
        },
        /// A called pung and the fourth.
        2 "upgraded" Upgraded {
            /// Whose discard the pung was called on.
            from: Seat,
        },
    }
}

wire_enum! {
    /// What the table waits for.
    pub enum PhaseView {
        /// The next hand is about to be dealt.
        0 "awaiting_wall" AwaitingWall {},
        /// A player's turn.
        1 "turn" Turn {
            /// Whose.
            seat: Seat,
        },
        /// Answers to a call.
        2 "calling" Calling {
            /// What is up.
            on: CallOnView,
            /// Who threw or declared it; the dealer for the Gold.
            from: Seat,
            /// The tile.
            tile: SuitTile,
            /// Who has answered.
            answered: BySeat<bool>,
        },
        /// Everybody getting ready for the next hand.
        3 "between" Between {
            /// Who is.
            ready: BySeat<bool>,
        },
        /// Everybody getting ready for another game.
        4 "finished" Finished {
            /// Who is.
            ready: BySeat<bool>,
        },
    }
}

wire_names! {
    /// What is up for a call.
    pub enum CallOnView {
        /// A discard.
        0 "discard" Discard,
        /// The tile of an upgraded kong.
        1 "kong" Kong,
        /// The flipped Gold.
        2 "gold" Gold,
    }
}

wire_enum! {
    /// An answer to a call, as whoever gave it sees it.
    pub enum AnswerView {
        /// Nothing.
        0 "pass" Pass {},
        /// A run.
        1 "chow" Chow {
            /// Its lowest tile.
            low: SuitTile,
        },
        /// Three alike.
        2 "pung" Pung {},
        /// Four alike.
        3 "kong" Kong {},
        /// The win.
        4 "win" Win {},
    }
}

wire_struct! {
    /// A hand that is over: nothing of it is hidden any more.
    pub struct HandEnd {
        /// How it ended.
        pub outcome: OutcomeView,
        /// What each player held, the winning tile included.
        pub hands: BySeat<Vec<SuitTile>>,
    }
}

wire_enum! {
    /// How a hand ended.
    pub enum OutcomeView {
        /// Somebody won.
        0 "won" Won {
            /// Who.
            seat: Seat,
            /// How.
            way: WayView,
            /// What it is worth.
            points: PointsView,
            /// What each score changed by.
            deltas: BySeat<i32>,
            /// The concealed sets and pair as they count; none for Three Golds on the way.
            groups: Vec<GroupView>,
            /// What was drawn to win on, where it was a draw.
            drawn: Option<SuitTile>,
        },
        /// The wall ran out.
        1 "drawn" Drawn {},
        /// It was broken off.
        2 "aborted" Aborted {},
    }
}

wire_enum! {
    /// How a hand was won.
    pub enum WayView {
        /// On a tile drawn or dealt.
        0 "self_draw" SelfDraw {},
        /// On a discard.
        1 "discard" Discard {
            /// Whose.
            from: Seat,
        },
        /// On the tile of an upgraded kong.
        2 "robbed_kong" RobbedKong {
            /// Whose.
            from: Seat,
        },
        /// By Three Golds.
        3 "three_golds" ThreeGolds {},
        /// By robbing the Gold.
        4 "robbed_gold" RobbedGold {
            /// What the dealer left in its place.
            exchanged: Option<SuitTile>,
        },
    }
}

wire_struct! {
    /// What a win is worth, line by line.
    #[derive(Copy)]
    pub struct PointsView {
        /// The sum: what each loser pays, or a third of what the discarder pays alone.
        pub total: u32,
        /// Bonus tiles.
        pub bonus: u8,
        /// Golds in the hand.
        pub golds: u8,
        /// Concealed kongs, two points each.
        pub concealed_kongs: u8,
        /// Other kongs, a point each.
        pub exposed_kongs: u8,
        /// Hands the deal was kept, when the dealer won.
        pub streak: u8,
        /// Whether one and all of the above count twice.
        pub doubled: bool,
        /// Points for Three Golds.
        pub three_golds: u16,
        /// Points for a pair of two Golds.
        pub golden_pair: u16,
        /// Points for winning without bonus tile and kong.
        pub no_bonus_no_kong: u16,
        /// Points for robbing the Gold.
        pub robbing_the_gold: u16,
        /// Points for a hand of one suit.
        pub all_one_suit: u16,
    }
}

/// A concealed set or pair of a winner.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GroupView(pub Vec<PieceView>);

/// The concealed tiles of every seat, sorted: only for those who watch with open hands, late.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OpenHands(pub BySeat<Vec<SuitTile>>);

wire_struct! {
    /// A tile in a set, and whether a Gold stands for it.
    #[derive(Copy)]
    pub struct PieceView {
        /// The tile it is, or stands for.
        pub tile: SuitTile,
        /// Whether a Gold stands there.
        pub gold: bool,
    }
}

wire_struct! {
    /// What the player at one seat may see: the public table, and their own tiles.
    pub struct SeatView {
        /// What anybody sees.
        pub table: TableView,
        /// Which seat this is.
        pub seat: Seat,
        /// The own tiles.
        pub own: OwnView,
        /// What the table asks of this seat.
        pub prompt: Option<Prompt>,
    }
}

wire_struct! {
    /// One's own tiles.
    #[derive(Default)]
    pub struct OwnView {
        /// The concealed suit tiles, sorted.
        pub tiles: Vec<SuitTile>,
        /// The one drawn for this turn.
        pub drawn: Option<SuitTile>,
        /// The own answer to the call that is open.
        pub answer: Option<AnswerView>,
    }
}
