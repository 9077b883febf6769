//! A client over the real socket, the same for a bot that plays, one that watches, and load tests.

mod link;
mod player;
mod seated;
mod watching;

pub use self::link::{Link, LinkError, Received, SILENCE_MAX, checked_url};
pub use self::player::{Ended, Left, Line, PlayError, Player};
pub use self::seated::{FoldError, Seated};
pub use self::watching::Watching;
