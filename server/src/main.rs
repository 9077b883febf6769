//! The `sanjin` command line.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use server::{config, serve};

use self::commands::{backup, check, demo, hand, rate, ratings, simulate, transfer, verify};

/// Fujian mahjong, open and checkable.
#[derive(Parser)]
#[command(name = "sanjin", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Hand(hand::Args),
    Simulate(simulate::Args),
    Verify(verify::Args),
    Rate(rate::Args),
    Ratings(ratings::Args),
    Backup(backup::Args),
    Restore(transfer::RestoreArgs),
    Check(check::Args),
    Export(transfer::ExportArgs),
    Import(transfer::ImportArgs),
    Demo(demo::Args),
    /// Serves rooms and the web page.
    Serve(Box<config::Args>),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Hand(args) => hand::run(args)?,
        Command::Simulate(args) => simulate::run(&args)?,
        Command::Verify(args) => verify::run(&args)?,
        Command::Rate(args) => rate::run(&args)?,
        Command::Backup(args) => backup::run(&args)?,
        Command::Restore(args) => transfer::restore(&args)?,
        Command::Export(args) => transfer::export(&args)?,
        Command::Import(args) => transfer::import(&args)?,
        Command::Demo(args) => demo::run(&args)?,
        Command::Ratings(args) => return ratings::run(&args),
        Command::Check(args) => return Ok(check::run(&args)),
        Command::Serve(args) => serve::run(*args)?,
    }
    Ok(ExitCode::SUCCESS)
}
