//! The commands as a person or a script runs them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn sanjin(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sanjin"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Whether every field of `expected` is in `got` with the same value.
fn covers(got: &Value, expected: &Value) -> bool {
    match (got, expected) {
        (Value::Object(got), Value::Object(expected)) => expected
            .iter()
            .all(|(name, value)| got.get(name).map_or(value.is_null(), |got| covers(got, value))),
        _ => got == expected,
    }
}

/// Each case is two lines: what is asked, and what the answer must hold (null: must be absent).
#[test]
fn hand_answers_every_case_of_the_table() {
    let table = include_str!("hands.jsonl");
    let lines: Vec<&str> =
        table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let (asked, expected): (Vec<&str>, Vec<&str>) =
        lines.chunks(2).map(|case| (case[0], case[1])).unzip();

    let output = sanjin(&["hand", "--jsonl"], asked.join("\n").as_bytes());

    let answers = text(&output.stdout);
    assert!(output.status.success());
    assert_eq!(answers.lines().count(), asked.len());
    for ((asked, expected), answer) in asked.iter().zip(expected).zip(answers.lines()) {
        let (expected, answer) = (json_of(expected), json_of(answer));
        assert!(
            covers(&answer, &expected),
            "\nasked    {asked}\nexpected {expected}\ngot      {answer}"
        );
    }
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn hand_goes_on_after_bytes_that_are_no_line_of_text() {
    let mut input = b"\xff\xfe\n\n{}\n".to_vec();
    input.extend(vec![b'['; 200_000]);
    input.extend(b"\n{\"concealed\":[\"dots_1\"],\"gold\":\"dots_2\",\"melds\":[[\"dots_7\",\"dots_8\",\"dots_9\"],\
        [\"bamboo_1\",\"bamboo_1\",\"bamboo_1\"],[\"bamboo_2\",\"bamboo_3\",\"bamboo_4\"],\
        [\"characters_1\",\"characters_2\",\"characters_3\"],[\"characters_7\",\"characters_8\",\"characters_9\"]]}");

    let output = sanjin(&["hand", "--jsonl"], &input);

    let answers: Vec<Value> = text(&output.stdout).lines().map(json_of).collect();
    let codes: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes[..3], [&json!("bad_json"); 3]);
    assert_eq!(answers[3], json!({"distance": 1, "waits": ["dots_1", "dots_2"]}));
}

#[test]
fn hand_tells_a_person_what_is_wrong() {
    let output = sanjin(&["hand", "--gold", "dots_5", "dots_1"], b"");

    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("a hand has 16 or 17 tiles"), "{}", text(&output.stderr));
}

#[test]
fn the_same_seed_simulates_the_same_hands() {
    let simulate = |seed: &str| {
        let output =
            sanjin(&["simulate", "--hands", "300", "--rules", "full", "--seed", seed], b"");
        assert!(output.status.success());
        text(&output.stdout)
    };

    assert_eq!(simulate("7"), simulate("7"));
    assert_ne!(simulate("7"), simulate("8"));
}

#[test]
fn an_export_of_no_database_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (database, file) = (folder.path().join("none.sqlite"), folder.path().join("games.ndjson"));
    let url = format!("sqlite:{}", database.display());

    let output = sanjin(&["export", "--database", &url, file.to_str().unwrap()], b"");

    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("there is no database"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_recorded_hand_verifies_and_a_changed_one_does_not() {
    let file = std::env::temp_dir().join(format!("sanjin-record-{}.json", std::process::id()));
    let path = file.to_str().unwrap();
    let made = sanjin(&["simulate", "--hands", "1", "--rules", "full", "--record", path], b"");
    let record = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(made.status.success());

    let honest = sanjin(&["verify", "-"], record.as_bytes());
    assert!(honest.status.success(), "{}", text(&honest.stderr));
    assert!(text(&honest.stdout).ends_with("everything checks\n"));

    let tampered = |change: &dyn Fn(&mut Value)| {
        let mut changed = json_of(&record);
        change(&mut changed);
        let output = sanjin(&["verify", "-"], changed.to_string().as_bytes());
        assert!(!output.status.success());
        text(&output.stderr)
    };
    assert!(tampered(&|record| record["seed"] = record["commitment"].clone()).contains("seed"));
    assert!(
        tampered(&|record| record["wall"].as_array_mut().unwrap().swap(0, 100))
            .contains("wall differs")
    );
    assert!(
        tampered(&|record| record["seats"][2]["link"] = record["seed"].clone()).contains("seat 2")
    );
    assert!(tampered(&|record| record["outcome"] = json!("drawn")).contains("the record says"));
    assert!(
        tampered(&|record| drop(record["actions"].as_array_mut().unwrap().pop()))
            .contains("stop before")
    );
    assert!(tampered(&|record| record["actions"][0] = json!("3 pung")).contains("refused"));
    assert!(tampered(&|record| record["hand"] = json!(4_000_000_000_u32)).contains("out of range"));
}

#[test]
fn a_file_that_is_no_record_is_named() {
    let output = sanjin(&["verify", "no-such-file.json"], b"");

    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("no-such-file.json"));
}

/// What a server gives to download beside records was refused in the words of a parser.
#[test]
fn a_file_that_holds_nothing_to_verify_is_told_from_one_that_does() {
    let hands = r#"{"game":"12-1","number":1,"ended_at":5}"#;
    let replay = r#"{"type":"hand","number":1}"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("download.ndjson");

    for download in [hands.to_owned(), replay.to_owned(), format!("{hands}\n").repeat(40_000)] {
        std::fs::write(&file, download).unwrap();

        let output = sanjin(&["verify", file.to_str().unwrap()], b"");

        assert!(!output.status.success());
        let said = text(&output.stderr);
        assert!(said.contains("/api/games/{id}/hands/{number}"), "{said}");
        assert!(said.contains("sanjin export") && !said.contains("expected"), "{said}");
    }
    let broken = sanjin(&["verify", "-"], br#"{"seed":"00"}"#);
    assert!(text(&broken.stderr).contains("not the record of a hand"), "{}", text(&broken.stderr));
}

/// `restore` refused the place, for there was a database then.
#[test]
fn an_import_of_something_else_leaves_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.sqlite");
    let url = format!("sqlite:{}", database.display());

    for wrong in ["", "game,number\n12-1,1\n", "{\"type\":\"export\",\"version\":99}\n"] {
        let output = sanjin(&["import", "--database", &url, "-"], wrong.as_bytes());

        assert!(!output.status.success(), "{wrong:?} was imported");
        assert!(!database.exists(), "{wrong:?} left a database behind");
    }
}

/// It said that a lock could not be had.
#[test]
fn a_server_whose_folder_is_missing_says_so_and_how_to_make_it() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such");
    let url = format!("sqlite:{}", missing.join("x.sqlite").display());

    let output = sanjin(&["serve", "--listen", "127.0.0.1:0", "--database", &url], b"");

    assert!(!output.status.success());
    let said = text(&output.stderr);
    assert!(said.contains(&format!("mkdir -p {}", missing.display())), "{said}");
    assert!(!missing.exists());
}
