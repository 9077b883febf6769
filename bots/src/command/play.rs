//! `sanjin-bot play`: sits down in a room over the socket and plays until the match is over.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use bots::client::{Ended, Left, Line, PlayError, Player, checked_url};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use protocol::ids::RoomCode;
use protocol::room::BotLevel;
use rules::seat::Seat;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::{refusal, signal};

/// Joins a room like any client, and plays until the match is over.
///
/// Stopped by ctrl-c or SIGTERM before that, the bots leave: in a room that waits their seats are free again, in a
/// match the server has bots of medium strength play on for them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the server is, such as ws://127.0.0.1:8080/ws.
    #[arg(long, value_parser = checked_url)]
    url: String,
    /// The room's code.
    #[arg(long)]
    code: RoomCode,
    /// How well it plays.
    #[arg(long, default_value = "hard", value_parser = level())]
    level: BotLevel,
    /// How many sit down, 1 to 4; if there are not seats enough, nobody stays.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    count: u32,
    /// How long it thinks at least; up to twice as long, whatever it is asked.
    #[arg(
        long, value_name = "MILLISECONDS", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(0..=60_000)
    )]
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

/// How it ended for one bot.
enum End {
    /// With so many points.
    Played(Result<Ended, PlayError>, i32),
    /// It was told to stop, and gave its seat up.
    Left(Result<Left, PlayError>),
}

async fn play(args: &Args) -> anyhow::Result<()> {
    let (stop, mut playing) = (watch::Sender::new(false), JoinSet::new());
    tokio::spawn(stop_at_signal(signal()?, stop.clone()));
    let mut turned_away = None;
    for number in 1..=args.count {
        if *stop.borrow() {
            break;
        }
        match join(args, number).await {
            Ok(player) => {
                println!("bot {number} sits at seat {}", player.seated().seat);
                playing.spawn(live(number, player, stop.subscribe()));
            }
            Err(error) => {
                stop.send_replace(true);
                turned_away = Some((number, error));
                break;
            }
        }
    }
    let mut failed = 0;
    while let Some(done) = playing.join_next().await {
        failed += u32::from(done.is_err() || done.is_ok_and(|failed| failed));
    }
    if let Some((number, error)) = turned_away {
        let (code, count) = (args.code, args.count);
        return Err(error)
            .with_context(|| format!("bot {number} of {count} can't join room {code}"));
    }
    ensure!(failed == 0, "{failed} of {} bots could not play to the end", args.count);
    Ok(())
}

async fn join(args: &Args, number: u32) -> anyhow::Result<Player> {
    let name = format!("{} bot {number}", args.level.name()).parse()?;
    let seed = args.seed.wrapping_add(number.into());
    let pace = Duration::from_millis(args.pace_ms);
    let joined = Player::join(&args.url, args.code, name, args.level, seed, pace).await;
    joined.map_err(|error| match error {
        PlayError::Refused(reason) => anyhow::anyhow!(refusal(reason)),
        error => error.into(),
    })
}

/// Plays until the match is over or it is to stop; gives whether it failed.
async fn live(number: u32, mut player: Player, mut stop: watch::Receiver<bool>) -> bool {
    let tell = |line| match line {
        Line::Lost => eprintln!("bot {number}: the connection is lost, trying again"),
        Line::Back => eprintln!("bot {number}: the connection is back"),
    };
    let ended = tokio::select! {
        ended = player.play(tell) => Some(ended),
        _ = stop.wait_for(|stop| *stop) => None,
    };
    let seat = player.seated().seat;
    let score = player.seated().view.as_ref().map_or(0, |view| view.table.scores[seat]);
    let end = match ended {
        Some(ended) => End::Played(ended, score),
        None => End::Left(player.leave().await),
    };
    match told(seat, end) {
        Ok(end) => println!("bot {number} {end}"),
        // The others play on.
        Err(error) => {
            eprintln!("bot {number} {error:#}");
            return true;
        }
    }
    false
}

/// How it ended, in words.
fn told(seat: Seat, end: End) -> anyhow::Result<String> {
    match end {
        End::Played(Ok(ended), score) => Ok(match ended {
            Ended::MatchOver => format!("is done: the match is over, {score:+} points"),
            Ended::SentAway(reason) => format!("was sent away ({reason:?})"),
            Ended::EndedByOperator => "is out: the operator ended its connection".to_owned(),
        }),
        End::Played(Err(error), _) => Err(error).context("can't play on"),
        End::Left(Ok(Left::Free)) => Ok(format!("left seat {seat}, which is free again")),
        End::Left(Ok(Left::PlayedOn)) => {
            Ok(format!("left seat {seat}, where a medium bot of the server plays on"))
        }
        End::Left(Err(error)) => Err(error).with_context(|| {
            format!("could not leave seat {seat}, which stays taken until the host frees it")
        }),
    }
}

/// Has everybody leave at the first signal, and ends at once at the second.
async fn stop_at_signal(mut signal: super::Signal, stop: watch::Sender<bool>) {
    /// As a shell tells of who was interrupted.
    const INTERRUPTED: i32 = 130;
    signal.recv().await;
    eprintln!("stopping: the bots leave (once more to end at once)");
    stop.send_replace(true);
    signal.recv().await;
    std::process::exit(INTERRUPTED);
}
