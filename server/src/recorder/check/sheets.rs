//! Folds every sheet again, and compares what follows from it with what the tables say.

use super::ledger::Expected;
use super::{CheckReport, Problem};
use crate::recorder::GameName;
use crate::scorekeeper::{Sheet, follows};
use crate::store::{LedgerSheet, Store, StoreError};

/// Checks every game that people keep.
pub(super) fn check(
    store: &mut Store,
    report: &mut CheckReport,
    expected: &mut Expected,
) -> Result<(), StoreError> {
    store.each_sheet(|sheet| {
        report.games += 1;
        report.hands += u64::from(sheet.count);
        if let Err(what) = check_sheet(&sheet, expected) {
            let game = GameName::Recorded(sheet.sheet.row);
            report.problems.push(Problem::Sheet { game, what });
        }
    })
}

fn check_sheet(stored: &LedgerSheet, expected: &mut Expected) -> Result<(), &'static str> {
    let sheet: Sheet =
        serde_json::from_str(&stored.sheet.body).map_err(|_| "the sheet can't be read")?;
    let folded = sheet.fold().map_err(|_| "a hand can't have been")?;
    sheet.check_typed().map_err(|_| "no game can end with the scores that were typed")?;
    let follows = follows(&sheet, &folded);
    expected.expect_sheet(&follows, stored);
    let facts = [
        (follows.hands == stored.hands, "the scores of a hand do not follow from the sheet"),
        (follows.end == stored.end, "the end does not follow from the sheet"),
        (follows.quality == stored.quality, "how much is known does not follow from the sheet"),
        (sheet.hands.len() == stored.count as usize, "the number of hands is wrong"),
        (sheet.scores(&folded).map(i64::from) == stored.scores, "the scores are wrong"),
        (stored.sheet.version == stored.audit.len() as i64, "the audit does not tell every change"),
    ];
    facts.iter().find(|(holds, _)| !holds).map_or(Ok(()), |(_, what)| Err(*what))
}
