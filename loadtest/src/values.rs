//! What the command line may say: numbers one can load with, and files that can be written.

use std::fs::OpenOptions;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use anyhow::Context as _;
use serde_json::Value;

/// More of anything than any machine has sockets for.
const COUNT_MAX: usize = 1_000_000;
/// A week.
const SECONDS_MAX: u64 = 604_800;
/// How long rooms that are to be restarted play at most.
const SECONDS_BEFORE_RESTART_MAX: u64 = 3_600;
/// Actions a second that may be asked for: one in a quarter of an hour, and more than any server takes.
const RATES: RangeInclusive<f64> = 0.001..=1_000_000.0;
/// Seconds between faults.
const GAPS: RangeInclusive<f64> = 0.001..=604_800.0;

/// How many of what there must be at least one of.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    within(text, 1..=COUNT_MAX, "at least one, a whole number")
}

/// How many of what there need not be any of.
pub(crate) fn count_or_none(text: &str) -> Result<usize, String> {
    within(text, 0..=COUNT_MAX, "a whole number, 0 for none")
}

/// How long something is measured.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    within(text, 1..=SECONDS_MAX, "whole seconds, at least one")
}

/// How long rooms play before they are restarted.
pub(crate) fn seconds_before_restart(text: &str) -> Result<u64, String> {
    within(text, 1..=SECONDS_BEFORE_RESTART_MAX, "whole seconds, at least one")
}

/// Actions a second.
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    within(text, RATES, "actions a second, more than 0")
}

/// Seconds on average.
pub(crate) fn gap(text: &str) -> Result<f64, String> {
    within(text, GAPS, "more than 0")
}

/// Seconds on average, or 0 for never.
pub(crate) fn gap_or_never(text: &str) -> Result<f64, String> {
    if text.parse() == Ok(0.0) {
        Ok(0.0)
    } else {
        within(text, GAPS, "more than 0, or 0 for never")
    }
}

fn within<T>(text: &str, range: RangeInclusive<T>, allowed: &str) -> Result<T, String>
where
    T: FromStr + PartialOrd + std::fmt::Display,
{
    let value = text.parse().ok().filter(|value| range.contains(value));
    value.ok_or_else(|| format!("must be {allowed}, and at most {}", range.end()))
}

/// Makes sure, before anything is measured, that what is found can be written there.
pub(crate) fn can_write(path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| format!("can't write {}: name another file", path.display()))?;
    // It is there again once there is something to tell.
    if is_new { Ok(std::fs::remove_file(path)?) } else { Ok(()) }
}

/// Writes what was found, if it is to be written anywhere.
pub(crate) fn write_json(path: Option<&Path>, found: &Value) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| write(path, &serde_json::to_string_pretty(found)?))
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_nothing_can_be_measured_with_are_refused_with_what_may_be_said() {
        assert_eq!(
            count("0").unwrap_err(),
            "must be at least one, a whole number, and at most 1000000"
        );
        assert!(count("-1").is_err() && count("many").is_err() && count("").is_err());
        assert!(seconds("0").is_err() && seconds("18446744073709551615").is_err());
        for wrong in ["0", "-5", "NaN", "inf", "1e-300", "1e300", "fast"] {
            assert!(rate(wrong).unwrap_err().contains("more than 0"), "{wrong}");
        }
        assert!(gap("0").is_err() && gap_or_never("-1").is_err());
        let fine = (count("1"), count_or_none("0"), seconds("3"), rate("0.5"), gap_or_never("0"));
        assert_eq!(fine, (Ok(1), Ok(0), Ok(3), Ok(0.5), Ok(0.0)));
    }

    #[test]
    fn a_file_that_can_t_be_written_is_found_before_and_one_that_can_is_not_touched() {
        let folder = std::env::temp_dir().join(format!("loadtest-values-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (new, old) = (folder.join("new.json"), folder.join("old.json"));
        std::fs::write(&old, "kept").unwrap();

        let missing = can_write(Some(&folder.join("nowhere/found.json"))).unwrap_err();

        assert!(missing.to_string().contains("name another file"), "{missing}");
        assert!(can_write(Some(&new)).is_ok() && can_write(Some(&old)).is_ok());
        assert!(!new.exists());
        assert_eq!(std::fs::read_to_string(old).unwrap(), "kept");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
