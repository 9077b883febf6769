//! The tables, and how a database of an older version gets them.

use super::{Session, sql};
use crate::store::StoreError;

/// One after the other; the row in `store` says how many there have been.
const MIGRATIONS: [&str; 3] = [
    include_str!("../../../migrations/postgres/0001_log_and_ledger.sql"),
    include_str!("../../../migrations/postgres/0002_sheets.sql"),
    include_str!("../../../migrations/postgres/0003_ratings.sql"),
];

/// Makes the tables in an empty database, and adds what is missing to an older one.
pub(super) fn migrate(session: &mut Session) -> Result<(), StoreError> {
    let applied = applied(session)?;
    for (version, migration) in (1..).zip(MIGRATIONS).skip(applied) {
        let batch = format!("BEGIN; {migration}; UPDATE store SET version = {version}; COMMIT");
        session.say(&batch).map_err(sql("migrate the database"))?;
    }
    Ok(())
}

/// Makes sure that the database is one this version can read.
pub(super) fn check(session: &mut Session) -> Result<(), StoreError> {
    match applied(session)? {
        0 => Err(StoreError::NotOurs),
        _ => Ok(()),
    }
}

/// How many of the migrations the database has had; none for an empty one.
fn applied(session: &mut Session) -> Result<usize, StoreError> {
    let doing = "read the schema version";
    let look =
        "SELECT count(*), count(*) FILTER (WHERE tablename = 'store' OR tablename = 'score_event'),
            current_setting('server_encoding')
        FROM pg_tables WHERE schemaname = current_schema()";
    let row = session.row(look, &[]).map_err(sql(doing))?.ok_or(StoreError::NotOurs)?;
    let (tables, ours): (i64, i64) = (row.get(0), row.get(1));
    let encoding: &str = row.get(2);
    if encoding != "UTF8" {
        return Err(StoreError::Encoding { found: encoding.to_owned() });
    }
    match (tables, ours) {
        (0, _) => return Ok(0),
        (_, 2) => {}
        _ => return Err(StoreError::NotOurs),
    }
    let row = session.row("SELECT version FROM store", &[]).map_err(sql(doing))?;
    let (found, known): (i64, _) =
        (row.ok_or(StoreError::NotOurs)?.get(0), MIGRATIONS.len() as i64);
    match usize::try_from(found) {
        Ok(applied) if found <= known => Ok(applied),
        Ok(_) => Err(StoreError::TooNew { found, known }),
        Err(_) => Err(StoreError::NotOurs),
    }
}
