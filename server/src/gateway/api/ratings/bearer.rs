//! The key somebody brings with a request.

use axum::http::{HeaderMap, header};

use crate::gateway::api::problem::{Code, Problem};
use crate::ratings::keys;

/// The hash of the key somebody brings.
pub(in super::super) fn brought(headers: &HeaderMap) -> Result<[u8; 32], Problem> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    given.map(keys::hash).ok_or_else(wrong)
}

/// No key that is known.
pub(super) fn wrong() -> Problem {
    Problem::because(Code::BadKey, "the key is missing or not known")
}
