//! `sanjin check`: says whether everything in a database is as it was written, and adds up.

use std::error::Error;
use std::process::ExitCode;

use server::check::check_database;
use server::config::Database;
use server::recorder::{CheckReport, StoreError};

/// Something is wrong in the database.
const FOUND: u8 = 1;
/// The database could not be looked at.
const TROUBLE: u8 = 2;

/// Verifies a database: the file, the chain of every room's steps, that the ledger has every hand these steps lead to, and
/// that every score follows from the hands, each of which is played again from its record. A server may be running on it;
/// a backup is checked the same way.
///
/// Ends with 0 if all is well, 1 if something is wrong, 2 if it could not be looked at.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to check.
    #[arg(long, value_name = "URL", hide_env_values = true, env = "SANJIN_DATABASE")]
    database: Database,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match check(args) {
        Ok(report) => tell(&report),
        Err(error) if error.downcast_ref().is_some_and(StoreError::is_damage) => {
            println!("problem: {error:#}");
            end(1)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(TROUBLE)
        }
    }
}

fn check(args: &Args) -> anyhow::Result<CheckReport> {
    let database = &args.database;
    super::ensure_there(database)?;
    let progress = super::progress(format!("checking {database}"));
    let report = check_database(database);
    progress.finish_and_clear();
    Ok(report?)
}

fn tell(report: &CheckReport) -> ExitCode {
    let CheckReport { open_rooms, closed_rooms, steps, games, hands, hands_logged, problems } =
        report;
    println!("{open_rooms} open and {closed_rooms} closed rooms, {steps} steps");
    println!(
        "{games} games, {hands} hands played again, {hands_logged} of them from their room's steps too"
    );
    for problem in problems {
        match problem.source() {
            Some(why) => println!("problem: {problem}: {why}"),
            None => println!("problem: {problem}"),
        }
    }
    if problems.is_empty() {
        println!("everything checks");
        return ExitCode::SUCCESS;
    }
    end(problems.len())
}

fn end(problems: usize) -> ExitCode {
    let problems =
        if problems == 1 { "1 problem".to_owned() } else { format!("{problems} problems") };
    println!(
        "{problems}; go back to a backup, or go on: a server leaves damaged rooms out and plays all others"
    );
    ExitCode::from(FOUND)
}
