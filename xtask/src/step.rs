//! Steps with a name, a time and a tally, and the summary at the end.

use std::{
    io::{Write, stdout},
    time::{Duration, Instant},
};

use anyhow::Result;

/// How many tests or checks passed and failed, and what those that failed said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) failures: Vec<String>,
}

impl Tally {
    /// So many, with nothing said.
    pub(crate) const fn of(passed: u64, failed: u64) -> Tally {
        Tally { passed, failed, failures: Vec::new() }
    }

    /// The same tally, with at least one failure when the program that ran the tests failed.
    pub(crate) fn or_failed_if(self, failed: Failed) -> Tally {
        match failed {
            Failed::Yes => Tally { failed: self.failed.max(1), ..self },
            Failed::No => self,
        }
    }

    /// Counts the other as well.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend_from_slice(&other.failures);
    }
}

/// Whether a program said that it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    Yes,
    No,
}

impl From<std::process::ExitStatus> for Failed {
    fn from(status: std::process::ExitStatus) -> Failed {
        if status.success() { Failed::No } else { Failed::Yes }
    }
}

/// Says what is done and how long it took, and returns what it returned.
pub(crate) fn timed<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("==> {what}");
    let start = Instant::now();
    let result = work();
    let verdict = if result.is_ok() { "done" } else { "failed" };
    println!("<== {what}: {verdict} in {}", seconds(start.elapsed()));
    result
}

/// Steps that all run, whatever becomes of the others.
#[derive(Default)]
pub(crate) struct Steps {
    ended: Vec<Ended>,
}

struct Ended {
    name: &'static str,
    took: Duration,
    tally: Tally,
}

impl Steps {
    /// Runs one step; a step that cannot run counts as one failure.
    pub(crate) fn run(&mut self, name: &'static str, work: impl FnOnce() -> Result<Tally>) {
        println!("\n==> {name}");
        let start = Instant::now();
        let tally = work().unwrap_or_else(|error| {
            println!("error: {error:#}");
            Tally { failures: vec![format!("{error:#}")], ..Tally::of(0, 1) }
        });
        let ended = Ended { name, took: start.elapsed(), tally };
        println!("<== {}", ended.line());
        // The programs we start write to the same terminal: keep the order.
        let _ = stdout().flush();
        self.ended.push(ended);
    }

    /// Runs one step that is a single yes or no.
    pub(crate) fn check(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) {
        self.run(name, || work().map(|()| Tally::of(1, 0)));
    }

    /// Everything together.
    pub(crate) fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        for ended in &self.ended {
            sum.add(&ended.tally);
        }
        sum
    }

    /// What failed and what it said, every step with its time, and last the one line that counts.
    pub(crate) fn summary(&self) -> String {
        let mut text = String::new();
        for Ended { name, tally, .. } in &self.ended {
            for said in &tally.failures {
                text.push_str(&format!("\n{name}: {said}\n"));
            }
        }
        text.push_str("\nsteps:\n");
        for ended in &self.ended {
            text.push_str(&format!("  {}\n", ended.line()));
        }
        let failing: Vec<_> =
            self.ended.iter().filter(|e| e.tally.failed > 0).map(|e| e.name).collect();
        if !failing.is_empty() {
            text.push_str(&format!("failing: {}\n", failing.join(", ")));
        }
        let sum = self.tally();
        text.push_str(&format!("{} passed, {} failed", sum.passed, sum.failed));
        text
    }
}

impl Ended {
    fn line(&self) -> String {
        let Tally { passed, failed, .. } = self.tally;
        let verdict = if failed == 0 { "ok" } else { "FAILED" };
        format!(
            "{}: {verdict}, {passed} passed, {failed} failed, {}",
            self.name,
            seconds(self.took)
        )
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn a_step_that_cannot_run_is_one_failure_and_the_next_still_runs() {
        let mut steps = Steps::default();

        steps.run("broken", || bail!("no such program"));
        steps.run("sound", || Ok(Tally::of(7, 0)));
        steps.check("single", || Ok(()));

        assert_eq!((steps.tally().passed, steps.tally().failed), (8, 1));
        assert!(steps.summary().contains("broken: no such program\n"));
    }

    #[test]
    fn the_last_line_is_the_sum_and_the_failing_are_named() {
        let mut steps = Steps::default();
        steps.run("rust tests", || Ok(Tally::of(40, 2)));
        steps.check("fmt", || Ok(()));

        let summary = steps.summary();

        assert_eq!(summary.lines().last(), Some("41 passed, 2 failed"));
        assert!(summary.contains("failing: rust tests\n"), "{summary}");
    }

    #[test]
    fn tests_that_all_passed_under_a_program_that_failed_are_not_a_pass() {
        let all_passed = Tally::of(3, 0);

        assert_eq!(all_passed.clone().or_failed_if(Failed::Yes), Tally::of(3, 1));
        assert_eq!(all_passed.clone().or_failed_if(Failed::No), all_passed);
    }
}
