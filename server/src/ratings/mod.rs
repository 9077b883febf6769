//! Ratings: two by Elo for everybody who plays, and OpenSkill for leagues.
//!
//! Both are pure functions of what was played, in the order it was played. The order in which the people of a round
//! are named never matters, down to the last digit.

pub mod elo;
pub(crate) mod email;
pub(crate) mod keys;
pub mod online;
pub mod openskill;
pub mod round;
pub mod season;
pub mod settle;

pub use elo::{Changes, Elo, Standing};
pub use openskill::{Place, Skill};
pub use round::{Entrant, Occasion, Round, RoundError, Score};
pub use settle::{List, Sitting, settle};

/// The sum of some numbers, the same in whichever order they are given.
fn sum(mut parts: Vec<f64>) -> f64 {
    parts.sort_unstable_by(f64::total_cmp);
    parts.into_iter().sum()
}
