//! Keys of kept games: made from a secret, kept only as hashes, compared in constant time.

use axum::http::HeaderMap;

use super::super::problem::{Code, Problem};
use crate::gateway::bearer;
use crate::scorekeeper::Role;
use crate::secret::{hash, is_same, letters};
use crate::store::SheetKeys;

/// Letters of a secret for whoever brings none: 160 bits.
const SECRET_LETTERS: usize = 32;

/// The keys of a game, as they are told once.
pub(super) struct Keys {
    pub(super) recorder: String,
    pub(super) organiser: String,
    pub(super) hashes: SheetKeys,
}

impl Keys {
    /// The keys that belong to a secret. Whoever knows it could make them, and nobody else.
    pub(super) fn of(secret: &str) -> Self {
        let recorder =
            format!("rk_{}", hex::encode(&hash(&format!("sanjin recorder {secret}"))[..20]));
        let organiser =
            format!("ok_{}", hex::encode(&hash(&format!("sanjin organiser {secret}"))[..20]));
        let hashes = SheetKeys {
            recorder: hash(&recorder),
            organiser: hash(&organiser),
            secret: hash(&format!("sanjin secret {secret}")),
        };
        Self { recorder, organiser, hashes }
    }
}

/// A secret somebody brings, if it can be one.
pub(super) fn checked(secret: &str) -> Result<&str, Problem> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let fits = (16..=64).contains(&secret.len()) && secret.chars().all(is_plain);
    fits.then_some(secret).ok_or_else(|| Code::BadSecret.into())
}

/// A secret for whoever brings none.
pub(super) fn new_secret() -> String {
    letters(SECRET_LETTERS)
}

/// As whom somebody with these headers writes.
pub(super) fn role(headers: &HeaderMap, keys: &SheetKeys) -> Option<Role> {
    let given = hash(bearer::brought(headers)?);
    match (is_same(&given, &keys.organiser), is_same(&given, &keys.recorder)) {
        (true, _) => Some(Role::Organiser),
        (false, true) => Some(Role::Recorder),
        (false, false) => None,
    }
}
