//! The load figures of `cargo xtask bench`: a server on one core, clients on the other.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use serde_json::{Map, Value};

use super::figures::Figures;
use crate::tool;

/// One load test: its name in the figures, and the words for `loadtest`.
#[derive(Debug, PartialEq, Eq)]
struct Load {
    name: String,
    words: Vec<String>,
}

/// Rooms in a closed loop beside the floor, and for how many seconds.
const ROOMS: [(u64, u32); 7] =
    [(1_000, 15), (10, 8), (50, 8), (100, 8), (500, 8), (2_000, 15), (5_000, 20)];
/// Beside so many rooms Colyseus is measured too.
const BESIDE_COLYSEUS: [&str; 2] = ["rooms_1000", "rooms_50"];
/// Spectators of one table.
const SPECTATORS: [u64; 5] = [1, 10, 100, 1_000, 5_000];

/// File descriptors a load test takes besides one for each client; `loadtest` asks for no more.
const DESCRIPTORS_SPARE: u64 = 200;

/// Loads a server built for release in every way, and prints how its cost grows.
pub(super) fn measure(figures: &mut Figures) -> Result<()> {
    let mut build = tool::cargo();
    tool::run(build.args(["build", "--release", "--package", "server", "--package", "loadtest"]))?;
    figures.put("load", Map::new())?;
    let colyseus = colyseus()
        .inspect_err(|why| println!("Colyseus is left out, its packages can't be had: {why:#}"))
        .ok();
    for load in loads(descriptors_max()?) {
        figures.add("load", &load.name, run(&load, colyseus.as_deref())?)?;
    }
    let found = figures.group("load");
    print!("\n{}", growth(&found, "rooms_", "rooms", &ROOM_COLUMNS));
    print!("\n{}", growth(&found, "spectators_", "spectators", &SPECTATOR_COLUMNS));
    Ok(())
}

/// Every load test that so many file descriptors allow. Where there are too few, the largest is as large as they let it
/// be, and named for that.
fn loads(descriptors: u64) -> Vec<Load> {
    let clients_max = descriptors.saturating_sub(DESCRIPTORS_SPARE);
    let mut loads: Vec<Load> = Vec::new();
    let mut add = |name: String, words: Vec<String>| {
        if loads.iter().all(|load| load.name != name) {
            loads.push(Load { name, words });
        }
    };
    for (wanted, seconds) in ROOMS {
        let rooms = at_most(wanted, clients_max / 4, "rooms");
        let words =
            ["run", &format!("--rooms={rooms}"), &format!("--seconds={seconds}"), "--with-floor"];
        add(format!("rooms_{rooms}"), words.map(str::to_owned).into());
    }
    let rooms = at_most(1_000, clients_max / 4, "rooms");
    let paced = ["run", &format!("--rooms={rooms}"), "--rate=500", "--seconds=20"];
    add(format!("rooms_{rooms}_at_500_a_second"), paced.map(str::to_owned).into());
    for wanted in SPECTATORS {
        let count = at_most(wanted, clients_max.saturating_sub(4), "spectators");
        let words = ["spectators", &format!("--counts={count}"), "--seconds=30"];
        add(format!("spectators_{count}"), words.map(str::to_owned).into());
    }
    let restart = ["restart", &format!("--rooms={rooms}")];
    add(format!("restart_{rooms}"), restart.map(str::to_owned).into());
    loads
}

fn at_most(wanted: u64, most: u64, of: &str) -> u64 {
    if wanted > most {
        println!(
            "{most} {of} instead of {wanted}: no more file descriptors are allowed (`ulimit -Hn`)"
        );
    }
    wanted.min(most)
}

/// Where Colyseus' server lies, with the packages it needs.
fn colyseus() -> Result<PathBuf> {
    let folder = tool::root().join("loadtest/colyseus");
    // Not `npm ci`: it wants the parts for other systems in the lock file too, and not every registry has them.
    let mut npm = tool::command("npm");
    let words = ["install", "--no-save", "--no-audit", "--no-fund"];
    tool::run(npm.current_dir(&folder).args(words))?;
    Ok(folder)
}

fn run(Load { name, words }: &Load, colyseus: Option<&Path>) -> Result<Value> {
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
    if let Some(folder) = colyseus.filter(|_| BESIDE_COLYSEUS.contains(&name.as_str())) {
        command.arg("--with-colyseus").arg(folder);
    }
    command.arg("--json").arg(&json).env("SANJIN_LOG", "warn");
    let done = tool::run(&mut command);
    let written = fs::read(&json).with_context(|| format!("{name} wrote no figures"));
    done?;
    // Spectators are told in a list, one for each number of them.
    match serde_json::from_slice(&written?)? {
        Value::Array(mut one) if one.len() == 1 => Ok(one.remove(0)),
        figure => Ok(figure),
    }
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

/// A column of a table of growth: its name, where its figure is, what that is multiplied by, and its digits.
type Column = (&'static str, &'static str, f64, usize);

/// KiB in KB of 1,000 bytes.
const KB: f64 = 1.024;

const ROOM_COLUMNS: [Column; 7] = [
    ("actions/s", "", 1.0, 0),
    ("server us", "/server_cpu_us_per_action", 1.0, 1),
    ("floor us", "/floor/cpu_us", 1.0, 1),
    ("ratio", "/ratio_to_floor", 1.0, 2),
    ("bytes", "/bytes_down_per_action", 1.0, 1),
    ("p99 ms", "/latency_us/p99", 1e-3, 1),
    ("KB a room", "/server_memory_kib_per_room", KB, 1),
];

const SPECTATOR_COLUMNS: [Column; 7] = [
    ("actions/s", "", 1.0, 0),
    ("server us", "/server_cpu_us_per_action", 1.0, 0),
    ("p50 ms", "/watcher_latency_us/p50", 1e-3, 1),
    ("p99 ms", "/watcher_latency_us/p99", 1e-3, 1),
    ("max ms", "/watcher_latency_us/max", 1e-3, 1),
    ("KB each", "/server_memory_kib_per_watcher", KB, 1),
    ("MB in all", "/server_memory_kib_peak", KB / 1e3, 1),
];

/// How cost grows with the number of `of`, for people: those load tests whose name is the prefix and that number.
fn growth(figures: &Map<String, Value>, prefix: &str, of: &str, columns: &[Column]) -> String {
    let number = |name: &str| name.strip_prefix(prefix)?.parse::<u64>().ok();
    let mut rows: Vec<_> =
        figures.iter().filter_map(|(name, found)| Some((number(name)?, found))).collect();
    rows.sort_by_key(|(number, _)| *number);
    let heads = columns.iter().map(|(name, ..)| format!("{name:>11}"));
    let mut out = format!("{of:>11}{}\n", heads.collect::<String>());
    for (number, found) in rows {
        out.push_str(&format!("{number:>11}"));
        for (_, pointer, scale, digits) in columns {
            let figure = match *pointer {
                "" => per_second(found),
                pointer => found.pointer(pointer).and_then(Value::as_f64),
            };
            let told = figure.map_or("missing".to_owned(), |it| format!("{:.digits$}", it * scale));
            out.push_str(&format!("{told:>11}"));
        }
        out.push('\n');
    }
    out
}

fn per_second(found: &Value) -> Option<f64> {
    Some(found.get("actions")?.as_f64()? / found.get("seconds")?.as_f64()?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn growth_is_told_of_what_was_measured_the_fewest_first() {
        let ten = json!({
            "rooms": 10, "actions": 5000, "seconds": 10.0, "server_cpu_us_per_action": 61.44,
            "floor": { "cpu_us": 30.0 }, "ratio_to_floor": 2.046, "server_memory_kib_per_room": 900.0,
            "bytes_down_per_action": 98.5, "latency_us": { "p99": 1250 },
        });
        let other = json!({ "actions": 1, "seconds": 1 });
        let figures = [
            ("rooms_1000", other.clone()),
            ("rooms_1000_at_500_a_second", other),
            ("rooms_10", ten),
        ];
        let figures = figures.map(|(name, found)| (name.to_owned(), found));

        let told = growth(&Map::from_iter(figures), "rooms_", "rooms", &ROOM_COLUMNS);

        let lines: Vec<Vec<_>> =
            told.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["10", "500", "61.4", "30.0", "2.05", "98.5", "1.2", "921.6"]);
        assert_eq!((lines[2][0], lines[2][2], lines.len()), ("1000", "missing", 3));
    }

    #[test]
    fn where_descriptors_are_few_the_largest_load_is_what_they_allow_and_named_so() {
        let names = |descriptors| -> Vec<String> {
            loads(descriptors).into_iter().map(|load| load.name).collect()
        };

        assert!(names(u64::MAX).contains(&"rooms_5000".to_owned()));
        let here = names(20_000);
        assert!(here.contains(&"rooms_4950".to_owned()) && here.contains(&"rooms_2000".to_owned()));
        assert!(!here.contains(&"rooms_5000".to_owned()));
        let few = names(1_000);
        assert_eq!(few.iter().filter(|name| *name == "rooms_200").count(), 1);
        assert!(
            few.contains(&"restart_200".to_owned()) && few.contains(&"spectators_796".to_owned())
        );
    }

    #[test]
    fn the_hard_limit_is_the_second() {
        let limits = "Limit   Soft  Hard  Units\nMax open files   1024   20000   files\n";

        assert_eq!(hard_limit(limits, "Max open files"), Some(20_000));
        assert_eq!(hard_limit("Max open files  1024  unlimited  files", "Max open files"), None);
    }
}
