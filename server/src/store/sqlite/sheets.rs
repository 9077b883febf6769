//! Sheets of games that people keep: written as a whole in one transaction.

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use tracing::error;

use super::{ledger, sql};
use crate::store::sheet::{self, ORIGIN, VARIANT};
use crate::store::sheets::BY_SECRET;
use crate::store::{
    AuditWrite, SheetEnd, SheetKeys, SheetTarget, SheetWrite, SheetWritten, StoreError,
};

const DOING: &str = "write a sheet";

const INSERT_AUDIT: &str = "INSERT INTO audit (game, at, who, change) VALUES (?1, ?2, ?3, ?4)";

/// Notes what was done to a game.
pub(super) fn write_audit(connection: &Connection, write: &AuditWrite) -> Result<(), StoreError> {
    let AuditWrite { row, at, who, change } = write;
    let noted = connection.execute(INSERT_AUDIT, params![row, at, who, change]);
    noted.map(|_| ()).map_err(sql("write the audit"))
}

/// Writes a sheet and everything that follows from it, if it is still as its writer saw it.
pub(super) fn write_sheet(
    connection: &Connection,
    write: &SheetWrite,
) -> Result<SheetWritten, StoreError> {
    connection.execute_batch("BEGIN IMMEDIATE").map_err(sql(DOING))?;
    let written = match (Sheets { connection, write }).write() {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            error!(error = &error as &dyn std::error::Error, "a sheet contradicts itself");
            SheetWritten::Refused
        }
        written => written.map_err(sql(DOING))?,
    };
    let end = match written {
        SheetWritten::Saved { .. } => "COMMIT",
        SheetWritten::Stale | SheetWritten::Exists { .. } | SheetWritten::Refused => "ROLLBACK",
    };
    connection.execute_batch(end).map_err(sql(DOING))?;
    Ok(written)
}

/// One sheet on its way into the database.
struct Sheets<'a> {
    connection: &'a Connection,
    write: &'a SheetWrite,
}

impl Sheets<'_> {
    fn write(&self) -> rusqlite::Result<SheetWritten> {
        let (row, version, started_at) = match self.write.target {
            SheetTarget::New { keys, started_at } => {
                let made = self
                    .connection
                    .query_row(BY_SECRET, [&keys.secret[..]], |row| row.get(0))
                    .optional()?;
                if let Some(row) = made {
                    return Ok(SheetWritten::Exists { row });
                }
                (self.insert(&keys, started_at)?, 1, started_at)
            }
            SheetTarget::Known { row, version, started_at } => {
                if !self.update(row, version)? {
                    return Ok(SheetWritten::Stale);
                }
                (row, version + 1, started_at)
            }
        };
        self.write_seats(row)?;
        self.write_hands(row)?;
        self.write_found(row, started_at)?;
        self.write_tallies()?;
        self.write_end(row)?;
        let SheetWrite { who, change, now, .. } = self.write;
        self.connection.execute(INSERT_AUDIT, params![row, now, who, change])?;
        Ok(SheetWritten::Saved { row, version })
    }

    fn insert(&self, keys: &SheetKeys, started_at: i64) -> rusqlite::Result<i64> {
        let class = self.class(&self.write.after.quality)?;
        let insert = "INSERT INTO game (class, public, rules, started_at) VALUES (?1, 1, ?2, ?3)";
        self.connection.execute(insert, params![class, self.write.rules, started_at])?;
        let row = self.connection.last_insert_rowid();
        let insert = "INSERT INTO sheet (game, version, recorder, organiser, secret, body, hands, now0, now1, now2, now3)
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let SheetKeys { recorder, organiser, secret } = keys;
        let SheetWrite { body, hands, scores: [s0, s1, s2, s3], .. } = self.write;
        self.connection.execute(
            insert,
            params![row, recorder, organiser, secret, body, hands, s0, s1, s2, s3],
        )?;
        Ok(row)
    }

    /// Says whether it still was at this version.
    fn update(&self, row: i64, version: i64) -> rusqlite::Result<bool> {
        let update = "UPDATE sheet SET version = version + 1, body = ?3, hands = ?4, now0 = ?5, now1 = ?6, now2 = ?7,
            now3 = ?8 WHERE game = ?1 AND version = ?2";
        let SheetWrite { body, rules, hands, scores: [s0, s1, s2, s3], .. } = self.write;
        let updated =
            self.connection.execute(update, params![row, version, body, hands, s0, s1, s2, s3])?;
        if updated == 0 {
            return Ok(false);
        }
        let class = self.class(&self.write.after.quality)?;
        let update = "UPDATE game SET class = ?2, rules = ?3 WHERE id = ?1";
        self.connection.execute(update, params![row, class, rules])?;
        Ok(true)
    }

    fn class(&self, quality: &str) -> rusqlite::Result<i64> {
        ledger::class(self.connection, [VARIANT, ORIGIN, quality])
    }

    fn write_seats(&self, row: i64) -> rusqlite::Result<()> {
        self.connection.execute("DELETE FROM seat WHERE game = ?1", [row])?;
        let insert =
            "INSERT INTO seat (game, seat, from_hand, kind, name) VALUES (?1, ?2, 0, 'human', ?3)";
        let mut insert = self.connection.prepare(insert)?;
        for (seat, name) in (0..4).zip(&self.write.names) {
            insert.execute(params![row, seat, name])?;
        }
        Ok(())
    }

    fn write_hands(&self, row: i64) -> rusqlite::Result<()> {
        let first = self.write.after.first_changed(&self.write.before);
        let delete = "DELETE FROM sheet_hand WHERE game = ?1 AND number >= ?2";
        self.connection.execute(delete, params![row, first as i64])?;
        let insert =
            "INSERT INTO sheet_hand (game, number, before0, before1, before2, before3, before_pot,
                after0, after1, after2, after3, after_pot)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let mut insert = self.connection.prepare(insert)?;
        for hand in self.write.after.hands.iter().skip(first - 1) {
            let ([b0, b1, b2, b3], [a0, a1, a2, a3]) = (hand.before, hand.after);
            let (number, before_pot, after_pot) = (hand.number, hand.before_pot, hand.after_pot);
            insert.execute(params![
                row, number, b0, b1, b2, b3, before_pot, a0, a1, a2, a3, after_pot
            ])?;
        }
        Ok(())
    }

    fn write_found(&self, row: i64, started_at: i64) -> rusqlite::Result<()> {
        let SheetWrite { before, after, .. } = self.write;
        let moved = before.quality != after.quality;
        let delete = "DELETE FROM found_by WHERE feature = ?1 AND player = ?2 AND class = ?3 AND started_at = ?4 AND game = ?5";
        let insert = "INSERT INTO found_by (feature, player, class, started_at, game) VALUES (?1, ?2, ?3, ?4, ?5)";
        if !before.found.is_empty() {
            let class = self.class(&before.quality)?;
            let mut delete = self.connection.prepare(delete)?;
            let gone = before.found.iter().filter(|found| moved || !after.found.contains(found));
            for (what, player) in gone {
                delete.execute(params![what, player, class, started_at, row])?;
            }
        }
        let class = self.class(&after.quality)?;
        let mut insert = self.connection.prepare(insert)?;
        let new = after.found.iter().filter(|found| moved || !before.found.contains(found));
        for (what, player) in new {
            insert.execute(params![what, player, class, started_at, row])?;
        }
        Ok(())
    }

    fn write_tallies(&self) -> rusqlite::Result<()> {
        let SheetWrite { before, after, .. } = self.write;
        if before.quality == after.quality {
            let class = self.class(&after.quality)?;
            return self.add(class, sheet::tally_changes(&before.tallies, &after.tallies));
        }
        let none = std::collections::BTreeMap::new();
        if !before.tallies.is_empty() {
            let class = self.class(&before.quality)?;
            self.add(class, sheet::tally_changes(&before.tallies, &none))?;
        }
        self.add(self.class(&after.quality)?, sheet::tally_changes(&none, &after.tallies))
    }

    fn add(&self, class: i64, changes: Vec<sheet::TallyChange<'_>>) -> rusqlite::Result<()> {
        let upsert =
            "INSERT INTO tally (player, class, what, count, sum) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET count = count + excluded.count, sum = sum + excluded.sum";
        let delete =
            "DELETE FROM tally WHERE player = ?1 AND class = ?2 AND what = ?3 AND count = 0";
        let mut upsert = self.connection.prepare(upsert)?;
        let mut delete = self.connection.prepare(delete)?;
        for (player, what, count, sum) in changes {
            upsert.execute(params![player, class, what, count, sum])?;
            if count < 0 {
                delete.execute(params![player, class, what])?;
            }
        }
        Ok(())
    }

    fn write_end(&self, row: i64) -> rusqlite::Result<()> {
        if self.write.before.end == self.write.after.end {
            return Ok(());
        }
        self.connection.execute("DELETE FROM game_end WHERE game = ?1", [row])?;
        if let Some(SheetEnd { at, scores: [s0, s1, s2, s3] }) = self.write.after.end {
            let insert = "INSERT INTO game_end (game, at, way, score0, score1, score2, score3)
                VALUES (?1, ?2, 'finished', ?3, ?4, ?5, ?6)";
            self.connection.execute(insert, params![row, at, s0, s1, s2, s3])?;
        }
        Ok(())
    }
}
