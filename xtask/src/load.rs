//! The load figures of `cargo xtask bench`: a server on one core, clients on the other.

use std::{fs, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::{postgres, tool};

/// One load test: its name in the figures, how many clients it has, and the words for `loadtest`.
type Load = (&'static str, u64, &'static [&'static str]);

/// All of them take about five minutes.
const LOADS: [Load; 11] = [
    ("rooms_1000", 4_000, &["run", "--rooms=1000", "--seconds=15", "--with-floor"]),
    ("rooms_10", 40, &["run", "--rooms=10", "--seconds=8", "--with-floor"]),
    ("rooms_50", 200, &["run", "--rooms=50", "--seconds=8", "--with-floor"]),
    ("rooms_100", 400, &["run", "--rooms=100", "--seconds=8", "--with-floor"]),
    ("rooms_500", 2_000, &["run", "--rooms=500", "--seconds=8", "--with-floor"]),
    ("rooms_2000", 8_000, &["run", "--rooms=2000", "--seconds=15", "--with-floor"]),
    ("rooms_5000", 20_000, &["run", "--rooms=5000", "--seconds=20", "--with-floor"]),
    ("rooms_1000_at_500_a_second", 4_000, &["run", "--rooms=1000", "--rate=500", "--seconds=20"]),
    ("spectators_100", 104, &["spectators", "--counts=100", "--seconds=10"]),
    ("spectators_5000", 5_004, &["spectators", "--counts=5000", "--seconds=10"]),
    ("restart_1000", 4_000, &["restart", "--rooms=1000"]),
];

/// How cost grows: these of the load tests, the fewest rooms first.
const GROWTH: [&str; 7] =
    ["rooms_10", "rooms_50", "rooms_100", "rooms_500", "rooms_1000", "rooms_2000", "rooms_5000"];

/// File descriptors a load test takes besides one for each client.
const DESCRIPTORS_SPARE: u64 = 100;

/// One line of the table: what, where it is found, its unit, what it is divided by, the most it
/// may be.
type Row = (&'static str, &'static str, f64, &'static str, f64);

const ROWS: [Row; 9] = [
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
    ("100 spectators: p99", "/spectators_100/0/watcher_latency_us/p99", 1e3, "ms", 100.0),
    ("5,000 spectators: p99", "/spectators_5000/0/watcher_latency_us/p99", 1e3, "ms", 100.0),
    (
        "5,000 spectators: server memory at most",
        "/spectators_5000/0/server_memory_kib_peak",
        1024.0,
        "MiB",
        f64::INFINITY,
    ),
    ("1,000 rooms killed: all playing again", "/restart_1000/all_playing_ms", 1e3, "s", 5.0),
];

/// Loads a server built for release in every way, and prints the table.
pub(crate) fn measure() -> Result<Map<String, Value>> {
    let mut build = tool::cargo();
    tool::run(build.args(["build", "--release", "--package", "server", "--package", "loadtest"]))?;
    let mut figures = Map::new();
    let descriptors = descriptors_max()?;
    for load in LOADS {
        let (name, clients, _) = load;
        let needed = clients + DESCRIPTORS_SPARE;
        if needed > descriptors {
            println!("{name} is left out: {needed} file descriptors, {descriptors} are allowed");
            continue;
        }
        figures.insert(name.to_owned(), run(load)?);
    }
    print!("{}", table(&Value::Object(figures.clone())));
    print!("{}", growth(&figures));
    Ok(Map::from_iter([("load".to_owned(), Value::Object(figures))]))
}

fn run((name, _, words): Load) -> Result<Value> {
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

/// How many file descriptors a process may have if it asks for them.
fn descriptors_max() -> Result<u64> {
    let limits = fs::read_to_string("/proc/self/limits").context("can't read the limits")?;
    Ok(hard_limit(&limits, "Max open files").unwrap_or(u64::MAX))
}

/// The second figure on a line of limits; none where there is no limit.
fn hard_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
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

/// How cost grows with rooms, for people; what was left out is left out.
fn growth(figures: &Map<String, Value>) -> String {
    let columns = [
        ("rooms", "/rooms"),
        ("actions/s", "/actions_a_second"),
        ("server us", "/server_cpu_us_per_action"),
        ("floor us", "/floor/cpu_us"),
        ("ratio", "/ratio_to_floor"),
        ("KiB a room", "/server_memory_kib_per_room"),
    ];
    let mut out = columns.map(|(name, _)| format!("{name:>11}")).concat() + "\n";
    for found in GROWTH.iter().filter_map(|name| figures.get(*name)) {
        let figure = |pointer: &str| match pointer {
            "/actions_a_second" => {
                Some(found.get("actions")?.as_f64()? / found.get("seconds")?.as_f64()?)
            }
            pointer => found.pointer(pointer)?.as_f64(),
        };
        for (_, pointer) in columns {
            let told = figure(pointer).map_or("missing".to_owned(), |found| {
                let digits = if pointer == "/ratio_to_floor" { 2 } else { 0 };
                format!("{found:.digits$}")
            });
            out.push_str(&format!("{told:>11}"));
        }
        out.push('\n');
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

    #[test]
    fn growth_is_told_of_what_was_measured() {
        let ten = json!({
            "rooms": 10, "actions": 5000, "seconds": 10.0, "server_cpu_us_per_action": 61.4,
            "floor": { "cpu_us": 30.0 }, "ratio_to_floor": 2.046, "server_memory_kib_per_room": 900.0,
        });

        let told = growth(&Map::from_iter([("rooms_10".to_owned(), ten)]));

        let lines: Vec<Vec<_>> =
            told.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1..], [["10", "500", "61", "30", "2.05", "900"]]);
    }

    #[test]
    fn the_hard_limit_is_the_second() {
        let limits = "Limit   Soft  Hard  Units\nMax open files   1024   20000   files\n";

        assert_eq!(hard_limit(limits, "Max open files"), Some(20_000));
        assert_eq!(hard_limit("Max open files  1024  unlimited  files", "Max open files"), None);
    }
}
