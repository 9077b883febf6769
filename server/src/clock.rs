//! The wall clock: the only place that asks what time it is.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, UTC.
pub(crate) type UnixMs = i64;

/// What time it is now.
pub(crate) fn now_ms() -> UnixMs {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(UnixMs::MAX)
}
