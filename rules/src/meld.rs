//! Melds: sets laid open on the table.

use crate::seat::Seat;
use crate::tile::SuitTile;

/// Sets in a winning hand; melds count among them.
pub const SETS: usize = 5;

/// How a kong came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KongKind {
    /// Four from the own hand.
    Concealed,
    /// Three from the own hand and a discard.
    Discard {
        /// Whose discard it was.
        from: Seat,
    },
    /// A called pung and the fourth from the own hand.
    Upgraded {
        /// Whose discard the pung was called on.
        from: Seat,
    },
}

/// A set laid open on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meld {
    /// Three in a row.
    Chow {
        /// The lowest of the three.
        low: SuitTile,
        /// Which of them was called.
        called: SuitTile,
        /// Whose discard that was.
        from: Seat,
    },
    /// Three alike.
    Pung {
        /// The kind.
        tile: SuitTile,
        /// Whose discard was called.
        from: Seat,
    },
    /// Four alike.
    Kong {
        /// The kind.
        tile: SuitTile,
        /// How it came to be.
        kind: KongKind,
    },
}

impl Meld {
    /// The tiles of the meld.
    pub fn tiles(self) -> impl Iterator<Item = SuitTile> {
        let (tiles, len) = match self {
            Self::Chow { low, .. } => {
                let [a, b, c] = low.run().expect("a chow begins at 1 to 7");
                ([a, b, c, c], 3)
            }
            Self::Pung { tile, .. } => ([tile; 4], 3),
            Self::Kong { tile, .. } => ([tile; 4], 4),
        };
        tiles.into_iter().take(len)
    }

    /// Whether it is a kong.
    pub const fn is_kong(self) -> bool {
        matches!(self, Self::Kong { .. })
    }
}
