//! Keys of sources and profiles: random, told once, kept only as hashes, compared in constant time.

use crate::secret::{self, SecretHash};
pub(crate) use crate::secret::{are_letters, is_same, letters};

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

/// What is kept of a key.
pub(crate) fn hash(key: &str) -> SecretHash {
    secret::hash(key.trim())
}

/// What is kept of a recovery code, however it was written down.
pub(crate) fn code_hash(code: &str) -> SecretHash {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    hash(&plain.to_lowercase())
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
}
