//! Keys of sources and profiles: random, told once, kept only as hashes, compared in constant time.

use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

/// Letters that nobody takes for another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How many of them a key and a recovery code have: 160 and 120 bits.
const KEY_LETTERS: usize = 32;
const CODE_LETTERS: usize = 24;

/// A new key of a source.
pub(crate) fn source_key() -> String {
    format!("sk_{}", letters(KEY_LETTERS))
}

/// A new key of a profile.
pub(crate) fn profile_key() -> String {
    format!("pk_{}", letters(KEY_LETTERS))
}

/// A new recovery code, in groups that can be written down.
pub(crate) fn recovery_code() -> String {
    let letters = letters(CODE_LETTERS);
    let groups = letters.as_bytes().chunks(4).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("-")
}

/// So many letters by chance.
pub(crate) fn letters(count: usize) -> String {
    let mut bytes = vec![0_u8; count];
    rand::rng().fill_bytes(&mut bytes);
    bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// What is kept of a key.
pub(crate) fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key.trim().as_bytes()).into()
}

/// What is kept of a recovery code, however it was written down.
pub(crate) fn code_hash(code: &str) -> [u8; 32] {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    hash(&plain.to_lowercase())
}

/// Whether two hashes are the same, in a time that says nothing about where they differ.
pub(crate) fn is_same(given: &[u8; 32], stored: &[u8]) -> bool {
    given.as_slice().ct_eq(stored).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_written_down_in_any_way() {
        let code = recovery_code();

        let plain = code.replace('-', "");
        assert_eq!(code_hash(&code), code_hash(&plain));
        assert_eq!(code_hash(&code), code_hash(&format!(" {} ", plain.to_uppercase())));
        assert_ne!(code_hash(&code), code_hash(&recovery_code()));
    }

    #[test]
    fn only_the_same_hash_is_the_same() {
        let own = hash("sk_1");

        assert!(is_same(&own, &hash("sk_1")));
        assert!(!is_same(&own, &hash("sk_2")));
        assert!(!is_same(&own, &own[..31]));
    }
}
