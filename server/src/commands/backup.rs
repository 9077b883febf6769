//! `sanjin backup`: copies a database while a server plays on it.

use std::path::PathBuf;

use anyhow::Context;
use server::config::Database;
use server::recorder::backup_file;

/// Copies everything that is recorded into a new file, whether or not a server is running on it.
///
/// The copy is of one moment, is on disk when the command ends well, and is a SQLite database, wherever it comes from:
/// `sanjin check` verifies it, `sanjin restore` puts it back, `sanjin serve` goes on from it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to copy.
    #[arg(long, value_name = "URL", hide_env_values = true, env = "SANJIN_DATABASE")]
    database: Database,
    /// Where to; a file that is there already is left alone.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let from = &args.database;
    super::ensure_there(from)?;
    let progress = super::progress(format!("copying {from}"));
    let copied = backup_file(from, &args.to);
    progress.finish_and_clear();
    copied.with_context(|| format!("{from} is not backed up"))?;
    let bytes = std::fs::metadata(&args.to)?.len();
    println!("{} holds everything up to now, {bytes} bytes", args.to.display());
    Ok(())
}
