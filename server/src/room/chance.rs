//! Where a room's randomness comes from.

#[cfg(test)]
use protocol::ids::Seq;
use protocol::ids::{Digest, SeatToken};
use rand::Rng;
#[cfg(test)]
use rand::{RngExt, SeedableRng};
#[cfg(test)]
use rand_pcg::Pcg64Mcg;

#[cfg(test)]
use crate::recorder::RoomId;

/// Characters of a token: 128 bits need 22 of these 64.
const TOKEN_CHARS: usize = 22;

/// What is random in a room.
#[derive(Clone, Debug)]
pub(crate) enum Chance {
    /// The system's: nobody can guess it.
    System,
    /// The same every time, for the same seed: never where people play.
    #[cfg(test)]
    Seeded(Pcg64Mcg),
}

impl Chance {
    /// The same every time.
    #[cfg(test)]
    pub(crate) fn seeded(seed: u64) -> Self {
        Self::Seeded(Pcg64Mcg::seed_from_u64(seed))
    }

    /// What is random in a room from this step on. Of the same seed every room has numbers of its own, and others
    /// whenever it is brought back: it gives out no token twice.
    #[cfg(test)]
    pub(super) fn in_room(self, room: RoomId, step: Seq) -> Self {
        match self {
            Self::System => Self::System,
            Self::Seeded(mut rng) => {
                Self::seeded(rng.random::<u64>() ^ room.0.rotate_left(32) ^ step.0)
            }
        }
    }

    /// The server's part of a wall.
    pub(super) fn digest(&mut self) -> Digest {
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        Digest(bytes)
    }

    /// A token nobody can guess.
    pub(super) fn token(&mut self) -> SeatToken {
        let random = |count| {
            let mut bytes = vec![0; count];
            self.fill(&mut bytes);
            bytes
        };
        SeatToken(nanoid::format(random, &nanoid::alphabet::SAFE, TOKEN_CHARS))
    }

    pub(super) fn number(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// A number from 0 up to 1.
    pub(super) fn fraction(&mut self) -> f64 {
        match self {
            Self::System => rand::random(),
            #[cfg(test)]
            Self::Seeded(rng) => rng.random(),
        }
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        match self {
            Self::System => rand::rng().fill_bytes(bytes),
            #[cfg(test)]
            Self::Seeded(rng) => rng.fill_bytes(bytes),
        }
    }
}
