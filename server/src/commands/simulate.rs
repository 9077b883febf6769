//! `sanjin simulate`: plays many hands without a server and says how they went.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use bots::selfplay::{self, Shuffler};
use bots::{Bot, Greedy, Random};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::record::{HandRecord, RecordedPlayer};
use protocol::room::BotLevel;
use rules::fujian::{Rules, Table};
use rules::seat::{BySeat, Seat};
use serde_json::Value;
use server::demo::DemoRoom;
use server::recorder::RoomId;

use super::hand_request::rules_of;
use super::tally::Tally;

/// Hands between two looks at the progress bar.
const HANDS_PER_TICK: u64 = 1_000;

/// Plays whole matches with simple players, and prints how they ended and how fast it went.
///
/// The result, on standard output, follows from the seed to the last byte; the speed is on
/// standard error.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many hands each kind of player plays.
    #[arg(long, default_value_t = 100_000)]
    hands: u64,
    /// What the walls and the random choices follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A preset's name, classic or full, or options in JSON.
    #[arg(long, default_value = "classic")]
    rules: String,
    /// Who plays.
    #[arg(long, value_enum, default_value_t = Players::Both)]
    players: Players,
    /// Play one more hand, on a fair wall, and write its record here for `sanjin verify`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Players {
    /// Any legal action, each as likely.
    Random,
    /// The nearest win.
    Greedy,
    /// First the one, then the other.
    Both,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = rules_of(Some(
        serde_json::from_str(&args.rules).unwrap_or(Value::String(args.rules.clone())),
    ))?;
    if args.players != Players::Greedy {
        let bots = BySeat::from_fn(|seat| Random::new(args.seed ^ (1 + seat.index() as u64)));
        simulate("random", rules, args, bots)?;
    }
    if args.players != Players::Random {
        simulate("greedy", rules, args, BySeat([Greedy; 4]))?;
    }
    if let Some(path) = &args.record {
        let file = File::create(path).with_context(|| format!("can't write {}", path.display()))?;
        let mut file = BufWriter::new(file);
        serde_json::to_writer_pretty(&mut file, &recorded_hand(rules, args.seed))?;
        file.flush()?;
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}

fn simulate<B: Bot>(
    name: &str,
    rules: Rules,
    args: &Args,
    mut bots: BySeat<B>,
) -> anyhow::Result<()> {
    rules::shape::warm_up();
    let progress = ProgressBar::new(args.hands);
    progress.set_style(ProgressStyle::with_template(
        "{prefix} {bar:40} {human_pos}/{human_len} hands, {eta} left",
    )?);
    progress.set_prefix(name.to_owned());
    let (mut table, mut shuffler) = (Table::new(rules, Seat::S0)?, Shuffler::new(args.seed));
    let mut tally = Tally::default();
    let started = Instant::now();
    for hand in 0..args.hands {
        selfplay::play_hand(&mut table, &mut bots, &mut shuffler, |_, event| tally.see(event));
        tally.count(&table);
        if hand % HANDS_PER_TICK == 0 {
            progress.set_position(hand);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    progress.finish_and_clear();
    print!("{name} players\n{tally}");
    eprintln!("{name}: {:.0} hands/s on one core", args.hands as f64 / seconds);
    Ok(())
}

/// One hand by greedy players on a fair wall, all secrets following from `seed`.
fn recorded_hand(rules: Rules, seed: u64) -> HandRecord {
    let players = BySeat::from_fn(|_| RecordedPlayer::Bot { level: BotLevel::Medium });
    DemoRoom::new(RoomId(1), players, rules, seed).play_hand()
}
