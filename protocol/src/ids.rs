//! Names of things on the wire, each a type of its own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Characters of a room's code: none that look alike.
pub const CODE_ALPHABET: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// Characters of a room's code.
pub const CODE_LEN: usize = 6;
/// Longest name of a player, in characters.
pub const NAME_CHARS_MAX: usize = 24;

/// A room's code: six characters, read aloud or typed; lower case is accepted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomCode([u8; CODE_LEN]);

impl RoomCode {
    /// The code that random bytes give; `None` for bytes that would make some codes likelier.
    ///
    /// Ask again with other bytes then.
    pub fn from_random(bytes: [u8; CODE_LEN]) -> Option<Self> {
        let fair_below = u8::MAX - u8::MAX % CODE_ALPHABET.len() as u8;
        let fair = bytes.iter().all(|byte| *byte < fair_below);
        fair.then(|| Self(bytes.map(|byte| CODE_ALPHABET[usize::from(byte) % CODE_ALPHABET.len()])))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("codes are ASCII")
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not a room's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a room's code is six letters or digits, without I, L, O, 0 and 1")]
pub struct ParseRoomCodeError;

impl FromStr for RoomCode {
    type Err = ParseRoomCodeError;

    fn from_str(text: &str) -> Result<Self, ParseRoomCodeError> {
        let code: [u8; CODE_LEN] = text.as_bytes().try_into().map_err(|_| ParseRoomCodeError)?;
        let code = code.map(|byte| byte.to_ascii_uppercase());
        let known = code.iter().all(|byte| CODE_ALPHABET.contains(byte));
        if known { Ok(Self(code)) } else { Err(ParseRoomCodeError) }
    }
}

/// A player's name: 1 to 24 characters, no control characters, no space around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerName(String);

impl PlayerName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {NAME_CHARS_MAX} characters")]
pub struct ParseNameError;

impl FromStr for PlayerName {
    type Err = ParseNameError;

    /// Control characters and space around it are dropped, not refused.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let clean: String = text.chars().filter(|char| !is_unprintable(*char)).collect();
        let name = clean.trim();
        let fits = (1..=NAME_CHARS_MAX).contains(&name.chars().count());
        if fits { Ok(Self(name.to_owned())) } else { Err(ParseNameError) }
    }
}

/// Control characters, and the marks that turn the direction of the text around them.
fn is_unprintable(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// What lets a player come back to a seat. Secret: its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatToken(pub String);

impl SeatToken {
    /// Whether somebody may make this up for a seat: long enough not to be guessed, if chance made it.
    pub fn can_be_brought(&self) -> bool {
        let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        (22..=64).contains(&self.0.len()) && self.0.bytes().all(is_safe)
    }
}

impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatToken")
    }
}

/// What shows that a profile is one's own. Secret: its `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileKey(pub String);

impl fmt::Debug for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProfileKey")
    }
}

/// 32 bytes: a hash, a link or a seed. Lower-case hexadecimal in formats people read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_bytes(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return hex::serde::deserialize(deserializer).map(Self);
        }
        struct Bytes;
        impl de::Visitor<'_> for Bytes {
            type Value = Digest;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("32 bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Digest, E> {
                let wrong = |_| de::Error::invalid_length(bytes.len(), &self);
                bytes.try_into().map(Digest).map_err(wrong)
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

macro_rules! text_on_the_wire {
    ($($name:ty),+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )+};
}

text_on_the_wire!(RoomCode, PlayerName);

macro_rules! number {
    ($($(#[$meta:meta])* $name:ident($type:ty)),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $type);
    )+};
}

number! {
    /// A step of a room: 1, 2, 3... without gaps, the same for every audience.
    Seq(u64),
    /// What a client calls one of its requests; it is answered exactly once.
    RequestId(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_either_case_and_shown_in_capitals() {
        assert_eq!("k7q2xm".parse::<RoomCode>().unwrap().to_string(), "K7Q2XM");
        for text in ["", "K7Q2X", "K7Q2XMM", "K7Q2X0", "K7Q2XO", "K7Q2XI", "K7Q2X點"] {
            assert_eq!(text.parse::<RoomCode>(), Err(ParseRoomCodeError), "{text}");
        }
    }

    #[test]
    fn random_bytes_that_would_favour_some_codes_give_none() {
        assert!(RoomCode::from_random([247; CODE_LEN]).is_some());
        assert!(RoomCode::from_random([0, 0, 0, 0, 0, 248]).is_none());
    }

    #[test]
    fn names_lose_what_cannot_be_seen() {
        assert_eq!(" \u{202e}Mei\u{7} 美 ".parse::<PlayerName>().unwrap().as_str(), "Mei 美");
        assert_eq!("\u{200b}\n".parse::<PlayerName>(), Err(ParseNameError));
        assert_eq!("x".repeat(25).parse::<PlayerName>(), Err(ParseNameError));
    }

    #[test]
    fn a_secret_is_not_shown_by_debug() {
        assert!(!format!("{:?}", SeatToken("secret".into())).contains("secret"));
        assert!(!format!("{:?}", ProfileKey("secret".into())).contains("secret"));
    }
}
