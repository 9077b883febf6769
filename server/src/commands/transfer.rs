//! `sanjin export`, `sanjin import` and `sanjin restore`: games and databases from one place to another.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use server::check::check_database;
use server::config::Database;
use server::recorder::restore_file;
use server::transfer;

/// Writes every game of a database as lines of JSON, which `sanjin import` reads; a server may be using it.
#[derive(clap::Args)]
pub(crate) struct ExportArgs {
    /// The database.
    #[arg(long, value_name = "URL", hide_env_values = true, env = "SANJIN_DATABASE")]
    database: Database,
    /// Where to write to; '-' is standard output.
    file: PathBuf,
}

/// Takes over the games of an export that a database does not have, checking every hand; no server may be using it.
#[derive(clap::Args)]
pub(crate) struct ImportArgs {
    /// The database; made when it is not there.
    #[arg(long, value_name = "URL", hide_env_values = true, env = "SANJIN_DATABASE")]
    database: Database,
    /// What `sanjin export` wrote; '-' is standard input.
    file: PathBuf,
}

/// Checks a backup, and puts a copy of it where a server will find it; nothing may be there yet.
#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    /// Where the database is to be.
    #[arg(long, value_name = "URL", hide_env_values = true, env = "SANJIN_DATABASE")]
    database: Database,
    /// The backup.
    backup: PathBuf,
}

pub(crate) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    super::ensure_there(&args.database)?;
    let out: Box<dyn Write + Send> = match is_dash(&args.file) {
        true => Box::new(std::io::stdout()),
        false => {
            let file = File::create_new(&args.file);
            Box::new(file.with_context(|| format!("can't make {}", args.file.display()))?)
        }
    };
    let moved = transfer::export(&args.database, BufWriter::new(out))?;
    eprintln!("exported {} games with {} hands", moved.games, moved.hands);
    Ok(())
}

pub(crate) fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let moved = match is_dash(&args.file) {
        true => transfer::import(&args.database, BufReader::new(std::io::stdin()))?,
        false => {
            let file = File::open(&args.file);
            let file = file.with_context(|| format!("can't open {}", args.file.display()))?;
            transfer::import(&args.database, BufReader::new(file))?
        }
    };
    println!(
        "imported {} games with {} hands; {} were there already",
        moved.games, moved.hands, moved.known
    );
    Ok(())
}

pub(crate) fn restore(args: &RestoreArgs) -> anyhow::Result<()> {
    super::ensure_there(&Database::from(&args.backup))?;
    let progress = super::progress(format!("checking {}", args.backup.display()));
    let report = check_database(&args.backup);
    progress.finish_and_clear();
    let report = report.with_context(|| format!("can't check {}", args.backup.display()))?;
    if let Some(problem) = report.problems.first() {
        bail!("the backup does not check, and nothing was restored: {problem}");
    }
    restore_file(&args.backup, &args.database)?;
    println!(
        "restored {} open and {} closed rooms, {} games with {} hands",
        report.open_rooms, report.closed_rooms, report.games, report.hands
    );
    Ok(())
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}
