//! Who an e-mail names. Written plainly it names somebody open, with a prefix somebody private; both may be known by the
//! same one. An open player who is hidden stays so: a stand-in is named in their place, whom nobody sees either.

use super::identity::Who;
use super::players::COLUMNS;
use super::rows::unreadable;
use super::{Fields, PlayerRow, Sql};
use crate::store::StoreError;

/// How an e-mail names somebody, for as long as they are not shown under another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// Written plainly.
    Open,
    /// With the prefix before it.
    Private,
    /// Written plainly, while the open player is hidden. To a source they are like somebody it has never named; they are
    /// in no search, list or look-up.
    StandIn,
}

impl Named {
    const ALL: [Self; 3] = [Self::Open, Self::Private, Self::StandIn];

    /// As it is stored and told.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Private => "private",
            Self::StandIn => "stand_in",
        }
    }

    pub(super) fn read(text: &str) -> Result<Self, StoreError> {
        Self::ALL.into_iter().find(|named| named.name() == text).ok_or_else(unreadable)
    }

    /// Whether the prefix stands before the e-mail.
    pub(super) const fn is_private(self) -> bool {
        match self {
            Self::Private => true,
            Self::Open | Self::StandIn => false,
        }
    }
}

/// Everybody an e-mail names in one way or another.
pub(super) fn known(sql: &mut dyn Sql, hash: &[u8]) -> Result<Vec<(Named, PlayerRow)>, StoreError> {
    let select = format!(
        "SELECT named, {COLUMNS} FROM rating_player WHERE email IS NOT NULL AND email = ?1"
    );
    let read = |row| {
        let mut fields = Fields::of(row);
        Ok((Named::read(&fields.text()?)?, PlayerRow::read(&mut fields)?))
    };
    sql.ask(&select, &[hash.into()])?.into_iter().map(read).collect()
}

/// Whom an e-mail names, or as what somebody new is to be made of it. Who was open and is hidden is found by the prefix,
/// as long as nobody else is.
pub(super) fn meant(
    sql: &mut dyn Sql,
    hash: &[u8; 32],
    is_private: bool,
) -> Result<Result<PlayerRow, Named>, StoreError> {
    let known = known(sql, hash)?;
    let as_named = |named| {
        let mut found = known.iter().filter(move |(known, _)| *known == named);
        found.next().map(|(_, player)| player.clone())
    };
    let open = as_named(Named::Open);
    Ok(match (is_private, open) {
        (false, Some(hidden)) if hidden.is_hidden => as_named(Named::StandIn).ok_or(Named::StandIn),
        (false, open) => open.ok_or(Named::Open),
        (true, open) => as_named(Named::Private)
            .or_else(|| open.filter(|open| open.is_hidden))
            .ok_or(Named::Private),
    })
}

/// Whom the operator means in a session that was recorded before: whoever was in it by this e-mail, also if it would name
/// somebody else by now.
pub(super) fn as_before(sql: &mut dyn Sql, who: &Who, were_in: &[i64]) -> Result<Who, StoreError> {
    if let Who::Email { hash, is_private, .. } = who {
        let mut players = known(sql, hash)?;
        players.retain(|(_, player)| were_in.contains(&player.id));
        // Who was hidden since is also meant by the prefix.
        let exact = players.iter().find(|(named, _)| named.is_private() == *is_private);
        let found = exact.or_else(|| players.first().filter(|_| *is_private));
        if let Some((_, player)) = found {
            return Ok(Who::Player(player.id));
        }
    }
    Ok(who.clone())
}
