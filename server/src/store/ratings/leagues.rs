//! Leagues, their seasons, and the rounds of one.

use std::collections::HashMap;

use super::people::note;
use super::players::{COLUMNS, PlayerRow};
use super::sessions::{SessionRefused, next_id};
use super::{Actor, Admission, Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::season::SeasonRound;
use crate::store::StoreError;

/// A league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeagueRow {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// How many of everybody's worst rounds are left out.
    pub(crate) drop_worst: u32,
    pub(crate) seasons: Vec<SeasonRow>,
    /// Who may submit to them.
    pub(crate) sources: Vec<LeagueSource>,
}

/// A source that may submit to a league's seasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeagueSource {
    pub(crate) id: i64,
    pub(crate) name: String,
}

/// A season of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeasonRow {
    pub(crate) id: i64,
    pub(crate) league: i64,
    pub(crate) name: String,
    pub(crate) started_at: UnixMs,
    pub(crate) ended_at: Option<UnixMs>,
}

/// Adds a league; nothing if the name is taken.
pub(crate) fn add_league(
    sql: &mut dyn Sql,
    name: &str,
    drop_worst: u32,
    now: UnixMs,
) -> Result<Option<i64>, StoreError> {
    if !sql.ask("SELECT id FROM rating_league WHERE name = ?1", &[name.into()])?.is_empty() {
        return Ok(None);
    }
    let id = next_id(sql, "rating_league")?;
    let insert =
        "INSERT INTO rating_league (id, name, drop_worst, created_at) VALUES (?1, ?2, ?3, ?4)";
    sql.change(insert, &[id.into(), name.into(), drop_worst.into(), now.into()])?;
    note(
        sql,
        now,
        Actor::Operator,
        "league",
        id,
        &serde_json::json!({ "drop_worst": drop_worst }),
    )?;
    Ok(Some(id))
}

/// Lets a source submit to a league's seasons, or no longer; nothing if there is no such league or source.
pub(crate) fn admit(
    sql: &mut dyn Sql,
    league: i64,
    source: i64,
    admission: Admission,
    now: UnixMs,
) -> Result<bool, StoreError> {
    let there = "SELECT rating_league.id FROM rating_league, rating_source
        WHERE rating_league.id = ?1 AND rating_source.id = ?2";
    let both = [league.into(), source.into()];
    if sql.ask(there, &both)?.is_empty() {
        return Ok(false);
    }
    let change = match admission {
        Admission::Admitted => {
            "INSERT INTO rating_league_source (league, source) VALUES (?1, ?2)
            ON CONFLICT (league, source) DO NOTHING"
        }
        Admission::Dismissed => {
            "DELETE FROM rating_league_source WHERE league = ?1 AND source = ?2"
        }
    };
    if sql.change(change, &both)? > 0 {
        let is_admitted = admission == Admission::Admitted;
        let noted = serde_json::json!({ "source": source, "admitted": is_admitted });
        note(sql, now, Actor::Operator, "league", league, &noted)?;
    }
    Ok(true)
}

/// Whether a source may submit to a season now.
pub(super) fn check_season(
    sql: &mut dyn Sql,
    season: i64,
    source: i64,
    now: UnixMs,
) -> Result<Result<(), SessionRefused>, StoreError> {
    let select =
        "SELECT league FROM rating_season WHERE id = ?1 AND (ended_at IS NULL OR ended_at > ?2)";
    let open = sql.ask(select, &[season.into(), now.into()])?.into_iter().next();
    let Some(league) =
        open.map(|row| Fields::of("rating_season", row).about(season).int()).transpose()?
    else {
        return Ok(Err(SessionRefused::NoSeason));
    };
    let admitted = "SELECT league FROM rating_league_source WHERE league = ?1 AND source = ?2";
    let is_admitted = !sql.ask(admitted, &[league.into(), source.into()])?.is_empty();
    Ok(is_admitted.then_some(()).ok_or(SessionRefused::NotAdmitted))
}

/// Why a season is not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeasonRefused {
    /// There is no such league.
    NoLeague,
    /// Another of its seasons has this name.
    NameTaken,
}

/// Begins a season.
pub(crate) fn add_season(
    sql: &mut dyn Sql,
    league: i64,
    name: &str,
    now: UnixMs,
) -> Result<Result<i64, SeasonRefused>, StoreError> {
    if sql.ask("SELECT id FROM rating_league WHERE id = ?1", &[league.into()])?.is_empty() {
        return Ok(Err(SeasonRefused::NoLeague));
    }
    let same = "SELECT id FROM rating_season WHERE league = ?1 AND name = ?2";
    if !sql.ask(same, &[league.into(), name.into()])?.is_empty() {
        return Ok(Err(SeasonRefused::NameTaken));
    }
    let id = next_id(sql, "rating_season")?;
    let insert = "INSERT INTO rating_season (id, league, name, started_at) VALUES (?1, ?2, ?3, ?4)";
    sql.change(insert, &[id.into(), league.into(), name.into(), now.into()])?;
    note(sql, now, Actor::Operator, "season", id, &serde_json::json!({ "begun": true }))?;
    Ok(Ok(id))
}

/// Ends a season; says whether it was on.
pub(crate) fn end_season(sql: &mut dyn Sql, season: i64, now: UnixMs) -> Result<bool, StoreError> {
    let update = "UPDATE rating_season SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL";
    let was_on = sql.change(update, &[season.into(), now.into()])? > 0;
    if was_on {
        note(sql, now, Actor::Operator, "season", season, &serde_json::json!({ "ended": true }))?;
    }
    Ok(was_on)
}

/// All leagues with their seasons, in the order they were added.
pub(crate) fn leagues(sql: &mut dyn Sql) -> Result<Vec<LeagueRow>, StoreError> {
    let mut seasons = Vec::new();
    let select = "SELECT id, league, name, started_at, ended_at FROM rating_season ORDER BY id";
    for row in sql.ask(select, &[])? {
        let mut fields = Fields::of("rating_season", row);
        seasons.push(SeasonRow {
            id: fields.row()?,
            league: fields.int()?,
            name: fields.text()?,
            started_at: fields.int()?,
            ended_at: fields.maybe_int()?,
        });
    }
    let mut sources: HashMap<i64, Vec<LeagueSource>> = HashMap::new();
    let select = "SELECT league, id, name FROM rating_league_source JOIN rating_source ON rating_source.id = source
        WHERE state = 'approved' ORDER BY league, id";
    for row in sql.ask(select, &[])? {
        let mut fields = Fields::of("rating_league_source", row);
        let league = fields.row()?;
        let source = LeagueSource { id: fields.int()?, name: fields.text()? };
        sources.entry(league).or_default().push(source);
    }
    let read = |row| {
        let mut fields = Fields::of("rating_league", row);
        let (id, name) = (fields.row()?, fields.text()?);
        let own = seasons.iter().filter(|season| season.league == id).cloned().collect();
        let sources = sources.remove(&id).unwrap_or_default();
        Ok(LeagueRow { id, name, drop_worst: fields.small()?, seasons: own, sources })
    };
    let select = "SELECT id, name, drop_worst FROM rating_league ORDER BY id";
    sql.ask(select, &[])?.into_iter().map(read).collect()
}

/// A season and its league.
pub(crate) fn season(
    sql: &mut dyn Sql,
    id: i64,
) -> Result<Option<(LeagueRow, SeasonRow)>, StoreError> {
    let of = |league: LeagueRow| {
        let season = league.seasons.iter().find(|season| season.id == id).cloned();
        season.map(|season| (league, season))
    };
    Ok(leagues(sql)?.into_iter().find_map(of))
}

/// How far a season has come: while this stays the same, so do its standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeasonState {
    season: i64,
    /// The last session in it.
    session: i64,
    /// The last thing that was done besides rounds.
    audited: i64,
}

pub(super) const STATE: &str =
    "SELECT coalesce(max(id), 0) FROM rating_session WHERE season IS NOT NULL AND season = ?1
    UNION ALL SELECT coalesce(max(id), 0) FROM rating_audit";

/// How far a season has come.
pub(crate) fn season_state(sql: &mut dyn Sql, season: i64) -> Result<SeasonState, StoreError> {
    let mut last = Vec::with_capacity(2);
    for row in sql.ask(STATE, &[season.into()])? {
        last.push(Fields::of("rating_session", row).int()?);
    }
    let at = |nth: usize| last.get(nth).copied().unwrap_or_default();
    Ok(SeasonState { season, session: at(0), audited: at(1) })
}

pub(crate) const ROUNDS: &str = "SELECT session, number, player, points, wins FROM rating_seat
        JOIN rating_session ON rating_session.id = session
    WHERE season IS NOT NULL AND season = ?1 ORDER BY rating_session.id, number, seat";

/// The rounds of a season, in order.
pub(crate) fn season_rounds(
    sql: &mut dyn Sql,
    season: i64,
) -> Result<Vec<SeasonRound>, StoreError> {
    let (mut rounds, mut last) = (Vec::<SeasonRound>::new(), None);
    for row in sql.ask(ROUNDS, &[season.into()])? {
        let mut fields = Fields::of("rating_seat", row);
        let place = (fields.row()?, fields.int()?);
        let result = (fields.int()?, (fields.small()?, fields.small()?));
        match rounds.last_mut().filter(|_| last == Some(place)) {
            Some(round) => round.results.push(result),
            None => rounds.push(SeasonRound { results: vec![result] }),
        }
        last = Some(place);
    }
    Ok(rounds)
}

pub(super) const SHOWN: &str = "WHERE hidden = 0 AND code IS NOT NULL AND id IN (
    SELECT player FROM rating_seat JOIN rating_session ON rating_session.id = session
    WHERE season IS NOT NULL AND season = ?1)";

/// Everybody who played in a season and may be shown.
pub(crate) fn shown(sql: &mut dyn Sql, season: i64) -> Result<Vec<PlayerRow>, StoreError> {
    let select = format!("SELECT {COLUMNS} FROM rating_player {SHOWN}");
    let rows = sql.ask(&select, &[season.into()])?;
    rows.into_iter().map(|row| PlayerRow::read(&mut Fields::of("rating_player", row))).collect()
}
