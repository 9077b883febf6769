//! The tables, and how a file of an older version gets them.

use rusqlite::Connection;

use super::sql;
use crate::store::StoreError;

/// Marks a SQLite file as ours: "SJIN".
const APPLICATION_ID: i64 = 0x534a_494e;

/// One after the other; a file's `user_version` says how many it has had.
const MIGRATIONS: [&str; 14] = [
    include_str!("../../../migrations/sqlite/0001_log_and_ledger.sql"),
    include_str!("../../../migrations/sqlite/0002_sheets.sql"),
    include_str!("../../../migrations/sqlite/0003_ratings.sql"),
    include_str!("../../../migrations/sqlite/0004_profiles.sql"),
    include_str!("../../../migrations/sqlite/0005_league_sources.sql"),
    include_str!("../../../migrations/sqlite/0006_points_stay.sql"),
    include_str!("../../../migrations/sqlite/0007_audit_by_subject.sql"),
    include_str!("../../../migrations/sqlite/0008_listed_matches.sql"),
    include_str!("../../../migrations/sqlite/0009_recovered_by.sql"),
    include_str!("../../../migrations/sqlite/0010_sheet_hands_stay.sql"),
    include_str!("../../../migrations/sqlite/0011_gold_is_self_draw.sql"),
    include_str!("../../../migrations/sqlite/0012_named_by_e_mail.sql"),
    include_str!("../../../migrations/sqlite/0013_hidden_are_private.sql"),
    include_str!("../../../migrations/sqlite/0014_kept_points_stay.sql"),
];

/// Makes the tables in a new file, and adds what is missing to an older one.
pub(super) fn migrate(connection: &Connection) -> Result<(), StoreError> {
    let applied = applied(connection)?;
    for (version, migration) in (1..).zip(MIGRATIONS).skip(applied) {
        let batch = format!(
            "BEGIN IMMEDIATE; {migration}; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version}; COMMIT"
        );
        connection.execute_batch(&batch).map_err(sql("migrate the database"))?;
    }
    Ok(())
}

/// Whether the file has all tables of this version; refused if it is not ours, or newer.
pub(super) fn is_current(connection: &Connection) -> Result<bool, StoreError> {
    match applied(connection)? {
        0 => Err(StoreError::NotOurs),
        applied => Ok(applied == MIGRATIONS.len()),
    }
}

/// A file as an older version of the program left it.
#[cfg(test)]
pub(super) fn migrate_until(connection: &Connection, version: usize) {
    for migration in &MIGRATIONS[..version] {
        connection.execute_batch(migration).unwrap();
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
    connection.pragma_update(None, "user_version", version as i64).unwrap();
}

/// How many of the migrations the file has had; none for an empty one.
fn applied(connection: &Connection) -> Result<usize, StoreError> {
    let doing = "read the schema version";
    let number = |name| {
        connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(sql(doing))
    };
    let (application_id, found) = (number("application_id")?, number("user_version")?);
    let is_empty = || -> Result<bool, StoreError> {
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(sql(doing))?;
        Ok(tables == 0)
    };
    let known = MIGRATIONS.len() as i64;
    match usize::try_from(found) {
        Ok(0) if application_id == 0 && is_empty()? => Ok(0),
        Ok(applied) if application_id == APPLICATION_ID && applied > 0 => match found > known {
            true => Err(StoreError::TooNew { found, known }),
            false => Ok(applied),
        },
        _ => Err(StoreError::NotOurs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::ratings::{HIDDEN_BEFORE, HIDDEN_SINCE};

    #[test]
    fn migrating_twice_changes_nothing() {
        let connection = Connection::open_in_memory().unwrap();

        migrate(&connection).unwrap();
        migrate(&connection).unwrap();

        assert_eq!(applied(&connection).unwrap(), MIGRATIONS.len());
    }

    /// Everybody as `id named hidden`.
    fn named(connection: &Connection) -> Vec<String> {
        let select = "SELECT id || ' ' || ifnull(named, '-') || ' ' || hidden FROM rating_player ORDER BY id";
        let mut select = connection.prepare(select).unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// Nobody whom an older version hid is named openly by a new player then.
    #[test]
    fn who_was_hidden_by_the_operator_is_told_from_who_is_private() {
        let connection = Connection::open_in_memory().unwrap();
        migrate_until(&connection, 11);
        for (id, email, hidden) in [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 3, 1), (5, 3, 0)] {
            let player = format!(
                "INSERT INTO rating_player VALUES ({id}, NULL, 'humans', 'Ana', '', x'0{email}', NULL, {hidden}, 0, 1500, 1500,
                    0, 0, 0, 0, 0, NULL)"
            );
            connection.execute_batch(&player).unwrap();
        }
        for about in [3, 4] {
            let noted = format!(
                "INSERT INTO rating_audit VALUES ({about}, 1, 'operator', 'player', {about}, '{{\"hidden\":true}}')"
            );
            connection.execute_batch(&noted).unwrap();
        }

        connection.execute_batch(MIGRATIONS[11]).unwrap();

        assert_eq!(
            named(&connection),
            ["1 open 0", "2 private 1", "3 open 1", "4 private 1", "5 open 0"]
        );
    }

    /// The plain e-mail of somebody hidden named who stood in for them, and was told by that from one nobody had written.
    #[test]
    fn who_was_hidden_becomes_private_and_nobody_is_shown() {
        let connection = Connection::open_in_memory().unwrap();
        migrate_until(&connection, 12);
        for (id, email, hidden, named) in HIDDEN_BEFORE {
            let email = email.map_or("NULL".to_owned(), |email| format!("x'0{email}'"));
            let player = format!(
                "INSERT INTO rating_player VALUES ({id}, NULL, 'humans', 'Ana', '', {email}, NULL, {hidden}, 0, 1500, 1500,
                    0, 0, 0, 0, 0, NULL, {named})"
            );
            connection.execute_batch(&player).unwrap();
        }

        migrate(&connection).unwrap();

        assert_eq!(named(&connection), HIDDEN_SINCE);
        for seen in ["hidden = 0 WHERE id = 3", "named = 'open' WHERE id = 3"] {
            let update = format!("UPDATE rating_player SET {seen}");
            assert!(connection.execute_batch(&update).is_err(), "{seen}");
        }
    }

    #[test]
    fn a_newer_file_is_left_alone() {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();

        let error = migrate(&connection).unwrap_err();

        assert!(matches!(error, StoreError::TooNew { found: 99, .. }));
    }

    #[test]
    fn somebody_elses_file_is_left_alone() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE theirs (id)").unwrap();

        let error = migrate(&connection).unwrap_err();

        assert!(matches!(error, StoreError::NotOurs));
    }
}
