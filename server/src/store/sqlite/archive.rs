//! Reads closed rooms back.

use rusqlite::{Connection, OptionalExtension, Row};

use super::{log, sql};
use crate::store::{ArchivedRoom, RoomId, StoreError};

const SELECT: &str = "SELECT room, steps, version, body, hash, summary FROM archive";

/// The closed room with this id, if there is one.
pub(crate) fn read_archived(
    connection: &Connection,
    room: RoomId,
) -> Result<Option<ArchivedRoom>, StoreError> {
    let Ok(id) = i64::try_from(room.0) else { return Ok(None) };
    let read =
        connection.query_row(&format!("{SELECT} WHERE room = ?1"), [id], archived).optional();
    read.map_err(sql("read the archive"))
}

/// Shows every closed room to `visit`, one at a time.
pub(crate) fn each_archived(
    connection: &Connection,
    mut visit: impl FnMut(ArchivedRoom),
) -> Result<(), StoreError> {
    let doing = "read the archive";
    let mut select = connection.prepare(&format!("{SELECT} ORDER BY room")).map_err(sql(doing))?;
    let mut rows = select.query([]).map_err(sql(doing))?;
    while let Some(row) = rows.next().map_err(sql(doing))? {
        visit(archived(row).map_err(sql(doing))?);
    }
    Ok(())
}

fn archived(row: &Row<'_>) -> rusqlite::Result<ArchivedRoom> {
    let number =
        |index| Ok::<_, rusqlite::Error>(log::integer(row.get_ref(index)?).unwrap_or_default());
    Ok(ArchivedRoom {
        room: RoomId(number(0)?.unsigned_abs()),
        steps: u64::try_from(number(1)?).unwrap_or_default(),
        version: number(2)?,
        packed: log::bytes(row.get_ref(3)?).to_vec(),
        hash: log::bytes(row.get_ref(4)?).to_vec(),
        summary: row.get::<_, String>(5).unwrap_or_default(),
    })
}
