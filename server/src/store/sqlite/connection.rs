//! Opens connections: one that writes, and short-lived ones that only read.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::{reads::copy_pages, schema, sql};
use crate::store::{PROBE_BYTES, StoreError};

/// How long a connection waits for a lock of another process before it gives up.
const BUSY_MS_MAX: u64 = 1_000;

/// Pages of the write-ahead log after which they are moved into the database. All rooms wait for that, so it must be
/// rare: a step is about two pages, and at 500 steps a second this is less than once in three seconds.
const WAL_PAGES_MAX: u32 = 4_000;

/// The version of SQLite that is linked in.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

/// Opens the connection that writes, and brings the schema up to date.
pub(crate) fn open_writer(path: &Path, pages_max: Option<u32>) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(sql("open the database"))?;
    prepare(&connection).map_err(sql("set up the database connection"))?;
    schema::migrate(&connection)?;
    if let Some(pages_max) = pages_max {
        set_pages_max(&connection, pages_max)?;
    }
    Ok(connection)
}

/// Opens a connection that can only read what is committed.
pub(crate) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(sql("open the database for reading"))?;
    connection
        .busy_timeout(Duration::from_millis(BUSY_MS_MAX))
        .map_err(sql("set up the database connection"))?;
    match schema::is_current(&connection)? {
        true => Ok(connection),
        false => renewed(&connection),
    }
}

/// An older file as it will be once a server has opened it: a copy that is gone with its connection. So an old backup
/// can be checked and restored, and whoever only looks changes nothing.
fn renewed(older: &Connection) -> Result<Connection, StoreError> {
    let mut copy = Connection::open("").map_err(sql("make room for a copy"))?;
    copy_pages(older, &mut copy)?;
    schema::migrate(&copy)?;
    Ok(copy)
}

/// From here to [`end_moment`] everything read is of one moment.
pub(crate) fn begin_moment(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("BEGIN").map_err(sql("choose a moment"))
}

/// Goes on with the present.
pub(crate) fn end_moment(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch("COMMIT").map_err(sql("leave a moment"))
}

/// Limits the size of the database, or lifts the limit that there was.
pub(crate) fn set_pages_max(connection: &Connection, pages_max: u32) -> Result<(), StoreError> {
    connection
        .pragma_update_and_check(None, "max_page_count", pages_max, |_| Ok(()))
        .map_err(sql("limit the size of the database"))
}

/// Finds out whether the store takes writes, by writing something and deleting it again.
pub(crate) fn probe(connection: &Connection) -> Result<(), StoreError> {
    let write = || {
        connection.execute("INSERT INTO probe (body) VALUES (zeroblob(?1))", [PROBE_BYTES])?;
        connection.execute("DELETE FROM probe", [])
    };
    write().map(|_| ()).map_err(sql("probe the database"))
}

/// Moves everything from the write-ahead log into the database itself.
pub(crate) fn checkpoint(connection: &Connection) -> Result<(), StoreError> {
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .map_err(sql("checkpoint the database"))
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_millis(BUSY_MS_MAX))?;
    // Closing after a failed fsync must not write the database file from pages that may never have reached the disk.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    // NORMAL would lose acknowledged steps when the power goes.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update_and_check(None, "wal_autocheckpoint", WAL_PAGES_MAX, |_| Ok(()))?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // Looks at every page for damage before it believes it.
    connection.pragma_update(None, "cell_size_check", "ON")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Below 3.51.3 two connections that write and checkpoint at once may corrupt the file.
    #[test]
    fn the_linked_sqlite_has_the_wal_reset_fix() {
        let version: Vec<u32> =
            sqlite_version().split('.').map(|part| part.parse().unwrap()).collect();

        assert!(version >= vec![3, 51, 3], "SQLite {} is too old", sqlite_version());
    }

    /// A seat, a tally, a way to be found and a season, as they were before profiles were kept with them.
    fn older_file(path: &Path) {
        let older = Connection::open(path).unwrap();
        older.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
        schema::migrate_until(&older, 3);
        let rows = "INSERT INTO class VALUES (1, 'fujian', 'online', 'complete');
            INSERT INTO game VALUES (1, 1, 7, 1, 'K7Q2XM', 1, '{}', 5);
            INSERT INTO seat VALUES (1, 0, 0, 'human', 'Ana', NULL);
            INSERT INTO tally VALUES ('Ana', 1, 'hand', 3, 0), ('Ana', 1, 'self_draw', 1, 4),
                ('Ana', 1, 'three_golds', 2, 56), ('Bo', 1, 'robbed_gold', 1, 22);
            INSERT INTO found_by VALUES ('any', 'Ana', 1, 5, 1), ('robbed_gold', 'Bo', 1, 5, 1);
            INSERT INTO rating_source VALUES (4, 'Club', 'somebody', NULL, 'approved', 1, 2);
            INSERT INTO rating_league VALUES (2, 'Tuesdays', 0, 1);
            INSERT INTO rating_season VALUES (3, 2, 'Autumn', 1, NULL);
            INSERT INTO rating_session VALUES (1, 4, 'a', x'00', 'league', 3, NULL, 1, 1, 'kept');
            INSERT INTO rating_session VALUES (2, 0, '7-1', x'00', 'open', NULL, '7-1', 1, 1, 'kept');";
        older.execute_batch(rows).unwrap();
    }

    /// Whoever has submitted to a league goes on to; a Gold that was robbed was a self-draw.
    const KEPT: [&str; 11] = [
        "humanAna-",
        "Ana hand 3 0",
        "Ana self_draw 3 60",
        "Ana three_golds 2 56",
        "Bo robbed_gold 1 22",
        "Bo self_draw 1 22",
        "any Ana",
        "robbed_gold Bo",
        "self_draw Bo",
        "2 admits 4",
        "7-1 is listed",
    ];

    fn rows_kept(connection: &Connection) -> Vec<String> {
        let select = "SELECT kind || name || ifnull(profile, '-') FROM seat
            UNION ALL SELECT player || ' ' || what || ' ' || count || ' ' || sum FROM tally
            UNION ALL SELECT feature || ' ' || player FROM found_by
            UNION ALL SELECT league || ' admits ' || source FROM rating_league_source
            UNION ALL SELECT game || ' is listed' FROM rating_session WHERE listed = 1";
        let mut select = connection.prepare(select).unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn an_older_file_is_read_as_it_will_be_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        older_file(&path);

        let read = rows_kept(&open_reader(&path).unwrap());

        assert_eq!(read, KEPT);
        let plain = Connection::open(&path).unwrap();
        let version: i64 =
            plain.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(version, 3);
    }

    #[test]
    fn an_older_file_is_brought_up_to_date_without_loss() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        older_file(&path);

        let written = open_writer(&path, None).unwrap();

        assert_eq!(rows_kept(&written), KEPT);
        assert!(schema::is_current(&written).unwrap());
        let bot = "INSERT INTO seat VALUES (1, 1, 0, 'bot', NULL, 'easy', 'p-000000000000')";
        assert!(written.execute_batch(bot).is_err(), "a bot plays for nobody");
    }

    #[test]
    fn the_writing_connection_syncs_every_commit() {
        let folder = tempfile::tempdir().unwrap();

        let connection = open_writer(&folder.path().join("store.db"), None).unwrap();

        let pragma = |name| {
            connection.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
        };
        assert_eq!(pragma("journal_mode").unwrap(), "wal".to_owned().into());
        assert_eq!(pragma("synchronous").unwrap(), 2.into());
        assert_eq!(pragma("wal_autocheckpoint").unwrap(), WAL_PAGES_MAX.into());
        assert_eq!(pragma("foreign_keys").unwrap(), 1.into());
    }
}
