//! A game that people keep as a line of an export: the sheet, and the hashes of its keys, so that its recorder can go on.

use std::io;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::clock::now_ms;
use crate::scorekeeper::{Sheet, follows};
use crate::store::{Follows, LedgerSheet, SheetKeys, SheetTarget, SheetWrite};

/// A sheet on its way. What was done to it before stays where it was done.
#[derive(Serialize, Deserialize)]
pub(super) struct SheetLine {
    recorder: String,
    organiser: String,
    secret: String,
    sheet: Sheet,
    /// What was done to it where it comes from.
    audit: Vec<Value>,
}

impl SheetLine {
    pub(super) fn of(stored: &LedgerSheet) -> io::Result<Box<Self>> {
        let SheetKeys { recorder, organiser, secret } = &stored.sheet.keys;
        let entry = |row: &crate::store::AuditRow| {
            let change: Value = serde_json::from_str(&row.change).unwrap_or_default();
            json!({ "at": row.at, "who": row.who, "change": change })
        };
        Ok(Box::new(Self {
            recorder: hex::encode(recorder),
            organiser: hex::encode(organiser),
            secret: hex::encode(secret),
            sheet: serde_json::from_str(&stored.sheet.body)?,
            audit: stored.audit.iter().map(entry).collect(),
        }))
    }

    /// What is written for it, if it folds and can end as somebody typed.
    pub(super) fn write(&self) -> Option<SheetWrite> {
        let folded = self.sheet.fold().ok()?;
        self.sheet.check_typed().ok()?;
        let keys = SheetKeys {
            recorder: key(&self.recorder)?,
            organiser: key(&self.organiser)?,
            secret: key(&self.secret)?,
        };
        let sheet = &self.sheet;
        Some(SheetWrite {
            target: SheetTarget::New { keys, started_at: sheet.started_at },
            body: serde_json::to_string(sheet).ok()?,
            rules: serde_json::to_string(&sheet.rules).ok()?,
            names: sheet.names.clone(),
            hands: u32::try_from(sheet.hands.len()).ok()?,
            scores: sheet.scores(&folded).map(i64::from),
            before: Follows::default(),
            after: follows(sheet, &folded),
            who: "operator".to_owned(),
            change: json!({ "did": "import", "before": null, "after": null, "reason": null, "audit": self.audit })
                .to_string(),
            now: now_ms(),
        })
    }
}

fn key(text: &str) -> Option<[u8; 32]> {
    hex::decode(text).ok()?.try_into().ok()
}
