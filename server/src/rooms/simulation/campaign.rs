//! Campaigns: many seeds one after the other, a short one with every test and long ones on demand.

use std::any::Any;
use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::check::{self, Violation};
use super::mistakes::Mistake;
use super::tally::Tally;
use super::world;

/// How long a long campaign is, in table hours; 0 plays the first seed alone.
const HOURS: &str = "SANJIN_SIMULATED_HOURS";
/// Its first seed.
const SEED: &str = "SANJIN_SIMULATED_SEED";
/// Runs of the short campaign.
const RUNS: u64 = 50;
/// One seed in so many is played twice: it must give the same run.
const TWICE_EVERY: u64 = 10;
/// How often a long campaign says how far it is.
const SAYS_EVERY: Duration = Duration::from_secs(15);

/// What became of a run.
pub(super) struct Run {
    pub(super) tally: Tally,
    pub(super) violations: Vec<Violation>,
    /// Everything that was heard and recorded, as one number.
    trace: [u8; 32],
}

impl Run {
    pub(super) fn of(seed: u64, mistake: Option<Mistake>) -> Self {
        let played = catch_unwind(AssertUnwindSafe(|| {
            let (evidence, tally) = world::play(seed, mistake);
            let mut trace = Sha256::new();
            for heard in &evidence.heard {
                trace.update(heard.connection.to_be_bytes());
                trace.update(&heard.bytes);
            }
            // Room by room: timers of two rooms that are due in the same millisecond may come in either order.
            let mut rows: Vec<_> = evidence.rows.iter().collect();
            rows.sort_by_key(|row| row.step.room);
            rows.iter().for_each(|row| trace.update(&row.step.body));
            Self { tally, violations: check::check(&evidence), trace: trace.finalize().into() }
        }));
        played.unwrap_or_else(|panic| Self {
            tally: Tally { runs: 1, ..Tally::default() },
            violations: vec![Violation { promise: "nothing panics", detail: words_of(&*panic) }],
            trace: [0; 32],
        })
    }
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}

/// How long a campaign is.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Runs(u64),
    TableHours(u64),
}

/// Many runs, on every core there is.
pub(super) struct Campaign {
    first: u64,
    length: Length,
    next: AtomicU64,
    is_over: AtomicBool,
    sum: Mutex<Tally>,
    failed: Mutex<Vec<(u64, Violation)>>,
    began: Instant,
    said: Mutex<Instant>,
}

impl Campaign {
    /// The campaign that was asked for; the short one if none was.
    pub(super) fn asked_for() -> Self {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
        let length = match number(HOURS) {
            Some(0) => Length::Runs(1),
            Some(hours) => Length::TableHours(hours),
            None => Length::Runs(RUNS),
        };
        let first = number(SEED).unwrap_or(1);
        Self {
            first,
            length,
            next: AtomicU64::new(first),
            is_over: AtomicBool::new(false),
            sum: Mutex::default(),
            failed: Mutex::default(),
            began: Instant::now(),
            said: Mutex::new(Instant::now()),
        }
    }

    /// Runs until it is long enough or something is wrong; gives the first seed it is wrong for.
    pub(super) fn run(self) -> (Tally, Option<(u64, Violation)>) {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        thread::scope(|scope| {
            (0..cores).for_each(|_| drop(scope.spawn(|| self.run_some())));
        });
        let mut failed = self.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.sort_by_key(|(seed, _)| *seed);
        let sum = self.sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        (sum, failed.into_iter().next())
    }

    fn run_some(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if matches!(self.length, Length::Runs(runs) if seed - self.first >= runs) {
                return;
            }
            let run = Run::of(seed, None);
            let mut wrong = run.violations.into_iter().next();
            if seed.is_multiple_of(TWICE_EVERY) && Run::of(seed, None).trace != run.trace {
                let (promise, detail) = ("a seed gives the same run again", String::new());
                wrong = wrong.or(Some(Violation { promise, detail }));
            }
            self.note(seed, run.tally, wrong);
        }
    }

    fn note(&self, seed: u64, tally: Tally, wrong: Option<Violation>) {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        *sum += tally;
        self.say_how_far(&sum);
        let is_long_enough = match self.length {
            Length::Runs(_) => false,
            Length::TableHours(hours) => sum.table_time.as_secs() >= hours * 3_600,
        };
        if is_long_enough || wrong.is_some() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.extend(wrong.map(|wrong| (seed, wrong)));
    }

    /// Says it now and then, where it takes long.
    fn say_how_far(&self, sum: &Tally) {
        let (Length::TableHours(_), now) = (self.length, Instant::now()) else { return };
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if now < *said + SAYS_EVERY {
            return;
        }
        *said = now;
        let hours = sum.table_time.as_secs() / 3_600;
        let (runs, after) = (sum.runs, self.began.elapsed().as_secs());
        // Nobody may be reading.
        let _ = writeln!(stderr(), "{hours} table hours in {runs} runs after {after} s");
    }
}
