//! E-mails as they are written, with a prefix or none. Of one that is read only a hash is left.

use sha2::{Digest as _, Sha256};

/// The longest e-mail there can be.
const EMAIL_MAX: usize = 254;
/// Comes before the e-mail of somebody who is rated and not shown.
const PRIVATE: &str = "PRIVATE:";
/// Comes before a nickname that is the source's own.
const ANON: &str = "ANON:";

/// What is written in the place of an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written<'a> {
    /// An e-mail, if it is one.
    Open(&'a str),
    /// With the prefix of somebody who is not shown.
    Private(&'a str),
    /// A nickname.
    Nickname(&'a str),
}

impl<'a> Written<'a> {
    /// Tells the prefixes apart, in whichever letters they are written.
    pub(crate) fn read(said: &'a str) -> Self {
        let said = said.trim();
        if let Some(nickname) = without(ANON, said) {
            return Self::Nickname(nickname);
        }
        without(PRIVATE, said).map_or(Self::Open(said), Self::Private)
    }
}

/// What comes after a prefix.
fn without<'a>(prefix: &str, said: &'a str) -> Option<&'a str> {
    let (head, rest) = said.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// What is kept of an e-mail. One with a colon before its host is none: it may be a prefix that somebody mistyped, who
/// would then be seen.
pub(crate) fn hash(email: &str) -> Option<[u8; 32]> {
    let email = email.trim().to_lowercase();
    let is_one = email.split_once('@').is_some_and(|(name, host)| {
        let is_odd = |letter: char| letter.is_whitespace() || letter.is_control();
        let is_whole = !name.is_empty() && !host.is_empty() && !host.contains('@');
        is_whole && !name.contains([':', '：']) && !email.contains(is_odd)
    });
    let fits = is_one && email.len() <= EMAIL_MAX;
    fits.then(|| Sha256::digest(format!("sanjin email {email}")).into())
}
