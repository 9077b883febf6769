//! The load figures of `cargo xtask bench`: a server on one core, clients on the other.

use std::{fs, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::{postgres, tool};

/// One load test: its name in the figures and the words for `loadtest`.
type Load = (&'static str, &'static [&'static str]);

/// All of them take about two minutes.
const LOADS: [Load; 4] = [
    ("rooms_1000", &["run", "--rooms=1000", "--seconds=15", "--with-floor"]),
    ("rooms_50", &["run", "--rooms=50", "--seconds=8", "--with-floor"]),
    ("rooms_1000_at_500_a_second", &["run", "--rooms=1000", "--rate=500", "--seconds=20"]),
    ("spectators_5000", &["spectators", "--counts=5000", "--seconds=10"]),
];

/// One line of the table: what, where it is found, its unit, what it is divided by, the most it
/// may be.
type Row = (&'static str, &'static str, f64, &'static str, f64);

const ROWS: [Row; 7] = [
    (
        "server CPU an action to the floor's, 1,000 rooms",
        "/rooms_1000/ratio_to_floor",
        1.0,
        "x",
        1.5,
    ),
    ("server CPU an action to the floor's, 50 rooms", "/rooms_50/ratio_to_floor", 1.0, "x", 2.5),
    ("bytes down an action, four seats", "/rooms_1000/bytes_down_per_action", 1.0, "B", 100.0),
    ("memory a room with four sockets", "/rooms_1000/server_memory_kib_per_room", 1.0, "KiB", 48.0),
    (
        "1,000 rooms, 500 actions/s: p99 to all four",
        "/rooms_1000_at_500_a_second/latency_us/p99",
        1e3,
        "ms",
        10.0,
    ),
    ("5,000 spectators: p99", "/spectators_5000/0/watcher_latency_us/p99", 1e3, "ms", 100.0),
    (
        "5,000 spectators: server memory at most",
        "/spectators_5000/0/server_memory_kib_peak",
        1024.0,
        "MiB",
        f64::INFINITY,
    ),
];

/// Loads a server built for release in every way, and prints the table.
pub(crate) fn measure() -> Result<Map<String, Value>> {
    let mut build = tool::cargo();
    tool::run(build.args(["build", "--release", "--package", "server", "--package", "loadtest"]))?;
    let mut figures = Map::new();
    for load in LOADS {
        figures.insert(load.0.to_owned(), run(load)?);
    }
    print!("{}", table(&Value::Object(figures.clone())));
    Ok(Map::from_iter([("load".to_owned(), Value::Object(figures))]))
}

fn run((name, words): Load) -> Result<Value> {
    let target = tool::target_folder()?;
    let (program, json) = (target.join("release/loadtest"), target.join(format!("{name}.json")));
    let mut command = if has_two_cores() {
        let mut pinned = tool::command("taskset");
        pinned.args(["-c", "1"]).arg(program).args(words).arg("--server-core=0");
        pinned
    } else {
        let mut plain = Command::new(program);
        plain.args(words);
        plain
    };
    command.arg("--json").arg(&json).env("SANJIN_LOG", "warn");
    let done = tool::run(&mut command);
    let written = fs::read(&json).with_context(|| format!("{name} wrote no figures"));
    done?;
    Ok(serde_json::from_slice(&written?)?)
}

fn has_two_cores() -> bool {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores >= 2 && tool::find_program("taskset").is_some()
}

/// The table for people; a figure that is missing is told as such.
fn table(figures: &Value) -> String {
    let mut out = format!("{:<52} {:>12} {:>12}\n", "what", "measured", "at most");
    for (what, pointer, divisor, unit, most) in ROWS {
        let found = figures.pointer(pointer).and_then(Value::as_f64).map(|found| found / divisor);
        let measured = found.map_or("missing".to_owned(), |found| format!("{found:.2} {unit}"));
        let target = if most.is_finite() { format!("{most} {unit}") } else { String::new() };
        let missed = found.is_none_or(|found| found > most);
        let note = if missed { "  missed" } else { "" };
        out.push_str(&format!("{what:<52} {measured:>12} {target:>12}{note}\n"));
    }
    out
}

/// Shows how fast steps become durable; the recorder's benchmark prints for people alone.
pub(crate) fn recorder() -> Result<()> {
    let mut command = tool::cargo();
    command.args(["bench", "--package", "server", "--bench", "recorder"]);
    let (status, stdout) = tool::run_keeping_stdout(&mut command)?;
    tool::succeeded(&command, status)?;
    if !stdout.contains("paced") {
        bail!("the recorder's benchmark printed no figures");
    }
    Ok(())
}

/// Shows how fast a ledger of a million hands answers and takes hands that people keep, and one of a million rounds
/// ratings, on both kinds of database.
pub(crate) fn ledger() -> Result<()> {
    println!("on SQLite:");
    ledger_on(None)?;
    ratings_on(None)?;
    if !postgres::is_installed() {
        println!("no PostgreSQL is installed: not measured there");
        return Ok(());
    }
    let server = postgres::Instance::start()?;
    println!("on PostgreSQL:");
    ledger_on(Some(&server.url()))?;
    let server = postgres::Instance::start()?;
    ratings_on(Some(&server.url()))
}

fn ratings_on(database: Option<&str>) -> Result<()> {
    let mut command = tool::cargo();
    command.args(["bench", "--package", "server", "--bench", "ratings"]);
    command.envs(database.map(|url| ("RATINGS_DATABASE", url)));
    let (status, stdout) = tool::run_keeping_stdout(&mut command)?;
    tool::succeeded(&command, status)?;
    if !stdout.contains("a session of one round, submitted") {
        bail!("the benchmark of ratings printed no figures");
    }
    Ok(())
}

fn ledger_on(database: Option<&str>) -> Result<()> {
    let mut command = tool::cargo();
    command.args(["bench", "--package", "server", "--bench", "history"]);
    command.envs(database.map(|url| ("HISTORY_DATABASE", url)));
    let (status, stdout) = tool::run_keeping_stdout(&mut command)?;
    tool::succeeded(&command, status)?;
    if !stdout.contains("100 hands of a kept game") {
        bail!("the ledger's benchmark printed no figures");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_figure_is_read_scaled_and_judged_and_a_missing_one_is_told() {
        let figures = json!({
            "rooms_1000": { "ratio_to_floor": 1.25, "bytes_down_per_action": 101 },
            "rooms_1000_at_500_a_second": { "latency_us": { "p99": 9500 } },
        });

        let told = table(&figures);

        let line = |what: &str| told.lines().find(|line| line.starts_with(what)).expect("a line");
        assert!(line("server CPU an action to the floor's, 1,000").contains("1.25 x"));
        assert!(!line("server CPU an action to the floor's, 1,000").contains("missed"));
        assert!(line("bytes down").ends_with("missed"));
        assert!(line("1,000 rooms, 500").contains("9.50 ms"));
        assert!(line("memory a room").contains("missing"));
    }
}
