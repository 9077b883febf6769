//! Reading how many tests passed from what the test programs print.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::{failures, step::Tally};

/// Sums the `test result:` lines of `cargo test`, one per test binary and doc test run.
pub(crate) fn of_cargo_test(output: &str) -> Tally {
    let mut tally = Tally { failures: failures::of_cargo_test(output), ..Tally::default() };
    for line in output.lines() {
        // A test that prints without a line end can push the result off the start of its line.
        let Some((_, result)) = line.split_once("test result: ") else { continue };
        tally.passed += number_before(result, " passed").unwrap_or(0);
        tally.failed += number_before(result, " failed").unwrap_or(0);
    }
    tally
}

/// Reads vitest's JSON report; a skipped test counts as failed, since nothing may be skipped.
pub(crate) fn of_vitest(report: &str) -> Result<Tally> {
    let report: Value = serde_json::from_str(report).context("vitest's report is not JSON")?;
    let number = |key: &str| {
        report[key].as_u64().with_context(|| format!("vitest's report has no number {key}"))
    };
    let skipped = number("numPendingTests")? + number("numTodoTests")?;
    Ok(Tally {
        passed: number("numPassedTests")?,
        failed: number("numFailedTests")? + skipped,
        failures: failures::of_vitest(&report),
    })
}

/// Reads Playwright's JSON report; only a test that passed at the first try counts as passed.
pub(crate) fn of_playwright(report: &str) -> Result<Tally> {
    let report: Value = serde_json::from_str(report).context("playwright's report is not JSON")?;
    let number = |key: &str| {
        let value = report["stats"][key].as_u64();
        value.with_context(|| format!("playwright's report has no number stats.{key}"))
    };
    let failed = number("unexpected")? + number("flaky")? + number("skipped")?;
    Ok(Tally { passed: number("expected")?, failed, failures: failures::of_playwright(&report) })
}

fn number_before(text: &str, word: &str) -> Option<u64> {
    let (before, _) = text.split_once(word)?;
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_line_of_cargo_test_counts() {
        let output = "\
running 2 tests
test tidy ... ok
test result: FAILED. 12 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out
   Doc-tests rules
loud test result: ok. 30 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";

        assert_eq!(of_cargo_test(output), Tally::of(42, 1));
    }

    #[test]
    fn output_without_results_counts_nothing() {
        assert_eq!(of_cargo_test("error: could not compile"), Tally::default());
    }

    #[test]
    fn a_skipped_vitest_test_is_a_failure() {
        let report = r#"{"numPassedTests": 5, "numFailedTests": 1, "numPendingTests": 1,
            "numTodoTests": 0}"#;

        assert_eq!(of_vitest(report).expect("it reads"), Tally::of(5, 2));
        assert!(of_vitest("{}").is_err());
    }

    #[test]
    fn a_flaky_playwright_test_is_a_failure() {
        let report = r#"{"stats": {"expected": 8, "unexpected": 1, "flaky": 1, "skipped": 0}}"#;

        assert_eq!(of_playwright(report).expect("it reads"), Tally::of(8, 2));
        assert!(of_playwright("not json").is_err());
    }
}
