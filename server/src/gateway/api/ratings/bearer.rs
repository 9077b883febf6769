//! The key somebody brings with a request.

use axum::http::HeaderMap;

use crate::gateway::api::problem::{Code, Problem};
use crate::gateway::bearer;
use crate::ratings::keys;
use crate::recorder::{Recorder, Whose};
use crate::secret::SecretHash;

/// The hash of the key somebody brings.
pub(in super::super) fn brought(headers: &HeaderMap) -> Result<SecretHash, Problem> {
    bearer::brought(headers).map(keys::hash).ok_or_else(wrong)
}

/// The own profile of whoever asks, hidden or not.
pub(in super::super) async fn own(
    recorder: &Recorder,
    headers: &HeaderMap,
) -> Result<Whose, Problem> {
    let hash = brought(headers)?;
    let own = recorder.own_player(hash).await?;
    own.and_then(|player| player.code).map(Whose::Own).ok_or_else(wrong)
}

/// No key that is known.
pub(super) fn wrong() -> Problem {
    Problem::because(Code::BadKey, "the key is missing or not known")
}
