//! A round: the same two to four people playing a number of games, and who won how many of them.

use thiserror::Error;

use super::elo::Elo;

/// How many people play a round.
pub const PEOPLE: std::ops::RangeInclusive<usize> = 2..=4;
/// More games than anybody plays in one round.
pub const GAMES_MAX: u32 = 1_000;
/// More points than anybody wins or loses in one round.
pub const POINTS_MAX: i32 = 1_000_000;

/// What a round was played for: points count in leagues and tournaments only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Open play, lessons, an online table.
    Open,
    /// A league's.
    League,
    /// A tournament's.
    Tournament,
}

/// What somebody made of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many of the games this one won.
    pub wins: u32,
    /// Points won or lost over all of them.
    pub points: i32,
}

/// Somebody in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The ratings before it.
    pub elo: Elo,
    /// What was made of it.
    pub score: Score,
}

/// A round that can have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    occasion: Occasion,
    games: u32,
    entrants: Vec<Entrant>,
}

/// Why a round can't have been played.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RoundError {
    /// Too few or too many people.
    #[error("a round is played by two to four people, not by {0}")]
    People(usize),
    /// No game, or more than anybody plays.
    #[error("a round has 1 to {GAMES_MAX} games, not {0}")]
    Games(u32),
    /// Every game is won by one of them, or by nobody.
    #[error("{wins} won games and {walls} without a winner are not {games} games")]
    Sum {
        /// Games somebody won.
        wins: u64,
        /// Games nobody won.
        walls: u32,
        /// Games there are said to have been.
        games: u32,
    },
    /// More points than there can be.
    #[error("points go from -{POINTS_MAX} to {POINTS_MAX}, {0} is outside")]
    Points(i32),
}

impl Round {
    /// A round of so many games, `walls` of which nobody won.
    pub fn new(
        occasion: Occasion,
        games: u32,
        walls: u32,
        entrants: Vec<Entrant>,
    ) -> Result<Self, RoundError> {
        if !PEOPLE.contains(&entrants.len()) {
            return Err(RoundError::People(entrants.len()));
        }
        if games == 0 || games > GAMES_MAX {
            return Err(RoundError::Games(games));
        }
        let wins = entrants.iter().map(|entrant| u64::from(entrant.score.wins)).sum::<u64>();
        if wins + u64::from(walls) != u64::from(games) {
            return Err(RoundError::Sum { wins, walls, games });
        }
        let points = entrants.iter().map(|entrant| entrant.score.points);
        match points.into_iter().find(|points| points.unsigned_abs() > POINTS_MAX.unsigned_abs()) {
            Some(points) => Err(RoundError::Points(points)),
            None => Ok(Self { occasion, games, entrants }),
        }
    }

    /// What it was played for.
    pub fn occasion(&self) -> Occasion {
        self.occasion
    }

    /// How many games it had.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Who played.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }
}
