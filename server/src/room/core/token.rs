//! Seat tokens: kept only as a hash, compared in constant time.

use protocol::ids::SeatToken;

use crate::secret::{self, SecretHash};

pub(super) fn hash(token: &SeatToken) -> SecretHash {
    secret::hash(&token.0)
}

pub(super) fn matches(token: &SeatToken, stored: &SecretHash) -> bool {
    secret::is_same(&hash(token), stored)
}
