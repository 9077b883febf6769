//! Whom an e-mail names. Written plainly it names whoever is shown under it, with the prefix whoever is private; both may
//! be known by the same one. Who is hidden beside a private player is named by nothing from then on.

use super::identity::Who;
use super::players::COLUMNS;
use super::{Fields, PlayerRow, Sql};
use crate::store::StoreError;

/// How an e-mail names somebody. Who was named by it and is no longer comes before both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    /// Written plainly: they are shown.
    Open,
    /// With the prefix before it: they are hidden.
    Private,
}

impl Named {
    const ALL: [Self; 2] = [Self::Open, Self::Private];

    /// As it is stored and told.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Private => "private",
        }
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|named| named.name() == text)
    }
}

pub(super) const BY_EMAIL: &str = "WHERE email IS NOT NULL AND email = ?1 AND named = ?2";

/// Whom an e-mail names so.
pub(super) fn holder(
    sql: &mut dyn Sql,
    hash: &[u8],
    named: Named,
) -> Result<Option<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {BY_EMAIL}");
    let found = sql.ask(&select, &[hash.into(), named.name().into()])?.into_iter().next();
    found.map(|row| PlayerRow::read(&mut Fields::of("rating_player", row))).transpose()
}

/// Who of those in a session was written so there, whoever the e-mail names by now.
pub(super) fn was_in(
    sql: &mut dyn Sql,
    hash: &[u8],
    named: Named,
    were_in: &[i64],
) -> Result<Option<i64>, StoreError> {
    let select =
        "SELECT id, named FROM rating_player WHERE email IS NOT NULL AND email = ?1 ORDER BY id";
    let mut known = Vec::new();
    for row in sql.ask(select, &[hash.into()])? {
        let mut fields = Fields::of("rating_player", row);
        let player = fields.row()?;
        known.push((fields.maybe_word(Named::read)?, player));
    }
    known.retain(|(_, player)| were_in.contains(player));
    // Of two the private one may have been shown since. Then the open one was hidden before, beside it, and nothing names
    // them now.
    let found = match named {
        Named::Open => known.iter().min(),
        Named::Private => known.iter().max(),
    };
    Ok(found.map(|(_, player)| *player))
}

/// Whom the operator means in a session that was recorded before: whoever was in it by this e-mail.
pub(super) fn as_before(sql: &mut dyn Sql, who: &Who, were_in: &[i64]) -> Result<Who, StoreError> {
    if let Who::Email { hash, named, .. } = who
        && let Some(player) = was_in(sql, hash, *named, were_in)?
    {
        return Ok(Who::Player(player));
    }
    Ok(who.clone())
}

/// Players of version 12: id, e-mail, whether hidden, and how they were named.
#[cfg(test)]
pub(crate) const HIDDEN_BEFORE: [(u8, Option<u8>, u8, &str); 9] = [
    (1, Some(1), 0, "'open'"),
    (2, Some(1), 1, "'private'"),
    (3, Some(2), 1, "'open'"),
    (4, Some(2), 1, "'stand_in'"),
    (5, Some(3), 1, "'open'"),
    (6, Some(3), 1, "'private'"),
    (7, Some(3), 1, "'stand_in'"),
    (8, None, 0, "NULL"),
    (9, None, 1, "NULL"),
];
/// The same as they are named since, and hidden.
#[cfg(test)]
pub(crate) const HIDDEN_SINCE: [&str; 9] = [
    "1 open 0",
    "2 private 1",
    "3 private 1",
    "4 - 1",
    "5 - 1",
    "6 private 1",
    "7 - 1",
    "8 - 0",
    "9 - 1",
];
