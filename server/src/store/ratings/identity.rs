//! Who somebody is: found by what a source, a profile or a bot's level says, or made on first sight.

use std::collections::HashMap;

use super::email::{self, Named};
use super::players::COLUMNS;
use super::sessions::{NewSession, next_id};
use super::{Fields, PlayerRow, Sql, folded};
use crate::clock::UnixMs;
use crate::ratings::elo::START;
use crate::ratings::{Elo, List, Standing, keys};
use crate::store::StoreError;
use crate::store::tables::Value;

/// How a public id begins, and how many letters follow.
const CODE_BEGINS: &str = "p-";
const CODE_LETTERS: usize = 12;

/// Somebody as they are named in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// By e-mail, of which only a hash is known here; private and open are two different people.
    Email { hash: [u8; 32], named: Named, name: String },
    /// By a nickname that is the source's own.
    Nickname(String),
    /// A player that was found before.
    Player(i64),
    /// By public id, hidden or not: only the operator names somebody so.
    Code(String),
    /// A bot of this level.
    Bot(String),
}

impl PlayerRow {
    /// The ratings, and what they depend on.
    pub(super) fn elo(&self) -> Elo {
        let standing = if self.is_verified { Standing::Verified } else { Standing::Provisional };
        Elo { rating: self.rating, verified: self.verified_rating, standing, games: self.games }
    }
}

/// Finds somebody, or makes a player of them; nothing for a public id that nobody has.
pub(super) fn resolve(
    sql: &mut dyn Sql,
    source: i64,
    who: &Who,
    now: UnixMs,
) -> Result<Option<PlayerRow>, StoreError> {
    if let Some(found) = find(sql, source, who)? {
        return Ok(Some(found));
    }
    let new = match who {
        Who::Email { hash, named, name } => NewPlayer {
            email: Some((hash, *named)),
            is_hidden: *named == Named::Private,
            ..NewPlayer::person(name)
        },
        Who::Nickname(name) => NewPlayer {
            source: Some(source),
            is_hidden: true,
            has_code: false,
            ..NewPlayer::person(name)
        },
        Who::Player(row) => {
            return Err(StoreError::Unreadable { table: "rating_player", row: Some(*row) });
        }
        Who::Code(_) => return Ok(None),
        Who::Bot(level) => {
            NewPlayer { list: List::Bots, is_verified: true, ..NewPlayer::person(level) }
        }
    };
    create(sql, &new, now).map(Some)
}

fn find(sql: &mut dyn Sql, source: i64, who: &Who) -> Result<Option<PlayerRow>, StoreError> {
    let (by, given): (_, Vec<Value>) = match who {
        Who::Email { hash, named, .. } => return email::holder(sql, hash, *named),
        Who::Nickname(name) => (
            "source IS NOT NULL AND source = ?1 AND folded = ?2",
            vec![source.into(), folded(name).into()],
        ),
        Who::Player(id) => ("id = ?1", vec![(*id).into()]),
        Who::Code(code) => ("code = ?1", vec![code.as_str().into()]),
        Who::Bot(level) => ("list = 'bots' AND folded = ?1", vec![folded(level).into()]),
    };
    let select = format!("SELECT {COLUMNS} FROM rating_player WHERE {by}");
    let found = sql.ask(&select, &given)?.into_iter().next();
    found.map(|row| PlayerRow::read(&mut Fields::of("rating_player", row))).transpose()
}

/// The names that people are given in a session, by player: also those of whoever was hidden or shown since.
pub(super) fn given_names(
    sql: &mut dyn Sql,
    session: &NewSession,
    were_in: &[i64],
) -> Result<HashMap<i64, String>, StoreError> {
    let mut names = HashMap::new();
    for seat in session.rounds.iter().flat_map(|round| &round.seats) {
        let (player, name) = match &seat.who {
            Who::Email { hash, named, name } => (email::was_in(sql, hash, *named, were_in)?, name),
            Who::Nickname(name) => {
                (find(sql, session.source, &seat.who)?.map(|player| player.id), name)
            }
            Who::Player(_) | Who::Code(_) | Who::Bot(_) => continue,
        };
        names.extend(player.map(|player| (player, name.clone())));
    }
    Ok(names)
}

/// The player with this public id, hidden or not.
pub(super) fn by_code(sql: &mut dyn Sql, code: &str) -> Result<Option<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player WHERE code = ?1");
    let found = sql.ask(&select, &[code.into()])?.into_iter().next();
    found.map(|row| PlayerRow::read(&mut Fields::of("rating_player", row))).transpose()
}

/// A player to be made.
pub(super) struct NewPlayer<'a> {
    list: List,
    name: &'a str,
    email: Option<(&'a [u8; 32], Named)>,
    source: Option<i64>,
    is_hidden: bool,
    is_verified: bool,
    has_code: bool,
}

impl<'a> NewPlayer<'a> {
    /// Somebody known by name alone.
    pub(super) fn person(name: &'a str) -> Self {
        Self {
            list: List::Humans,
            name,
            email: None,
            source: None,
            is_hidden: false,
            is_verified: false,
            has_code: true,
        }
    }
}

pub(super) fn create(
    sql: &mut dyn Sql,
    new: &NewPlayer<'_>,
    now: UnixMs,
) -> Result<PlayerRow, StoreError> {
    let id = next_id(sql, "rating_player")?;
    let code = new.has_code.then(new_code);
    let insert = "INSERT INTO rating_player (id, code, list, name, folded, email, source, hidden, verified, rating,
            verified_rating, games, verified_games, rounds, wins, created_at, named)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, 0, 0, 0, 0, ?11, ?12)";
    let given = [
        id.into(),
        code.clone().into(),
        new.list.name().into(),
        new.name.into(),
        folded(new.name).into(),
        new.email.map_or(Value::Null, |(hash, _)| hash.as_slice().into()),
        new.source.map_or(Value::Null, Value::Int),
        new.is_hidden.into(),
        new.is_verified.into(),
        START.into(),
        now.into(),
        new.email.map_or(Value::Null, |(_, named)| named.name().into()),
    ];
    sql.change(insert, &given)?;
    Ok(PlayerRow {
        id,
        code,
        list: new.list,
        name: new.name.to_owned(),
        is_hidden: new.is_hidden,
        is_verified: new.is_verified,
        rating: START,
        verified_rating: START,
        games: 0,
        verified_games: 0,
        rounds: 0,
        wins: 0,
        created_at: now,
        played_at: None,
    })
}

/// A public id that says nothing.
fn new_code() -> String {
    format!("{CODE_BEGINS}{}", keys::letters(CODE_LETTERS))
}

/// Whether a text can be a public id: then it is never taken for a name.
pub(crate) fn is_public_id(text: &str) -> bool {
    let letters = text.strip_prefix(CODE_BEGINS);
    letters.is_some_and(|letters| letters.len() == CODE_LETTERS && keys::are_letters(letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_id_is_known_by_its_form() {
        assert!(is_public_id(&new_code()));
        for name in
            ["Ana", "p-", "p-7k3m9x2q4d8", "p-7k3m9x2q4d8ff", "P-7k3m9x2q4d8f", "p-7k3m9x2q4d8!"]
        {
            assert!(!is_public_id(name), "{name}");
        }
    }
}
