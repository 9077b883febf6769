//! `sanjin-bot arena`: how much better one player is than another, with how sure that is.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use bots::arena::{Contender, Duel, HANDS_PER_WALL, Standing};
use bots::{Bot, Sight};
use indicatif::{ProgressBar, ProgressStyle};
use rules::fujian::{Action, Rules};
use serde_json::json;

/// More than anybody waits for.
const HANDS_MAX: u64 = 1_000_000_000;
/// Walls of which one says that they are few.
const WALLS_FEW: u64 = 30;

/// Plays one of a level against three of another on the same walls in rotated seats, and prints
/// points a hand with a 99 % interval.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who plays: the first against three of the second, the second against three of the third... Choose from random,
    /// easy, medium, hard, master, greedy, two-step, and master:N, a master that plays on N hands for a choice.
    #[arg(long, value_name = "LEVEL,LEVEL,...", value_delimiter = ',', value_parser = contender, required = true)]
    levels: Vec<Contender>,
    /// Hands of each pairing, rounded up to whole walls of four.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=HANDS_MAX))]
    hands: u64,
    /// classic, full, or options in JSON, such as {"kongs": true}; what is left out is as in classic.
    #[arg(long, default_value = "classic", value_parser = rules_of)]
    rules: Rules,
    /// What the walls and all choices follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to play on; the result is the same with any number.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Also write the result here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn contender(name: &str) -> Result<Contender, String> {
    if let Some(playouts) = name.strip_prefix("master:") {
        return playouts
            .parse()
            .map(Contender::Search)
            .map_err(|_| "write a whole number after the colon, as in master:200".to_owned());
    }
    let names = || Contender::ALL.map(|contender| contender.to_string()).join(", ");
    let found = Contender::ALL.into_iter().find(|contender| contender.to_string() == name);
    found.ok_or_else(|| format!("choose from {}, master:N", names()))
}

fn rules_of(text: &str) -> Result<Rules, String> {
    let rules =
        match Rules::preset(text) {
            Some(rules) => rules,
            None if !text.trim_start().starts_with('{') => {
                return Err("choose classic, full, or options in JSON, such as {\"kongs\": true}"
                    .to_owned());
            }
            None => serde_json::from_str(text)
                .map_err(|error| format!("no options in JSON: {error}"))?,
        };
    rules.check().map(|()| rules).map_err(|error| error.to_string())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(args.levels.len() >= 2, "name at least two, as in --levels hard,medium");
    if let Some(path) = &args.json {
        // Before hours of play, not after them.
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.with_context(|| format!("can't write {}: name another file", path.display()))?;
    }
    rules::shape::warm_up();
    let mut rows = Vec::new();
    for pair in args.levels.windows(2) {
        let (challenger, field) = (pair[0], pair[1]);
        let (standing, thinking) = measure(args, challenger, field)?;
        ensure!(standing.sum() == 0, "points were made or lost: {}", standing.sum());
        print!("{}", text(challenger, field, &standing, &thinking)?);
        rows.push(row(challenger, field, &standing, &thinking));
    }
    if let Some(path) = &args.json {
        let report =
            json!({ "rules": args.rules, "seed": args.seed, "hands": args.hands, "pairs": rows });
        std::fs::write(path, serde_json::to_string_pretty(&report)?)
            .with_context(|| format!("can't write {}", path.display()))?;
    }
    Ok(())
}

fn measure(
    args: &Args,
    challenger: Contender,
    field: Contender,
) -> anyhow::Result<(Standing, Thinking)> {
    let walls = args.hands.div_ceil(HANDS_PER_WALL.into());
    let bar = ProgressBar::new(walls * u64::from(HANDS_PER_WALL));
    bar.set_style(ProgressStyle::with_template(
        "{prefix} {bar:30} {human_pos}/{human_len} hands, {eta} left  {msg}",
    )?);
    bar.set_prefix(format!("{challenger} v 3 {field}"));
    let duel = Duel { rules: args.rules, seed: args.seed };
    let (next, thinking) = (AtomicU64::new(0), Thinking::default());
    let standing = Mutex::new(Standing::default());
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let wall = next.fetch_add(1, Ordering::Relaxed);
                    if wall >= walls {
                        return;
                    }
                    let result = duel.play(wall, |is_challenger, seed| Timed {
                        bot: if is_challenger { challenger } else { field }.seat(seed),
                        thinking: is_challenger.then_some(&thinking),
                    });
                    let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
                    standing.add(&result);
                    bar.inc(HANDS_PER_WALL.into());
                    if standing.hands().is_multiple_of(400) {
                        let so_far =
                            format!("{:+.3} ± {:.3}", standing.mean(), standing.margin_99());
                        bar.set_message(so_far);
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    Ok((standing.into_inner().unwrap_or_else(PoisonError::into_inner), thinking))
}

/// How long the challenger took over its choices.
#[derive(Default)]
struct Thinking {
    choices: AtomicU64,
    nanos: AtomicU64,
    longest: AtomicU64,
}

impl Thinking {
    fn count(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.choices.fetch_add(1, Ordering::Relaxed);
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
        self.longest.fetch_max(nanos, Ordering::Relaxed);
    }

    fn mean_us(&self) -> f64 {
        let choices = self.choices.load(Ordering::Relaxed).max(1);
        self.nanos.load(Ordering::Relaxed) as f64 / choices as f64 / 1e3
    }

    fn longest_us(&self) -> f64 {
        self.longest.load(Ordering::Relaxed) as f64 / 1e3
    }
}

/// A player with a stopwatch; choices that are none are not counted.
struct Timed<'a> {
    bot: Box<dyn Bot + Send>,
    thinking: Option<&'a Thinking>,
}

impl Bot for Timed<'_> {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        match self.thinking {
            Some(thinking) if !sight.legal.is_only_pass() && !sight.legal.ready => {
                let begun = Instant::now();
                let action = self.bot.choose(sight);
                thinking.count(begun.elapsed());
                action
            }
            _ => self.bot.choose(sight),
        }
    }
}

fn text(
    challenger: Contender,
    field: Contender,
    standing: &Standing,
    thinking: &Thinking,
) -> anyhow::Result<String> {
    let mut out = String::new();
    writeln!(
        out,
        "{challenger} v 3 {field}: {:+.3} {}, {} hands{}",
        standing.mean(),
        match standing.walls() {
            0 | 1 => "points a hand".to_owned(),
            _ => format!("± {:.3} points a hand (99 %)", standing.margin_99()),
        },
        standing.hands(),
        match standing.walls() {
            0 | 1 => "  (a single wall tells nothing of chance: play more hands)".to_owned(),
            _ if standing.mean().abs() > standing.margin_99() => String::new(),
            walls if walls < WALLS_FEW => format!("  (within chance: {walls} walls are few)"),
            _ => "  (within chance)".to_owned(),
        },
    )?;
    writeln!(
        out,
        "  wins {:.1} %, on the own draw {:.1} %, deals in {:.1} %, drawn {:.1} %, {:.1} discards a hand; a choice takes {:.1} us, at most {:.0} us",
        100.0 * standing.win_rate(),
        100.0 * standing.self_draw_rate(),
        100.0 * standing.deal_in_rate(),
        100.0 * standing.drawn_rate(),
        standing.turns(),
        thinking.mean_us(),
        thinking.longest_us(),
    )?;
    Ok(out)
}

fn row(
    challenger: Contender,
    field: Contender,
    standing: &Standing,
    thinking: &Thinking,
) -> serde_json::Value {
    json!({
        "challenger": challenger.to_string(),
        "challenger_playouts": challenger.playouts(),
        "field": field.to_string(),
        "field_playouts": field.playouts(),
        "walls": standing.walls(),
        "hands": standing.hands(),
        "points": standing.mean(),
        "margin_99": standing.margin_99(),
        "standard_error": standing.error(),
        "wins": standing.win_rate(),
        "self_draws": standing.self_draw_rate(),
        "deals_in": standing.deal_in_rate(),
        "drawn": standing.drawn_rate(),
        "discards": standing.turns(),
        "choice_us": thinking.mean_us(),
        "choice_us_longest": thinking.longest_us(),
    })
}
