//! Seat tokens: made from the system's randomness, kept only as a hash, compared in constant time.

use protocol::ids::SeatToken;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Characters of a token: 128 bits need 22 of these 64.
const TOKEN_CHARS: usize = 22;

/// A token nobody can guess.
pub(super) fn fresh() -> SeatToken {
    SeatToken(nanoid::nanoid!(TOKEN_CHARS))
}

pub(super) fn hash(token: &SeatToken) -> [u8; 32] {
    Sha256::digest(token.0.as_bytes()).into()
}

pub(super) fn matches(token: &SeatToken, stored: &[u8; 32]) -> bool {
    hash(token).ct_eq(stored).into()
}
