//! `loadtest run`: rooms full of bots against a real server.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use hdrhistogram::Histogram;
use indicatif::{ProgressBar, ProgressStyle};
use rules::fujian::Rules;
use tokio::task::JoinSet;

use crate::bare::{self, BareFigures};
use crate::crowd;
use crate::process::{ServerProcess, Usage};
use crate::report::{Moment, Report};
use crate::room::{Pace, Room};
use crate::tally::{Tally, latencies};

/// Rooms being opened at the same time.
const OPENING_MAX: usize = 32;

/// Plays rooms full of bots over real sockets, measures, and checks what everybody was told.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rooms, four clients each.
    #[arg(long, default_value_t = 100)]
    pub(crate) rooms: usize,
    /// Watchers of each room.
    #[arg(long, default_value_t = 0)]
    pub(crate) spectators: usize,
    /// Actions a second of all rooms together; latency counts from when each was due.
    #[arg(long, conflicts_with = "closed")]
    pub(crate) rate: Option<f64>,
    /// The next action as soon as the last was heard by all four (the default).
    #[arg(long)]
    pub(crate) closed: bool,
    /// How long.
    #[arg(long, default_value_t = 10)]
    pub(crate) seconds: u64,
    /// A server that runs already, such as ws://127.0.0.1:8080/ws.
    #[arg(long, conflicts_with = "server")]
    pub(crate) url: Option<String>,
    /// The `sanjin` binary to start; by default the one beside this program.
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// More words for `sanjin serve`, such as higher limits for one address.
    #[arg(long = "server-arg", value_name = "WORD", allow_hyphen_values = true)]
    pub(crate) server_args: Vec<String>,
    /// Keep the server to this core.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) server_core: Option<usize>,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
    /// classic or full.
    #[arg(long, default_value = "full")]
    pub(crate) rules: String,
    /// Also measure a bare broadcast of 40 bytes in as many rooms, and print the ratio.
    #[arg(long)]
    pub(crate) with_bare: bool,
    /// Write the figures here as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page with plots here.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let bare = if args.with_bare {
        Some(bare::measure(args.rooms, args.seconds, args.server_core, args.threads)?)
    } else {
        None
    };
    let folder = std::env::temp_dir().join(format!("sanjin-loadtest-{}", std::process::id()));
    let server = match &args.url {
        Some(_) => None,
        None => Some(start_server(args, &folder)?),
    };
    let url = match (&args.url, &server) {
        (Some(url), _) => url.clone(),
        (None, Some(server)) => format!("ws://{}/ws", server.address),
        (None, None) => bail!("no server"),
    };
    let done = runtime(args.threads)?.block_on(load(args, &url, server.as_ref(), bare));
    drop(server);
    let _ = std::fs::remove_dir_all(&folder);
    let report = done?;
    print!("{}", report.text());
    if let Some(path) = &args.json {
        std::fs::write(path, serde_json::to_string_pretty(&report.json())?)
            .with_context(|| format!("can't write {}", path.display()))?;
    }
    if let Some(path) = &args.html {
        std::fs::write(path, report.html())
            .with_context(|| format!("can't write {}", path.display()))?;
    }
    if report.failures.is_empty() { Ok(()) } else { bail!("{} failures", report.failures.len()) }
}

/// A runtime for the clients.
pub(crate) fn runtime(threads: usize) -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads.max(1)).enable_all().build()
}

fn start_server(args: &Args, folder: &std::path::Path) -> anyhow::Result<ServerProcess> {
    let beside = || anyhow::Ok(std::env::current_exe()?.with_file_name("sanjin"));
    let program = args.server.clone().map_or_else(beside, Ok)?;
    std::fs::create_dir_all(folder)?;
    let database = format!("sqlite:{}", folder.join("sanjin.sqlite").display());
    let mut words = vec!["serve".to_owned(), "--listen".to_owned(), "127.0.0.1:0".to_owned()];
    words.extend(["--database".to_owned(), database]);
    words.extend(args.server_args.iter().cloned());
    ServerProcess::start(&program, &words, args.server_core)
}

async fn load(
    args: &Args,
    url: &str,
    server: Option<&ServerProcess>,
    bare: Option<BareFigures>,
) -> anyhow::Result<Report> {
    let usage = || server.and_then(|server| server.usage().ok()).unwrap_or_default();
    let tally = Arc::new(Tally::default());
    let empty = usage();
    let rooms = open_rooms(args, url, &tally).await?;
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut crowd = JoinSet::new();
    for room in &rooms {
        for _ in 0..args.spectators {
            let (clock, tally) = (room.clock.clone(), tally.clone());
            crowd.spawn(crowd::watch(url.to_owned(), room.code, clock, tally, end));
        }
    }
    let opened = usage();
    tally.forget_opening();
    let begun = Instant::now();
    let mut playing = JoinSet::new();
    let count = rooms.len();
    for (number, room) in rooms.into_iter().enumerate() {
        playing.spawn(room.load(pace(args, count, number, begun), end));
    }
    let moments = follow(args, &tally, begun, usage).await?;
    let mut failures = Vec::new();
    let seats = gather(&mut playing, &tally, &mut failures).await;
    let busy = usage();
    let watchers = gather(&mut crowd, &tally, &mut failures).await;
    Ok(Report {
        rooms: args.rooms,
        spectators: args.spectators,
        rate: args.rate,
        seconds: begun.elapsed().as_secs_f64().min(args.seconds as f64),
        seats,
        watchers,
        tally,
        moments,
        failures,
        measured_server: server.is_some(),
        empty,
        opened,
        busy,
        bare,
    })
}

fn pace(args: &Args, rooms: usize, number: usize, begun: Instant) -> Pace {
    match args.rate {
        Some(rate) => {
            let interval = Duration::from_secs_f64(rooms as f64 / rate);
            // Rooms are spread over the interval, as people would be.
            let first = begun + interval.mul_f64(number as f64 / rooms as f64);
            Pace::Every { interval, first }
        }
        None => Pace::Closed,
    }
}

async fn open_rooms(args: &Args, url: &str, tally: &Arc<Tally>) -> anyhow::Result<Vec<Room>> {
    let rules = Rules::preset(&args.rules).context("rules are classic or full")?;
    let bar = ProgressBar::new(args.rooms as u64);
    bar.set_style(ProgressStyle::with_template("opening rooms {bar:40} {pos}/{len}")?);
    let (mut opening, mut rooms) = (JoinSet::new(), Vec::new());
    for _ in 0..args.rooms {
        if opening.len() == OPENING_MAX
            && let Some(opened) = opening.join_next().await
        {
            rooms.push(opened??);
            bar.inc(1);
        }
        let (url, tally) = (url.to_owned(), tally.clone());
        opening.spawn(async move { Room::open(&url, rules, tally).await });
    }
    while let Some(opened) = opening.join_next().await {
        rooms.push(opened??);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rooms)
}

/// Shows how it goes, and takes the figures once a second.
async fn follow(
    args: &Args,
    tally: &Tally,
    begun: Instant,
    usage: impl Fn() -> Usage,
) -> anyhow::Result<Vec<Moment>> {
    let bar = ProgressBar::new(args.seconds);
    bar.set_style(ProgressStyle::with_template("loading {bar:40} {pos}/{len} s  {msg}")?);
    let mut moments = vec![Moment { seconds: 0.0, actions: 0, usage: usage() }];
    for _ in 0..args.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let actions = Tally::read(&tally.actions);
        let seconds = begun.elapsed().as_secs_f64();
        bar.inc(1);
        bar.set_message(format!("{actions} actions, {:.0} a second", actions as f64 / seconds));
        moments.push(Moment { seconds, actions, usage: usage() });
    }
    bar.finish_and_clear();
    Ok(moments)
}

async fn gather(
    tasks: &mut JoinSet<anyhow::Result<Histogram<u64>>>,
    tally: &Tally,
    failures: &mut Vec<String>,
) -> Histogram<u64> {
    let mut all = latencies();
    while let Some(done) = tasks.join_next().await {
        match done.map_err(anyhow::Error::from).and_then(|done| done) {
            Ok(one) => all += one,
            Err(error) => {
                Tally::add(&tally.broken, 1);
                failures.push(format!("{error:#}"));
            }
        }
    }
    all
}
