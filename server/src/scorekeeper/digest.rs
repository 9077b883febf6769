//! How a hand is known again that is sent again.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// What was said of a hand, in a few letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digest(String);

impl Digest {
    /// Of what was sent as it was sent: what is filled in from the sheet is another thing the next time.
    pub(crate) fn of(sent: &impl Serialize) -> Self {
        let text = serde_json::to_vec(sent).expect("forms can be written");
        let hash = Sha256::digest(&text);
        Self(hex::encode(&hash[..8]))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}
