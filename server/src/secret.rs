//! Secrets that people carry: made by chance, kept only as hashes, compared in constant time.

use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

/// Letters that nobody takes for another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// What is kept of a secret.
pub(crate) type SecretHash = [u8; 32];

/// So many letters by chance, five bits each.
pub(crate) fn letters(count: usize) -> String {
    let mut bytes = vec![0_u8; count];
    rand::rng().fill_bytes(&mut bytes);
    bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Whether a text has no others than these.
pub(crate) fn are_letters(text: &str) -> bool {
    text.bytes().all(|letter| LETTERS.contains(&letter))
}

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> SecretHash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether two hashes are the same, in a time that says nothing about where they differ.
pub(crate) fn is_same(given: &SecretHash, stored: &[u8]) -> bool {
    given.as_slice().ct_eq(stored).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_hash_is_the_same() {
        let own = hash("sk_1");

        assert!(is_same(&own, &hash("sk_1")));
        assert!(!is_same(&own, &hash("sk_2")));
        assert!(!is_same(&own, &own[..31]));
    }
}
