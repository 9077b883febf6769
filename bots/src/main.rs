//! `sanjin-bot`: measures bots against each other, and plays or watches over the socket.

mod command;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Players without a human.
#[derive(Parser)]
#[command(name = "sanjin-bot", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Arena(command::arena::Args),
    Play(command::play::Args),
    Watch(command::watch::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Arena(args) => command::arena::run(&args),
        Command::Play(args) => command::play::run(&args),
        Command::Watch(args) => command::watch::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
