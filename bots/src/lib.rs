//! Players without a human: each sees what a player at its seat sees, and nothing else.
//!
//! [`of_level`] makes one, [`Sight`] is what it chooses by. A server takes the sight from its
//! table, a client over a socket from what it was [`Told`]; the same seed and the same sight give
//! the same choice.

pub mod arena;
#[cfg(feature = "client")]
pub mod client;
mod easy;
mod greedy;
mod hard;
mod master;
mod medium;
mod moves;
mod random;
pub mod selfplay;
mod sight;
mod told;
mod two_step;

use protocol::room::BotLevel;
use rules::fujian::Action;

pub use self::easy::Easy;
pub use self::greedy::Greedy;
pub use self::hard::Hard;
pub use self::master::{Master, PLAYOUTS_MAX};
pub use self::medium::Medium;
pub use self::random::Random;
pub use self::sight::{Asked, Open, Sight, Unseen};
pub use self::told::{NoSight, Told};
pub use self::two_step::TwoStep;

/// A player without a human.
pub trait Bot {
    /// Picks one of the legal actions; there is at least one.
    fn choose(&mut self, sight: &Sight<'_>) -> Action;
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        (**self).choose(sight)
    }
}

/// The player of this level whose choices follow from `seed`.
pub fn of_level(level: BotLevel, seed: u64) -> Box<dyn Bot + Send> {
    match level {
        BotLevel::Random => Box::new(Random::new(seed)),
        BotLevel::Easy => Box::new(Easy::new(seed)),
        BotLevel::Medium => Box::new(Medium),
        BotLevel::Hard => Box::new(Hard),
        BotLevel::Master => Box::new(Master::new(seed)),
    }
}
