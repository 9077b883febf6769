//! The commands that need no server: reading hands, simulating, verifying, rating, and looking after a database.

pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod demo;
pub(crate) mod hand;
mod hand_report;
mod hand_request;
pub(crate) mod rate;
pub(crate) mod ratings;
pub(crate) mod simulate;
mod tally;
pub(crate) mod transfer;
pub(crate) mod verify;

use std::time::Duration;

use anyhow::ensure;
use indicatif::{ProgressBar, ProgressStyle};
use server::config::Database;

/// How often a line that says what is being done moves.
const TICK: Duration = Duration::from_millis(100);

/// Says what is being done, for as long as it takes; nothing where nobody looks.
fn progress(doing: String) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(doing);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed} so far") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// SQLite would say that it can't open it, and not why; a server says itself what is not there.
fn ensure_there(database: &Database) -> anyhow::Result<()> {
    if let Database::Sqlite(path) = database {
        ensure!(path.is_file(), "there is no database at {}", path.display());
    }
    Ok(())
}
