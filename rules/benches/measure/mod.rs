//! Measuring: how long a piece of work takes, how many instructions, and a table of the figures.
//!
//! A benchmark says what it measures as a list of [`Figure`]s. The table goes to stderr, one JSON
//! object to stdout. Nothing here fails because a machine is slow: the table says `over` or `under`.

#![allow(dead_code, reason = "each benchmark that includes this module uses only some of it")]

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

/// Rounds of which the median is told.
const ROUNDS: usize = 31;
/// Shortest round: long against the clock, short against the scheduler.
const ROUND: Duration = Duration::from_millis(2);
/// How long one pass of a reference takes, at most about.
const REFERENCE: Duration = Duration::from_millis(60);
/// Passes of a reference of which the median is told.
const REFERENCE_PASSES: usize = 5;

/// Why this process was started.
pub(crate) enum Purpose {
    /// By `cargo bench`: measure everything.
    Measure,
    /// By ourselves under valgrind: do this piece of work so many times, and say nothing.
    Repeat { work: usize, times: u64 },
    /// By a test runner that runs every target: nothing to do.
    Nothing,
}

impl Purpose {
    /// Reads the command line.
    pub(crate) fn of_this_process() -> Self {
        let arguments: Vec<String> = env::args().skip(1).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match arguments[..] {
            ["--repeat", work, times] => Self::Repeat {
                work: work.parse().expect("a place in the list"),
                times: times.parse().expect("a number"),
            },
            _ if arguments.contains(&"--bench") => Self::Measure,
            _ => Self::Nothing,
        }
    }
}

/// What a figure should be.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// Nothing is promised.
    None,
    /// It should not be more.
    AtMost(f64),
    /// It should not be less.
    AtLeast(f64),
}

/// Something measured.
pub(crate) struct Figure {
    /// What.
    pub(crate) name: String,
    /// In what.
    pub(crate) unit: &'static str,
    /// How much: the median.
    pub(crate) measured: f64,
    /// The best round: what a quiet machine would come near to.
    pub(crate) best: f64,
    /// What it should be.
    pub(crate) target: Target,
    /// The same by the seed's recursion.
    pub(crate) seed: Option<f64>,
    /// Instructions for the same, where valgrind is present.
    pub(crate) instructions: Option<f64>,
}

impl Figure {
    /// A figure that is known exactly.
    pub(crate) fn exact(name: &str, unit: &'static str, value: f64, target: Target) -> Self {
        Self {
            name: name.to_owned(),
            unit,
            measured: value,
            best: value,
            target,
            seed: None,
            instructions: None,
        }
    }

    fn verdict(&self) -> &'static str {
        match self.target {
            Target::None => "",
            Target::AtMost(most) if self.measured <= most => "ok",
            Target::AtLeast(least) if self.measured >= least => "ok",
            Target::AtMost(_) => "over",
            Target::AtLeast(_) => "under",
        }
    }

    fn ratio(&self) -> Option<f64> {
        self.seed.map(|seed| seed / self.measured)
    }

    fn json(&self) -> Value {
        let (at_most, at_least) = match self.target {
            Target::None => (None, None),
            Target::AtMost(most) => (Some(most), None),
            Target::AtLeast(least) => (None, Some(least)),
        };
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        let all = json!({
            "unit": self.unit, "measured": rounded(self.measured), "best": rounded(self.best),
            "at_most": at_most, "at_least": at_least,
            "seed": self.seed.map(rounded), "times_faster_than_seed": self.ratio().map(rounded),
            "instructions": self.instructions.map(rounded),
        });
        let Value::Object(fields) = all else { unreachable!("an object was written") };
        fields.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>().into()
    }

    fn line(&self) -> String {
        let target = match self.target {
            Target::None => String::new(),
            Target::AtMost(most) => format!("<= {}", number(most)),
            Target::AtLeast(least) => format!(">= {}", number(least)),
        };
        let or_nothing = |value: Option<f64>| value.map_or(String::new(), number);
        let ratio = self.ratio().map_or(String::new(), |ratio| format!("{} x", number(ratio)));
        format!(
            "{:<45} {:>9} {:>9} {:<7} {:>12} {:<5} {:>12} {:>11} {:>12}",
            self.name,
            number(self.measured),
            number(self.best),
            self.unit,
            target,
            self.verdict(),
            or_nothing(self.seed),
            ratio,
            or_nothing(self.instructions),
        )
    }
}

/// Prints the figures: a table to stderr, an object with them under `group` to stdout.
pub(crate) fn report(group: &str, figures: &[Figure]) {
    eprintln!(
        "\n{:<45} {:>9} {:>9} {:<7} {:>12} {:<5} {:>12} {:>11} {:>12}",
        group, "median", "best", "", "target", "", "seed's way", "faster by", "instructions"
    );
    figures.iter().for_each(|figure| eprintln!("{}", figure.line()));
    if figures.iter().all(|figure| figure.instructions.is_none()) {
        eprintln!("(instructions are not counted: valgrind is not there)");
    }
    let by_name: Map<_, _> =
        figures.iter().map(|figure| (figure.name.clone(), figure.json())).collect();
    println!("{}", json!({ group: by_name }));
}

/// The median and the shortest time of one go at `work`, in seconds.
pub(crate) fn seconds(mut work: impl FnMut()) -> (f64, f64) {
    let mut times = 1;
    while time(times, &mut work) < ROUND {
        times *= 2;
    }
    let mut rounds: Vec<f64> =
        (0..ROUNDS).map(|_| time(times, &mut work).as_secs_f64() / f64::from(times)).collect();
    rounds.sort_unstable_by(f64::total_cmp);
    (rounds[ROUNDS / 2], rounds[0])
}

/// The time of one go at a slow `work`, in seconds: the mean over as many items as there is time
/// for, and of that the median of several passes over the same items.
pub(crate) fn slow_seconds<T>(items: &[T], mut work: impl FnMut(&T)) -> f64 {
    let start = Instant::now();
    let in_time = items.iter().take_while(|item| {
        work(item);
        start.elapsed() < REFERENCE
    });
    let items = &items[..items.len().min(in_time.count() + 1)];
    let mut passes: Vec<Duration> =
        (0..REFERENCE_PASSES).map(|_| time(1, &mut || items.iter().for_each(&mut work))).collect();
    passes.sort_unstable();
    passes[REFERENCE_PASSES / 2].as_secs_f64() / items.len() as f64
}

/// Instructions of one go at the work with this place in the list, if valgrind is there.
///
/// This program counts itself: once with `times` goes and once with twice as many. What it does
/// besides falls out of the difference.
pub(crate) fn instructions(work: usize, times: u64) -> Option<f64> {
    let (once, twice) = (instructions_of(work, times)?, instructions_of(work, 2 * times)?);
    Some((twice - once) / times as f64)
}

fn instructions_of(work: usize, times: u64) -> Option<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(env::current_exe().ok()?)
        .args(["--repeat", &work.to_string(), &times.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8(output.stderr).ok()?;
    let (_, count) = said.split_once("I   refs:").or_else(|| said.split_once("I refs:"))?;
    count.lines().next()?.trim().replace(',', "").parse().ok()
}

fn time(times: u32, work: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..times).for_each(|_| work());
    start.elapsed()
}

/// With three digits that matter, thousands apart.
fn number(value: f64) -> String {
    if value < 100.0 {
        let digits = if value.fract() == 0.0 { 0 } else { 1 };
        return format!("{value:.digits$}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
