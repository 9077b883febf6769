//! Fujian mahjong: `decide` says what an action leads to, `apply` makes it so.

mod action;
mod apply;
mod claim;
mod deal;
mod event;
mod illegal;
mod imagine;
mod legal;
mod phase;
mod rules;
mod score;
mod table;
mod turn;
mod win;

pub use self::action::{Action, ParseActionError};
pub use self::deal::{DISCARDS_MAX, Deal, Discarded, HAND_TILES, Outcome, Player};
pub use self::event::Event;
pub use self::illegal::Illegal;
pub use self::legal::Legal;
pub use self::phase::{Answer, CallOn, Calling, Phase, Ready, Turn, TurnCause};
pub use self::rules::{BadRules, GoldDiscard, Payers, Rules};
pub use self::score::{Payment, Points, Transfer, Win, WinWay, Winning, settle};
pub use self::table::{BeginError, Standing, Table};
