//! Load over real sockets: our own bots as clients, latency that leaves nothing out, and checks
//! that what everybody was told is right.

mod bare;
mod chart;
mod check;
mod crowd;
mod process;
mod report;
mod room;
mod run;
mod tally;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Loads a server, and says what it takes.
#[derive(Parser)]
#[command(name = "loadtest", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Bare(bare::Args),
    /// The bare server alone; `bare` starts it.
    #[command(hide = true)]
    BareServer(bare::ServerArgs),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Bare(args) => bare::run(&args),
        Command::BareServer(args) => bare::serve(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
