//! What simulated runs went through, to be added up and told.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// What happened in a run, or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) runs: u64,
    pub(super) table_time: Duration,
    pub(super) kills: u64,
    pub(super) power_cuts: u64,
    pub(super) stops: u64,
    pub(super) panics: u64,
    pub(super) closes: u64,
    /// Connections that broke, and those the server cut off for being slow.
    pub(super) cuts: u64,
    pub(super) cut_off: u64,
    pub(super) stalls: u64,
    pub(super) errors: u64,
    pub(super) steps: u64,
    pub(super) requests: u64,
    pub(super) repeats: u64,
    pub(super) resumes: u64,
    pub(super) heard: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.runs += other.runs;
        self.table_time += other.table_time;
        self.kills += other.kills;
        self.power_cuts += other.power_cuts;
        self.stops += other.stops;
        self.panics += other.panics;
        self.closes += other.closes;
        self.cuts += other.cuts;
        self.cut_off += other.cut_off;
        self.stalls += other.stalls;
        self.errors += other.errors;
        self.steps += other.steps;
        self.requests += other.requests;
        self.repeats += other.repeats;
        self.resumes += other.resumes;
        self.heard += other.heard;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>12} runs", self.runs)?;
        writeln!(f, "{:>12.1} table hours", self.table_time.as_secs_f64() / 3_600.0)?;
        writeln!(f, "{:>12} kills", self.kills)?;
        writeln!(f, "{:>12} power cuts", self.power_cuts)?;
        writeln!(f, "{:>12} servers told to stop", self.stops)?;
        writeln!(f, "{:>12} rooms broken down", self.panics)?;
        writeln!(f, "{:>12} rooms closed, by the operator or for want of people", self.closes)?;
        writeln!(f, "{:>12} connection cuts", self.cuts)?;
        writeln!(f, "{:>12} slow readers cut off", self.cut_off)?;
        writeln!(f, "{:>12} fsync stalls", self.stalls)?;
        writeln!(f, "{:>12} write errors, known and unknown outcomes", self.errors)?;
        writeln!(f, "{:>12} steps recorded", self.steps)?;
        writeln!(f, "{:>12} requests, {} of them repeated", self.requests, self.repeats)?;
        writeln!(f, "{:>12} resumes", self.resumes)?;
        write!(f, "{:>12} messages heard and checked", self.heard)
    }
}
