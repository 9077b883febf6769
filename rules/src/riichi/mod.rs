//! Riichi mahjong at a real table: what a hand is worth, and what a game comes to. Score keeping only.
//!
//! Nothing derived is ever typed in. [`fold()`] takes a [`Config`] and the hands as they ended, and says
//! after each of them what the scores, the round, the dealer, the honba and the sticks are.

mod course;
mod finish;
mod fold;
mod game;
mod hand;
mod named;
mod note;
mod notes;
mod options;
mod round;
mod said;
mod score;
mod seats;
mod settle;
mod steps;
mod together;
mod value;
mod yaku;
mod yakuman;

pub use self::finish::{Final, Place};
pub use self::fold::{
    BadStart, Config, HANDS_MAX, Impossible, Refused, Settled, Start, State, fold, is_score,
};
pub use self::game::{EditError, Game};
pub use self::hand::{
    Abort, BadCorrection, BadWins, Correction, Hand, Outcome, Pao, Ron, Tsumo, Win, Worth,
};
pub use self::named::NamedHand;
pub use self::note::{BadPlayers, Players};
pub use self::notes::{BadNote, Import, Label, LineError, Note, NoteProblem, import};
pub use self::options::{BadOptions, Chombo, Deposit, Length, Options, PaoHonba, PaoOn, Renchan};
pub use self::round::{Round, Wind};
pub use self::score::{Payments, STICK, Situation, WinBy, Winner};
pub use self::seats::Seats;
pub use self::steps::{Step, StepKind};
pub use self::together::{are_crowded, fit_together};
pub use self::value::{BadValue, FU, HAN_MAX, Limit, Typed, Value, YAKUMAN_MAX, most_yakuman};
pub use self::yaku::{BadYaku, Openness, YAKU, Yaku, check_fu, count_han, fu_of};
pub use self::yakuman::{BadYakuman, Yakuman, YakumanSet};
