//! Riichi mahjong at a real table: what a hand is worth. Score keeping only.

mod options;
mod score;
mod steps;
mod value;
mod yaku;
mod yakuman;

pub use self::options::{BadOptions, Chombo, Deposit, Length, Options, PaoHonba, PaoOn, Renchan};
pub use self::score::{Payments, STICK, Situation, WinBy, Winner};
pub use self::steps::{Step, StepKind};
pub use self::value::{BadValue, FU, HAN_MAX, Limit, Typed, Value, YAKUMAN_MAX};
pub use self::yaku::{BadYaku, Openness, YAKU, Yaku, count_han};
pub use self::yakuman::{BadYakuman, Yakuman, YakumanSet};
