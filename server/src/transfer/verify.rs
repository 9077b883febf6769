//! Checks an export without a database: plays every hand again, folds every sheet.

use std::io::BufRead;

use protocol::record::HandRecord;

use super::{EXPORT_VERSION, Line, OLDEST_VERSION, TransferError};

/// What an export holds, all of which checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Games that were played here.
    pub games: u64,
    /// Their hands, each played again.
    pub hands: u64,
    /// Games that people kept, each folded again.
    pub sheets: u64,
}

/// Checks every line of an export: that each hand is what its record says and goes on from the one before it.
///
/// # Errors
///
/// At the first line that does not check.
pub fn verify(input: impl BufRead) -> Result<Verified, TransferError> {
    let mut verifying = Verifying { found: Verified::default(), game: None };
    let mut number = 0;
    for line in input.lines() {
        number += 1;
        let line = serde_json::from_str(&line?)
            .map_err(|source| TransferError::Line { line: number, source })?;
        verifying.take(line, number)?;
    }
    Ok(verifying.found)
}

struct Verifying {
    found: Verified,
    /// The game whose hands come next: its number in the room, and its scores.
    game: Option<(u32, [i32; 4])>,
}

impl Verifying {
    fn take(&mut self, line: Line, number: usize) -> Result<(), TransferError> {
        match line {
            Line::Export { version: OLDEST_VERSION..=EXPORT_VERSION } if number == 1 => {}
            Line::Export { version } => return Err(TransferError::Version(version)),
            Line::Game(_) | Line::Hand { .. } | Line::End { .. } | Line::Sheet(_)
                if number == 1 =>
            {
                return Err(TransferError::Misplaced { line: number });
            }
            Line::Game(game) => {
                self.found.games += 1;
                self.game = Some((game.number, [0; 4]));
            }
            Line::Hand { record, .. } => self.take_hand(&record, number)?,
            Line::End { .. } => self.game = None,
            Line::Sheet(sheet) => {
                self.game = None;
                self.found.sheets += 1;
                sheet.write().ok_or(TransferError::Sheet { line: number })?;
            }
        }
        Ok(())
    }

    fn take_hand(&mut self, record: &HandRecord, line: usize) -> Result<(), TransferError> {
        let checked = record.verify();
        checked.map_err(|source| TransferError::Record { line, source: Box::new(source) })?;
        if self.game != Some((record.game, record.scores_before.0)) {
            return Err(TransferError::Misplaced { line });
        }
        self.game = Some((record.game, record.scores_after.0));
        self.found.hands += 1;
        Ok(())
    }
}
