//! `loadtest faults`: everything goes wrong while people play, and afterwards nothing may be amiss.

mod account;
mod log;
mod player;
mod proxy;
mod verdict;
mod watcher;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::ids::RoomCode;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};
use serde_json::{Value, json};
use tokio::task::{JoinSet, block_in_place};
use tokio::time::{Instant, interval, sleep};

use self::player::{Manners, Player, Shared};
use self::proxy::{Mischief, Proxy};
use self::verdict::{Verdict, judge};
use self::watcher::Watcher;
use crate::own_server::{OwnServer, OwnServerArgs};
use crate::room::Client;
use crate::run::runtime;
use crate::values;

/// How often it is shown how far it is.
const SHOWN_EVERY: Duration = Duration::from_millis(200);
/// Hands of a match: short, so that matches end and begin again while things go wrong.
const HANDS: u8 = 2;

/// Plays while the server is killed and restarted, connections are cut, frames torn and delayed and
/// clients paused; then compares what everybody was told with the log.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rooms, four clients each.
    #[arg(long, default_value_t = 20, value_parser = values::count)]
    rooms: usize,
    /// Watchers of each room.
    #[arg(long, default_value_t = 1, value_parser = values::count_or_none)]
    spectators: usize,
    /// How long things go wrong; hands under way are then played to their end.
    #[arg(long, default_value_t = 30, value_parser = values::seconds)]
    seconds: u64,
    /// Seconds between two kills on average; 0 never kills.
    #[arg(long, default_value_t = 4.0, value_parser = values::gap_or_never)]
    kill_every: f64,
    /// Seconds a connection lives on average.
    #[arg(long, default_value_t = 3.0, value_parser = values::gap)]
    cut_after: f64,
    /// How long a torn frame waits for its other half, at most.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 200)]
    delay_ms: u64,
    /// How long a client stops listening, at most.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 1000)]
    pause_ms: u64,
    /// How long a client thinks, at most.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 10)]
    think_ms: u64,
    /// What chance follows from; the machine's own timing does not.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    own: OwnServerArgs,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1, value_parser = values::count)]
    threads: usize,
    /// Write what was found here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    values::can_write(args.json.as_deref())?;
    let mut server = OwnServer::start(&args.own)?;
    let mut found = runtime(args.threads.max(2))?.block_on(suffer(args, &mut server))?;
    if let Err(error) = server.check() {
        found.verdict.wrong.note(|wrong| &mut wrong.lost, format!("{error:#}"));
    }
    print!("{}", found.text());
    values::write_json(args.json.as_deref(), &found.json())?;
    if found.verdict.wrong.is_nothing() { Ok(()) } else { bail!("something was amiss") }
}

/// A table with everybody at it and around it.
struct Table {
    code: RoomCode,
    players: Vec<Player>,
    watchers: Vec<Watcher>,
}

async fn suffer(args: &Args, server: &mut OwnServer) -> anyhow::Result<Found> {
    let millis = Duration::from_millis;
    let cut_after = Duration::try_from_secs_f64(args.cut_after)?;
    let mischief = Mischief { cut_after, delay_max: millis(args.delay_ms), seed: args.seed };
    let proxy = Proxy::start(mischief).await?;
    proxy.lead_to(Some(server.address()?));
    let seated = sit_down(args.rooms, &proxy.url).await?;
    // From when everybody sits: however long that took, there is time for faults.
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let (think_max, pause_max) = (millis(args.think_ms), millis(args.pause_ms));
    let shared = Arc::new(Shared {
        proxy,
        manners: Manners { think_max, pause_max, end },
        actions: AtomicU64::new(0),
        kills: AtomicU64::new(0),
        pauses: AtomicU64::new(0),
        come_backs: AtomicU64::new(0),
    });
    let mut living = JoinSet::new();
    for (number, clients) in (0..).zip(seated) {
        living.spawn(live(set(
            clients,
            args.spectators,
            &shared,
            args.seed.wrapping_add(4 * number),
        )));
    }
    shared.proxy.set_mischief(true);
    let bar = ProgressBar::new(args.seconds);
    bar.set_style(ProgressStyle::with_template("breaking things {bar:40} {pos}/{len} s  {msg}")?);
    let shown = tokio::spawn(show(bar.clone(), args.seconds, shared.clone()));
    kill_now_and_then(args, server, &shared).await?;
    shared.proxy.set_mischief(false);
    let tables = living.join_all().await;
    shown.abort();
    bar.finish_and_clear();
    // What is judged is what a server knows that has just been killed once more.
    block_in_place(|| server.restart())?;
    let mut verdict = Verdict::default();
    for table in tables {
        add(&mut verdict, examine(table, server.address()?, shared.clone()).await?);
    }
    Ok(Found { rooms: args.rooms, seconds: args.seconds, shared, verdict })
}

/// Opens so many rooms, each with four at its table.
async fn sit_down(rooms: usize, url: &str) -> anyhow::Result<Vec<BySeat<Client>>> {
    let rules = Rules { hands: HANDS, turn_seconds: None, call_seconds: None, ..Rules::FULL };
    let (mut opening, mut seated) = (JoinSet::new(), Vec::new());
    for _ in 0..rooms {
        let url = url.to_owned();
        opening.spawn(async move { Client::four_at_a_table(&url, rules).await });
    }
    while let Some(clients) = opening.join_next().await {
        seated.push(clients??);
    }
    Ok(seated)
}

fn set(clients: BySeat<Client>, spectators: usize, shared: &Arc<Shared>, seed: u64) -> Table {
    let left = Arc::new(AtomicBool::new(false));
    let code = clients[Seat::S0].seated.code;
    let seeds = (0..).map(|number| seed.wrapping_add(number));
    let players = clients.0.into_iter().zip(seeds);
    let players = players
        .map(|(client, seed)| Player::new(client, left.clone(), shared.clone(), seed))
        .collect();
    let watcher = |_| Watcher::new(code, left.clone(), shared.clone());
    Table { code, players, watchers: (0..spectators).map(watcher).collect() }
}

async fn live(table: Table) -> Table {
    let players: JoinSet<_> = table.players.into_iter().map(Player::live).collect();
    let watchers: JoinSet<_> = table.watchers.into_iter().map(Watcher::live).collect();
    let (players, watchers) = tokio::join!(players.join_all(), watchers.join_all());
    Table { code: table.code, players, watchers }
}

/// Shows how far it is, as often as a person looks.
async fn show(bar: ProgressBar, seconds: u64, shared: Arc<Shared>) {
    let mut ticks = interval(SHOWN_EVERY);
    loop {
        ticks.tick().await;
        let left = shared.manners.end.saturating_duration_since(Instant::now());
        bar.set_position(seconds - left.as_secs().min(seconds));
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let so_far = format!(
            "{} kills, {} cuts, {} actions",
            count(&shared.kills),
            shared.proxy.cuts(),
            count(&shared.actions),
        );
        bar.set_message(if left.is_zero() {
            format!("{so_far}; hands under way are played to their end")
        } else {
            so_far
        });
    }
}

/// Kills the server and starts it again until the time is over.
async fn kill_now_and_then(
    args: &Args,
    server: &mut OwnServer,
    shared: &Shared,
) -> anyhow::Result<()> {
    let mut dice = Pcg64Mcg::seed_from_u64(args.seed);
    let end = shared.manners.end;
    loop {
        let wait = match args.kill_every {
            every if every > 0.0 => {
                Duration::try_from_secs_f64(every * (0.5 + dice.random::<f64>()))?
            }
            _ => Duration::from_secs(args.seconds),
        };
        let now = Instant::now();
        sleep(wait.min(end.saturating_duration_since(now))).await;
        if Instant::now() >= end {
            return Ok(());
        }
        shared.proxy.lead_to(None);
        server.kill();
        block_in_place(|| server.restart())?;
        shared.proxy.lead_to(Some(server.address()?));
        shared.kills.fetch_add(1, Ordering::Relaxed);
    }
}

/// Has everybody hear the rest, and compares all of it with the log.
async fn examine(mut table: Table, address: &str, shared: Arc<Shared>) -> anyhow::Result<Verdict> {
    let url = format!("ws://{address}/ws");
    let last = Watcher::new(table.code, Arc::default(), shared).arrive(&url).await?;
    let mut accounts = Vec::new();
    for player in &mut table.players {
        if let Err(error) = player.settle(&url, last).await {
            let what = format!("room {}: {error:#}", table.code);
            player.account.wrong.note(|wrong| &mut wrong.lost, what);
        }
        accounts.push(player.account.clone());
    }
    for watcher in &mut table.watchers {
        if let Err(error) = watcher.settle(&url, last).await {
            let what = format!("a watcher of room {}: {error:#}", table.code);
            watcher.account.wrong.note(|wrong| &mut wrong.lost, what);
        }
        accounts.push(watcher.account.clone());
    }
    let room = table.players.iter().find_map(|player| player.seated.room.as_ref());
    let room = room.context("nobody knows the room")?.id;
    let mut record = Vec::new();
    for audience in Seat::ALL.map(Some).into_iter().chain([None]) {
        record.push((audience, log::hands(address, room, table.code, audience).await?));
    }
    Ok(judge(&accounts, &record))
}

fn add(all: &mut Verdict, one: Verdict) {
    all.hands += one.hands;
    all.steps += one.steps;
    all.checks += one.checks;
    all.snapshots += one.snapshots;
    all.wrong += one.wrong;
}

/// What came of it.
struct Found {
    rooms: usize,
    seconds: u64,
    shared: Arc<Shared>,
    verdict: Verdict,
}

impl Found {
    fn text(&self) -> String {
        let (verdict, wrong) = (&self.verdict, &self.verdict.wrong);
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut out = format!(
            "{} rooms, {} s: {} kills, {} cuts, {} torn frames, {} pauses; {} times somebody came back\n\
             \x20 actions            {}\n\
             \x20 compared           {} hands with the log, {} steps as heard, {} snapshots; {} times the players among each other\n\
             \x20 lost {}   doubled {}   reordered {}   leaked {}   stuck {}\n",
            self.rooms,
            self.seconds,
            count(&self.shared.kills),
            self.shared.proxy.cuts(),
            self.shared.proxy.delays(),
            count(&self.shared.pauses),
            count(&self.shared.come_backs),
            count(&self.shared.actions),
            verdict.hands,
            verdict.steps,
            verdict.snapshots,
            verdict.checks,
            wrong.lost,
            wrong.doubled,
            wrong.reordered,
            wrong.leaked,
            wrong.stuck,
        );
        wrong.told.iter().for_each(|what| out.push_str(&format!("    {what}\n")));
        out
    }

    fn json(&self) -> Value {
        let (verdict, wrong) = (&self.verdict, &self.verdict.wrong);
        json!({
            "rooms": self.rooms,
            "seconds": self.seconds,
            "kills": self.shared.kills.load(Ordering::Relaxed),
            "cuts": self.shared.proxy.cuts(),
            "torn_frames": self.shared.proxy.delays(),
            "pauses": self.shared.pauses.load(Ordering::Relaxed),
            "come_backs": self.shared.come_backs.load(Ordering::Relaxed),
            "actions": self.shared.actions.load(Ordering::Relaxed),
            "hands_compared": verdict.hands,
            "steps_compared": verdict.steps,
            "snapshots": verdict.snapshots,
            "checks": verdict.checks,
            "lost": wrong.lost,
            "doubled": wrong.doubled,
            "reordered": wrong.reordered,
            "leaked": wrong.leaked,
            "stuck": wrong.stuck,
            "problems": wrong.told,
        })
    }
}
