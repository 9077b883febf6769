//! Seat tokens: kept only as a hash, compared in constant time.

use protocol::ids::SeatToken;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

pub(super) fn hash(token: &SeatToken) -> [u8; 32] {
    Sha256::digest(token.0.as_bytes()).into()
}

pub(super) fn matches(token: &SeatToken, stored: &[u8; 32]) -> bool {
    hash(token).ct_eq(stored).into()
}
