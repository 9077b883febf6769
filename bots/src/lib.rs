//! Players without a human: each sees what a player at its seat sees, and nothing else.

mod greedy;
mod random;
pub mod selfplay;

use rules::fujian::{Action, OwnSide};

pub use self::greedy::Greedy;
pub use self::random::Random;

/// A player without a human.
pub trait Bot {
    /// Picks one of the legal actions; there is at least one.
    fn choose(&mut self, own: &OwnSide<'_>) -> Action;
}
