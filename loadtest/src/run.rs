//! `loadtest run`: rooms full of bots against a real server.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use hdrhistogram::Histogram;
use indicatif::{ProgressBar, ProgressStyle};
use rules::fujian::Rules;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant as Later, interval_at};

use crate::colyseus::{self, ColyseusFigures};
use crate::crowd::Watcher;
use crate::floor::{self, Turns};
use crate::own_server::{OwnServer, OwnServerArgs};
use crate::peer::PeerFigures;
use crate::process::Usage;
use crate::report::{Moment, Report, Settings};
use crate::room::{Pace, Room, SILENCE_MAX};
use crate::tally::{Measured, Tally, latencies};
use crate::{date, descriptors, values};

/// How often the figures are taken.
const SECOND: Duration = Duration::from_secs(1);
/// Rooms being opened at the same time.
const OPENING_MAX: usize = 32;

/// Plays rooms full of bots over real sockets, measures, and checks what everybody was told.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rooms, four clients each.
    #[arg(long, default_value_t = 100, value_parser = values::count)]
    pub(crate) rooms: usize,
    /// Watchers of each room.
    #[arg(long, default_value_t = 0, value_parser = values::count_or_none)]
    pub(crate) spectators: usize,
    /// Actions a second of all rooms together; latency counts from when each was due.
    #[arg(long, conflicts_with = "closed", value_parser = values::rate)]
    pub(crate) rate: Option<f64>,
    /// The next action as soon as the last was heard by all four (the default).
    #[arg(long)]
    pub(crate) closed: bool,
    /// How long.
    #[arg(long, default_value_t = 10, value_parser = values::seconds)]
    pub(crate) seconds: u64,
    /// A server that runs already, such as ws://127.0.0.1:8080/ws; its own limits hold.
    #[arg(long, conflicts_with_all = ["server", "server_args", "server_core"], value_parser = bots::client::checked_url)]
    pub(crate) url: Option<String>,
    #[command(flatten)]
    pub(crate) own: OwnServerArgs,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1, value_parser = values::count)]
    pub(crate) threads: usize,
    /// classic or full.
    #[arg(long, default_value = "full", value_parser = ["classic", "full"])]
    pub(crate) rules: String,
    /// Also measure a bare broadcast of 40 bytes in as many rooms, and print the ratio.
    #[arg(long)]
    pub(crate) with_floor: bool,
    /// Also measure Colyseus in as many rooms, and print the ratio; its script lies here.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) with_colyseus: Option<PathBuf>,
    /// Write the figures here as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page with plots here.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    values::can_write(args.json.as_deref())?;
    values::can_write(args.html.as_deref())?;
    let report = measure(args)?;
    print!("{}", report.text());
    values::write_json(args.json.as_deref(), &report.json())?;
    if let Some(path) = &args.html {
        values::write(path, &report.html())?;
    }
    if report.failures.is_empty() { Ok(()) } else { bail!("{} failures", report.failures.len()) }
}

/// What others take for the same load, as far as it is asked for.
#[derive(Default)]
struct Others {
    floor: Option<PeerFigures>,
    floor_of_many_threads: Option<PeerFigures>,
    colyseus: Option<ColyseusFigures>,
}

impl Others {
    fn measure(args: &Args) -> anyhow::Result<Self> {
        let (core, threads) = (args.own.server_core, args.threads);
        let mut others = Self::default();
        if args.with_floor {
            let floor = |turns| floor::measure(args.rooms, args.seconds, core, threads, turns);
            others.floor = Some(floor(Turns::OneLine)?);
            others.floor_of_many_threads = Some(floor(Turns::ManyThreads)?);
        }
        if let Some(folder) = &args.with_colyseus {
            let figures = colyseus::measure(folder, args.rooms, args.seconds, core, threads)?;
            others.colyseus = Some(figures);
        }
        Ok(others)
    }
}

/// Loads the server as told, after the others that are asked for.
pub(crate) fn measure(args: &Args) -> anyhow::Result<Report> {
    descriptors::have(args.rooms * (4 + args.spectators))?;
    let others = Others::measure(args)?;
    let server = match &args.url {
        Some(_) => None,
        None => Some(OwnServer::start(&args.own)?),
    };
    let url = match (&args.url, &server) {
        (Some(url), _) => url.clone(),
        (None, Some(server)) => format!("ws://{}/ws", server.address()?),
        (None, None) => bail!("no server"),
    };
    runtime(args.threads)?.block_on(load(args, &url, server.as_ref(), others))
}

/// A runtime for the clients.
pub(crate) fn runtime(threads: usize) -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads.max(1)).enable_all().build()
}

async fn load(
    args: &Args,
    url: &str,
    server: Option<&OwnServer>,
    others: Others,
) -> anyhow::Result<Report> {
    let usage = || server.map(OwnServer::usage).unwrap_or_default();
    let tally = Arc::new(Tally::default());
    let empty = usage();
    let rules = Rules::preset(&args.rules).context("rules are classic or full")?;
    let rooms = open_rooms(args.rooms, rules, url, &tally).await?;
    let peopled = usage();
    let watchers = open_crowd(args, url, &rooms, &tally).await?;
    let opened = usage();
    tally.forget_opening();
    let begun = Instant::now();
    let end = begun + Duration::from_secs(args.seconds);
    let (mut playing, mut crowd) = (JoinSet::new(), JoinSet::new());
    for watcher in watchers {
        crowd.spawn(watcher.watch(SILENCE_MAX));
    }
    let count = rooms.len();
    for (number, room) in rooms.into_iter().enumerate() {
        playing.spawn(room.load(pace(args, count, number, begun), end));
    }
    let (mut seats, mut watchers) = (Load::new(&tally), Load::new(&tally));
    let moments = follow(args, &mut seats, begun, usage, &mut playing).await?;
    let seconds = begun.elapsed().as_secs_f64();
    watchers.gather(&mut crowd).await?;
    let busy = usage();
    Ok(Report {
        settings: settings(args),
        rooms: args.rooms,
        spectators: args.spectators,
        rate: args.rate,
        seconds,
        seats: seats.latencies,
        watchers: watchers.latencies,
        tally,
        moments,
        failures: [seats.failures, watchers.failures].concat(),
        measured_server: server.is_some(),
        empty,
        peopled,
        opened,
        busy,
        floor: others.floor,
        floor_of_many_threads: others.floor_of_many_threads,
        colyseus: others.colyseus,
    })
}

fn settings(args: &Args) -> Settings {
    Settings {
        version: env!("CARGO_PKG_VERSION"),
        date: date::now(),
        rules: args.rules.clone(),
        seconds_asked: args.seconds,
        threads: args.threads,
        url: args.url.clone(),
        server_core: args.own.server_core,
        server_args: args.own.server_args.clone(),
    }
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

/// Opens so many rooms and begins in all of them.
pub(crate) async fn open_rooms(
    count: usize,
    rules: Rules,
    url: &str,
    tally: &Arc<Tally>,
) -> anyhow::Result<Vec<Room>> {
    let bar = ProgressBar::new(count as u64);
    bar.set_style(ProgressStyle::with_template("opening rooms {bar:40} {pos}/{len}")?);
    let (mut opening, mut rooms) = (JoinSet::new(), Vec::new());
    for _ in 0..count {
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

/// Brings those who watch to their rooms, before anything is measured.
async fn open_crowd(
    args: &Args,
    url: &str,
    rooms: &[Room],
    tally: &Arc<Tally>,
) -> anyhow::Result<Vec<Watcher>> {
    let all = rooms.iter().flat_map(|room| std::iter::repeat_n(room, args.spectators));
    let (mut opening, mut watchers) = (JoinSet::new(), Vec::new());
    for room in all {
        if opening.len() == OPENING_MAX
            && let Some(opened) = opening.join_next().await
        {
            watchers.push(opened??);
        }
        let (clock, stop, tally) = (room.clock.clone(), room.stop.subscribe(), tally.clone());
        opening.spawn(Watcher::open(url.to_owned(), room.code, clock, stop, tally));
    }
    while let Some(opened) = opening.join_next().await {
        watchers.push(opened??);
    }
    Ok(watchers)
}

/// Shows how the rooms go on until all of them have ended, and takes the figures once a second.
async fn follow(
    args: &Args,
    load: &mut Load,
    begun: Instant,
    usage: impl Fn() -> Usage,
    playing: &mut JoinSet<Measured>,
) -> anyhow::Result<Vec<Moment>> {
    let bar = ProgressBar::new(args.seconds);
    bar.set_style(ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} s  {msg}")?);
    bar.set_prefix("loading");
    let mut ticks = interval_at(Later::from_std(begun + SECOND), SECOND);
    let mut moments = vec![Moment { seconds: 0.0, actions: 0, usage: usage() }];
    loop {
        let over = tokio::select! {
            done = playing.join_next() => match done {
                Some(done) => {
                    load.take(done);
                    continue;
                }
                None => true,
            },
            _ = ticks.tick() => false,
        };
        let (seconds, last) = (begun.elapsed().as_secs_f64(), moments.last());
        // A rate over next to no time would be no rate.
        if over && last.is_some_and(|last| seconds - last.seconds < SECOND.as_secs_f64() / 2.0) {
            break;
        }
        let actions = Tally::read(&load.tally.actions);
        moments.push(Moment { seconds, actions, usage: usage() });
        bar.set_position(args.seconds.min(seconds as u64));
        bar.set_message(progress(args.seconds, seconds, actions, playing.len()));
        if over {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(moments)
}

/// How it goes, in words: with a rate that can't be held it goes on after the time that was set.
fn progress(asked: u64, seconds: f64, actions: u64, rooms_left: usize) -> String {
    let so_far = format!("{actions} actions, {:.0} a second", actions as f64 / seconds);
    let over = seconds as u64 - asked.min(seconds as u64);
    match over {
        0 => so_far,
        over => format!("{over} s over: {rooms_left} rooms finish what was due; {so_far}"),
    }
}

/// What is found while rooms are played and watched.
struct Load {
    tally: Arc<Tally>,
    failures: Vec<String>,
    latencies: Histogram<u64>,
}

impl Load {
    fn new(tally: &Arc<Tally>) -> Self {
        Self { tally: tally.clone(), failures: Vec::new(), latencies: latencies() }
    }

    /// Counts what a room or a watcher has measured, whichever way it ended.
    fn take(&mut self, done: Result<Measured, JoinError>) {
        let ended = match done {
            Ok(measured) => {
                self.latencies += measured.latencies;
                measured.ended
            }
            Err(error) => Err(error.into()),
        };
        if let Err(error) = ended {
            Tally::add(&self.tally.broken, 1);
            self.failures.push(format!("{error:#}"));
        }
    }

    /// Waits for those who watch: what they have still to hear takes them a moment.
    async fn gather(&mut self, watching: &mut JoinSet<Measured>) -> anyhow::Result<()> {
        let bar = ProgressBar::new(watching.len() as u64);
        bar.set_style(ProgressStyle::with_template("those who watch {bar:40} {pos}/{len}")?);
        while let Some(done) = watching.join_next().await {
            self.take(done);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_that_goes_on_after_its_time_says_what_it_does() {
        assert_eq!(progress(10, 4.0, 200, 3), "200 actions, 50 a second");
        assert_eq!(progress(10, 10.4, 208, 3), "208 actions, 20 a second");
        let over = progress(10, 25.0, 500, 3);
        assert_eq!(over, "15 s over: 3 rooms finish what was due; 500 actions, 20 a second");
    }

    #[tokio::test]
    async fn what_was_measured_before_a_failure_counts() {
        let tally = Arc::new(Tally::default());
        let (mut load, mut tasks) = (Load::new(&tally), JoinSet::new());
        for (time, ended) in [(3, Ok(())), (9, Err(anyhow::anyhow!("the server fell silent")))] {
            let mut latencies = latencies();
            latencies.saturating_record(time);
            tasks.spawn(async move { Measured { latencies, ended } });
        }

        load.gather(&mut tasks).await.unwrap();

        assert_eq!((load.latencies.len(), load.latencies.max()), (2, 9));
        assert_eq!(load.failures, ["the server fell silent"]);
        assert_eq!(Tally::read(&tally.broken), 1);
    }
}
