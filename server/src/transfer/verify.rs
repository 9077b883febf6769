//! Checks an export without a database.

use std::io::BufRead;

use super::reading::{Reading, Verified};
use super::{TransferError, each_line};

/// Checks every line of an export: that each hand is what its record says and follows the one before it, that finished
/// games were played to their end, that kept games fold, and that nothing is missing.
///
/// # Errors
///
/// At the first line that does not check.
pub fn verify(input: impl BufRead) -> Result<Verified, TransferError> {
    let mut reading = Reading::default();
    each_line(input, |line, number| reading.take(&line, number))?;
    reading.end()
}
