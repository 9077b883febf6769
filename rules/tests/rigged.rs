//! Plays every rigged hand in `tests/rigged`: the rules of Fujian mahjong as cases a person can read.
//!
//! How a case is written is told in `tests/rigged/README.md`. `RIGGED=robbing cargo test -p rules
//! --test rigged` plays only the cases with that in their name.

mod rigged_runner;

use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use rigged_runner::run_case;

#[test]
fn every_rigged_hand_goes_as_the_rules_say() {
    let wanted = std::env::var("RIGGED").unwrap_or_default();
    let cases = case_files().into_iter().filter(|path| case_name(path).contains(&wanted));

    let failures: Vec<String> = cases.filter_map(|path| failure_of(&path)).collect();

    assert!(failures.is_empty(), "{} failed:\n\n{}\n", failures.len(), failures.join("\n\n"));
}

#[test]
fn there_are_rigged_hands_to_play() {
    let cases = case_files();

    assert!(!cases.is_empty(), "no case in {}", folder().display());
}

#[test]
fn a_wrong_expectation_is_reported_with_its_line() {
    let case = "gold: 5d\nexpect turn 0\nexpect wall 1\n";

    let failure = run_case(case).expect_err("the wall has more than one tile");

    assert_eq!(failure.to_string(), "line 3: expect wall 1\n  expected: 1\n  got:      62");
}

#[test]
fn a_line_nobody_understands_is_a_failure() {
    for line in ["0 discard 5d", "expect luck 3", "gold: 5x", "hand 4: 1d", "rules full kong=true"]
    {
        assert!(run_case(&format!("gold: 5d\n{line}\n")).is_err(), "{line}");
    }
}

#[test]
fn a_case_that_expects_nothing_is_a_failure() {
    assert!(run_case("gold: 5d\nhand 0: 1d\n0 discards 1d\n").is_err());
    assert!(run_case("refused rules full dead_wall=17: dead_wall\ngold: 5d\n").is_err());
    assert!(run_case("").is_err());
}

fn failure_of(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("a case is a readable text file");
    let failure = match panic::catch_unwind(|| run_case(&text)) {
        Ok(played) => played.err().map(|failure| failure.to_string()),
        Err(_) => Some("the rules panicked: see the message above".to_owned()),
    };
    println!("{} ... {}", case_name(path), if failure.is_some() { "FAILED" } else { "ok" });
    failure.map(|failure| format!("tests/rigged/{}.txt, {failure}", case_name(path)))
}

fn case_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut cases: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    cases.sort();
    cases
}

fn case_name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rigged")
}
