//! The four seats, and one value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A place at the table. Play goes from a seat to the next: 0, 1, 2, 3, 0...
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "seats have numbers, not names")]
pub enum Seat {
    S0,
    S1,
    S2,
    S3,
}

impl Seat {
    /// The seats from 0.
    pub const ALL: [Self; 4] = [Self::S0, Self::S1, Self::S2, Self::S3];

    /// The seat with this number.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index]) } else { None }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays after this one, which has this one to its left.
    #[must_use]
    pub const fn next(self) -> Self {
        self.after(1)
    }

    /// The seat `steps` further in turn order.
    #[must_use]
    pub const fn after(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps) & 3]
    }

    /// The other three seats, nearest first in turn order.
    pub const fn others(self) -> [Self; 3] {
        [self.after(1), self.after(2), self.after(3)]
    }

    /// All four seats in turn order, this one first.
    pub const fn round(self) -> [Self; 4] {
        [self, self.after(1), self.after(2), self.after(3)]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.index(), f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.index())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_index(number.into()).ok_or_else(|| de::Error::custom("seats are 0 to 3"))
    }
}

/// One `T` per seat; indexing by [`Seat`] cannot go out of bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// The value `make` gives for each seat.
    pub fn from_fn(make: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(make))
    }

    /// The same seats with `change` applied to every value.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }

    /// The values from seat 0.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values from seat 0, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
