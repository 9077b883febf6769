//! Sheets of games that people keep, read back.

use std::collections::HashMap;

use super::fields::Fields;
use super::said::Sql;
use super::sheet::{self, AuditRow, LedgerSheet, SheetEnd, SheetHandRow, SheetKeys, StoredSheet};
use super::{Store, StoreError};

/// Sheets that are looked through at once.
const SHEETS: u32 = 200;

pub(super) const SHEET: &str = "SELECT game, version, recorder, organiser, secret, CAST(body AS TEXT) FROM sheet WHERE game = ?1";
pub(super) const BY_SECRET: &str = "SELECT game, version, recorder, organiser, secret, CAST(body AS TEXT) FROM sheet WHERE secret = ?1";
pub(super) const AUDIT: &str = "SELECT id, at, who, CAST(change AS TEXT) FROM audit
    WHERE game = ?1 AND id > ?2 ORDER BY id LIMIT ?3";

impl Store {
    /// The sheet of this row, if there is one.
    pub(crate) fn sheet(&mut self, row: i64) -> Result<Option<StoredSheet>, StoreError> {
        let found = self.spoken(|sql| sql.ask(SHEET, &[row.into()]))?.into_iter().next();
        found.map(|row| stored_sheet(&mut Fields::of("sheet", row))).transpose()
    }

    /// What was done to a game after the row of the audit with this id, oldest first.
    pub(crate) fn audit_after(
        &mut self,
        row: i64,
        after: i64,
        limit: u32,
    ) -> Result<Vec<AuditRow>, StoreError> {
        self.spoken(|sql| audit_after(sql, row, after, limit))
    }

    /// Shows every sheet, with all that should follow from it, to `visit`.
    pub(crate) fn each_sheet(&mut self, visit: impl FnMut(LedgerSheet)) -> Result<(), StoreError> {
        self.spoken(|sql| each_sheet(sql, visit))
    }
}

fn audit_after(
    sql: &mut dyn Sql,
    row: i64,
    after: i64,
    limit: u32,
) -> Result<Vec<AuditRow>, StoreError> {
    let read = |row| {
        let mut fields = Fields::of("audit", row);
        let (id, at) = (fields.row()?, fields.int()?);
        Ok(AuditRow { id, at, who: fields.text()?, change: fields.text()? })
    };
    sql.ask(AUDIT, &[row.into(), after.into(), limit.into()])?.into_iter().map(read).collect()
}

fn each_sheet(sql: &mut dyn Sql, mut visit: impl FnMut(LedgerSheet)) -> Result<(), StoreError> {
    let select = "SELECT sheet.game, version, recorder, organiser, secret, CAST(body AS TEXT), class, quality, started_at,
            hands, now0, now1, now2, now3, game_end.at, score0, score1, score2, score3
        FROM sheet JOIN game ON game.id = sheet.game JOIN class ON class.id = game.class
            LEFT JOIN game_end ON game_end.game = sheet.game
        WHERE sheet.game > ?1 ORDER BY sheet.game LIMIT ?2";
    let mut last = i64::MIN;
    loop {
        let rows = sql.ask(select, &[last.into(), SHEETS.into()])?.into_iter();
        let sheets: Vec<_> = rows
            .map(|row| ledger_sheet(&mut Fields::of("sheet", row)))
            .collect::<Result<_, _>>()?;
        let Some(end) = sheets.last().map(|sheet| sheet.sheet.row) else { return Ok(()) };
        let mut hands = read_hands(sql, last, end)?;
        for mut sheet in sheets {
            sheet.hands = hands.remove(&sheet.sheet.row).unwrap_or_default();
            sheet.audit = audit_after(sql, sheet.sheet.row, i64::MIN, u32::MAX)?;
            visit(sheet);
        }
        last = end;
    }
}

/// The settled hands of the games after one and up to another.
fn read_hands(
    sql: &mut dyn Sql,
    after: i64,
    end: i64,
) -> Result<HashMap<i64, Vec<SheetHandRow>>, StoreError> {
    let select = "SELECT game, number, before0, before1, before2, before3, before_pot,
            after0, after1, after2, after3, after_pot
        FROM sheet_hand WHERE game > ?1 AND game <= ?2 ORDER BY game, number";
    let mut hands: HashMap<i64, Vec<SheetHandRow>> = HashMap::new();
    for row in sql.ask(select, &[after.into(), end.into()])? {
        let mut fields = Fields::of("sheet_hand", row);
        hands.entry(fields.row()?).or_default().push(SheetHandRow {
            number: fields.small()?,
            before: totals(&mut fields)?,
            before_pot: fields.int()?,
            after: totals(&mut fields)?,
            after_pot: fields.int()?,
        });
    }
    Ok(hands)
}

fn stored_sheet(fields: &mut Fields) -> Result<StoredSheet, StoreError> {
    let (row, version) = (fields.row()?, fields.int()?);
    let mut hash = || fields.bytes().map(|bytes| sheet::hash(&bytes));
    let keys = SheetKeys { recorder: hash()?, organiser: hash()?, secret: hash()? };
    Ok(StoredSheet { row, version, keys, body: fields.text()? })
}

fn ledger_sheet(fields: &mut Fields) -> Result<LedgerSheet, StoreError> {
    Ok(LedgerSheet {
        sheet: stored_sheet(fields)?,
        class: fields.int()?,
        quality: fields.text()?,
        started_at: fields.int()?,
        count: fields.small()?,
        scores: totals(fields)?,
        end: match fields.maybe_int()? {
            Some(at) => Some(SheetEnd { at, scores: totals(fields)? }),
            None => None,
        },
        hands: Vec::new(),
        audit: Vec::new(),
    })
}

fn totals(fields: &mut Fields) -> Result<[i64; 4], StoreError> {
    Ok([fields.int()?, fields.int()?, fields.int()?, fields.int()?])
}
