//! The chain of hashes that ties each step of a room to all steps before it.

use sha2::{Digest, Sha256};

use crate::store::{FIRST_SEQ, RoomId};

/// How steps are stored and chained today.
pub(super) const CHAIN_VERSION: i64 = 1;

/// `SHA-256(hash before ‖ room ‖ seq ‖ body)`, numbers as eight bytes, most significant first; zeros before the first.
pub type ChainHash = [u8; 32];

/// Where the log of a room is not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// A step is missing, doubled or out of order.
    #[error("step {found} lies where {expected} is next")]
    Gap {
        /// The step that is next.
        expected: u64,
        /// The step that was found.
        found: u64,
    },
    /// A step, or the hash beside it, was changed.
    #[error("the hash of step {seq} does not match")]
    Hash {
        /// The step.
        seq: u64,
    },
    /// A step is stored in a way this program does not know.
    #[error("step {seq} is stored in version {version}")]
    Version {
        /// The step.
        seq: u64,
        /// How it is stored.
        version: i64,
    },
    /// A step of this room lies under another.
    #[error("step {seq} lies under another room")]
    Moved {
        /// The step.
        seq: u64,
    },
    /// The steps of a closed room do not come apart as they were put together.
    #[error("the archived steps cannot be read")]
    Unpacked,
}

/// The end of a room's chain: what its next step must be, and is tied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    next_seq: u64,
    hash: ChainHash,
}

impl Chain {
    /// The chain of a room without steps.
    pub(super) const EMPTY: Self = Self { next_seq: FIRST_SEQ, hash: [0; 32] };

    pub(super) fn next_seq(&self) -> u64 {
        self.next_seq
    }

    pub(super) fn hash(&self) -> &ChainHash {
        &self.hash
    }

    /// The chain with the next step at its end.
    pub(super) fn extended(&self, room: RoomId, body: &[u8]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(self.hash);
        hasher.update(room.0.to_be_bytes());
        hasher.update(self.next_seq.to_be_bytes());
        hasher.update(body);
        Self { next_seq: self.next_seq + 1, hash: hasher.finalize().into() }
    }

    /// The chain with a step at its end that was read from a disk.
    pub(super) fn verified(&self, room: RoomId, step: &Link<'_>) -> Result<Self, ChainError> {
        let seq = step.seq;
        if step.version != CHAIN_VERSION {
            return Err(ChainError::Version { seq, version: step.version });
        }
        if seq != self.next_seq {
            return Err(ChainError::Gap { expected: self.next_seq, found: seq });
        }
        let extended = self.extended(room, step.body);
        match extended.hash == *step.hash {
            true => Ok(extended),
            false => Err(ChainError::Hash { seq }),
        }
    }
}

/// A step as it was read.
pub(super) struct Link<'a> {
    pub(super) seq: u64,
    pub(super) version: i64,
    pub(super) body: &'a [u8],
    pub(super) hash: &'a [u8],
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: RoomId = RoomId(7);

    /// Whoever keeps a hash as a receipt must be able to compute it elsewhere.
    #[test]
    fn a_hash_is_that_of_the_documented_bytes() {
        let bytes =
            [[0; 32].as_slice(), &[0, 0, 0, 0, 0, 0, 0, 7], &[0, 0, 0, 0, 0, 0, 0, 1], b"deal"]
                .concat();

        let chain = Chain::EMPTY.extended(ROOM, b"deal");

        assert_eq!(chain.hash, <ChainHash>::from(Sha256::digest(bytes)));
    }

    #[test]
    fn what_was_written_is_what_is_verified() {
        let written = Chain::EMPTY.extended(ROOM, b"deal");
        let link = Link { seq: 1, version: CHAIN_VERSION, body: b"deal", hash: &written.hash };

        assert_eq!(Chain::EMPTY.verified(ROOM, &link), Ok(written));
        assert_eq!(Chain::EMPTY.verified(RoomId(8), &link), Err(ChainError::Hash { seq: 1 }));
        assert_eq!(
            Chain::EMPTY.verified(ROOM, &Link { body: b"meal", ..link }),
            Err(ChainError::Hash { seq: 1 })
        );
        assert_eq!(written.verified(ROOM, &link), Err(ChainError::Gap { expected: 2, found: 1 }));
    }
}
