//! Questions that are asked on connections of their own, beside the one that writes.

use std::path::Path;

use rusqlite::{Connection, Row, backup::Backup, params};

use super::{GameId, GameRow, HandRow, RoomId, ScoreEvent, StoreError, sql};

const EVENTS: &str = "SELECT hand.id, game.room, game.number, hand.number,
        delta0, delta1, delta2, delta3, total0, total1, total2, total3, outcome, record
    FROM score_event JOIN hand USING (id) JOIN game ON game.id = score_event.game";

/// The score events after the one with this id, oldest first.
pub(crate) fn events_after(
    connection: &Connection,
    id: u64,
    limit: u32,
) -> Result<Vec<ScoreEvent>, StoreError> {
    let Ok(id) = i64::try_from(id) else { return Ok(Vec::new()) };
    let select = format!("{EVENTS} WHERE score_event.id > ?1 ORDER BY score_event.id LIMIT ?2");
    rows(connection, &select, params![id, limit], score_event).map_err(sql("read score events"))
}

/// The id of the last score event, zero if there is none.
pub(crate) fn last_event(connection: &Connection) -> Result<u64, StoreError> {
    let select = "SELECT ifnull(max(id), 0) FROM score_event";
    let last = connection.query_row(select, [], |row| row.get::<_, i64>(0));
    Ok(last.map_err(sql("find the last score event"))?.unsigned_abs())
}

/// The hands of a game that come after this one, or its first ones, in the order they were played.
pub(crate) fn hands_after(
    connection: &Connection,
    game: GameId,
    after: Option<u32>,
    limit: u32,
) -> Result<Vec<HandRow>, StoreError> {
    let Ok(room) = i64::try_from(game.room.0) else { return Ok(Vec::new()) };
    let select = format!(
        "{EVENTS} WHERE game.room = ?1 AND game.number = ?2 AND hand.game = game.id AND hand.number > ?3
         ORDER BY hand.number LIMIT ?4"
    );
    let after = after.map_or(-1, i64::from);
    rows(connection, &select, params![room, game.number, after, limit], |row| {
        Ok(HandRow { event: score_event(row)?, record: row.get(13)? })
    })
    .map_err(sql("read the hands of a game"))
}

/// The games after the one with this row id, oldest first.
pub(crate) fn games_after(
    connection: &Connection,
    id: u64,
    limit: u32,
) -> Result<Vec<GameRow>, StoreError> {
    let Ok(id) = i64::try_from(id) else { return Ok(Vec::new()) };
    let select = "SELECT game.id, game.room, game.number,
            (SELECT count(*) FROM hand WHERE hand.game = game.id), total0, total1, total2, total3
        FROM game JOIN hand ON hand.game = game.id
            AND hand.number = (SELECT max(number) FROM hand AS last WHERE last.game = game.id)
        WHERE game.id > ?1 ORDER BY game.id LIMIT ?2";
    rows(connection, select, params![id, limit], |row| {
        Ok(GameRow {
            id: row.get::<_, i64>(0)?.unsigned_abs(),
            game: game_id(row, 1)?,
            hands: row.get(3)?,
            totals: totals(row, 4)?,
        })
    })
    .map_err(sql("read games"))
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

/// The hands whose scores are not those before them plus what they moved, each with its game.
pub(crate) fn score_problems(connection: &Connection) -> Result<Vec<(GameId, u32)>, StoreError> {
    let select = "SELECT room, number, hand FROM (
            SELECT game.room, game.number, hand.number AS hand, hand.game = score_event.game AS same_game,
                total0 = sum(delta0) OVER line AND total1 = sum(delta1) OVER line
                    AND total2 = sum(delta2) OVER line AND total3 = sum(delta3) OVER line AS adds_up,
                hand.number - row_number() OVER line AS offset,
                min(hand.number) OVER (PARTITION BY hand.game) - 1 AS first_offset,
                delta0 + delta1 + delta2 + delta3 AS made
            FROM hand LEFT JOIN score_event USING (id) LEFT JOIN game ON game.id = hand.game
            WINDOW line AS (PARTITION BY hand.game ORDER BY hand.number)
        ) WHERE same_game IS NOT 1 OR adds_up IS NOT 1 OR offset <> first_offset OR made <> 0
        UNION ALL
        SELECT game.room, game.number, 0 FROM score_event JOIN game ON game.id = score_event.game
        WHERE score_event.id NOT IN (SELECT id FROM hand)";
    rows(connection, select, params![], |row| Ok((game_id(row, 0)?, row.get(2)?)))
        .map_err(sql("add up the scores"))
}

/// Copies everything that is committed into a new file.
pub(crate) fn backup_into(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    let doing = "back the database up";
    let mut copy = Connection::open(to).map_err(sql(doing))?;
    // All pages in one go: the copy is of one moment, and whoever writes is not held up by a reader.
    Backup::new(connection, &mut copy).and_then(|backup| backup.step(-1)).map_err(sql(doing))?;
    copy.close().map_err(|(_, source)| StoreError::Sql { doing, source })
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
        deltas: [row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?],
        totals: totals(row, 8)?,
        outcome: row.get(12)?,
    })
}

fn game_id(row: &Row<'_>, first: usize) -> rusqlite::Result<GameId> {
    Ok(GameId {
        room: RoomId(row.get::<_, i64>(first)?.unsigned_abs()),
        number: row.get(first + 1)?,
    })
}

fn totals(row: &Row<'_>, first: usize) -> rusqlite::Result<[i64; 4]> {
    Ok([row.get(first)?, row.get(first + 1)?, row.get(first + 2)?, row.get(first + 3)?])
}
