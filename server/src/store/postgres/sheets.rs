//! Sheets of games that people keep: written as a whole in one transaction.

use std::collections::BTreeMap;

use tracing::error;

use super::ledger::Ledger;
use super::rows::Rows;
use super::spoken::numbered;
use super::{Session, sql};
use crate::store::sheet::{self, ORIGIN, VARIANT};
use crate::store::sheets::BY_SECRET;
use crate::store::tables::{self, Value};
use crate::store::{
    AuditWrite, SheetEnd, SheetKeys, SheetTarget, SheetWrite, SheetWritten, StoreError,
};

const DOING: &str = "write a sheet";

const INSERT_AUDIT: &str = "INSERT INTO audit (id, game, at, who, change)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM audit), $1, $2, $3, $4::text::json";

/// Notes what was done to a game.
pub(super) fn write_audit(session: &mut Session, write: &AuditWrite) -> Result<(), StoreError> {
    let doing = "write the audit";
    session.say("BEGIN").map_err(sql(doing))?;
    check_epoch(session, doing)?;
    let AuditWrite { row, at, who, change } = write;
    session.execute(INSERT_AUDIT, &[row, at, who, change]).map_err(sql(doing))?;
    session.say("COMMIT").map_err(sql(doing))
}

/// Fails when another server writes by now.
fn check_epoch(session: &mut Session, doing: &'static str) -> Result<(), StoreError> {
    let epoch = session.epoch;
    let mine = session.row("SELECT 1 FROM store WHERE epoch = $1 FOR SHARE", &[&epoch]);
    mine.map_err(sql(doing))?.map(|_| ()).ok_or(StoreError::TakenOver)
}

/// Writes a sheet and everything that follows from it, if it is still as its writer saw it.
pub(super) fn write_sheet(
    session: &mut Session,
    ledger: &mut Ledger,
    write: &SheetWrite,
) -> Result<SheetWritten, StoreError> {
    session.say("BEGIN").map_err(sql(DOING))?;
    check_epoch(session, DOING)?;
    let classes = ledger.known_classes();
    let written = match (Sheets { session, ledger, write }).write() {
        Err(error) if error.is_about_data() => {
            error!(error = &error as &dyn std::error::Error, "a sheet contradicts itself");
            // One that was written with it is taken back too.
            ledger.know_classes(classes);
            SheetWritten::Refused
        }
        written => written?,
    };
    let end = match written {
        SheetWritten::Saved { .. } => "COMMIT",
        SheetWritten::Stale | SheetWritten::Exists { .. } | SheetWritten::Refused => "ROLLBACK",
    };
    session.say(end).map_err(sql(DOING))?;
    Ok(written)
}

/// One sheet on its way into the database.
struct Sheets<'a> {
    session: &'a mut Session,
    ledger: &'a mut Ledger,
    write: &'a SheetWrite,
}

impl Sheets<'_> {
    fn write(mut self) -> Result<SheetWritten, StoreError> {
        let (row, version, started_at) = match self.write.target {
            SheetTarget::New { keys, started_at } => {
                let made = self
                    .session
                    .row(&numbered(BY_SECRET), &[&&keys.secret[..]])
                    .map_err(sql(DOING))?;
                if let Some(made) = made {
                    return Ok(SheetWritten::Exists { row: made.get(0) });
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
        self.session.execute(INSERT_AUDIT, &[&row, now, who, change]).map_err(sql(DOING))?;
        Ok(SheetWritten::Saved { row, version })
    }

    fn insert(&mut self, keys: &SheetKeys, started_at: i64) -> Result<i64, StoreError> {
        let class = self.class(&self.write.after.quality)?;
        let row = self.ledger.next_row();
        let SheetWrite { rules, body, hands, scores: [s0, s1, s2, s3], .. } = self.write;
        let insert = "INSERT INTO game (id, class, public, rules, started_at)
            VALUES ($1, $2, true, $3::text::json, $4)";
        self.session.execute(insert, &[&row, &class, rules, &started_at]).map_err(sql(DOING))?;
        let insert = "INSERT INTO sheet (game, version, recorder, organiser, secret, body, hands, now0, now1, now2, now3)
            VALUES ($1, 1, $2, $3, $4, $5::text::json, $6, $7, $8, $9, $10)";
        let SheetKeys { recorder, organiser, secret } = keys;
        let (recorder, organiser, secret) = (&recorder[..], &organiser[..], &secret[..]);
        let hands = i64::from(*hands);
        let given: super::session::Given<'_> =
            &[&row, &recorder, &organiser, &secret, body, &hands, s0, s1, s2, s3];
        self.session.execute(insert, given).map_err(sql(DOING))?;
        Ok(row)
    }

    /// Says whether it still was at this version.
    fn update(&mut self, row: i64, version: i64) -> Result<bool, StoreError> {
        let update = "UPDATE sheet SET version = version + 1, body = $3::text::json, hands = $4, now0 = $5, now1 = $6,
            now2 = $7, now3 = $8 WHERE game = $1 AND version = $2";
        let SheetWrite { body, rules, hands, scores: [s0, s1, s2, s3], .. } = self.write;
        let hands = i64::from(*hands);
        let given: super::session::Given<'_> = &[&row, &version, body, &hands, s0, s1, s2, s3];
        if self.session.execute(update, given).map_err(sql(DOING))? == 0 {
            return Ok(false);
        }
        let class = self.class(&self.write.after.quality)?;
        let update = "UPDATE game SET class = $2, rules = $3::text::json WHERE id = $1";
        self.session.execute(update, &[&row, &class, rules]).map_err(sql(DOING))?;
        Ok(true)
    }

    fn class(&mut self, quality: &str) -> Result<i64, StoreError> {
        self.ledger.class(self.session, [VARIANT, ORIGIN, quality])
    }

    fn write_seats(&mut self, row: i64) -> Result<(), StoreError> {
        let delete = "DELETE FROM seat WHERE game = $1";
        self.session.execute(delete, &[&row]).map_err(sql(DOING))?;
        let mut rows = Rows::of(&tables::SEAT);
        for (seat, name) in (0_i64..4).zip(&self.write.names) {
            rows.push([
                row.into(),
                seat.into(),
                0_i64.into(),
                "human".into(),
                name.as_str().into(),
                Value::Null,
                Value::Null,
            ]);
        }
        rows.write(self.session, "").map_err(sql(DOING))
    }

    fn write_hands(&mut self, row: i64) -> Result<(), StoreError> {
        let first = self.write.after.first_changed(&self.write.before);
        let delete = "DELETE FROM sheet_hand WHERE game = $1 AND number >= $2";
        self.session.execute(delete, &[&row, &(first as i64)]).map_err(sql(DOING))?;
        let mut rows = Rows::of(&tables::SHEET_HAND);
        for hand in self.write.after.hands.iter().skip(first - 1) {
            let mut values: Vec<Value> = vec![row.into(), hand.number.into()];
            values.extend(hand.before.map(Value::from));
            values.push(hand.before_pot.into());
            values.extend(hand.after.map(Value::from));
            values.push(hand.after_pot.into());
            rows.push(values);
        }
        rows.write(self.session, "").map_err(sql(DOING))
    }

    fn write_found(&mut self, row: i64, started_at: i64) -> Result<(), StoreError> {
        let SheetWrite { before, after, .. } = self.write;
        let moved = before.quality != after.quality;
        if !before.found.is_empty() {
            let class = self.class(&before.quality)?;
            let gone = before.found.iter().filter(|found| moved || !after.found.contains(found));
            let (whats, players): (Vec<&str>, Vec<&str>) =
                gone.map(|(what, player)| (what.as_str(), player.as_str())).unzip();
            let delete = "DELETE FROM found_by USING unnest($1::text[], $2::text[]) AS gone (what, who)
                WHERE feature = what AND player = who AND class = $3 AND started_at = $4 AND game = $5";
            let given: super::session::Given<'_> = &[&whats, &players, &class, &started_at, &row];
            self.session.execute(delete, given).map_err(sql(DOING))?;
        }
        let class = self.class(&after.quality)?;
        let mut rows = Rows::of(&tables::FOUND_BY);
        let new = after.found.iter().filter(|found| moved || !before.found.contains(found));
        for (what, player) in new {
            rows.push([
                what.as_str().into(),
                player.as_str().into(),
                class.into(),
                started_at.into(),
                row.into(),
            ]);
        }
        rows.write(self.session, "").map_err(sql(DOING))
    }

    fn write_tallies(&mut self) -> Result<(), StoreError> {
        let SheetWrite { before, after, .. } = self.write;
        if before.quality == after.quality {
            let class = self.class(&after.quality)?;
            return self.add(class, &sheet::tally_changes(&before.tallies, &after.tallies));
        }
        let none = BTreeMap::new();
        if !before.tallies.is_empty() {
            let class = self.class(&before.quality)?;
            self.add(class, &sheet::tally_changes(&before.tallies, &none))?;
        }
        let class = self.class(&after.quality)?;
        self.add(class, &sheet::tally_changes(&none, &after.tallies))
    }

    fn add(&mut self, class: i64, changes: &[sheet::TallyChange<'_>]) -> Result<(), StoreError> {
        let mut rows = Rows::of(&tables::TALLY);
        for (player, what, count, sum) in changes.iter().copied() {
            rows.push([player.into(), class.into(), what.into(), count.into(), sum.into()]);
        }
        let add = "ON CONFLICT (player, class, what) DO UPDATE
            SET count = tally.count + excluded.count, sum = tally.sum + excluded.sum";
        rows.write(self.session, add).map_err(sql(DOING))?;
        let gone = changes.iter().filter(|(_, _, count, _)| *count < 0);
        let (players, whats): (Vec<&str>, Vec<&str>) =
            gone.map(|(player, what, _, _)| (*player, *what)).unzip();
        if players.is_empty() {
            return Ok(());
        }
        let delete = "DELETE FROM tally USING unnest($1::text[], $2::text[]) AS gone (who, done)
            WHERE player = who AND what = done AND class = $3 AND count = 0";
        self.session.execute(delete, &[&players, &whats, &class]).map(|_| ()).map_err(sql(DOING))
    }

    fn write_end(&mut self, row: i64) -> Result<(), StoreError> {
        if self.write.before.end == self.write.after.end {
            return Ok(());
        }
        let delete = "DELETE FROM game_end WHERE game = $1";
        self.session.execute(delete, &[&row]).map_err(sql(DOING))?;
        if let Some(SheetEnd { at, scores: [s0, s1, s2, s3] }) = self.write.after.end {
            let insert = "INSERT INTO game_end (game, at, way, score0, score1, score2, score3)
                VALUES ($1, $2, 'finished', $3, $4, $5, $6)";
            let given: super::session::Given<'_> = &[&row, &at, &s0, &s1, &s2, &s3];
            self.session.execute(insert, given).map_err(sql(DOING))?;
        }
        Ok(())
    }
}
