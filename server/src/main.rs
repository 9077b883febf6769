//! The `sanjin` command line.

mod gateway;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Fujian mahjong, open and checkable.
#[derive(Parser)]
#[command(name = "sanjin", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the web page over HTTP.
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
        Command::Serve(args) => Ok(serve::run(&args)?),
    }
}
