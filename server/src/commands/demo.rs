//! `sanjin demo`: a database full of games, to try history, replays and the API on.

use anyhow::Context;
use protocol::record::RecordedPlayer;
use rules::fujian::Rules;
use rules::seat::BySeat;
use server::config::Database;
use server::demo::DemoRoom;
use server::recorder::{Posting, Recorder, RecorderOptions, RoomId, StoredStep};

/// People the games are said to be between; bots play them.
const NAMES: [&str; 9] = ["Ana", "Bo", "Chen", "Dede", "Eun", "Farah", "Gia", "阿明", "小玲"];

/// Adds games between bots to a database, on fair walls and under people's names; no server may be using it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The database; made when it is not there.
    #[arg(long, value_name = "URL")]
    database: Database,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// What all chance follows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(fill(args))?;
    println!("{} games added to {}", args.games, args.database);
    Ok(())
}

async fn fill(args: &Args) -> anyhow::Result<()> {
    let (recorder, replayed) = Recorder::open(&args.database, RecorderOptions::default())
        .context("can't open the database")?;
    for (number, id) in (0..args.games).zip(replayed.next_room.0..) {
        let room = RoomId(id);
        let players = BySeat::from_fn(|seat| {
            // Neighbours in the list meet often, and everybody meets everybody.
            let place = (number as usize * (1 + number as usize / 9 % 2) + seat.index() * 2) % 9;
            RecordedPlayer::Human { name: NAMES[place].parse().expect("names are names") }
        });
        let hands = 1 + (number % 4) as u8;
        let mut table = DemoRoom::new(room, players, Rules { hands, ..Rules::FULL }, args.seed);
        let mut postings = table.play_game();
        postings.push(Posting::RoomClosed { room, body_summary: "{}".to_owned() });
        let step = StoredStep { room, seq: 1, body: b"demo".to_vec() };
        recorder.append(step, postings).await.context("can't record a game")?;
    }
    recorder.shutdown().await;
    Ok(())
}
