//! The tables, and how a database of an older version gets them.

use super::{Session, sql};
use crate::store::StoreError;

/// One after the other; the row in `store` says how many there have been.
const MIGRATIONS: [&str; 14] = [
    include_str!("../../../migrations/postgres/0001_log_and_ledger.sql"),
    include_str!("../../../migrations/postgres/0002_sheets.sql"),
    include_str!("../../../migrations/postgres/0003_ratings.sql"),
    include_str!("../../../migrations/postgres/0004_profiles.sql"),
    include_str!("../../../migrations/postgres/0005_league_sources.sql"),
    include_str!("../../../migrations/postgres/0006_points_stay.sql"),
    include_str!("../../../migrations/postgres/0007_audit_by_subject.sql"),
    include_str!("../../../migrations/postgres/0008_listed_matches.sql"),
    include_str!("../../../migrations/postgres/0009_recovered_by.sql"),
    include_str!("../../../migrations/postgres/0010_sheet_hands_stay.sql"),
    include_str!("../../../migrations/postgres/0011_gold_is_self_draw.sql"),
    include_str!("../../../migrations/postgres/0012_named_by_e_mail.sql"),
    include_str!("../../../migrations/postgres/0013_hidden_are_private.sql"),
    include_str!("../../../migrations/postgres/0014_kept_points_stay.sql"),
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
        found if found < MIGRATIONS.len() => {
            let known = MIGRATIONS.len() as i64;
            Err(StoreError::TooOld { found: found as i64, known })
        }
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

#[cfg(test)]
mod tests {
    use super::super::{open_reader, open_writer};
    use super::*;
    use crate::store::fresh::Fresh;
    use crate::store::ratings::{HIDDEN_BEFORE, HIDDEN_SINCE};
    use crate::store::{Database, apart};

    /// A seat, a tally, a way to be found and a season, as they were before profiles were kept with them.
    const OLDER: &str = "INSERT INTO class VALUES (1, 'fujian', 'online', 'complete');
        INSERT INTO game VALUES (1, 1, 7, 1, 'K7Q2XM', true, '{}', 5);
        INSERT INTO seat VALUES (1, 0, 0, 'human', 'Ana', NULL);
        INSERT INTO tally VALUES ('Ana', 1, 'hand', 3, 0), ('Ana', 1, 'self_draw', 1, 4),
            ('Ana', 1, 'three_golds', 2, 56), ('Bo', 1, 'robbed_gold', 1, 22);
        INSERT INTO found_by VALUES ('any', 'Ana', 1, 5, 1), ('robbed_gold', 'Bo', 1, 5, 1);
        INSERT INTO rating_source VALUES (4, 'Club', 'somebody', NULL, 'approved', 1, 2);
        INSERT INTO rating_league VALUES (2, 'Tuesdays', 0, 1);
        INSERT INTO rating_season VALUES (3, 2, 'Autumn', 1, NULL);
        INSERT INTO rating_session VALUES (1, 4, 'a', '\\x00', 'league', 3, NULL, 1, 1, 'kept');
        INSERT INTO rating_session VALUES (2, 0, '7-1', '\\x00', 'open', NULL, '7-1', 1, 1, 'kept');
        UPDATE store SET version = 3;";

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

    #[test]
    fn an_older_database_is_brought_up_to_date_without_loss_on_a_server() {
        let fresh = Fresh::new();
        let Database::Postgres(url) = fresh.url.parse().unwrap() else { return };
        apart(|| {
            let mut older = Session::connect(&url).unwrap();
            MIGRATIONS[..3].iter().for_each(|migration| older.say(migration).unwrap());
            older.say(OLDER).unwrap();
            drop(older);
            let unread = open_reader(&url).map(|_| ());
            assert!(matches!(unread, Err(StoreError::TooOld { found: 3, .. })), "{unread:?}");

            let mut written = open_writer(&url).unwrap();

            let select = "SELECT kind || name || coalesce(profile, '-') FROM seat
                UNION ALL (SELECT player || ' ' || what || ' ' || count || ' ' || sum FROM tally ORDER BY 1)
                UNION ALL (SELECT feature || ' ' || player FROM found_by ORDER BY 1)
                UNION ALL SELECT league || ' admits ' || source FROM rating_league_source
                UNION ALL SELECT game || ' is listed' FROM rating_session WHERE listed = 1";
            let rows = written.rows(select, &[]).unwrap();
            let kept: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            assert_eq!(kept, KEPT);
            let bot = "INSERT INTO seat VALUES (1, 1, 0, 'bot', NULL, 'easy', 'p-000000000000')";
            assert!(written.say(bot).is_err(), "a bot plays for nobody");
        });
    }

    #[test]
    fn who_was_hidden_becomes_private_and_nobody_is_shown_on_a_server() {
        let fresh = Fresh::new();
        let Database::Postgres(url) = fresh.url.parse().unwrap() else { return };
        apart(|| {
            let mut older = Session::connect(&url).unwrap();
            MIGRATIONS[..12].iter().for_each(|migration| older.say(migration).unwrap());
            for (id, email, hidden, named) in HIDDEN_BEFORE {
                let email = email.map_or("NULL".to_owned(), |email| format!("'\\x0{email}'"));
                let player = format!(
                    "INSERT INTO rating_player VALUES ({id}, NULL, 'humans', 'Ana', '', {email}, NULL, {hidden}, 0, 1500, 1500,
                        0, 0, 0, 0, 0, NULL, {named})"
                );
                older.say(&player).unwrap();
            }
            older.say("UPDATE store SET version = 12").unwrap();
            drop(older);

            let mut written = open_writer(&url).unwrap();

            let select = "SELECT id || ' ' || coalesce(named, '-') || ' ' || hidden FROM rating_player ORDER BY id";
            let rows = written.rows(select, &[]).unwrap();
            let named: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            assert_eq!(named, HIDDEN_SINCE);
            for seen in ["hidden = 0 WHERE id = 3", "named = 'open' WHERE id = 3"] {
                assert!(
                    written.say(&format!("UPDATE rating_player SET {seen}")).is_err(),
                    "{seen}"
                );
            }
        });
    }
}
