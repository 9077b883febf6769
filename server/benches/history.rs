//! How fast the history answers with a million hands in it: `cargo bench -p server --bench history`.
//!
//! Makes the database first, in the temporary folder or where `HISTORY_DATABASE` says (`sqlite:PATH` or
//! `postgres://...`; then it is kept and used again), and asks a real server on it over a real socket. Then keeps riichi
//! games there.

mod asked;

use std::{env, time::Instant};

use asked::{Server, measure, measure_times};
use indicatif::{ProgressBar, ProgressStyle};
use protocol::record::RecordedPlayer;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Rules;
use rules::seat::BySeat;
use serde_json::{Value, json};
use server::demo::DemoRoom;
use server::recorder::{
    Database, Posting, Profiles, Recorder, RecorderOptions, RoomId, StoredStep,
};

/// Games of eight hands, a million hands, unless `HISTORY_GAMES` says how many.
const GAMES: u64 = 125_000;
const HANDS: u8 = 8;
/// Games that are really played; the others are theirs under other names.
const PLAYED: u64 = 500;
/// People who play, the first far more often than the last.
const PEOPLE: u32 = 2_000;
/// One address keeps all the games.
const UNLIMITED: &[&str] =
    &["--kept-games-per-minute=0", "--kept-writes-per-minute=0", "--ratings-per-minute=0"];
/// How far it is, how fast, and how long it will take.
const PROGRESS: &str = "{msg} {human_pos}/{human_len}, {per_sec}, {eta} left {wide_bar}";

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let own = format!("sqlite:{}", folder.path().join("history.sqlite").display());
    let url = env::var("HISTORY_DATABASE").unwrap_or(own);
    let profiles = profiles(&mut Server::start(&url, UNLIMITED));
    fill(&url, &profiles).await;
    let mut server = Server::start(&url, UNLIMITED);
    let times = [began(&mut server, "1-1"), began(&mut server, &format!("{}-1", games()))];
    let mut asking = Asking { profiles, times, chance: Pcg64Mcg::seed_from_u64(2) };
    asked::print_heads();
    // Each kind of games is compared by itself, and what is made for one is kept for a minute.
    measure_times("figures of a profile, compared anew", KINDS.len(), |nth| {
        server.ask(&asking.fill_in(&format!("/api/players/PROFILE/stats?{}", KINDS[nth])))
    });
    for (name, target) in QUESTIONS {
        measure(name, |_| server.ask(&asking.fill_in(target)));
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

/// The kinds of games that figures can be about.
const KINDS: [&str; 9] = [
    "",
    "variant=fujian",
    "variant=riichi",
    "origin=online",
    "origin=recorded",
    "variant=fujian&origin=online",
    "variant=fujian&origin=recorded",
    "variant=riichi&origin=online",
    "variant=riichi&origin=recorded",
];

/// What is asked; `GAME` is any game, `PLAYER` anybody, `PROFILE` any profile, `TIME` any time, `LATER` a later one.
const QUESTIONS: [(&str, &str); 19] = [
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
    ("history between two dates", "/api/games?since=TIME&until=LATER"),
    ("... of a player", "/api/games?player=PLAYER&since=TIME&until=LATER"),
    ("history, 200 games", "/api/games?limit=200&cursor=TIME.0"),
    ("history of anybody's, two conditions", "/api/games?rare=three_golds&outcome=self_draw"),
    (
        "history of a frequent and a missing condition",
        "/api/games?rare=no_bonus_no_kong&outcome=aborted",
    ),
    ("figures of a name", "/api/players/PLAYER/stats"),
    ("figures of a profile", "/api/players/PROFILE/stats"),
    ("50 rare wins of a profile", "/api/players/PROFILE/rare?limit=50"),
];

/// When a game began.
fn began(server: &mut Server, game: &str) -> u64 {
    let game: Value =
        serde_json::from_slice(&server.read(&format!("/api/games/{game}"))).expect("an answer");
    game["started_at"].as_u64().expect("a time")
}

/// Whoever asks: about anybody, and about any time at which games began.
struct Asking {
    profiles: Vec<String>,
    times: [u64; 2],
    chance: Pcg64Mcg,
}

impl Asking {
    fn fill_in(&mut self, target: &str) -> String {
        let [first, last] = self.times;
        let time = self.chance.random_range(first..=last);
        let later = self.chance.random_range(time..=last);
        let person = person(&mut self.chance);
        let profile = &self.profiles[(person / 2) as usize];
        target
            .replace("GAME", &format!("{}-1", self.chance.random_range(1..=games())))
            .replace("PLAYER", &name(person))
            .replace("PROFILE", profile)
            .replace("TIME", &time.to_string())
            .replace("LATER", &later.to_string())
    }
}

/// The public ids of every second person's profile, made where they are not there yet.
fn profiles(server: &mut Server) -> Vec<String> {
    let progress = bar(u64::from(PEOPLE / 2), "making profiles");
    let find_or_make = |person| {
        progress.inc(1);
        let read = |answer: Vec<u8>| serde_json::from_slice::<Value>(&answer).expect("an answer");
        let name = name(person);
        let found = read(server.read(&format!("/api/v1/players/search?q={name}")));
        let found = found["players"].as_array().expect("a list").first().cloned();
        let player = found.filter(|player| player["name"] == name.as_str()).unwrap_or_else(|| {
            read(server.say("POST /api/v1/profiles", "", &json!({ "name": name })))["player"]
                .clone()
        });
        player["id"].as_str().expect("an id").to_owned()
    };
    let ids = (0..PEOPLE).step_by(2).map(find_or_make).collect();
    progress.finish_and_clear();
    ids
}

fn bar(of: u64, doing: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(PROGRESS).expect("a template");
    ProgressBar::new(of).with_message(doing).with_style(style)
}

fn games() -> u64 {
    env::var("HISTORY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES)
}

/// Somebody: the busy are picked more often.
fn person(chance: &mut Pcg64Mcg) -> u32 {
    let share: f64 = chance.random();
    (f64::from(PEOPLE).powf(share) - 1.0) as u32
}

fn name(person: u32) -> String {
    format!("p{person}")
}

/// Four different people, and the profiles they play for.
fn four(chance: &mut Pcg64Mcg, profiles: &[String]) -> (BySeat<RecordedPlayer>, Profiles) {
    let mut people = Vec::new();
    while people.len() < 4 {
        let person = person(chance);
        if !people.contains(&person) {
            people.push(person);
        }
    }
    let people = [0, 1, 2, 3].map(|seat: usize| people[seat]);
    let human = |person| RecordedPlayer::Human { name: name(person).parse().expect("a name") };
    let profile =
        |person: u32| person.is_multiple_of(2).then(|| profiles[(person / 2) as usize].clone());
    (BySeat(people.map(human)), BySeat(people.map(profile)))
}

/// Fills an empty database.
async fn fill(url: &str, profiles: &[String]) {
    let began = Instant::now();
    let database: Database = url.parse().expect("an address");
    let (recorder, replayed) =
        Recorder::open(database, RecorderOptions::default()).expect("the store opens");
    let there = replayed.next_room.0 - 1;
    if there > 0 {
        assert!(
            there >= games(),
            "only {there} games are there: delete the database, or ask for as many"
        );
        return recorder.shutdown().await;
    }
    let mut chance = Pcg64Mcg::seed_from_u64(1);
    let rules = Rules { hands: HANDS, ..Rules::FULL };
    let played: Vec<_> = (1..=PLAYED)
        .map(|id| DemoRoom::new(RoomId(id), four(&mut chance, profiles).0, rules, 1).play_game())
        .collect();
    let mut waiting = Vec::new();
    let progress = bar(games() * u64::from(HANDS), "recording hands");
    for id in 1..=games() {
        progress.inc(HANDS.into());
        let four = four(&mut chance, profiles);
        let mut postings = played[(id % PLAYED) as usize].clone();
        postings.iter_mut().for_each(|posting| move_to(posting, RoomId(id), &four));
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

fn move_to(posting: &mut Posting, room: RoomId, four: &(BySeat<RecordedPlayer>, Profiles)) {
    let (players, profiles) = four;
    match posting {
        Posting::Game(game) => {
            game.game.room = room;
            game.players = players.clone();
            game.profiles = profiles.clone();
        }
        Posting::Hand(hand) => {
            hand.game.room = room;
            hand.players = players.clone();
            hand.profiles = profiles.clone();
        }
        Posting::GameFinished(game) => game.room = room,
        Posting::Rated(finished) => finished.game.room = room,
        Posting::RoomClosed { room: closed, .. } => *closed = room,
    }
}
