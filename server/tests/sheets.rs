//! A kept riichi game on a real server that is killed in the middle, checked, backed up, exported and taken over.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use common::TestServer;
use common::fresh::Fresh;
use serde_json::{Value, json};

/// Sends a request with a key and a version; the status, and what came back.
fn send(server: &TestServer, line: &str, key: &str, version: i64, body: &Value) -> (u16, Value) {
    let mut socket = TcpStream::connect(&server.address).unwrap();
    let body = body.to_string();
    // In the old protocol a body ends with the connection.
    write!(
        socket,
        "{line} HTTP/1.0\r\nhost: {}\r\ncontent-type: application/json\r\nauthorization: Bearer {key}\r\n\
        if-match: \"{version}\"\r\ncontent-length: {}\r\n\r\n{body}",
        server.address,
        body.len(),
    )
    .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{line}: {answer}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap_or_else(|_| panic!("{line}: {answer}")))
}

fn read(server: &TestServer, target: &str) -> Value {
    let (status, answer) = send(server, &format!("GET {target}"), "", 0, &json!({}));
    assert_eq!(status, 200, "{answer}");
    answer
}

fn make(server: &TestServer) -> (String, String) {
    let form = json!({ "players": ["Koki", "Josh", "Mikey", "Jo"] });
    let (status, made) = send(server, "POST /api/games", "", 0, &form);
    assert_eq!(status, 201, "{made}");
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    (text("id"), text("recorder_key"))
}

fn hand(number: usize) -> Value {
    let outcome = match number % 3 {
        0 => json!({ "type": "exhaustive_draw", "tenpai": [0, 1, 2, 3] }),
        1 => json!({ "type": "abortive_draw", "kind": "kyuushu_kyuuhai" }),
        _ => json!({ "type": "chombo", "offender": number / 3 % 4 }),
    };
    json!({ "id": format!("hand-{number}"), "riichi": [], "outcome": outcome })
}

#[test]
fn whatever_is_killed_when_nothing_answered_is_lost_and_nothing_is_there_twice() {
    let mut server = TestServer::start("sheets");
    let (id, key) = make(&server);
    let post = format!("POST /api/games/{id}/hands");

    for number in 0..24 {
        let version = read(&server, &format!("/api/games/{id}"))["version"].as_i64().unwrap();
        let (status, answer) = send(&server, &post, &key, version, &hand(number));
        assert_eq!(status, 201, "{answer}");
        if number % 6 == 5 {
            server.kill_and_restart();
            // The client did not hear of it in time, and sends it again with what it knew.
            let (status, answer) = send(&server, &post, &key, version, &hand(number));
            assert_eq!((status, &answer["repeated"]), (200, &json!(true)), "{answer}");
        }
    }

    let game = read(&server, &format!("/api/games/{id}"));
    assert_eq!((&game["hands"], &game["version"]), (&json!(24), &json!(25)));
    let hands = read(&server, &format!("/api/games/{id}/hands"));
    let ids: Vec<_> =
        hands["hands"].as_array().unwrap().iter().map(|hand| hand["id"].clone()).collect();
    assert_eq!(ids, (0..24).map(|number| json!(format!("hand-{number}"))).collect::<Vec<_>>());
    assert_eq!(
        read(&server, &format!("/api/games/{id}/audit"))["entries"].as_array().unwrap().len(),
        25
    );
    assert!(!server.log().contains(&key), "keys are not logged");
    sanjin(&["check", "--database", &server.database()]);
}

#[test]
fn a_kept_game_is_in_backups_and_exports_and_its_recorder_goes_on_elsewhere() {
    let mut server = TestServer::start("kept");
    let (id, key) = make(&server);
    let post = format!("POST /api/games/{id}/hands");
    for number in 0..3 {
        assert_eq!(send(&server, &post, &key, 1 + number as i64, &hand(number)).0, 201);
    }
    let folder = server.folder.clone();
    let path = |name: &str| folder.join(name).display().to_string();
    let (restored, imported) = (Fresh::new(), Fresh::new());
    let before = read(&server, &format!("/api/games/{id}"));
    server.terminate();
    server.wait();

    sanjin(&["backup", "--database", &server.database(), "--to", &path("backup.sqlite")]);
    sanjin(&["restore", "--database", &restored.url, &path("backup.sqlite")]);
    sanjin(&["export", "--database", &server.database(), &path("games.ndjson")]);
    sanjin(&["import", "--database", &imported.url, &path("games.ndjson")]);
    sanjin(&["import", "--database", &imported.url, &path("games.ndjson")]);

    for (name, there) in [("restored", restored), ("imported", imported)] {
        sanjin(&["check", "--database", &there.url]);
        let other = TestServer::start_on("elsewhere", there);
        let after = read(&other, &format!("/api/games/{id}"));
        assert_eq!(after["scores"], before["scores"]);
        let version = after["version"].as_i64().unwrap();
        assert_eq!(send(&other, &post, &key, version, &hand(3)).0, 201, "{name}");
        let listed = read(&other, "/api/games");
        assert_eq!(listed["games"].as_array().unwrap().len(), 1);
    }
}

/// A kept game that is over, with what somebody typed at its end as its scores.
fn make_closed(server: &TestServer) {
    let (game, key) = make(server);
    let closing = json!({ "final_scores": [25_000, 25_000, 25_000, 25_000] });
    let (status, answer) =
        send(server, &format!("POST /api/games/{game}/close"), &key, 1, &closing);
    assert_eq!(status, 200, "{answer}");
}

#[test]
fn a_kept_game_that_ends_with_points_from_nowhere_is_neither_verified_nor_imported() {
    let mut server = TestServer::start("sheets-forged-export");
    make_closed(&server);
    server.kill();
    let path = |name: &str| server.folder.join(name).display().to_string();
    let (honest, forged) = (path("honest.ndjson"), path("forged.ndjson"));
    sanjin(&["export", "--database", &server.database(), &honest]);
    let lines = std::fs::read_to_string(&honest).unwrap();
    let typed = "\"final_scores\":[25000,25000,25000,25000]";
    assert!(lines.contains(typed), "{lines}");
    let lines = lines.replace(typed, "\"final_scores\":[100000,100000,0,0]");
    std::fs::write(&forged, lines).unwrap();
    let elsewhere = Fresh::new();

    sanjin(&["verify", &honest]);
    refused(&["verify", &forged]);
    refused(&["import", "--database", &elsewhere.url, &forged]);
}

/// All that follows from what was typed is right here: only the points are too many.
#[test]
fn check_finds_a_kept_game_that_ends_with_points_from_nowhere() {
    let mut server = TestServer::start_on("sheets-damaged", Fresh::new());
    make_closed(&server);
    server.kill();
    sanjin(&["check", "--database", &server.database()]);

    let body = if server.fresh.is_on_server() { "body::text" } else { "body" };
    let forged = format!("replace({body}, '[25000,25000,', '[26000,25000,')");
    let forged = if server.fresh.is_on_server() { format!("({forged})::json") } else { forged };
    server.fresh.damage(&format!(
        "UPDATE sheet SET now0 = 26000, body = {forged}; UPDATE game_end SET score0 = 26000"
    ));

    let found = refused(&["check", "--database", &server.database()]);
    assert!(found.contains("no game can end with the scores that were typed"), "{found}");
}

/// What is tried, and what the database says to it.
const FORGED: [(&str, &str); 9] = [
    (
        "UPDATE sheet_hand SET after0 = after0 + 1, after1 = after1 - 1 WHERE number = 2",
        "hands of a sheet are written anew",
    ),
    ("UPDATE sheet_hand SET number = 9 WHERE number = 2", "hands of a sheet are written anew"),
    (
        "INSERT INTO sheet_hand SELECT game, 3, after0, after1, after2, after3, after_pot,
            after0 + 1, after1, after2, after3, after_pot FROM sheet_hand WHERE number = 2",
        "check constraint",
    ),
    (
        "INSERT INTO sheet_hand SELECT game, 3, after0 + 1, after1 - 1, after2, after3, after_pot,
            after0 + 1, after1 - 1, after2, after3, after_pot FROM sheet_hand WHERE number = 2",
        "a hand goes on from the scores of the last",
    ),
    (
        "INSERT INTO sheet_hand SELECT game, 4, after0, after1, after2, after3, after_pot,
            after0, after1, after2, after3, after_pot FROM sheet_hand WHERE number = 2",
        "a hand goes on from the scores of the last",
    ),
    (
        "DELETE FROM sheet_hand WHERE number = 2;
        INSERT INTO sheet_hand SELECT game, 2, after0 + 1, after1, after2, after3, after_pot,
            after0 + 1, after1, after2, after3, after_pot FROM sheet_hand WHERE number = 1",
        "a hand goes on from the scores of the last",
    ),
    (
        "DELETE FROM sheet_hand WHERE number = 1;
        INSERT INTO sheet_hand SELECT game, 1, before0, before1, before2, before3, before_pot,
            before0 + 1, before1 - 1, before2, before3, before_pot FROM sheet_hand WHERE number = 2",
        "the hands after a hand are written anew with it",
    ),
    (
        "DELETE FROM sheet_hand;
        INSERT INTO sheet_hand SELECT game, 1, now0 + 1, now1, now2, now3, 0,
            now0 + 1, now1, now2, now3, 0 FROM sheet",
        "a kept game begins with its starting points",
    ),
    (
        "INSERT INTO game_end SELECT game, 1, 'finished', now0 + 1, now1, now2, now3 FROM sheet",
        "a kept game ends with its starting points",
    ),
];

/// Only SQLite knows this.
const REPLACED: (&str, &str) = (
    "REPLACE INTO sheet_hand SELECT game, number, before0, before1, before2, before3, before_pot,
        after0 + 1, after1 - 1, after2, after3, after_pot FROM sheet_hand WHERE number = 2",
    "hands of a sheet are written anew",
);

#[test]
fn the_database_itself_refuses_points_from_nowhere_in_kept_games() {
    let mut server = TestServer::start_on("sheets-forged", Fresh::new());
    let (game, key) = make(&server);
    for number in 0..2 {
        let line = format!("POST /api/games/{game}/hands");
        assert_eq!(send(&server, &line, &key, 1 + number as i64, &hand(number)).0, 201);
    }
    server.kill();
    let fresh = &server.fresh;

    for (forged, said) in FORGED.iter().chain((!fresh.is_on_server()).then_some(&REPLACED)) {
        let refused = fresh.try_edit(&format!("BEGIN; {forged}; COMMIT"));
        let error = refused.expect_err(forged).to_lowercase();
        assert!(error.contains(said), "{forged}: {error}");
    }

    fresh.edit(
        "INSERT INTO sheet_hand SELECT game, 3, after0, after1, after2, after3, after_pot,
            after0 + 100, after1 - 100, after2, after3, after_pot FROM sheet_hand WHERE number = 2;
        INSERT INTO game_end SELECT game, 1, 'finished', now0 + 100, now1 - 100, now2, now3 FROM sheet",
    );
}

/// What a command says that has to fail.
fn refused(words: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_sanjin")).args(words).output().unwrap();
    assert!(!done.status.success(), "{words:?}: {done:?}");
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

fn sanjin(words: &[&str]) {
    let done = Command::new(env!("CARGO_BIN_EXE_sanjin")).args(words).output().unwrap();
    assert!(done.status.success(), "{words:?}: {done:?}");
}
