//! What was played over sockets, as the API tells it afterwards.

mod common;

use std::io::Write;
use std::net::TcpStream;
use std::process::Command;

use common::fresh::Fresh;
use common::play::play_all;
use common::wire::{ask_with, http, listed_room, new_profile, rest_of};
use common::{NO_LIMITS, Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, OwnChange, PhaseView, PublicChange, SeatMessage, SeatView};
use protocol::options::{RoomOptions, Spectators};
use protocol::room::BotLevel;
use rules::fujian::Rules;
use rules::seat::Seat;
use rusqlite::config::DbConfig;
use serde::Deserialize;
use serde_json::Value;

/// Plays a match against three bots to its end.
async fn played(server: &TestServer, hands: u8) -> Player {
    let rules = Rules { hands, ..Rules::FULL };
    let mut player = Player::create(server, Encoding::Json, rules).await;
    for seat in [Seat::S1, Seat::S2, Seat::S3] {
        let order = HostOrder::Bot { seat, level: BotLevel::Easy };
        player.ask(|request| ClientMessage::Host { request, order }).await;
    }
    player.ask(|request| ClientMessage::Host { request, order: HostOrder::Start {} }).await;
    let mut asked = None;
    while !is_over(&player) {
        let prompt = player.view.as_ref().and_then(|view| view.prompt.clone());
        if let (Some(action), true) = (player.simple_action(), asked != prompt) {
            player.ask(|request| ClientMessage::Act { request, action, last_seq: None }).await;
        }
        asked = prompt;
        player.hear().await;
    }
    player
}

fn is_over(player: &Player) -> bool {
    let phase = player.view.as_ref().map(|view| &view.table.phase);
    matches!(phase, Some(PhaseView::Finished { .. }))
}

/// The body of an answer.
fn body(server: &TestServer, target: &str) -> String {
    // In the old protocol a body ends with the connection.
    let answer = http(server, &[&format!("GET {target} HTTP/1.0")]);
    assert!(answer.contains(" 200 OK\r\n"), "{target}: {answer}");
    answer.split_once("\r\n\r\n").expect("a head").1.to_owned()
}

fn json(server: &TestServer, target: &str) -> Value {
    serde_json::from_str(&body(server, target)).unwrap()
}

/// A step as a player hears it: what anybody hears, and what that player hears besides.
type Told = (Vec<PublicChange>, Vec<OwnChange>);

/// What a player heard of the table, step by step.
fn told_live(heard: &[SeatMessage]) -> Vec<Told> {
    let steps = heard.iter().filter_map(|message| match message {
        SeatMessage::Step { public, own, .. } => Some((public.clone(), own.clone())),
        _ => None,
    });
    steps.map(without_table).filter(is_something).collect()
}

/// The steps of a replay of one hand; where it begins, it shows that nobody chose the wall.
fn told_again(server: &TestServer, id: &str, replay: &str) -> Vec<Told> {
    let mut lines = replay.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let begins = lines.next().unwrap();
    assert_eq!((&begins["version"], &begins["game"]), (&1.into(), &id.into()));
    let record = json(server, &format!("/api/games/{id}/hands/{}", begins["hand"]));
    for part in ["room", "hand", "commitment", "seed", "seats"] {
        assert_eq!((part, &begins["wall"][part]), (part, &record[part]));
    }
    let read = |line: Value| {
        let public = Deserialize::deserialize(&line["public"]).unwrap();
        (public, Deserialize::deserialize(&line["own"]).unwrap())
    };
    lines.map(read).map(without_table).filter(is_something).collect()
}

/// Who is there when a match begins is told of its table; a replay begins with that.
fn without_table((mut public, own): Told) -> Told {
    public.retain(|change| !matches!(change, PublicChange::Table { .. }));
    (public, own)
}

fn is_something((public, own): &Told) -> bool {
    !public.is_empty() || !own.is_empty()
}

#[tokio::test]
async fn a_match_is_in_the_history_and_replays_to_what_its_player_saw() {
    let server = TestServer::start("history");

    let player = played(&server, 2).await;

    let games = json(&server, "/api/games?player=Ana");
    let (game, view) = (&games["games"][0], player.view.clone().unwrap());
    assert_eq!((&game["state"], &game["hands"]), (&"finished".into(), &2.into()));
    assert_eq!(game["scores"], serde_json::to_value(view.table.scores).unwrap());
    let id = game["id"].as_str().unwrap().to_owned();
    let replay = body(&server, &format!("/api/games/{id}/replay?seat=0&hand=2"));
    let mut lines = replay.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut seen = SeatView::deserialize(&lines.next().unwrap()["view"]).unwrap();
    for line in lines {
        let read = |part| Deserialize::deserialize(&line[part]).unwrap();
        let own: Vec<_> = Deserialize::deserialize(&line["own"]).unwrap();
        let public: Vec<_> = read("public");
        seen.apply(&public, &own);
    }
    let heard = told_live(&player.heard);
    for hand in [1, 2] {
        let replay = body(&server, &format!("/api/games/{id}/replay?seat=0&hand={hand}"));
        let again = told_again(&server, &id, &replay);
        assert!(heard.windows(again.len()).any(|steps| steps == again), "{heard:#?}\n{again:#?}");
    }
    assert_eq!(seen.table.hand, view.table.hand);
    assert_eq!((seen.own, seen.table.scores), (view.own, view.table.scores));
    assert_eq!(json(&server, "/api/players/Ana/stats")["hands"], 2);
}

#[tokio::test]
async fn a_downloaded_record_verifies_and_the_database_checks() {
    let server = TestServer::start("record");
    played(&server, 1).await;
    let id = json(&server, "/api/games")["games"][0]["id"].as_str().unwrap().to_owned();
    let file = server.folder.join("hand.json");
    std::fs::write(&file, body(&server, &format!("/api/games/{id}/hands/1"))).unwrap();
    let sanjin = || Command::new(env!("CARGO_BIN_EXE_sanjin"));

    let verified = sanjin().arg("verify").arg(&file).output().unwrap();
    let checked = sanjin().args(["check", "--database", &server.database()]).output().unwrap();

    assert!(verified.status.success(), "{verified:?}");
    assert!(checked.status.success(), "{checked:?}");
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(said.contains("1 hands played again, 1 of them from their room's steps"), "{said}");
}

/// A hand that was played and never came into the ledger left no trace there: everything that was in it did add up.
#[tokio::test]
async fn a_hand_that_is_in_no_ledger_is_found_by_the_steps_of_its_room() {
    let server = TestServer::start("unposted");
    played(&server, 2).await;
    let copy = server.folder.join("copy.sqlite").display().to_string();
    let sanjin =
        |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_sanjin")).args(words).output().unwrap();
    sanjin(&["backup", "--database", &server.database(), "--to", &copy]);
    let file = rusqlite::Connection::open(&copy).unwrap();
    file.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
    let tables = ["hand_record", "hand", "score_event", "game_end"];
    let empty = tables.map(|table| format!("DELETE FROM {table}")).join("; ");
    file.execute_batch(&empty).unwrap();
    drop(file);

    let checked = sanjin(&["check", "--database", &format!("sqlite:{copy}")]);

    let said = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(checked.status.code(), Some(1), "{said}");
    for hand in [1, 2] {
        let missing = format!("hand {hand} of game 1-1 was played, and is not in the ledger");
        assert!(said.contains(&missing), "{said}");
    }
}

/// Plays a rated match of two hands between three profiles and somebody without one; the id of a profile.
async fn rated(server: &TestServer) -> String {
    let rules = Rules { hands: 2, ..Rules::FULL };
    let mut host = Player::create(server, Encoding::Json, rules).await;
    let (mut players, mut first) = (Vec::new(), None);
    for name in ["Bo", "Cai", "Dee"] {
        let (id, key) = new_profile(server, name);
        players.push(Player::join_for(server, Encoding::MessagePack, host.code, name, key).await);
        first.get_or_insert(id);
    }
    let options = RoomOptions {
        spectators: Spectators::On {},
        open_hands: false,
        recorded: true,
        quick_pass: false,
        rated: true,
    };
    host.order(HostOrder::Options { options }).await.unwrap();
    host.order(HostOrder::Start {}).await.unwrap();
    players.insert(0, host);
    play_all(players, u64::MAX).await;
    first.unwrap()
}

/// Into the same kind of database as the one they come from, with all else that may lie in it.
#[tokio::test]
async fn a_restored_backup_and_an_imported_export_replay_every_hand_as_it_was_played() {
    let server = TestServer::start("replays");
    let profile = rated(&server).await;
    let names = serde_json::json!({ "players": ["Koki", "Josh", "Mikey", "Jo"] });
    let kept = ask_with(&server, "POST /api/games", "", &names)["id"].as_str().unwrap().to_owned();
    let id = json(&server, "/api/games?player=Bo")["games"][0]["id"].as_str().unwrap().to_owned();
    let replays = |server: &TestServer| {
        let asked = ["", "open=true", "seat=0", "seat=1", "seat=2", "seat=3", "seat=2&open=true"];
        asked.map(|asked| body(server, &format!("/api/games/{id}/replay?{asked}")))
    };
    let profiles = |server: &TestServer| {
        let of = |part| format!("/api/{part}");
        let rounds = format!("v1/players/{profile}/history");
        let stats = format!("players/{profile}/stats");
        [rounds, stats, format!("games/{kept}")].map(|part| body(server, &of(part)))
    };
    let path = |name: &str| server.folder.join(name).display().to_string();
    let (restored, imported) = (Fresh::new(), Fresh::new());
    let run = |words: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_sanjin")).args(words).output().unwrap();
        assert!(done.status.success(), "{words:?}: {done:?}");
    };

    run(&["backup", "--database", &server.database(), "--to", &path("backup.sqlite")]);
    run(&["restore", "--database", &restored.url, &path("backup.sqlite")]);
    run(&["export", "--database", &server.database(), &path("games.ndjson")]);
    run(&["import", "--database", &imported.url, &path("games.ndjson")]);
    run(&["check", "--database", &restored.url]);
    run(&["check", "--database", &imported.url]);
    let restored = TestServer::start_on("replays-restored", restored);
    let imported = TestServer::start_on("replays-imported", imported);

    let played = replays(&server);
    let hands = |replay: &String| replay.matches("\"type\":\"hand\"").count();
    assert!(played.iter().all(|replay| hands(replay) == 2), "{played:?}");
    assert_eq!(replays(&restored), played);
    assert_eq!(replays(&imported), played);
    assert!(profiles(&server)[0].contains("rating"), "{:?}", profiles(&server));
    assert_eq!(profiles(&restored), profiles(&server));
}

#[tokio::test]
async fn a_public_room_is_listed_as_it_stands() {
    let server = TestServer::start("listed");

    let player = played(&server, 1).await;

    let room = listed_room(&server);
    assert_eq!(room["code"], player.code.to_string());
    assert_eq!(room["watch"], format!("/watch/{}", player.code));
    assert_eq!((&room["variant"], &room["hand"]), (&"fujian".into(), &1.into()));
    assert_eq!(room["players"][0]["name"], "Ana");
    assert_eq!(room["players"][3]["level"], "easy");
    assert!(room["gold"].as_str().unwrap().parse::<rules::tile::SuitTile>().is_ok(), "{room}");
}

#[tokio::test]
async fn whoever_follows_the_feed_does_not_hold_up_the_end_of_the_server() {
    let mut server = TestServer::start("feed");
    let mut socket = TcpStream::connect(&server.address).unwrap();
    write!(socket, "GET /api/events HTTP/1.0\r\nhost: {}\r\n\r\n", server.address).unwrap();
    let mut first = [0; 1];
    std::io::Read::read_exact(&mut socket, &mut first).unwrap();

    server.terminate();

    assert!(rest_of(&mut socket).contains("text/event-stream"));
    assert!(server.wait());
}

#[tokio::test]
async fn codes_of_private_games_cannot_be_tried_out() {
    // The last flag of a name counts: everything without limits, but guesses.
    let flags: Vec<_> = NO_LIMITS.iter().copied().filter(|flag| !flag.contains("guess")).collect();
    let server = TestServer::start_with("guesses", &flags);

    let statuses = (0..100).map(|_| {
        let answer = http(&server, &["GET /api/games/1-1?code=AAAAAA HTTP/1.0"]);
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    });
    let statuses: Vec<_> = statuses.collect();

    assert_eq!((statuses[0].as_str(), statuses[99].as_str()), ("404", "429"));
}

/// Says something about a hand with the token of a seat; the head and the body of the answer.
fn annotate(server: &TestServer, target: &str, token: &str, note: &str) -> String {
    let body = serde_json::json!({ "note": note }).to_string();
    let lines = [
        format!("PUT {target} HTTP/1.0"),
        format!("authorization: Bearer {token}"),
        "content-type: application/json".to_owned(),
        format!("content-length: {}", body.len()),
    ];
    let mut socket = TcpStream::connect(&server.address).unwrap();
    write!(socket, "{}\r\nhost: test\r\n\r\n{body}", lines.join("\r\n")).unwrap();
    rest_of(&mut socket)
}

#[tokio::test]
async fn who_sat_there_may_annotate_a_hand_while_the_room_is_open_and_once_it_is_closed() {
    let operator = ["--operator-token", "the-operator-of-a-server-under-test"];
    let server = TestServer::start_with("annotated", &[NO_LIMITS, &operator].concat());
    let player = played(&server, 1).await;
    let (token, code) = (player.token.0.clone(), player.code);
    let id = json(&server, "/api/games")["games"][0]["id"].as_str().unwrap().to_owned();
    let (hands, note) = (format!("/api/games/{id}/hands"), format!("/api/games/{id}/hands/1/note"));

    let stranger = annotate(&server, &note, "not-a-token", "hm");
    let missing = annotate(&server, &format!("{hands}/2/note"), &token, "hm");
    let long = annotate(&server, &note, &token, &"x".repeat(501));
    let said = annotate(&server, &note, &token, "kept the wrong pair");

    assert!(stranger.contains(" 401 ") && stranger.contains("bad_key"), "{stranger}");
    assert!(missing.contains(" 404 "), "{missing}");
    assert!(long.contains(" 422 ") && long.contains("too_long"), "{long}");
    assert!(said.contains(" 200 OK"), "{said}");
    let hand = json(&server, &hands)["hands"][0].clone();
    let notes = &hand["notes"][0];
    assert_eq!((&notes["name"], &notes["note"]), (&"Ana".into(), &"kept the wrong pair".into()));

    drop(player);
    let lines = [
        &format!("POST /admin/rooms/{code}/close HTTP/1.0")[..],
        "authorization: Bearer the-operator-of-a-server-under-test",
    ];
    let closed = http(&server, &lines);
    assert!(closed.contains(" 200 ") || closed.contains(" 204 "), "{closed}");
    while !json(&server, "/api/rooms")["rooms"].as_array().unwrap().is_empty() {}
    let taken_back = annotate(&server, &note, &token, "");
    assert!(taken_back.contains("{\"notes\":[]}"), "{taken_back}");
    assert!(json(&server, &hands)["hands"][0].get("notes").is_none());
    let audit = json(&server, &format!("/api/games/{id}/audit"));
    let last = &audit["entries"][1]["change"];
    assert_eq!(
        (&last["did"], &last["before"]),
        (&"annotate".into(), &"kept the wrong pair".into())
    );
}
