//! `cargo xtask bench`: the measured figures, on the screen and as JSON.

mod figures;
mod goals;
mod load;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::{Map, Value};

use self::figures::Figures;
use crate::{postgres, step::timed, tool};

/// What can be measured, in this order: the disk is busy for long after the last three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// A server under load: about five minutes.
    Load,
    /// The rules.
    Rules,
    /// Self-play, and how long bots take to choose.
    Bots,
    /// How fast steps become durable.
    Recorder,
    /// A ledger of a million hands, on each kind of database.
    Ledger,
    /// Ratings with a million rounds, on each kind of database.
    Ratings,
}

impl Part {
    fn doing(self) -> &'static str {
        match self {
            Self::Load => "measuring a server under load",
            Self::Rules => "measuring the rules",
            Self::Bots => "measuring the bots",
            Self::Recorder => "measuring the recorder",
            Self::Ledger => "measuring the ledger",
            Self::Ratings => "measuring ratings",
        }
    }

    fn measure(self, figures: &mut Figures) -> Result<()> {
        match self {
            Self::Load => load::measure(figures),
            Self::Rules => groups(figures, "rules", "figures"),
            Self::Bots => {
                groups(figures, "bots", "selfplay")?;
                groups(figures, "bots", "decisions")
            }
            Self::Recorder => {
                let found = run_bench(&mut bench("server", "recorder"))?;
                figures.add("recorder", "sqlite", found.into())
            }
            Self::Ledger => on_both(figures, "ledger", "history", "HISTORY_DATABASE"),
            Self::Ratings => on_both(figures, "ratings", "ratings", "RATINGS_DATABASE"),
        }
    }
}

/// Measures everything, or these parts only, and prints what was to be reached and whether it was. The figures also go
/// to a file if one is named, each as soon as it is there; parts that are not measured stay in it as they are.
pub(crate) fn run(only: &[Part], json: Option<&Path>) -> Result<()> {
    let mut figures = match only {
        [] => Figures::new(json),
        _ => Figures::read(json)?,
    };
    let parts = Part::value_variants().iter();
    for part in parts.filter(|part| only.is_empty() || only.contains(part)) {
        timed(part.doing(), || part.measure(&mut figures))?;
    }
    print!("\n{}", goals::table(&figures.to_json()));
    Ok(())
}

/// Runs a benchmark that names the groups its figures belong to.
fn groups(figures: &mut Figures, package: &str, name: &str) -> Result<()> {
    for (group, found) in run_bench(&mut bench(package, name))? {
        let found = found.as_object().cloned().context("a group of figures is an object")?;
        figures.put(&group, found)?;
    }
    Ok(())
}

/// Runs a benchmark of the server on SQLite, and on PostgreSQL where it is installed.
fn on_both(figures: &mut Figures, group: &str, name: &str, variable: &str) -> Result<()> {
    println!("on SQLite:");
    let found = run_bench(&mut bench("server", name))?;
    figures.add(group, "sqlite", found.into())?;
    if !postgres::is_installed() {
        println!("no PostgreSQL is installed: not measured there");
        return Ok(());
    }
    println!("on PostgreSQL:");
    let server = postgres::Instance::start()?;
    let found = run_bench(bench("server", name).env(variable, server.url()))?;
    figures.add(group, "postgres", found.into())
}

fn bench(package: &str, name: &str) -> Command {
    let mut command = tool::cargo();
    command.args(["bench", "--package", package, "--bench", name]);
    command
}

/// Runs one benchmark, showing what it prints, and returns its figures.
fn run_bench(command: &mut Command) -> Result<Map<String, Value>> {
    let (status, stdout) = tool::run_keeping_stdout(command)?;
    tool::succeeded(command, status)?;
    objects_in(&stdout)
}

/// What the lines that are JSON objects hold, as one; there must be some.
fn objects_in(stdout: &str) -> Result<Map<String, Value>> {
    let mut all = Map::new();
    for line in stdout.lines().filter(|line| line.starts_with('{')) {
        let object: Map<String, Value> = serde_json::from_str(line)
            .with_context(|| format!("the benchmark printed what is no JSON: {line}"))?;
        all.extend(object);
    }
    ensure!(!all.is_empty(), "the benchmark printed no figures");
    Ok(all)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_figures_are_found_among_other_lines_and_must_be_json() {
        let found = objects_in("running\n{\"hands_per_s\": 5}\nmore\n{\"p99_ms\": 2}\n");

        assert_eq!(Value::from(found.unwrap()), json!({ "hands_per_s": 5, "p99_ms": 2 }));
        assert!(objects_in("nothing").is_err());
        assert!(objects_in("{not json}").is_err());
    }
}
