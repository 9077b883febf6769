//! Load over real sockets: our own bots as clients, latency that leaves nothing out, and checks
//! that what everybody was told is right.

mod chart;
mod check;
mod colyseus;
mod crowd;
mod date;
mod descriptors;
mod faults;
mod floor;
mod http;
mod own_server;
mod peer;
mod process;
mod report;
mod restart;
mod room;
mod run;
mod spectators;
#[cfg(test)]
mod stub;
mod tally;
mod values;

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
    Floor(floor::Args),
    Colyseus(colyseus::Args),
    Faults(faults::Args),
    Spectators(spectators::Args),
    Restart(restart::Args),
    /// The server of the floor alone; `floor` starts it.
    #[command(hide = true)]
    FloorServer(floor::ServerArgs),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Floor(args) => floor::run(&args),
        Command::Colyseus(args) => colyseus::run(&args),
        Command::Faults(args) => faults::run(&args),
        Command::Spectators(args) => spectators::run(&args),
        Command::Restart(args) => restart::run(&args),
        Command::FloorServer(args) => floor::serve(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_commands_fit_together() {
        super::Cli::command().debug_assert();
    }
}
