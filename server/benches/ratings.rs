//! How fast ratings are with a million rounds in the ledger: `cargo bench -p server --bench ratings`.
//!
//! Makes the database first, in the temporary folder or where `RATINGS_DATABASE` says (`sqlite:PATH` or
//! `postgres://...`, empty): a file with many rounds at once, and a database on a server from such a file, as a backup is
//! restored. Then rebuilds everything, and asks and submits to a real server on it over a real socket.

mod asked;
mod bulk;

use std::{
    env,
    path::Path,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use asked::{Server, measure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use server::desk::{Desk, Standing};
use server::recorder::{Database, restore_file};

/// Rounds, unless `RATINGS_ROUNDS` says how many.
const ROUNDS: u64 = 1_000_000;
/// People who play; nine of ten are verified.
const PEOPLE: usize = 5_000;
/// How long rounds were played for.
const YEAR_MS: i64 = 365 * 86_400_000;
/// One address asks it all.
const UNLIMITED: &[&str] = &["--ratings-per-minute=0", "--keyed-ratings-per-minute=0"];
/// How far it is, how fast, and how long it will take.
const PROGRESS: &str = "{msg} {human_pos}/{human_len}, {per_sec}, {eta} left {wide_bar}";

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let own = format!("sqlite:{}", folder.path().join("ratings.sqlite").display());
    let url = env::var("RATINGS_DATABASE").unwrap_or_else(|_| own.clone());
    let file = if url.starts_with("sqlite:") { url.clone() } else { own };
    let people = make_people(&file);
    let key = prepare(&file.parse().expect("an address"), &people);
    let path = file.trim_start_matches("sqlite:");
    fill_file(path, &people);
    let database: Database = url.parse().expect("an address");
    if url != file {
        let began = Instant::now();
        restore_file(Path::new(path), database.clone()).expect("the server takes it");
        eprintln!("restored from the file in {:?}", began.elapsed());
    }
    go_through(&database);
    ask(&url, &people, &key);
}

fn rounds() -> u64 {
    env::var("RATINGS_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(ROUNDS)
}

fn bar(of: u64, doing: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(PROGRESS).expect("a template");
    ProgressBar::new(of).with_message(doing).with_style(style)
}

/// Makes profiles, and a source that applies, on a real server; says the public ids.
fn make_people(url: &str) -> Vec<String> {
    let mut server = Server::start(url, UNLIMITED);
    let applied = json!({ "name": "Club", "contact": "club@example.org" });
    server.say("POST /api/v1/sources/apply", "", &applied);
    let progress = bar(PEOPLE as u64, "making profiles");
    let make = |number| {
        progress.inc(1);
        let made =
            server.say("POST /api/v1/profiles", "", &json!({ "name": format!("p{number}") }));
        let made: Value = serde_json::from_slice(&made).expect("an answer");
        made["player"]["id"].as_str().expect("an id").to_owned()
    };
    let people = (0..PEOPLE).map(make).collect();
    progress.finish_and_clear();
    people
}

/// Verifies most, approves the source, and says its key.
fn prepare(database: &Database, people: &[String]) -> String {
    let mut desk = Desk::open(database).expect("nobody else has it");
    for person in people.iter().enumerate().filter(|(nth, _)| nth % 10 != 0).map(|(_, id)| id) {
        assert!(desk.verify(person, Standing::Verified).expect("it can be written"));
    }
    desk.approve(1).expect("it can be written").expect("a source")
}

/// Writes rounds into a file, many at once.
fn fill_file(path: &str, people: &[String]) {
    let began = Instant::now();
    let mut chance = Pcg64Mcg::seed_from_u64(1);
    let progress = bar(rounds(), "writing rounds");
    let (count, now) = (rounds() as i64, SystemTime::now().duration_since(UNIX_EPOCH));
    let now = now.expect("it is after 1970").as_millis() as i64;
    let rounds = (1..=count).map(|nth| {
        progress.inc(1);
        let (sitters, wins) = by_chance(people, &mut chance);
        let games = wins.iter().sum::<u32>() + 1;
        // Over a year up to now: whoever asks for the risers of a week gets what was played in one.
        let at = now - YEAR_MS + nth * YEAR_MS / count;
        bulk::BulkRound { at, games, sitters, wins }
    });
    bulk::fill(path, rounds).expect("the file takes it");
    progress.finish_and_clear();
    println!("{} rounds written in {:?}", self::rounds(), began.elapsed());
}

/// Four people, and what each of them wins.
fn by_chance(people: &[String], chance: &mut Pcg64Mcg) -> ([String; 4], [u32; 4]) {
    let first = chance.random_range(0..people.len());
    let sitter = |nth: usize| people[(first + nth * 7) % people.len()].clone();
    ([0, 1, 2, 3].map(sitter), [0; 4].map(|_: u32| chance.random_range(0..4)))
}

/// Rebuilds everything from the first round, as the operator's command does.
fn go_through(database: &Database) {
    let mut desk = Desk::open(database).expect("nobody else has it");
    let began = Instant::now();
    let progress = bar(rounds(), "rebuilding");
    let found = desk.rebuild(&mut |rounds| progress.set_position(rounds));
    progress.finish_and_clear();
    let found = found.expect("it can be written");
    assert_eq!((found.rounds, found.differences), (rounds(), 0), "a rebuild changes nothing");
    let (rounds, took) = (found.rounds, began.elapsed());
    eprintln!("{rounds} rounds rebuilt in {took:?}, no difference");
    println!("{}", json!({ "rebuild": { "rounds": rounds, "seconds": took.as_secs_f64() } }));
}

/// Asks and submits.
fn ask(url: &str, people: &[String], key: &str) {
    let mut server = Server::start(url, UNLIMITED);
    let mut chance = Pcg64Mcg::seed_from_u64(2);
    asked::print_heads();
    let mut somebody = |target: &str| {
        let person = &people[chance.random_range(0..people.len())];
        target.replace("PLAYER", person)
    };
    let began = Instant::now();
    server.ask("/api/v1/leaderboard/risers");
    println!("risers of seven days, asked for the first time: {:?}", began.elapsed());
    for (name, target) in QUESTIONS {
        measure(name, |_| server.ask(&somebody(target)));
    }
    let keyed = format!("authorization: Bearer {key}\r\n");
    measure("a session of one round, submitted", |number| {
        let player = |nth: usize| {
            let person = (number * 3 + nth) % 500;
            json!({ "email": format!("e{person}@example.org"), "name": format!("e{person}"), "mahjongs": nth })
        };
        let players = [0, 1, 2, 3].map(player);
        let round = json!({ "games": 7, "wall_games": 1, "players": players });
        let session = json!({ "key": number.to_string(), "occasion": "open", "rounds": [round] });
        server.say("POST /api/v1/sessions", &keyed, &session).len()
    });
}

/// What is asked; `PLAYER` is anybody.
const QUESTIONS: [(&str, &str); 6] = [
    ("leaderboard", "/api/v1/leaderboard"),
    (
        "leaderboard with many games, and one's place",
        "/api/v1/leaderboard?min_games=5000&player=PLAYER",
    ),
    ("risers of seven days, at most a minute old", "/api/v1/leaderboard/risers"),
    ("player", "/api/v1/players/PLAYER"),
    ("history of a player", "/api/v1/players/PLAYER/history"),
    ("search", "/api/v1/players/search?q=p12"),
];
