//! League ratings against the PyPI package `openskill`: a thousand games, one after the other, must end the same.

use std::{collections::BTreeMap, fs, process::Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{python, tool};

/// The foreign package.
const OPENSKILL: &str = "openskill==6.2.0";
const SCRIPT: &str = include_str!("openskill.py");
const GAMES: u32 = 1_000;
const PEOPLE: u32 = 12;
/// How far apart the two may be.
const APART_MAX: f64 = 1e-9;

/// Compares every rating after every game.
pub(crate) fn compare() -> Result<()> {
    let sanjin = tool::debug_server()?;
    let programs = python::programs("openskill", OPENSKILL)?;
    let folder = tool::target_folder()?.join("openskill");
    fs::create_dir_all(&folder)?;
    let asked = folder.join("games.jsonl");
    fs::write(&asked, games())?;
    let games = || -> Result<Stdio> { Ok(Stdio::from(fs::File::open(&asked)?)) };
    let theirs =
        tool::read(tool::command(programs.join("python")).args(["-c", SCRIPT]).stdin(games()?))?;
    let ours = tool::read(tool::command(sanjin).arg("rate").stdin(games()?))?;

    let mut compared = 0;
    for (nth, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
        compare_line(ours, theirs).with_context(|| format!("game {}", nth + 1))?;
        compared += 1;
    }
    ensure!(compared == GAMES, "{compared} of {GAMES} games were rated");
    println!("{GAMES} games are rated the same");
    Ok(())
}

fn compare_line(ours: &str, theirs: &str) -> Result<()> {
    let ours: BTreeMap<String, Value> = serde_json::from_str(ours)?;
    let theirs: BTreeMap<String, [f64; 2]> = serde_json::from_str(theirs)?;
    ensure!(ours.keys().eq(theirs.keys()), "not the same people");
    for (name, [mu, sigma]) in theirs {
        for (what, theirs) in [("mu", mu), ("sigma", sigma)] {
            let own = ours[&name][what].as_f64().with_context(|| format!("no {what} of {name}"))?;
            ensure!((own - theirs).abs() <= APART_MAX, "{what} of {name}: {own} and {theirs}");
        }
    }
    Ok(())
}

/// Games of two to four people who differ in strength, with ties.
fn games() -> String {
    let mut state = 1_u32;
    let mut next = |below: u32| {
        // Any sequence does, as long as it is the same each time.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut text = String::new();
    for _ in 0..GAMES {
        let first = next(PEOPLE);
        let count = 2 + next(3);
        let people = (0..count).map(|nth| (first + nth * 5) % PEOPLE);
        let places = people.map(|who| format!("\"p{who}\":{}", 1 + (next(4) + who / 4) % 5));
        text.push_str(&format!("{{{}}}\n", places.collect::<Vec<_>>().join(",")));
    }
    text
}
