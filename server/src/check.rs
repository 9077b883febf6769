//! Verifies a whole database: what is stored is what was written, and everything that people query follows from it.

use crate::recorder::{CheckReport, Database, StoreError, check_by};
use crate::rooms;

/// Checks a database that need not be in use: the chain of every room's steps, the hands these steps lead to, the record
/// of every hand, and every score.
///
/// # Errors
///
/// If it cannot be read; what is wrong in it is in the report.
pub fn check_database(database: impl Into<Database>) -> Result<CheckReport, StoreError> {
    check_by(
        &database.into(),
        Some(|room, steps| rooms::posted(room, steps).map_err(|why| why.to_string())),
    )
}
