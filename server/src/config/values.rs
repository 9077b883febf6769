//! The values of settings, each checked when it is read.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};
use subtle::ConstantTimeEq;

use crate::recorder::Database;

/// Shortest operator token: 32 hexadecimal digits are 128 bits.
const TOKEN_CHARS_MIN: usize = 32;

/// What opens the operator's pages. Secret: its `Debug` shows nothing of it.
#[derive(Clone, Default)]
pub struct OperatorToken(Option<String>);

impl OperatorToken {
    /// Whether there is one; without, there are no such pages.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Whether somebody has it; takes as long for a near miss as for a far one.
    pub(crate) fn matches(&self, offered: &str) -> bool {
        self.0.as_ref().is_some_and(|token| token.as_bytes().ct_eq(offered.as_bytes()).into())
    }
}

impl fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_set() { "OperatorToken(set)" } else { "OperatorToken(none)" })
    }
}

impl FromStr for OperatorToken {
    type Err = String;

    fn from_str(token: &str) -> Result<Self, String> {
        let visible = token.bytes().all(|byte| byte.is_ascii_graphic());
        if token.is_empty() || token == "none" {
            return Ok(Self(None));
        }
        if token.len() < TOKEN_CHARS_MIN || !visible {
            let much = "visible ASCII characters, for example from `openssl rand -hex 32`";
            return Err(format!("an operator token has at least {TOKEN_CHARS_MIN} {much}"));
        }
        Ok(Self(Some(token.to_owned())))
    }
}

/// Where a page comes from: scheme, host, and port if it is not the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// As a browser writes it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let good = host.is_some_and(|host| {
            !host.is_empty() && !host.contains(['/', '*', '@', '?', '#']) && !host.contains(' ')
        });
        match good {
            true => Ok(Self(text.to_ascii_lowercase())),
            false => Err(format!("{text:?} is no origin; write one as https://play.example.org")),
        }
    }
}

/// An address, or all that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether it has this address.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let ignored = 32 - u32::from(self.bits);
                (own.to_bits() ^ other.to_bits()).checked_shr(ignored).unwrap_or(0) == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let ignored = 128 - u32::from(self.bits);
                (own.to_bits() ^ other.to_bits()).checked_shr(ignored).unwrap_or(0) == 0
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no address; write one as 127.0.0.1 or 10.0.0.0/8");
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let bits_max = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(bits_max), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > bits_max { Err(wrong()) } else { Ok(Self { address, bits }) }
    }
}

/// Several of a kind: with commas between, or an array in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub(crate) Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: FromStr> FromStr for List<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        if text == "none" {
            return Ok(Self::default());
        }
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl<'de, T: FromStr<Err = String>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<String>::deserialize(deserializer)?;
        let parsed = parts.iter().map(|part| part.parse()).collect::<Result<_, _>>();
        parsed.map(Self).map_err(de::Error::custom)
    }
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines, one object a line.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("write text or json".to_owned()),
        }
    }
}

macro_rules! read_from_text {
    ($($name:ty),+) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )+};
}

read_from_text!(Database, OperatorToken);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_the_addresses_that_begin_alike() {
        let has = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };

        assert!(has("10.0.0.0/8", "10.200.3.4") && !has("10.0.0.0/8", "11.0.0.1"));
        assert!(has("127.0.0.1", "127.0.0.1") && !has("127.0.0.1", "127.0.0.2"));
        assert!(has("127.0.0.1", "::ffff:127.0.0.1") && has("0.0.0.0/0", "8.8.8.8"));
        assert!(has("fd00::/8", "fd12::1") && !has("::1", "::2"));
        for wrong in ["10.0.0.0/33", "10.0.0/8", "localhost", ""] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host_and_nothing_else() {
        assert_eq!(
            "https://Play.Example:8443".parse::<Origin>().unwrap().as_str(),
            "https://play.example:8443"
        );
        for wrong in ["play.example", "https://", "https://a.b/", "https://*.a.b", "null", "*"] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }
}
