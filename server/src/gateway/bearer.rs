//! The secret somebody brings with a request: a key, a token of a seat, the operator's.

use axum::http::{HeaderMap, header};

/// What comes after `Authorization: Bearer`.
pub(super) fn brought(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    given.strip_prefix("Bearer ").map(str::trim)
}
