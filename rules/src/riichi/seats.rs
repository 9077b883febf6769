//! A set of seats, as bits.

use std::fmt;

use crate::seat::Seat;

/// Some of the four seats, each at most once.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// Everybody.
    pub const ALL: Self = Self(0b1111);

    /// Whether `seat` is among them.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// How many they are.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether all of these are among `others`.
    pub const fn are_all_in(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// The others.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// The seats from 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.has(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.index()))
    }
}

impl<const N: usize> From<[Seat; N]> for Seats {
    fn from(seats: [Seat; N]) -> Self {
        seats.into_iter().collect()
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
