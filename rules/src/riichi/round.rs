//! Which deal of the game it is.

use std::fmt;

use crate::seat::Seat;

/// One of the four winds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "winds need no words")]
pub enum Wind {
    East,
    South,
    West,
    North,
}

impl Wind {
    /// From East.
    pub const ALL: [Self; 4] = [Self::East, Self::South, Self::West, Self::North];

    /// The wind of `seat` while `dealer` deals.
    pub const fn of(seat: Seat, dealer: Seat) -> Self {
        Self::ALL[(seat.index() + 4 - dealer.index()) % 4]
    }

    const fn letter(self) -> char {
        match self {
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
            Self::North => 'N',
        }
    }
}

/// A deal of the game, East 1 to North 4; whoever began as East deals the first of each wind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(u8);

impl Round {
    /// The first.
    pub const EAST_1: Self = Self(0);

    /// The deal of this wind in which `dealer` deals.
    pub const fn new(wind: Wind, dealer: Seat) -> Self {
        Self(wind as u8 * 4 + dealer.index() as u8)
    }

    /// The wind of the round.
    pub const fn wind(self) -> Wind {
        Wind::ALL[self.0 as usize / 4 % 4]
    }

    /// Its number under that wind, from 1.
    pub const fn number(self) -> u8 {
        self.0 % 4 + 1
    }

    /// Who deals.
    pub const fn dealer(self) -> Seat {
        Seat::ALL[self.0 as usize % 4]
    }

    /// The one after the deal has passed.
    #[must_use]
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.wind().letter(), self.number())
    }
}

impl fmt::Debug for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
