//! What day and time it is, for a report.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400;

/// Now, in UTC, such as `2026-11-19 05:01 UTC`.
pub(crate) fn now() -> String {
    at(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
}

/// So many seconds after the beginning of 1970.
fn at(seconds: u64) -> String {
    // Years begin in March here: the day that comes every fourth year is the last of one.
    let days = seconds / DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    let (hour, minute) = (seconds % DAY / 3_600, seconds % 3_600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_told_as_a_date() {
        assert_eq!(at(0), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400 + 3_599), "2000-02-29 00:59 UTC");
        assert_eq!(at(1_798_761_599), "2026-12-31 23:59 UTC");
        assert_eq!(at(1_798_761_600), "2027-01-01 00:00 UTC");
    }
}
