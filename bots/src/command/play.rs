//! `sanjin-bot play`: sits down in a room over the socket and plays until the match is over.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use bots::client::{Ended, Player};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use protocol::ids::RoomCode;
use protocol::room::BotLevel;

/// Joins a room like any client, and plays until the match is over.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the server is, such as ws://127.0.0.1:8080/ws.
    #[arg(long)]
    url: String,
    /// The room's code.
    #[arg(long)]
    code: RoomCode,
    /// How well it plays.
    #[arg(long, default_value = "hard", value_parser = level())]
    level: BotLevel,
    /// How many sit down.
    #[arg(long, default_value_t = 1)]
    count: u32,
    /// How long it thinks at least; up to twice as long, whatever it is asked.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 300)]
    pace_ms: u64,
    /// What its choices follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn level() -> impl clap::builder::TypedValueParser<Value = BotLevel> {
    PossibleValuesParser::new(BotLevel::ALL.map(BotLevel::name)).map(|name| {
        let found = BotLevel::ALL.into_iter().find(|level| level.name() == name);
        found.expect("only the names of levels are let through")
    })
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    tokio::runtime::Runtime::new()?.block_on(play(args))
}

async fn play(args: &Args) -> anyhow::Result<()> {
    let mut playing = tokio::task::JoinSet::new();
    for number in 1..=args.count {
        let name = format!("{} bot {number}", args.level.name()).parse()?;
        let (seed, pace) = (args.seed + u64::from(number), Duration::from_millis(args.pace_ms));
        let joined = Player::join(&args.url, args.code, name, args.level, seed, pace).await;
        let mut player = joined.with_context(|| format!("can't join room {}", args.code))?;
        println!("bot {number} sits at seat {}", player.seated().seat);
        playing.spawn(async move {
            let ended = player.play().await;
            let scores = player.seated().view.as_ref().map(|view| view.table.scores);
            (number, ended, scores.map(|scores| scores[player.seated().seat]))
        });
    }
    let mut failed = 0;
    while let Some(done) = playing.join_next().await {
        let (number, ended, score) = done?;
        let score = score.unwrap_or_default();
        match ended {
            Ok(Ended::MatchOver) => println!("bot {number}: the match is over, {score:+} points"),
            Ok(Ended::SentAway(reason)) => println!("bot {number}: sent away ({reason:?})"),
            Ok(Ended::EndedByOperator) => {
                println!("bot {number}: the operator ended its connection");
            }
            // The others play on.
            Err(error) => {
                eprintln!("bot {number}: {:#}", anyhow::Error::from(error));
                failed += 1;
            }
        }
    }
    ensure!(failed == 0, "{failed} of {} bots could not play to the end", args.count);
    Ok(())
}
