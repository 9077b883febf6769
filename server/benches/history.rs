//! How fast the history answers with a million hands in it: `cargo bench -p server --bench history`.
//!
//! Makes the database first, in the temporary folder or where `HISTORY_DATABASE` says (`sqlite:PATH` or
//! `postgres://...`; then it is kept and used again), and asks a real server on it over a real socket. Then keeps riichi
//! games there.

mod asked;

use std::{env, time::Instant};

use asked::{Server, measure};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::record::RecordedPlayer;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Rules;
use rules::seat::BySeat;
use serde_json::{Value, json};
use server::demo::DemoRoom;
use server::recorder::{Database, Posting, Recorder, RecorderOptions, RoomId, StoredStep};

/// Games of eight hands, a million hands, unless `HISTORY_GAMES` says how many.
const GAMES: u64 = 125_000;
const HANDS: u8 = 8;
/// Games that are really played; the others are theirs under other names.
const PLAYED: u64 = 500;
/// People who play, the first far more often than the last.
const PEOPLE: u32 = 2_000;
/// How far it is, how fast, and how long it will take.
const PROGRESS: &str = "{msg} {human_pos}/{human_len} hands, {per_sec}, {eta} left {wide_bar}";

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let own = format!("sqlite:{}", folder.path().join("history.sqlite").display());
    let url = env::var("HISTORY_DATABASE").unwrap_or(own);
    fill(&url).await;
    let mut server = Server::start(&url, &[]);
    asked::print_heads();
    let mut chance = Pcg64Mcg::seed_from_u64(2);
    for (name, target) in QUESTIONS {
        measure(name, |_| server.ask(&fill_in(target, &mut chance)));
    }
    let mut game = Kept::make(&mut server);
    measure("a hand of a kept game, written", |number| {
        if number % KEPT_HANDS == 0 {
            game = Kept::make(&mut server);
        }
        game.record(&mut server)
    });
    let hands = format!("/api/games/{}/hands", game.id);
    measure("100 hands of a kept game", |_| server.ask(&hands));
}

/// Hands of a kept game before another is begun.
const KEPT_HANDS: usize = 100;

/// A riichi game that somebody keeps.
struct Kept {
    id: String,
    key: String,
    hands: usize,
}

impl Kept {
    fn make(server: &mut Server) -> Self {
        let players = json!({ "players": ["Koki", "Josh", "Mikey", "Jo"] });
        let made = server.say("POST /api/games", "", &players);
        let made: Value = serde_json::from_slice(&made).expect("an answer");
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        Self { id: text("id"), key: text("recorder_key"), hands: 0 }
    }

    /// Writes a hand that moves neither the deal nor points: the game goes on for ever.
    fn record(&mut self, server: &mut Server) -> usize {
        let outcome = json!({ "type": "exhaustive_draw", "tenpai": [0, 1, 2, 3] });
        let hand = json!({ "id": self.hands.to_string(), "riichi": [], "outcome": outcome });
        let keyed =
            format!("authorization: Bearer {}\r\nif-match: \"{}\"\r\n", self.key, self.hands + 1);
        self.hands += 1;
        server.say(&format!("POST /api/games/{}/hands", self.id), &keyed, &hand).len()
    }
}

/// What is asked; `GAME` is any game, `PLAYER` anybody, `TIME` any time.
const QUESTIONS: [(&str, &str); 12] = [
    ("game", "/api/games/GAME"),
    ("hands of a game", "/api/games/GAME/hands"),
    ("record of a hand", "/api/games/GAME/hands/3"),
    ("history", "/api/games"),
    ("history, any page", "/api/games?cursor=TIME.0"),
    ("history of a player", "/api/games?player=PLAYER"),
    ("... who won, any page", "/api/games?player=PLAYER&outcome=won&cursor=TIME.0"),
    ("history of Three Golds", "/api/games?rare=three_golds&cursor=TIME.0"),
    ("... and somebody's self-draw", "/api/games?rare=golden_pair&outcome=self_draw&player=PLAYER"),
    (
        "... of the busiest player, two conditions",
        "/api/games?rare=no_bonus_no_kong&outcome=drawn&player=p0",
    ),
    ("history of what there is none of", "/api/games?origin=recorded&outcome=won"),
    ("figures of a player", "/api/players/PLAYER/stats"),
];

fn games() -> u64 {
    env::var("HISTORY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES)
}

fn fill_in(target: &str, chance: &mut Pcg64Mcg) -> String {
    let first = 1_600_000_000_000_u64;
    let time = first + chance.random_range(0..2_000_000_000_000_u64 - first);
    target
        .replace("GAME", &format!("{}-1", chance.random_range(1..=games())))
        .replace("PLAYER", &name(person(chance)))
        .replace("TIME", &time.to_string())
}

/// Somebody: the busy are picked more often.
fn person(chance: &mut Pcg64Mcg) -> u32 {
    let share: f64 = chance.random();
    (f64::from(PEOPLE).powf(share) - 1.0) as u32
}

fn name(person: u32) -> String {
    format!("p{person}")
}

/// Four different people.
fn four(chance: &mut Pcg64Mcg) -> BySeat<RecordedPlayer> {
    let mut people = Vec::new();
    while people.len() < 4 {
        let person = person(chance);
        if !people.contains(&person) {
            people.push(person);
        }
    }
    BySeat([0, 1, 2, 3].map(|seat: usize| RecordedPlayer::Human {
        name: name(people[seat]).parse().expect("a name"),
    }))
}

/// Fills an empty database.
async fn fill(url: &str) {
    let began = Instant::now();
    let database: Database = url.parse().expect("an address");
    let (recorder, replayed) =
        Recorder::open(database, RecorderOptions::default()).expect("the store opens");
    if replayed.next_room > RoomId(1) {
        return recorder.shutdown().await;
    }
    let mut chance = Pcg64Mcg::seed_from_u64(1);
    let rules = Rules { hands: HANDS, ..Rules::FULL };
    let played: Vec<_> = (1..=PLAYED)
        .map(|id| DemoRoom::new(RoomId(id), four(&mut chance), rules, 1).play_game())
        .collect();
    let mut waiting = Vec::new();
    let progress = ProgressBar::new(games() * u64::from(HANDS)).with_message("recording");
    progress.set_style(ProgressStyle::with_template(PROGRESS).expect("a template"));
    for id in 1..=games() {
        progress.inc(HANDS.into());
        let players = four(&mut chance);
        let mut postings = played[(id % PLAYED) as usize].clone();
        postings.iter_mut().for_each(|posting| move_to(posting, RoomId(id), &players));
        let closed = Posting::RoomClosed { room: RoomId(id), body_summary: "{}".to_owned() };
        postings.push(closed);
        let step = StoredStep { room: RoomId(id), seq: 1, body: vec![b'.'; 100] };
        waiting.push(recorder.submit(step, postings).await.expect("the disk takes it"));
        if waiting.len() == 1_000 {
            for step in waiting.drain(..) {
                step.await.expect("the disk takes it");
            }
        }
    }
    for step in waiting {
        step.await.expect("the disk takes it");
    }
    recorder.shutdown().await;
    progress.finish_and_clear();
    println!("{} hands recorded in {:?}", games() * u64::from(HANDS), began.elapsed());
}

fn move_to(posting: &mut Posting, room: RoomId, players: &BySeat<RecordedPlayer>) {
    match posting {
        Posting::Game(game) => {
            game.game.room = room;
            game.players = players.clone();
        }
        Posting::Hand(hand) => {
            hand.game.room = room;
            hand.players = players.clone();
        }
        Posting::GameFinished(game) => game.room = room,
        Posting::Rated(finished) => finished.game.room = room,
        Posting::RoomClosed { room: closed, .. } => *closed = room,
    }
}
