//! The workshop: what `cargo xtask` can do. See [`Command`].

mod api;
mod bench;
mod codegen;
mod counts;
mod deny;
mod failures;
mod fuzz;
mod install;
mod openskill;
mod postgres;
mod python;
mod riichi;
mod run;
mod simulate;
mod step;
mod test;
mod tidy;
mod tool;
mod web;

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::postgres::Disk;

/// Builds, runs and checks Sanjin.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds everything and serves it on http://127.0.0.1:8080.
    Run {
        /// Passed on to `sanjin serve`, after `--`.
        #[arg(last = true)]
        extra: Vec<String>,
    },
    /// Runs every check and test, installing what they need.
    Test,
    /// Runs each fuzz target for a short while.
    Fuzz {
        /// How long each target runs.
        #[arg(long, default_value_t = fuzz::SECONDS)]
        seconds: u32,
    },
    /// Plays matches in virtual time while everything breaks, and checks what was seen.
    SimulateFaults {
        /// How many table hours; 0 plays the one seed alone.
        #[arg(long, default_value_t = 100)]
        hours: u64,
        /// The first seed; each run has the one after.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Asks a server everything its OpenAPI document allows, and much that it does not.
    Api,
    /// Compares riichi scores with those of another program.
    Riichi,
    /// Compares league ratings with those of another program.
    Openskill,
    /// Runs a command, such as tests, with a PostgreSQL server of its own to test on.
    Postgres {
        /// Its disk fails while the file that SANJIN_TEST_POSTGRES_FAULT names says `sync`, `full` or `grow`.
        #[arg(long)]
        faulty_disk: bool,
        /// The command, after `--`.
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
    /// Measures a server under load, the rules, the bots, the recorder, a ledger of a million hands, and ratings.
    Bench {
        /// Measures these parts only, with commas between; the file keeps the others.
        #[arg(long, value_name = "PART", value_delimiter = ',')]
        only: Vec<bench::Part>,
        /// Also writes the figures to this file.
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Takes pictures of every screen of the web client, to be looked at.
    Shots,
    /// Checks the repository itself: layout, dependencies, links, leftovers.
    Tidy,
    /// Writes the generated files.
    Codegen {
        /// Only says whether they are up to date.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run { extra } => run::run(&extra)?,
        Command::Test => return test::run(),
        Command::Fuzz { seconds } => return fuzz::run(seconds),
        Command::SimulateFaults { hours, seed } => simulate::run(hours, seed)?,
        Command::Api => api::fuzz()?,
        Command::Riichi => riichi::compare()?,
        Command::Openskill => openskill::compare()?,
        Command::Postgres { faulty_disk, command } => {
            let disk = if faulty_disk { Disk::Faulty } else { Disk::Real };
            postgres::with_server(disk, &command)?;
        }
        Command::Bench { only, json } => bench::run(&only, json.as_deref())?,
        Command::Shots => shots()?,
        Command::Tidy => return tidy::run(),
        Command::Codegen { check: true } => codegen::check()?,
        Command::Codegen { check: false } => codegen::write()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds everything, and takes the pictures.
fn shots() -> anyhow::Result<()> {
    install::everything()?;
    web::build()?;
    web::pictures(&tool::debug_server()?)
}
