//! Questions about hands and the feed.

use ::postgres::Row;

use super::history::read_seatings;
use super::{Session, sql};
use crate::store::{GameId, HandRow, Outcome, RoomId, ScoreEvent, StoreError};

pub(super) const EVENTS: &str =
    "SELECT hand.id, game.room, game.number, hand.number, score_event.at,
        delta0, delta1, delta2, delta3, after0, after1, after2, after3, outcome::text
    FROM score_event JOIN hand USING (id) JOIN game ON game.id = score_event.game";

/// Which of [`EVENTS`] the feed tells.
pub(super) const OF_FEED: &str =
    "WHERE score_event.id > $1 AND public ORDER BY score_event.id LIMIT $2";

/// Which of [`EVENTS`] are the hands of a game.
pub(super) const OF_GAME: &str =
    "WHERE hand.game = $1 AND hand.number > $2 ORDER BY hand.number LIMIT $3";

pub(super) const RECORD: &str = "SELECT record::text FROM game JOIN hand ON hand.game = game.id
        JOIN hand_record ON hand_record.hand = hand.id
    WHERE game.room = $1 AND game.number = $2 AND hand.number = $3";

/// The public score events after the one with this id, oldest first.
pub(crate) fn events_after(
    session: &mut Session,
    id: u64,
    limit: u32,
) -> Result<Vec<ScoreEvent>, StoreError> {
    let doing = "read score events";
    let Ok(id) = i64::try_from(id) else { return Ok(Vec::new()) };
    let select = format!("{EVENTS} {OF_FEED}");
    let rows = session.rows(&select, &[&id, &i64::from(limit)]).map_err(sql(doing))?;
    rows.iter().map(|row| score_event(row, doing)).collect()
}

/// The id of the last score event, zero if there is none.
pub(crate) fn last_event(session: &mut Session) -> Result<u64, StoreError> {
    let select = "SELECT coalesce(max(id), 0) FROM score_event";
    let row = session.row(select, &[]).map_err(sql("find the last score event"))?;
    Ok(row.map_or(0, |row| row.get::<_, i64>(0).unsigned_abs()))
}

/// The hands of a game with a number above this, in the order they were played.
pub(crate) fn hands_after(
    session: &mut Session,
    game: GameId,
    after: u32,
    limit: u32,
) -> Result<Vec<HandRow>, StoreError> {
    let doing = "read the hands of a game";
    let Ok(room) = i64::try_from(game.room.0) else { return Ok(Vec::new()) };
    let select = "SELECT id FROM game WHERE room = $1 AND number = $2";
    let found = session.row(select, &[&room, &i64::from(game.number)]).map_err(sql(doing))?;
    let Some(row) = found.map(|row| row.get::<_, i64>(0)) else { return Ok(Vec::new()) };
    let seating = read_seatings(session, &[row]).map_err(sql(doing))?.remove(&row);
    let seating = seating.unwrap_or_default();
    let select = format!("{EVENTS} {OF_GAME}");
    let rows =
        session.rows(&select, &[&row, &i64::from(after), &i64::from(limit)]).map_err(sql(doing))?;
    let hands = rows.iter().map(|row| {
        let event = score_event(row, doing)?;
        Ok(HandRow::of(event, &seating))
    });
    hands.collect()
}

/// The record of a finished hand.
pub(crate) fn hand_record(
    session: &mut Session,
    game: GameId,
    hand: u32,
) -> Result<Option<String>, StoreError> {
    let Ok(room) = i64::try_from(game.room.0) else { return Ok(None) };
    let given: super::session::Given<'_> = &[&room, &i64::from(game.number), &i64::from(hand)];
    let row = session.row(RECORD, given).map_err(sql("read the record of a hand"))?;
    Ok(row.map(|row| row.get(0)))
}

/// Reads one row of [`EVENTS`].
fn score_event(row: &Row, doing: &'static str) -> Result<ScoreEvent, StoreError> {
    let outcome: Outcome = serde_json::from_str(row.get(13))
        .map_err(|source| StoreError::Sql { doing, source: Box::new(source) })?;
    Ok(ScoreEvent {
        id: row.get::<_, i64>(0).unsigned_abs(),
        game: game_id(row, 1),
        hand: small(row, 3),
        at: row.get(4),
        // What a hand moves was 32 bits wide when it was posted.
        deltas: totals(row, 5).map(|delta| i32::try_from(delta).unwrap_or_default()),
        scores: totals(row, 9),
        outcome,
    })
}

pub(super) fn game_id(row: &Row, first: usize) -> GameId {
    GameId {
        room: RoomId(row.get::<_, Option<i64>>(first).unwrap_or_default().unsigned_abs()),
        number: small(row, first + 1),
    }
}

pub(super) fn totals(row: &Row, first: usize) -> [i64; 4] {
    std::array::from_fn(|seat| row.get(first + seat))
}

/// A number that was 32 bits wide when it was stored.
pub(super) fn small(row: &Row, column: usize) -> u32 {
    u32::try_from(row.get::<_, Option<i64>>(column).unwrap_or_default()).unwrap_or_default()
}
