//! What is shown of players. A hidden one is not there for any of these questions.

use super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::List;
use crate::store::StoreError;

/// Somebody who is rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerRow {
    pub(crate) id: i64,
    /// The public id; none for a nickname of one source.
    pub(crate) code: Option<String>,
    pub(crate) list: List,
    pub(crate) name: String,
    pub(crate) is_hidden: bool,
    pub(crate) is_verified: bool,
    pub(crate) rating: i32,
    pub(crate) verified_rating: i32,
    pub(crate) games: u32,
    pub(crate) verified_games: u32,
    pub(crate) rounds: u32,
    pub(crate) wins: u32,
    pub(crate) created_at: UnixMs,
    pub(crate) played_at: Option<UnixMs>,
}

pub(super) const COLUMNS: &str =
    "id, code, list, name, hidden, verified, rating, verified_rating, games,
    verified_games, rounds, wins, created_at, played_at";

impl PlayerRow {
    pub(super) fn read(fields: &mut Fields) -> Result<Self, StoreError> {
        Ok(Self {
            id: fields.row()?,
            code: fields.maybe_text()?,
            list: fields.list()?,
            name: fields.text()?,
            is_hidden: fields.flag()?,
            is_verified: fields.flag()?,
            rating: fields.small()?,
            verified_rating: fields.small()?,
            games: fields.small()?,
            verified_games: fields.small()?,
            rounds: fields.small()?,
            wins: fields.small()?,
            created_at: fields.int()?,
            played_at: fields.maybe_int()?,
        })
    }
}

fn players(rows: Vec<Vec<crate::store::tables::Value>>) -> Result<Vec<PlayerRow>, StoreError> {
    rows.into_iter().map(|row| PlayerRow::read(&mut Fields::of("rating_player", row))).collect()
}

pub(super) const BY_CODE: &str = "WHERE code = ?1 AND hidden = 0";

/// The player with this public id, unless hidden.
pub(crate) fn player(sql: &mut dyn Sql, code: &str) -> Result<Option<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {BY_CODE}");
    Ok(players(sql.ask(&select, &[code.into()])?)?.pop())
}

pub(super) const IS_HIDDEN: &str = "SELECT hidden FROM rating_player WHERE code = ?1";

/// Whether somebody is hidden; nothing if there is nobody with this public id.
pub(crate) fn is_hidden(sql: &mut dyn Sql, code: &str) -> Result<Option<bool>, StoreError> {
    let found = sql.ask(IS_HIDDEN, &[code.into()])?;
    found.into_iter().next().map(|row| Fields::of("rating_player", row).flag()).transpose()
}

pub(crate) const NAMED: &str =
    "WHERE folded >= ?1 AND folded < ?2 AND hidden = 0 AND code IS NOT NULL
    ORDER BY folded, id LIMIT ?3";

/// Players whose folded name begins so, by name.
pub(crate) fn search(
    sql: &mut dyn Sql,
    folded: &str,
    limit: u32,
) -> Result<Vec<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {NAMED}");
    // No text that begins so comes after this one.
    let end = format!("{folded}\u{10ffff}");
    players(sql.ask(&select, &[folded.into(), end.into(), limit.into()])?)
}

pub(crate) const BEST: &str =
    "WHERE list = ?1 AND hidden = 0 AND verified = 1 AND verified_games >= ?2
    ORDER BY verified_rating DESC, id DESC LIMIT ?3";

/// Verified players by their verified rating, the best first.
pub(crate) fn leaderboard(
    sql: &mut dyn Sql,
    list: List,
    min_games: u32,
    limit: u32,
) -> Result<Vec<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {BEST}");
    players(sql.ask(&select, &[list.name().into(), min_games.into(), limit.into()])?)
}

pub(super) const BETTER: &str = "SELECT count(*) FROM rating_player
    WHERE list = ?1 AND hidden = 0 AND verified = 1 AND verified_games >= ?2 AND verified_rating > ?3";

/// Somebody's place on that leaderboard, if they have one: one more than how many are better.
pub(crate) fn place(
    sql: &mut dyn Sql,
    code: &str,
    list: List,
    min_games: u32,
) -> Result<Option<(u32, PlayerRow)>, StoreError> {
    let own = player(sql, code)?
        .filter(|own| own.list == list && own.is_verified && own.verified_games >= min_games);
    let Some(own) = own else { return Ok(None) };
    let given = [list.name().into(), min_games.into(), own.verified_rating.into()];
    let better = sql.ask(BETTER, &given)?.into_iter().next();
    let better: u32 = better.map_or(Ok(0), |row| Fields::of("rating_player", row).small())?;
    Ok(Some((better + 1, own)))
}

/// Somebody whose verified rating rose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RiserRow {
    pub(crate) player: PlayerRow,
    /// By how much.
    pub(crate) rise: i32,
    /// In how many rounds.
    pub(crate) rounds: u32,
}

/// What everybody has won since a session. By `+player`: SQLite would go through the rounds of all time to have them
/// by player, instead of sorting the few since.
pub(crate) const RISEN: &str = "SELECT +player AS player, CAST(sum(verified_after - verified_before) AS BIGINT) AS rise, count(*) AS played
    FROM rating_seat WHERE session >= ?1 AND counted = 1 GROUP BY 1";

pub(super) const FIRST_SINCE: &str =
    "SELECT id FROM rating_session WHERE recorded_at >= ?1 ORDER BY recorded_at, id LIMIT 1";

/// Verified players whose verified rating rose most in what was recorded since a time.
pub(crate) fn risers(
    sql: &mut dyn Sql,
    list: List,
    since: UnixMs,
    limit: u32,
) -> Result<Vec<RiserRow>, StoreError> {
    // Sessions are numbered as they are recorded, so what is newer is one range of seats.
    let first = sql.ask(FIRST_SINCE, &[since.into()])?.into_iter().next();
    let Some(first) = first.map(|row| Fields::of("rating_session", row).int()).transpose()? else {
        return Ok(Vec::new());
    };
    let select = format!(
        "SELECT {COLUMNS}, rise, played FROM rating_player JOIN ({RISEN}) AS risen ON risen.player = id
        WHERE list = ?2 AND hidden = 0 AND verified = 1 AND rise > 0 ORDER BY rise DESC, id LIMIT ?3"
    );
    let rows = sql.ask(&select, &[first.into(), list.name().into(), limit.into()])?;
    let read = |row| {
        let mut fields = Fields::of("rating_player", row);
        let player = PlayerRow::read(&mut fields)?;
        Ok(RiserRow { player, rise: fields.small()?, rounds: fields.small()? })
    };
    rows.into_iter().map(read).collect()
}

/// Somebody who may submit sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceRow {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) contact: String,
    pub(crate) state: String,
    pub(crate) applied_at: UnixMs,
    pub(crate) decided_at: Option<UnixMs>,
}

/// All who ever applied, in that order.
pub(crate) fn sources(sql: &mut dyn Sql) -> Result<Vec<SourceRow>, StoreError> {
    let select =
        "SELECT id, name, contact, state, applied_at, decided_at FROM rating_source ORDER BY id";
    let read = |row| {
        let mut fields = Fields::of("rating_source", row);
        Ok(SourceRow {
            id: fields.row()?,
            name: fields.text()?,
            contact: fields.text()?,
            state: fields.text()?,
            applied_at: fields.int()?,
            decided_at: fields.maybe_int()?,
        })
    };
    sql.ask(select, &[])?.into_iter().map(read).collect()
}

pub(super) const CHANGED_AT: &str = "SELECT coalesce(max(at), 0) FROM (SELECT max(recorded_at) AS at FROM rating_session
    UNION ALL SELECT at FROM rating_audit WHERE id = (SELECT max(id) FROM rating_audit)) AS changes";

/// When a round was recorded last or something done that ratings depend on; 0 before anything was.
pub(crate) fn changed_at(sql: &mut dyn Sql) -> Result<UnixMs, StoreError> {
    sql.ask(CHANGED_AT, &[])?
        .into_iter()
        .next()
        .map_or(Ok(0), |row| Fields::of("rating_session", row).int())
}
