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

use std::time::Duration;

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

/// What a choice takes at most where somebody waits for it; who asks keeps the time, by
/// [`Bot::choose_while`].
pub const CHOICE_MAX: Duration = Duration::from_millis(40);

/// A player without a human.
pub trait Bot {
    /// Picks one of the legal actions; there is at least one. What it picks follows from the sight
    /// and the bot's seed alone, however long that takes.
    ///
    /// The bot may change: one that rolls dice goes on with the next.
    fn choose(&mut self, sight: &Sight<'_>) -> Action;

    /// The same, but a bot that searches goes on only while `keep_going` says so: it is asked
    /// before every round.
    fn choose_while(&mut self, sight: &Sight<'_>, keep_going: &mut dyn FnMut() -> bool) -> Action {
        let _ = keep_going;
        self.choose(sight)
    }
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        (**self).choose(sight)
    }

    fn choose_while(&mut self, sight: &Sight<'_>, keep_going: &mut dyn FnMut() -> bool) -> Action {
        (**self).choose_while(sight, keep_going)
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
