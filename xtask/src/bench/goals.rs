//! What is to be reached, beside what was measured: one table.

use serde_json::Value;

use self::Place::{At, Worst};
use self::Target::{AtLeast, AtMost};

/// One line of the table.
struct Goal {
    what: &'static str,
    place: Place,
    /// What the figure is multiplied by.
    scale: f64,
    unit: &'static str,
    target: Target,
}

/// Where a figure is.
#[derive(Clone, Copy)]
enum Place {
    At(&'static str),
    /// The worst of a group, among those whose name begins and ends so.
    Worst {
        group: &'static str,
        begins: &'static str,
        ends: &'static str,
        at: &'static str,
    },
}

#[derive(Clone, Copy)]
enum Target {
    /// Told, and nothing promised.
    None,
    AtMost(f64),
    AtLeast(f64),
}

/// KiB in KB of 1,000 bytes.
const KB: f64 = 1.024;

const fn goal(
    what: &'static str,
    place: Place,
    scale: f64,
    unit: &'static str,
    target: Target,
) -> Goal {
    Goal { what, place, scale, unit, target }
}

/// The worst figure of the rules among those whose name begins so.
const fn rules(begins: &'static str) -> Place {
    Worst { group: "/rules", begins, ends: "", at: "/measured" }
}

/// How long a level takes to choose, by whichever rules it takes longer.
const fn choice(begins: &'static str, ends: &'static str) -> Place {
    Worst { group: "/decisions", begins, ends, at: "/measured" }
}

/// The worst 99th percentile of what is asked of a database.
const fn p99(group: &'static str, begins: &'static str) -> Place {
    Worst { group, begins, ends: "", at: "/p99_ms" }
}

/// First what the platform promises, then what the bots, the ledger and the ratings do.
const GOALS: [Goal; 32] = [
    goal(
        "server CPU an action to the floor's, 1,000 rooms",
        At("/load/rooms_1000/ratio_to_floor"),
        1.0,
        "x",
        AtMost(1.5),
    ),
    goal(
        "... to a floor that starves most of its rooms, see docs/PERFORMANCE.md",
        At("/load/rooms_1000/ratio_to_floor_of_many_threads"),
        1.0,
        "x",
        AtMost(1.5),
    ),
    goal(
        "... to Colyseus', 1,000 rooms",
        At("/load/rooms_1000/ratio_to_colyseus"),
        1.0,
        "x",
        AtMost(0.6),
    ),
    goal(
        "server CPU an action to the floor's, 50 rooms",
        At("/load/rooms_50/ratio_to_floor"),
        1.0,
        "x",
        AtMost(2.5),
    ),
    goal(
        "bytes down an action, payload, 1,000 rooms",
        At("/load/rooms_1000/bytes_down_per_action"),
        1.0,
        "B",
        AtMost(100.0),
    ),
    goal(
        "... with frame headers",
        At("/load/rooms_1000/bytes_down_framed_per_action"),
        1.0,
        "B",
        Target::None,
    ),
    goal(
        "bytes down an action, payload, 50 rooms",
        At("/load/rooms_50/bytes_down_per_action"),
        1.0,
        "B",
        AtMost(100.0),
    ),
    goal(
        "... with frame headers",
        At("/load/rooms_50/bytes_down_framed_per_action"),
        1.0,
        "B",
        Target::None,
    ),
    goal(
        "memory a room with four sockets (KB = 1,000 bytes)",
        At("/load/rooms_1000/server_memory_kib_per_room"),
        KB,
        "KB",
        AtMost(48.0),
    ),
    goal(
        "1,000 rooms, 500 actions/s: p99 to all four",
        At("/load/rooms_1000_at_500_a_second/latency_us/p99"),
        1e-3,
        "ms",
        AtMost(10.0),
    ),
    goal(
        "5,000 spectators: p99",
        At("/load/spectators_5000/watcher_latency_us/p99"),
        1e-3,
        "ms",
        AtMost(100.0),
    ),
    goal(
        "5,000 spectators: server memory at most",
        At("/load/spectators_5000/server_memory_kib_peak"),
        KB / 1e3,
        "MB",
        Target::None,
    ),
    goal(
        "1,000 rooms killed: all playing again",
        At("/load/restart_1000/all_playing_ms"),
        1e-3,
        "s",
        AtMost(5.0),
    ),
    goal("win check, any Golds", rules("win check"), 1.0, "ns", AtMost(10.0)),
    goal("distance, any Golds", rules("distance"), 1.0, "ns", AtMost(10.0)),
    goal(
        "random hands a second and core, classic",
        At("/selfplay/random players, classic/measured"),
        1.0,
        "",
        AtLeast(100_000.0),
    ),
    goal("... full", At("/selfplay/random players, full/measured"), 1.0, "", AtLeast(100_000.0)),
    goal(
        "greedy hands a second and core, classic",
        At("/selfplay/greedy players, classic/measured"),
        1.0,
        "",
        AtLeast(50_000.0),
    ),
    goal("... full", At("/selfplay/greedy players, full/measured"), 1.0, "", AtLeast(50_000.0)),
    goal("a choice of hard, mean", choice("hard", "mean"), 1.0, "us", AtMost(50.0)),
    goal("a choice of master, mean", choice("master", "mean"), 1.0, "ms", AtMost(50.0)),
    goal("a choice of master, longest", choice("master", "longest"), 1.0, "ms", AtMost(50.0)),
    goal("a riichi game of 100 hands folded", rules("riichi, fold"), 1e-3, "ms", AtMost(1.0)),
    goal(
        "a step durable, 1,000 rooms at 500/s: p99",
        At("/recorder/sqlite/paced/p99_us"),
        1e-3,
        "ms",
        Target::None,
    ),
    goal(
        "ledger of a million hands, SQLite: worst p99",
        p99("/ledger/sqlite", ""),
        1.0,
        "ms",
        AtMost(50.0),
    ),
    goal("... PostgreSQL", p99("/ledger/postgres", ""), 1.0, "ms", AtMost(50.0)),
    goal(
        "a million rounds rebuilt, SQLite",
        At("/ratings/sqlite/rebuild/seconds"),
        1.0,
        "s",
        AtMost(60.0),
    ),
    goal("... PostgreSQL", At("/ratings/postgres/rebuild/seconds"), 1.0, "s", AtMost(60.0)),
    goal(
        "leaderboard, SQLite: p99",
        p99("/ratings/sqlite", "leaderboard"),
        1.0,
        "ms",
        AtMost(20.0),
    ),
    goal("... PostgreSQL", p99("/ratings/postgres", "leaderboard"), 1.0, "ms", AtMost(20.0)),
    goal(
        "a session submitted, SQLite: p99",
        p99("/ratings/sqlite", "a session"),
        1.0,
        "ms",
        AtMost(20.0),
    ),
    goal("... PostgreSQL", p99("/ratings/postgres", "a session"), 1.0, "ms", AtMost(20.0)),
];

/// The table for people. What a part that was measured does not have is told as missing; a part that was not is left
/// out.
pub(super) fn table(figures: &Value) -> String {
    let mut out = format!("{:<54} {:>14} {:>14}\n", "what", "measured", "target");
    for goal in GOALS.iter().filter(|goal| goal.is_of_part_in(figures)) {
        let Goal { what, unit, target, .. } = goal;
        let found = goal.find(figures);
        let measured = found.map_or("missing".to_owned(), |found| number(found, unit));
        let (bound, is_reached) = match *target {
            Target::None => (String::new(), None),
            AtMost(most) => {
                (format!("<= {}", number(most, unit)), Some(found.is_some_and(|it| it <= most)))
            }
            AtLeast(least) => {
                (format!(">= {}", number(least, unit)), Some(found.is_some_and(|it| it >= least)))
            }
        };
        let verdict = is_reached.map_or("", |reached| if reached { "reached" } else { "MISSED" });
        let line = format!("{what:<54} {measured:>14} {bound:>14}  {verdict}");
        out.push_str(&format!("{}\n", line.trim_end()));
    }
    out
}

fn number(value: f64, unit: &str) -> String {
    let digits = if value.fract() == 0.0 || value >= 1e3 { 0 } else { 2 };
    format!("{value:.digits$} {unit}").trim_end().to_owned()
}

impl Goal {
    fn is_of_part_in(&self, figures: &Value) -> bool {
        let (At(path) | Worst { group: path, .. }) = self.place;
        // Its group, and for those that were measured twice also on which database.
        let twice = ["ledger", "ratings"].iter().any(|name| path[1..].starts_with(name));
        let depth = if twice { 2 } else { 1 };
        let group: String =
            path.split('/').skip(1).take(depth).flat_map(|name| ["/", name]).collect();
        figures.pointer(&group).is_some()
    }

    fn find(&self, figures: &Value) -> Option<f64> {
        let found = match self.place {
            At(path) => figures.pointer(path)?.as_f64()?,
            Worst { group, begins, ends, at } => {
                let all = figures.pointer(group)?.as_object()?.iter();
                let named =
                    all.filter(|(name, _)| name.starts_with(begins) && name.ends_with(ends));
                let found = named.filter_map(|(_, figure)| figure.pointer(at)?.as_f64());
                match self.target {
                    AtLeast(_) => found.reduce(f64::min)?,
                    AtMost(_) | Target::None => found.reduce(f64::max)?,
                }
            }
        };
        Some(found * self.scale)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn line<'a>(told: &'a str, what: &str) -> Option<&'a str> {
        told.lines().find(|line| line.starts_with(what))
    }

    #[test]
    fn a_figure_is_scaled_and_judged_and_a_missing_one_is_told() {
        let told = table(&json!({ "load": {
            "rooms_1000": { "ratio_to_floor": 1.25, "bytes_down_per_action": 101, "server_memory_kib_per_room": 47.5 },
            "rooms_1000_at_500_a_second": { "latency_us": { "p99": 9500 } },
        } }));

        let is = |what, ends: &[&str]| {
            let words: Vec<_> = line(&told, what).unwrap().split_whitespace().collect();
            assert!(words.ends_with(ends), "{words:?}");
        };
        is(
            "server CPU an action to the floor's, 1,000",
            &["1.25", "x", "<=", "1.50", "x", "reached"],
        );
        is("bytes down an action, payload, 1,000", &["101", "B", "<=", "100", "B", "MISSED"]);
        // 47.5 KiB are more than 48 KB.
        is("memory a room", &["48.64", "KB", "<=", "48", "KB", "MISSED"]);
        is("1,000 rooms, 500", &["9.50", "ms", "<=", "10", "ms", "reached"]);
        is("5,000 spectators: p99", &["missing", "<=", "100", "ms", "MISSED"]);
    }

    #[test]
    fn of_several_the_worst_counts_and_what_was_not_measured_is_left_out() {
        let told = table(&json!({
            "rules": {
                "win check, deal, golds 0": { "measured": 4.0 },
                "win check, near, golds 3": { "measured": 11.0 },
                "draw, win check, discard, deal, golds 0": { "measured": 30.0 },
            },
            "ratings": { "sqlite": { "leaderboard": { "p99_ms": 3.0 }, "player": { "p99_ms": 90.0 } } },
        }));

        assert!(line(&told, "win check").unwrap().contains("11 ns"), "{told}");
        assert!(line(&told, "leaderboard, SQLite").unwrap().ends_with("reached"), "{told}");
        assert_eq!((line(&told, "server CPU"), line(&told, "... PostgreSQL")), (None, None));
    }
}
