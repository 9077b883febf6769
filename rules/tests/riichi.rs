//! Plays every game in `tests/riichi`: how riichi hands are scored, as cases a person can read.
//!
//! How a case is written is told in `tests/riichi/README.md`. `RIICHI=pao cargo test -p rules --test riichi`
//! plays only the cases with that in their name.

mod riichi_runner;

use std::fs;
use std::path::{Path, PathBuf};

use riichi_runner::run_file;

#[test]
fn every_game_goes_as_the_rules_say() {
    let wanted = std::env::var("RIICHI").unwrap_or_default();
    let files = case_files().into_iter().filter(|path| path.to_string_lossy().contains(&wanted));

    let failures: Vec<String> = files
        .filter_map(|path| {
            let text = fs::read_to_string(&path).expect("a case is a readable text file");
            let failure = run_file(&text).err()?;
            Some(format!("{}, {failure}", path.file_name()?.to_string_lossy()))
        })
        .collect();

    assert!(failures.is_empty(), "{} failed:\n\n{}\n", failures.len(), failures.join("\n\n"));
}

#[test]
fn there_are_games_to_play() {
    assert!(!case_files().is_empty());
}

#[test]
fn a_wrong_expectation_is_reported_with_its_line() {
    let case = "case a\neast ron south 12000\nexpect scores 1 2 3 4\n";

    let failure = run_file(case).expect_err("the scores are others");

    assert_eq!(failure, "line 3: expect scores 1 2 3 4\n  got: scores 37000 13000 25000 25000");
}

#[test]
fn a_line_nobody_understands_is_a_failure() {
    for line in [
        "east wins 3000",
        "expect luck 3",
        "options kirage=true",
        "options kiriage=perhaps",
        "start E1 honba=1 sticks=0 scores=1,2,3,4",
        "refused game_over: east ron south 12000",
        "refused no_such_points: east ron south 12000",
    ] {
        assert!(run_file(&format!("case a\n{line}\nexpect next E1.0\n")).is_err(), "{line}");
    }
}

#[test]
fn a_case_that_expects_nothing_is_a_failure() {
    assert!(run_file("case a\neast ron south 12000\n").is_err());
    assert!(run_file("case a\ncase b\nexpect next E1.0\n").is_err());
    assert!(run_file("").is_err());
}

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/riichi");
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt")).collect();
    files.sort();
    files
}
