//! Two ratings by Elo, pair by pair: one over everybody, one among verified players only.

use super::round::{Entrant, Occasion, Round};
use super::sum;

/// What everybody starts with.
pub const START: i32 = 1_500;
/// A difference that makes one ten times as likely to be ahead.
const SCALE: f64 = 400.0;
/// Points that are worth one more rating point between two people.
const POINTS_PER_BONUS: f64 = 50.0;
/// The most that points add or take between two people.
const BONUS_MAX: f64 = 5.0;

/// Whether somebody's identity was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Known by what a source says only.
    Provisional,
    /// Checked by the operator.
    Verified,
}

/// Somebody's ratings, and what they depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elo {
    /// Over all games.
    pub rating: i32,
    /// Among verified players.
    pub verified: i32,
    /// Whether the identity was checked.
    pub standing: Standing,
    /// Single games played so far.
    pub games: u32,
}

/// How a round changes somebody's ratings, each rounded once, half away from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Of the rating over all games.
    pub rating: i32,
    /// Of the rating among verified players; nothing where fewer than two of them met.
    pub verified: Option<i32>,
}

impl Elo {
    /// Somebody nobody has seen before.
    pub const NEW: Self =
        Self { rating: START, verified: START, standing: Standing::Provisional, games: 0 };

    /// The ratings after a round of so many games.
    #[must_use]
    pub fn after(self, changes: Changes, games: u32) -> Self {
        Self {
            rating: self.rating.saturating_add(changes.rating),
            verified: self.verified.saturating_add(changes.verified.unwrap_or(0)),
            games: self.games.saturating_add(games),
            ..self
        }
    }

    /// How much one game counts: less the more somebody has played.
    fn k(self) -> f64 {
        match self.games {
            0..30 => 32.0,
            30..=100 => 24.0,
            101.. => 16.0,
        }
    }
}

/// How a round changes everybody's ratings, in the order of its entrants.
pub fn changes(round: &Round) -> Vec<Changes> {
    let entrants = round.entrants();
    let is_verified = |entrant: &Entrant| entrant.elo.standing == Standing::Verified;
    let of = |nth: usize| {
        let own = &entrants[nth];
        let others = || entrants.iter().enumerate().filter(move |(other, _)| *other != nth);
        let all = others().map(|(_, other)| pair(round.occasion(), own, other, |elo| elo.rating));
        let among = others().filter(|(_, other)| is_verified(own) && is_verified(other));
        let verified: Vec<_> = among
            .map(|(_, other)| pair(round.occasion(), own, other, |elo| elo.verified))
            .collect();
        Changes {
            rating: rounded(sum(all.collect())),
            verified: (!verified.is_empty()).then(|| rounded(sum(verified))),
        }
    };
    (0..entrants.len()).map(of).collect()
}

/// What meeting one other player is worth, before rounding.
fn pair(occasion: Occasion, own: &Entrant, other: &Entrant, rating: fn(&Elo) -> i32) -> f64 {
    let ahead = f64::from(rating(&other.elo)) - f64::from(rating(&own.elo));
    let expected = 1.0 / (1.0 + 10_f64.powf(ahead / SCALE));
    // Both played the same games, so who won more of them has the higher win rate.
    let scored = match own.score.wins.cmp(&other.score.wins) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    own.elo.k() * (scored - expected) + bonus(occasion, own, other)
}

fn bonus(occasion: Occasion, own: &Entrant, other: &Entrant) -> f64 {
    match occasion {
        Occasion::Open => 0.0,
        Occasion::League | Occasion::Tournament => {
            let ahead = f64::from(own.score.points) - f64::from(other.score.points);
            (ahead / POINTS_PER_BONUS).clamp(-BONUS_MAX, BONUS_MAX)
        }
    }
}

/// To a whole number, half away from zero. A change is at most some hundreds.
fn rounded(change: f64) -> i32 {
    change.round() as i32
}

#[cfg(test)]
#[path = "tests/elo.rs"]
mod tests;
