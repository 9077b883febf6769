//! Every command against a real server, briefly: what it measures is not looked at, what it checks is.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// The server's binary; it lies beside ours, and is built if nobody has yet.
fn sanjin() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_loadtest")).with_file_name("sanjin");
    if !path.exists() {
        let mut build = Command::new(env!("CARGO"));
        assert!(build.args(["build", "--package", "server"]).status().unwrap().success());
    }
    path
}

/// Runs a command to its end, which must be a good one; gives what it wrote as JSON.
fn loadtest(name: &str, words: &[&str]) -> Value {
    // A thread has the name of its test: no two of them write to one file.
    let test = std::thread::current().name().unwrap_or(name).to_owned();
    let json = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.json"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_loadtest"));
    command.arg(name).args(words).arg("--json").arg(&json).arg("--server").arg(sanjin());
    let done = command.output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{errors}");
    assert!(!errors.contains("INFO"), "the server's own lines stand between: {errors}");
    serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap()
}

#[test]
fn rooms_are_played_measured_and_checked_beside_the_floor() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("load.html");
    let page_word = page.to_str().unwrap();

    let found = loadtest(
        "run",
        &["--rooms=3", "--spectators=2", "--seconds=1", "--with-floor", "--html", page_word],
    );

    assert_eq!((&found["refused"], &found["failures"]), (&0.into(), &Value::Array(Vec::new())));
    assert!(found["checks"].as_u64() > Some(0) && found["actions"].as_u64() > Some(0));
    assert!(
        found["watcher_checks"].as_u64() >= Some(6),
        "each of six at its room's end: {found:#}"
    );
    assert!(found["bytes_down_per_action"].as_f64() > Some(0.0));
    assert!(
        found["bytes_down_framed_per_action"].as_f64() > found["bytes_down_per_action"].as_f64()
    );
    assert!(found["floor"]["actions"].as_u64() > Some(0));
    let (settings, curves) = (&found["settings"], "... many threads</text>");
    assert_eq!((&settings["rules"], &settings["threads"]), (&"full".into(), &1.into()));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains(settings["date"].as_str().unwrap()) && page.contains(curves), "{page}");
    assert!(page.matches("<svg").count() == 4 && page.contains("Server memory"), "{page}");
}

/// What a command that must fail says, of its output and its errors.
fn refused(words: &[&str]) -> (String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_loadtest")).args(words).output().unwrap();
    assert!(!done.status.success(), "{words:?}");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.stdout), text(&done.stderr))
}

/// A rate of nought was a panic, and no rooms a report of noughts and a success.
#[test]
fn what_nothing_can_be_measured_with_is_refused_before_anything_starts() {
    for words in [
        "run --rate=0",
        "run --rate=NaN",
        "run --rooms=0",
        "run --seconds=0",
        "run --threads=0",
        "run --rules=foo",
        "run --spectators=-1",
        "run --json=/nowhere/found.json",
        "run --html=/nowhere/found.html",
        "run --url=http://127.0.0.1:1/ws",
        "run --url=ws://127.0.0.1:1/",
        "run --url=ws://127.0.0.1:1/ws --server-core=1",
        "floor --rooms=0",
        "colyseus --seconds=0",
        "faults --rooms=0",
        "faults --cut-after=0",
        "spectators --counts=1,0",
        "spectators --rate=0",
        "restart --seconds=0",
        "restart --json=/nowhere/found.json",
    ] {
        let (said, error) = refused(&words.split(' ').collect::<Vec<_>>());

        assert!(said.is_empty(), "{words}: {said}");
        assert!(error.starts_with("error: ") && !error.contains("panicked"), "{words}: {error}");
    }
    let (_, error) = refused(&["run", "--rooms=0"]);
    assert!(error.contains("at least one"), "{error}");
    let (_, error) = refused(&["run", "--url=ws://127.0.0.1:1/"]);
    assert!(error.contains("add /ws"), "{error}");
}

#[test]
fn with_a_rate_everything_that_was_due_is_played_and_counted() {
    let found = loadtest("run", &["--rooms=2", "--rate=20", "--seconds=1"]);

    assert_eq!(found["actions"], 20, "{found:#}");
}

#[test]
fn a_server_killed_under_load_loses_doubles_reorders_and_leaks_nothing() {
    let words = ["--rooms=3", "--seconds=3", "--kill-every=1", "--cut-after=1", "--pause-ms=200"];

    let found = loadtest("faults", &words);

    for never in ["lost", "doubled", "reordered", "leaked", "stuck"] {
        assert_eq!(found[never], 0, "{found:#}");
    }
    assert!(found["kills"].as_u64() > Some(0) && found["cuts"].as_u64() > Some(0));
    assert!(found["checks"].as_u64() > Some(0), "{found:#}");
    assert!(found["hands_compared"].as_u64() > Some(0), "{found:#}");
}

#[test]
fn watchers_all_hear_the_table_they_watch() {
    let found = loadtest("spectators", &["--counts=1,20", "--rate=20", "--seconds=1"]);

    assert_eq!((&found[0]["watchers"], &found[1]["watchers"]), (&1.into(), &20.into()));
    assert_eq!((&found[0]["actions"], &found[1]["actions"]), (&20.into(), &20.into()));
    assert!(found[1]["watcher_checks"].as_u64() >= Some(20), "{found:#}");
    assert!(found[1]["bytes_to_watchers"].as_u64() > found[0]["bytes_to_watchers"].as_u64());
}

#[test]
fn after_a_kill_every_room_plays_on() {
    let found = loadtest("restart", &["--rooms=5", "--seconds=1"]);

    assert_eq!((&found["rooms"], &found["rooms_playing_again"]), (&5.into(), &5.into()));
    assert!(found["actions_before"].as_u64() > Some(0), "{found:#}");
    assert!(found["all_playing_ms"].as_f64() >= found["listening_ms"].as_f64(), "{found:#}");
}
