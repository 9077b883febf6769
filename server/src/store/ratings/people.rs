//! What operators, sources and players change besides rounds. Who is verified, hidden, deleted or may submit leaves a line
//! in the audit.

use super::email::{self, Named};
use super::identity::{self, NewPlayer};
use super::players::COLUMNS;
use super::sessions::next_id;
use super::{Actor, Fields, PlayerRow, Sql, Visibility, folded};
use crate::clock::UnixMs;
use crate::ratings::{Standing, keys};
use crate::store::StoreError;
use crate::store::tables::Value;

/// The most applications that wait for the operator.
const APPLICATIONS_MAX: usize = 1_000;

/// Notes that something was done.
pub(super) fn note(
    sql: &mut dyn Sql,
    now: UnixMs,
    who: Actor,
    what: &str,
    about: i64,
    change: &serde_json::Value,
) -> Result<(), StoreError> {
    let id = next_id(sql, "rating_audit")?;
    let insert = "INSERT INTO rating_audit (id, at, who, what, about, change)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let given = [
        id.into(),
        now.into(),
        who.name().into(),
        what.into(),
        about.into(),
        change.to_string().into(),
    ];
    sql.change(insert, &given).map(|_| ())
}

/// Why an application is not taken down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApplicationRefused {
    /// Somebody has applied under this name, in whichever letters.
    NameTaken,
    /// So many wait for the operator that no more are taken.
    TooMany,
}

/// Takes an application down.
pub(crate) fn apply(
    sql: &mut dyn Sql,
    name: &str,
    contact: &str,
    now: UnixMs,
) -> Result<Result<i64, ApplicationRefused>, StoreError> {
    let all = super::sources(sql)?;
    if all.iter().any(|source| folded(&source.name) == folded(name)) {
        return Ok(Err(ApplicationRefused::NameTaken));
    }
    if all.iter().filter(|source| source.state == "applied").count() >= APPLICATIONS_MAX {
        return Ok(Err(ApplicationRefused::TooMany));
    }
    let id = next_id(sql, "rating_source")?;
    let insert = "INSERT INTO rating_source (id, name, contact, state, applied_at) VALUES (?1, ?2, ?3, 'applied', ?4)";
    sql.change(insert, &[id.into(), name.into(), contact.into(), now.into()])?;
    Ok(Ok(id))
}

/// Approves a source and gives it this key, or takes both away; says whether there is such a source.
pub(crate) fn decide(
    sql: &mut dyn Sql,
    source: i64,
    key: Option<[u8; 32]>,
    now: UnixMs,
) -> Result<bool, StoreError> {
    let state = if key.is_some() { "approved" } else { "revoked" };
    let update = "UPDATE rating_source SET state = ?2, key = ?3, decided_at = ?4 WHERE id = ?1";
    let hash = key.map_or(Value::Null, |hash| hash.as_slice().into());
    let there = sql.change(update, &[source.into(), state.into(), hash, now.into()])? > 0;
    if there {
        note(sql, now, Actor::Operator, "source", source, &serde_json::json!({ "state": state }))?;
    }
    Ok(there)
}

pub(super) const SOURCE_BY_KEY: &str =
    "SELECT id, key FROM rating_source WHERE key = ?1 AND state = 'approved'";

/// The approved source whose key has this hash.
pub(crate) fn source_by_key(sql: &mut dyn Sql, hash: &[u8; 32]) -> Result<Option<i64>, StoreError> {
    let found = sql.ask(SOURCE_BY_KEY, &[hash.as_slice().into()])?.into_iter().next();
    let read = |row| {
        let mut fields = Fields::of("rating_source", row);
        Ok::<_, StoreError>((fields.row()?, fields.bytes()?))
    };
    let found = found.map(read).transpose()?;
    Ok(found.filter(|(_, stored)| keys::is_same(hash, stored)).map(|(source, _)| source))
}

/// Says whether somebody's identity was checked; from the next round on. Nicknames and bots stay what they are.
pub(crate) fn verify(
    sql: &mut dyn Sql,
    code: &str,
    standing: Standing,
    now: UnixMs,
) -> Result<bool, StoreError> {
    let is_verified = standing == Standing::Verified;
    let update = "UPDATE rating_player SET verified = ?2
        WHERE code = ?1 AND list = 'humans' AND verified <> ?2";
    if sql.change(update, &[code.into(), is_verified.into()])? == 0 {
        return is_so(sql, code, is_verified);
    }
    let Some(id) = id_of(sql, code)? else { return Ok(false) };
    note(sql, now, Actor::Operator, "player", id, &serde_json::json!({ "verified": is_verified }))?;
    Ok(true)
}

/// Why somebody is not hidden or shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HideRefused {
    /// There is nobody of this public id, or it is a bot's.
    #[error("there is no such player")]
    Nobody,
    /// Another player is open under the same e-mail: the one of this public id.
    #[error("their e-mail, written plainly, names somebody else: {0}")]
    EmailTaken(String),
}

/// Hides somebody, which can always be done, or shows them again. Who is hidden is from then on the private player of
/// their e-mail, unless there is one: then nothing names them. Who is shown is the open one.
pub(crate) fn hide(
    sql: &mut dyn Sql,
    code: &str,
    visibility: Visibility,
    who: Actor,
    now: UnixMs,
) -> Result<Result<(), HideRefused>, StoreError> {
    let is_hidden = visibility == Visibility::Hidden;
    let select = "SELECT id, hidden, email FROM rating_player WHERE code = ?1 AND list = 'humans'";
    let Some(row) = sql.ask(select, &[code.into()])?.into_iter().next() else {
        return Ok(Err(HideRefused::Nobody));
    };
    let mut fields = Fields::of("rating_player", row);
    let (id, was_hidden) = (fields.row()?, fields.flag()?);
    if was_hidden == is_hidden {
        return Ok(Ok(()));
    }
    let mut named = Value::Null;
    if let Some(email) = fields.maybe_bytes()? {
        let wanted = match visibility {
            Visibility::Shown => Named::Open,
            Visibility::Hidden => Named::Private,
        };
        match (email::holder(sql, &email, wanted)?, wanted) {
            (None, _) => named = wanted.name().into(),
            (Some(_), Named::Private) => {}
            (Some(open), Named::Open) => {
                return Ok(Err(HideRefused::EmailTaken(open.code.unwrap_or_default())));
            }
        }
    }
    let update = "UPDATE rating_player SET hidden = ?2, named = ?3 WHERE id = ?1";
    sql.change(update, &[id.into(), is_hidden.into(), named])?;
    note(sql, now, who, "player", id, &serde_json::json!({ "hidden": is_hidden }))?;
    Ok(Ok(()))
}

/// Whether somebody is as verified as they were to become: then nothing changes, and nothing is noted.
fn is_so(sql: &mut dyn Sql, code: &str, is: bool) -> Result<bool, StoreError> {
    let select =
        "SELECT id FROM rating_player WHERE code = ?1 AND list = 'humans' AND verified = ?2";
    Ok(!sql.ask(select, &[code.into(), is.into()])?.is_empty())
}

fn id_of(sql: &mut dyn Sql, code: &str) -> Result<Option<i64>, StoreError> {
    let found = sql.ask("SELECT id FROM rating_player WHERE code = ?1", &[code.into()])?;
    found.into_iter().next().map(|row| Fields::of("rating_player", row).int()).transpose()
}

/// Makes a profile.
pub(crate) fn create_profile(
    sql: &mut dyn Sql,
    name: &str,
    [key, recovery]: [[u8; 32]; 2],
    now: UnixMs,
) -> Result<PlayerRow, StoreError> {
    let player = identity::create(sql, &NewPlayer::person(name), now)?;
    let insert =
        "INSERT INTO rating_profile (player, key, recovery, created_at) VALUES (?1, ?2, ?3, ?4)";
    let given = [player.id.into(), key.as_slice().into(), recovery.as_slice().into(), now.into()];
    sql.change(insert, &given)?;
    Ok(player)
}

/// How a profile is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProfileSecret {
    /// By its key.
    Key([u8; 32]),
    /// By its recovery code.
    Recovery([u8; 32]),
}

/// The player whose profile has this secret. A recovery code is worth something until the key it led to is used.
pub(crate) fn profile(
    sql: &mut dyn Sql,
    secret: ProfileSecret,
) -> Result<Option<PlayerRow>, StoreError> {
    match secret {
        ProfileSecret::Key(hash) => found_by(sql, "key", hash),
        ProfileSecret::Recovery(hash) => match found_by(sql, "recovery", hash)? {
            Some(player) => Ok(Some(player)),
            None => found_by(sql, "recovered_by", hash),
        },
    }
}

pub(super) fn by_secret(column: &str) -> String {
    format!(
        "SELECT {COLUMNS}, {column} FROM rating_player JOIN
            (SELECT player, {column} FROM rating_profile WHERE {column} = ?1) AS profile ON player = id"
    )
}

fn found_by(
    sql: &mut dyn Sql,
    column: &str,
    hash: [u8; 32],
) -> Result<Option<PlayerRow>, StoreError> {
    let found = sql.ask(&by_secret(column), &[hash.as_slice().into()])?.into_iter().next();
    let read = |row| {
        let mut fields = Fields::of("rating_player", row);
        Ok::<_, StoreError>((PlayerRow::read(&mut fields)?, fields.bytes()?))
    };
    let found = found.map(read).transpose()?;
    Ok(found.filter(|(_, stored)| keys::is_same(&hash, stored)).map(|(player, _)| player))
}

/// Gives a profile new secrets for this recovery code. The old key is worth nothing from then on, and so is the code once
/// the new key is used: until then the answer may be lost, and be asked for again.
pub(crate) fn renew_profile(
    sql: &mut dyn Sql,
    player: i64,
    recovered_by: [u8; 32],
    [key, recovery]: [[u8; 32]; 2],
) -> Result<(), StoreError> {
    let update =
        "UPDATE rating_profile SET key = ?2, recovery = ?3, recovered_by = ?4 WHERE player = ?1";
    let given = [
        player.into(),
        key.as_slice().into(),
        recovery.as_slice().into(),
        recovered_by.as_slice().into(),
    ];
    sql.change(update, &given).map(|_| ())
}

/// Whether a profile was recovered and its new key never used.
pub(crate) fn awaits_key(sql: &mut dyn Sql, player: i64) -> Result<bool, StoreError> {
    let select = "SELECT player FROM rating_profile WHERE player = ?1 AND recovered_by IS NOT NULL";
    Ok(!sql.ask(select, &[player.into()])?.is_empty())
}

/// The key of a recovered profile is used: the code that led to it is worth nothing from then on.
pub(crate) fn settle_recovery(sql: &mut dyn Sql, key: [u8; 32]) -> Result<(), StoreError> {
    let update = "UPDATE rating_profile SET recovered_by = NULL WHERE key = ?1";
    sql.change(update, &[key.as_slice().into()]).map(|_| ())
}

/// Renames a player.
pub(crate) fn rename(sql: &mut dyn Sql, player: i64, name: &str) -> Result<(), StoreError> {
    let update = "UPDATE rating_player SET name = ?2, folded = ?3 WHERE id = ?1";
    sql.change(update, &[player.into(), name.into(), folded(name).into()]).map(|_| ())
}

/// Takes a profile away, and everything that says whose it was. What others played against it stays.
pub(crate) fn delete_profile(
    sql: &mut dyn Sql,
    player: i64,
    now: UnixMs,
) -> Result<(), StoreError> {
    sql.change("DELETE FROM rating_profile WHERE player = ?1", &[player.into()])?;
    let update = "UPDATE rating_player SET code = NULL, name = '', folded = '', email = NULL, named = NULL, hidden = 1, verified = 0
        WHERE id = ?1";
    sql.change(update, &[player.into()])?;
    note(sql, now, Actor::Player, "player", player, &serde_json::json!({ "deleted": true }))
}
