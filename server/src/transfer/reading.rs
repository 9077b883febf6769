//! Reads an export line by line: every hand is played again and must follow the one before it, every sheet must fold,
//! and nothing may be missing.

use protocol::record::HandRecord;
use serde::{Deserialize, Serialize};

use super::{EXPORT_VERSION, GameLine, Line, OLDEST_VERSION, TransferError};
use crate::recorder::Course;

/// The first version that says at its end what it holds.
const TOTAL_VERSION: u32 = 3;

/// What an export holds, all of which checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verified {
    /// Games that were played here.
    pub games: u64,
    /// Those of them that ended, finished or not.
    pub ended: u64,
    /// Their hands, each played again.
    pub hands: u64,
    /// Games that people kept, each folded again.
    pub sheets: u64,
}

/// How far a file has been read.
#[derive(Default)]
pub(super) struct Reading {
    /// Nothing before the first line.
    version: Option<u32>,
    game: Option<Course>,
    found: Verified,
    is_whole: bool,
}

impl Reading {
    /// Checks the next line.
    pub(super) fn take(&mut self, line: &Line, number: usize) -> Result<(), TransferError> {
        let misplaced = TransferError::Misplaced { line: number };
        match (line, self.version) {
            (Line::Export { version: version @ OLDEST_VERSION..=EXPORT_VERSION }, None) => {
                self.version = Some(*version);
                self.is_whole = *version < TOTAL_VERSION;
                return Ok(());
            }
            (Line::Export { version }, None) => return Err(TransferError::Version(*version)),
            (Line::Export { .. }, Some(_)) | (_, None) => return Err(misplaced),
            (_, Some(version)) if self.is_whole && version >= TOTAL_VERSION => {
                return Err(misplaced);
            }
            (_, Some(_)) => {}
        }
        match line {
            Line::Export { .. } => return Err(misplaced),
            Line::Game(game) => {
                self.found.games += 1;
                self.game = Some(course(game));
            }
            Line::Hand { record, .. } => self.take_hand(record, number)?,
            Line::End { finished, .. } => {
                self.found.ended += 1;
                let is_over = self.game.take().ok_or(misplaced)?.is_over();
                if *finished && !is_over {
                    return Err(TransferError::Unfinished { line: number });
                }
            }
            Line::Sheet(sheet) => {
                self.game = None;
                self.found.sheets += 1;
                sheet.write().ok_or(TransferError::Sheet { line: number })?;
            }
            Line::Total(total) => self.take_total(*total, number)?,
        }
        Ok(())
    }

    /// Whether there was a first line.
    pub(super) fn has_begun(&self) -> bool {
        self.version.is_some()
    }

    /// What was found, if that is all of it.
    pub(super) fn end(&self) -> Result<Verified, TransferError> {
        if self.is_whole { Ok(self.found) } else { Err(TransferError::CutOff) }
    }

    fn take_hand(&mut self, record: &HandRecord, line: usize) -> Result<(), TransferError> {
        let game = self.game.as_mut().ok_or(TransferError::Misplaced { line })?;
        let played = game.play(record);
        let is_next =
            played.map_err(|source| TransferError::Record { line, source: Box::new(source) })?;
        if !is_next {
            return Err(TransferError::Misplaced { line });
        }
        self.found.hands += 1;
        Ok(())
    }

    fn take_total(&mut self, total: Verified, line: usize) -> Result<(), TransferError> {
        if self.is_whole {
            return Err(TransferError::Misplaced { line });
        }
        if total != self.found {
            return Err(TransferError::Total { line });
        }
        self.is_whole = true;
        Ok(())
    }
}

fn course(game: &GameLine) -> Course {
    let rules = serde_json::from_value(game.rules.clone()).ok();
    Course::new(game.code.as_str(), game.number, rules)
}
