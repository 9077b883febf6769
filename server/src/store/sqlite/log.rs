//! Reads the log back, whatever state it is in.

use rusqlite::{Connection, Row, types::ValueRef};

use super::sql;
use crate::store::{LogRow, RoomId, StoreError};

/// Shows every row of the log to `visit`, in the order they were written.
///
/// # Errors
///
/// If SQLite cannot read the table, or a row does not say which room it belongs to.
pub(crate) fn scan_log(
    connection: &Connection,
    mut visit: impl FnMut(LogRow<'_>),
) -> Result<(), StoreError> {
    let doing = "read the log";
    let mut select = connection
        .prepare("SELECT id, room, seq, version, body, hash FROM log ORDER BY id")
        .map_err(sql(doing))?;
    let mut rows = select.query([]).map_err(sql(doing))?;
    while let Some(row) = rows.next().map_err(sql(doing))? {
        visit(log_row(row)?);
    }
    Ok(())
}

/// Makes sure that no rows have vanished from the log with the page they were on.
///
/// The chain of a room cannot tell that: without its last steps it is a chain still.
///
/// # Errors
///
/// If SQLite finds its pages damaged: nobody can say then which rooms are whole.
pub(crate) fn check_pages(connection: &Connection) -> Result<(), StoreError> {
    let doing = "check the pages of the log";
    let mut check = connection.prepare("PRAGMA quick_check(log)").map_err(sql(doing))?;
    let mut rows = check.query([]).map_err(sql(doing))?;
    while let Some(row) = rows.next().map_err(sql(doing))? {
        let finding: String = row.get(0).map_err(sql(doing))?;
        // What is wrong with a single value breaks the chain of its room, and of no other.
        let is_one_value = finding.contains(" value in log.");
        if finding != "ok" && !is_one_value {
            return Err(StoreError::DamagedPages { finding });
        }
    }
    Ok(())
}

/// The highest room that left something outside the log.
pub(crate) fn last_room(connection: &Connection) -> Result<Option<RoomId>, StoreError> {
    let select = "SELECT max(room) FROM (SELECT max(room) AS room FROM archive UNION ALL SELECT max(room) FROM game)";
    let last = connection.query_row(select, [], |row| row.get::<_, Option<i64>>(0));
    Ok(last
        .map_err(sql("find the last room"))?
        .and_then(|room| u64::try_from(room).ok())
        .map(RoomId))
}

/// Reads one row of `id, room, seq, version, body, hash`.
pub(super) fn log_row<'a>(row: &'a Row<'_>) -> Result<LogRow<'a>, StoreError> {
    let column = |index| row.get_ref(index).map_err(sql("read the log"));
    let id = integer(column(0)?).unwrap_or_default();
    let room = integer(column(1)?).and_then(|room| u64::try_from(room).ok());
    Ok(LogRow {
        id,
        room: RoomId(room.ok_or(StoreError::Unreadable { table: "log", row: Some(id) })?),
        seq: integer(column(2)?).and_then(|seq| u64::try_from(seq).ok()).unwrap_or_default(),
        version: integer(column(3)?).unwrap_or_default(),
        body: bytes(column(4)?),
        hash: bytes(column(5)?),
    })
}

pub(super) fn integer(value: ValueRef<'_>) -> Option<i64> {
    match value {
        ValueRef::Integer(integer) => Some(integer),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Text(_) | ValueRef::Blob(_) => None,
    }
}

pub(super) fn bytes(value: ValueRef<'_>) -> &[u8] {
    match value {
        ValueRef::Blob(bytes) => bytes,
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) => &[],
    }
}
