//! The `sanjin` command line.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use server::serve;

use self::commands::{hand, simulate, verify};

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
    /// Serves rooms and the web page.
    Serve(serve::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Hand(args) => hand::run(args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Serve(args) => Ok(serve::run(&args)?),
    }
}
