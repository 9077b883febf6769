//! Reads a rigged hand, deals it and plays it, comparing the table with what the case expects.

mod deal;
mod parse;
mod run;
mod show;
mod tiles;

use std::fmt;

pub(crate) use run::run_case;

/// Where a case and the table part ways.
#[derive(Debug)]
pub(crate) struct Failure {
    line: usize,
    text: String,
    expected: String,
    got: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, text, expected, got } = self;
        write!(f, "line {line}: {text}\n  expected: {expected}\n  got:      {got}")
    }
}
