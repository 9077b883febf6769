//! Questions that are asked on connections of their own, beside the one that writes.

use std::path::Path;

use rusqlite::{
    Connection, OptionalExtension, Row,
    backup::{Backup, StepResult},
    params,
    types::Type,
};

use super::{history::read_seating, sql};
use crate::store::{GameId, HandRow, Outcome, RoomId, ScoreEvent, StoreError};

pub(super) const EVENTS: &str =
    "SELECT hand.id, game.room, game.number, hand.number, score_event.at,
        delta0, delta1, delta2, delta3, after0, after1, after2, after3, outcome
    FROM score_event JOIN hand USING (id) JOIN game ON game.id = score_event.game";

/// Which of [`EVENTS`] the feed tells.
pub(super) const OF_FEED: &str =
    "WHERE score_event.id > ?1 AND public ORDER BY score_event.id LIMIT ?2";

/// Which of [`EVENTS`] are the hands of a game.
pub(super) const OF_GAME: &str =
    "WHERE hand.game = ?1 AND hand.number > ?2 ORDER BY hand.number LIMIT ?3";

pub(super) const RECORD: &str = "SELECT record FROM game JOIN hand ON hand.game = game.id
        JOIN hand_record ON hand_record.hand = hand.id
    WHERE game.room = ?1 AND game.number = ?2 AND hand.number = ?3";

/// The public score events after the one with this id, oldest first.
pub(crate) fn events_after(
    connection: &Connection,
    id: u64,
    limit: u32,
) -> Result<Vec<ScoreEvent>, StoreError> {
    let Ok(id) = i64::try_from(id) else { return Ok(Vec::new()) };
    let select = format!("{EVENTS} {OF_FEED}");
    rows(connection, &select, params![id, limit], score_event).map_err(sql("read score events"))
}

/// The id of the last score event, zero if there is none.
pub(crate) fn last_event(connection: &Connection) -> Result<u64, StoreError> {
    let select = "SELECT ifnull(max(id), 0) FROM score_event";
    let last = connection.query_row(select, [], |row| row.get::<_, i64>(0));
    Ok(last.map_err(sql("find the last score event"))?.unsigned_abs())
}

/// The hands of a game with a number above this, in the order they were played.
pub(crate) fn hands_after(
    connection: &Connection,
    game: GameId,
    after: u32,
    limit: u32,
) -> Result<Vec<HandRow>, StoreError> {
    let doing = "read the hands of a game";
    let Some(row) = game_row(connection, game).map_err(sql(doing))? else { return Ok(Vec::new()) };
    let seating = read_seating(connection, row).map_err(sql("read the seats of a game"))?;
    let select = format!("{EVENTS} {OF_GAME}");
    rows(connection, &select, params![row, after, limit], |row| {
        let event = score_event(row)?;
        Ok(HandRow::of(event, &seating))
    })
    .map_err(sql(doing))
}

/// The record of a finished hand.
pub(crate) fn hand_record(
    connection: &Connection,
    game: GameId,
    hand: u32,
) -> Result<Option<String>, StoreError> {
    let Ok(room) = i64::try_from(game.room.0) else { return Ok(None) };
    let read = connection.query_row(RECORD, params![room, game.number, hand], |row| row.get(0));
    read.optional().map_err(sql("read the record of a hand"))
}

fn game_row(connection: &Connection, game: GameId) -> rusqlite::Result<Option<i64>> {
    let Ok(room) = i64::try_from(game.room.0) else { return Ok(None) };
    let select = "SELECT id FROM game WHERE room = ?1 AND number = ?2";
    connection.query_row(select, params![room, game.number], |row| row.get(0)).optional()
}

/// What SQLite itself finds wrong with the file.
pub(crate) fn integrity_problems(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut problems =
        rows(connection, "PRAGMA integrity_check", params![], |row| row.get::<_, String>(0))
            .map_err(sql("check the database"))?;
    problems.retain(|problem| problem != "ok");
    let orphans = rows(connection, "PRAGMA foreign_key_check", params![], |row| {
        Ok(format!(
            "row {:?} of {} refers to nothing",
            row.get::<_, Option<i64>>(1)?,
            row.get::<_, String>(0)?
        ))
    });
    problems.extend(orphans.map_err(sql("check the database"))?);
    Ok(problems)
}

/// The score events whose hand is gone, each with its game and number.
pub(crate) fn lost_events(connection: &Connection) -> Result<Vec<(GameId, u32)>, StoreError> {
    let select =
        "SELECT room, number, hand FROM score_event JOIN game ON game.id = score_event.game
        WHERE score_event.id NOT IN (SELECT id FROM hand)";
    rows(connection, select, params![], |row| Ok((game_id(row, 0)?, row.get(2)?)))
        .map_err(sql("look for lost hands"))
}

/// Copies everything that is committed into a new file.
pub(crate) fn backup_into(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    let mut copy = Connection::open(to).map_err(sql(COPYING))?;
    copy_pages(connection, &mut copy)?;
    copy.close().map_err(|(_, source)| sql(COPYING)(source))
}

const COPYING: &str = "back the database up";

/// Copies all pages in one go: the copy is of one moment, and whoever writes is not held up by a reader.
pub(super) fn copy_pages(from: &Connection, to: &mut Connection) -> Result<(), StoreError> {
    let step = Backup::new(from, to).and_then(|backup| backup.step(-1));
    match step.map_err(sql(COPYING))? {
        StepResult::Done => Ok(()),
        // Less than everything is no copy.
        _ => Err(StoreError::Busy),
    }
}

fn rows<T>(
    connection: &Connection,
    select: &str,
    parameters: &[&dyn rusqlite::ToSql],
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare(select)?.query_map(parameters, read)?.collect()
}

/// Reads one row of [`EVENTS`].
fn score_event(row: &Row<'_>) -> rusqlite::Result<ScoreEvent> {
    Ok(ScoreEvent {
        id: row.get::<_, i64>(0)?.unsigned_abs(),
        game: game_id(row, 1)?,
        hand: row.get(3)?,
        at: row.get(4)?,
        deltas: [row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?],
        scores: totals(row, 9)?,
        outcome: outcome(row, 13)?,
    })
}

pub(super) fn game_id(row: &Row<'_>, first: usize) -> rusqlite::Result<GameId> {
    Ok(GameId {
        room: RoomId(row.get::<_, i64>(first)?.unsigned_abs()),
        number: row.get(first + 1)?,
    })
}

fn outcome(row: &Row<'_>, column: usize) -> rusqlite::Result<Outcome> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|source| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(source))
    })
}

pub(super) fn totals(row: &Row<'_>, first: usize) -> rusqlite::Result<[i64; 4]> {
    Ok([row.get(first)?, row.get(first + 1)?, row.get(first + 2)?, row.get(first + 3)?])
}
