//! Reads the log and the archive back.

use ::postgres::Row;

use super::{Session, sql, stored};
use crate::store::{ArchivedRoom, LogRow, RoomId, StoreError};

/// Shows every row of the log to `visit`, in the order they were written.
pub(crate) fn scan_log(
    session: &mut Session,
    mut visit: impl FnMut(LogRow<'_>),
) -> Result<(), StoreError> {
    let select = "SELECT id, room, seq, version, body, hash FROM log ORDER BY id";
    let show = |row: &Row| {
        visit(log_row(row)?);
        Ok(())
    };
    session.each_row(select, show, "read the log")
}

/// The server looks after its pages itself: with checksums it refuses to read a damaged one.
pub(crate) fn check_pages(_session: &mut Session) -> Result<(), StoreError> {
    Ok(())
}

/// The highest room that left something outside the log.
pub(crate) fn last_room(session: &mut Session) -> Result<Option<RoomId>, StoreError> {
    let select = "SELECT greatest((SELECT max(room) FROM archive), (SELECT max(room) FROM game))";
    let row = session.row(select, &[]).map_err(sql("find the last room"))?;
    let last: Option<i64> = row.and_then(|row| row.get(0));
    Ok(last.and_then(|room| u64::try_from(room).ok()).map(RoomId))
}

/// Reads one row of `id, room, seq, version, body, hash`.
pub(super) fn log_row(row: &Row) -> Result<LogRow<'_>, StoreError> {
    let id = row.get(0);
    let room = u64::try_from(row.get::<_, i64>(1));
    Ok(LogRow {
        id,
        room: RoomId(room.map_err(|_| StoreError::Unreadable { table: "log", row: Some(id) })?),
        seq: u64::try_from(row.get::<_, i64>(2)).unwrap_or_default(),
        version: row.get(3),
        body: row.get(4),
        hash: row.get(5),
    })
}

const ARCHIVED: &str = "SELECT room, steps, version, body, hash, summary FROM archive";

/// The closed room with this id, if there is one.
pub(crate) fn read_archived(
    session: &mut Session,
    room: RoomId,
) -> Result<Option<ArchivedRoom>, StoreError> {
    if i64::try_from(room.0).is_err() {
        return Ok(None);
    }
    let select = format!("{ARCHIVED} WHERE room = $1");
    let row = session.row(&select, &[&stored(room.0)]).map_err(sql("read the archive"))?;
    Ok(row.as_ref().map(archived))
}

/// Shows every closed room to `visit`, one at a time.
pub(crate) fn each_archived(
    session: &mut Session,
    mut visit: impl FnMut(ArchivedRoom),
) -> Result<(), StoreError> {
    let show = |row: &Row| {
        visit(archived(row));
        Ok(())
    };
    session.each_row(&format!("{ARCHIVED} ORDER BY room"), show, "read the archive")
}

fn archived(row: &Row) -> ArchivedRoom {
    ArchivedRoom {
        room: RoomId(row.get::<_, i64>(0).unsigned_abs()),
        steps: u64::try_from(row.get::<_, i64>(1)).unwrap_or_default(),
        version: row.get(2),
        packed: row.get(3),
        hash: row.get(4),
        summary: row.get(5),
    }
}
