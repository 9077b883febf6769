//! `loadtest restart`: a server killed while all rooms play, and how soon all of them play again.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hdrhistogram::Histogram;
use rules::fujian::Rules;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::own_server::{OwnServer, OwnServerArgs};
use crate::room::Room;
use crate::tally::{Tally, latencies, record};
use crate::{descriptors, run, values};

/// Rooms whose players come back at the same time: more would wait to be accepted.
const RETURNING_MAX: usize = 64;
/// How long rooms would play if nothing happened.
const PLAY_MAX: Duration = Duration::from_secs(3_600);

/// Kills a server with all rooms at play, starts it again, and measures until every room plays on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Rooms, four clients each.
    #[arg(long, default_value_t = 1000, value_parser = values::count)]
    rooms: usize,
    /// How long they play before the server is killed.
    #[arg(long, default_value_t = 5, value_parser = values::seconds_before_restart)]
    seconds: u64,
    #[command(flatten)]
    own: OwnServerArgs,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1, value_parser = values::count)]
    threads: usize,
    /// Write the figures here as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What was found; times count from the kill.
struct Figures {
    /// Actions before it.
    actions: u64,
    /// Until the server listened again.
    listening: Duration,
    /// Until each room had accepted an action and all four had heard of it, in microseconds.
    playing: Histogram<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    values::can_write(args.json.as_deref())?;
    descriptors::have(4 * args.rooms)?;
    let mut server = OwnServer::start(&args.own)?;
    let figures = run::runtime(args.threads)?.block_on(measure(args, &mut server))?;
    server.check()?;
    let (rooms, actions) = (args.rooms, figures.actions);
    println!("{rooms} rooms killed after {actions} actions, seconds since");
    println!("  listening again    {:.2}", figures.listening.as_secs_f64());
    println!("  half playing again {:.2}", figures.playing_ms(0.5) / 1e3);
    println!("  all playing again  {:.2}", figures.playing_ms(1.0) / 1e3);
    values::write_json(args.json.as_deref(), &figures.json(rooms))
}

impl Figures {
    fn playing_ms(&self, quantile: f64) -> f64 {
        self.playing.value_at_quantile(quantile) as f64 / 1e3
    }

    fn json(&self, rooms: usize) -> Value {
        json!({
            "rooms": rooms,
            "actions_before": self.actions,
            "rooms_playing_again": self.playing.len(),
            "listening_ms": self.listening.as_secs_f64() * 1e3,
            "half_playing_ms": self.playing_ms(0.5),
            "all_playing_ms": self.playing_ms(1.0),
        })
    }
}

async fn measure(args: &Args, server: &mut OwnServer) -> anyhow::Result<Figures> {
    let tally = Arc::new(Tally::default());
    let rooms = run::open_rooms(args.rooms, Rules::FULL, &url(server)?, &tally).await?;
    let mut playing = JoinSet::new();
    for room in rooms {
        playing.spawn(room.play_until_cut(Instant::now() + PLAY_MAX));
    }
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    let actions = Tally::read(&tally.actions);
    let killed = Instant::now();
    server.kill();
    let rooms = playing.join_all().await;
    server.restart()?;
    let (listening, url) = (killed.elapsed(), url(server)?);
    let back = stream::iter(rooms).map(|room| come_back(room, &url, killed));
    let back: Vec<Duration> = back.buffer_unordered(RETURNING_MAX).try_collect().await?;
    ensure!(Tally::read(&tally.refused) == 0, "actions were refused");
    let mut playing = latencies();
    back.into_iter().for_each(|took| record(&mut playing, took));
    Ok(Figures { actions, listening, playing })
}

fn url(server: &OwnServer) -> anyhow::Result<String> {
    Ok(format!("ws://{}/ws", server.address()?))
}

/// Has a room play on; gives how long after the kill it did.
async fn come_back(mut room: Room, url: &str, killed: Instant) -> anyhow::Result<Duration> {
    room.come_back(url).await.with_context(|| format!("room {}", room.code))?;
    Ok(killed.elapsed())
}
