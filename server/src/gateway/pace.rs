//! How fast somebody may go: a bucket that fills steadily, and a tap for each thing done.

use tokio::time::Instant;

/// So many a second in the long run, and so many at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pace {
    per_second: f64,
    burst: f64,
}

impl Pace {
    /// So many a second; no limit where one of them is zero.
    pub(super) fn per_second(count: u32, burst: u32) -> Self {
        Self { per_second: count.into(), burst: burst.into() }
    }

    /// So many a minute, and as many at once.
    pub(super) fn per_minute(count: u32) -> Self {
        Self { per_second: f64::from(count) / 60.0, burst: count.into() }
    }

    fn is_off(self) -> bool {
        self.per_second == 0.0 || self.burst == 0.0
    }
}

/// What is left to somebody who keeps to a pace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(super) fn full(pace: Pace, now: Instant) -> Self {
        Self { left: pace.burst, at: now }
    }

    /// Takes one, if there is one.
    pub(super) fn take(&mut self, pace: Pace, now: Instant) -> bool {
        self.fill(pace, now);
        let there = pace.is_off() || self.left >= 1.0;
        if there {
            self.left -= 1.0;
        }
        there
    }

    /// Whether there is one to take.
    pub(super) fn has_any(&mut self, pace: Pace, now: Instant) -> bool {
        self.fill(pace, now);
        pace.is_off() || self.left >= 1.0
    }

    /// Whether nothing has been taken lately.
    pub(super) fn is_full(&mut self, pace: Pace, now: Instant) -> bool {
        self.fill(pace, now);
        pace.is_off() || self.left >= pace.burst
    }

    fn fill(&mut self, pace: Pace, now: Instant) {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + since * pace.per_second).clamp(0.0, pace.burst);
        self.at = now;
    }
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is in time.
    Fine,
    /// It came too fast, and is refused.
    TooFast,
    /// It came too fast once too often.
    Enough,
}

/// The pace of one connection, and how often it was broken.
#[derive(Debug)]
pub(super) struct Patience {
    pace: Pace,
    bucket: Bucket,
    violations: u32,
    violations_max: u32,
}

impl Patience {
    pub(super) fn new(pace: Pace, violations_max: u32, now: Instant) -> Self {
        Self { pace, bucket: Bucket::full(pace, now), violations: 0, violations_max }
    }

    /// Judges a message that comes now.
    pub(super) fn judge(&mut self, now: Instant) -> Verdict {
        if self.bucket.is_full(self.pace, now) {
            // Who has been slow for that long starts anew: a session may last for hours.
            self.violations = 0;
        }
        if self.bucket.take(self.pace, now) {
            return Verdict::Fine;
        }
        self.violations += 1;
        match self.violations == self.violations_max {
            true => Verdict::Enough,
            false => Verdict::TooFast,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_followed_by_the_steady_pace() {
        let (pace, start) = (Pace::per_second(10, 30), Instant::now());
        let mut bucket = Bucket::full(pace, start);

        let at_once = (0..100).filter(|_| bucket.take(pace, start)).count();
        let mut later = |ms| bucket.take(pace, start + Duration::from_millis(ms));

        assert_eq!(at_once, 30);
        assert_eq!([later(50), later(100), later(150), later(200)], [false, true, false, true]);
    }

    #[test]
    fn the_third_violation_is_enough_and_patience_comes_back_with_time() {
        let (pace, start) = (Pace::per_second(10, 2), Instant::now());
        let mut patience = Patience::new(pace, 3, start);
        let fast = |patience: &mut Patience, now| [(); 4].map(|()| patience.judge(now));

        let first = fast(&mut patience, start);
        let later = fast(&mut patience, start + Duration::from_secs(1));
        let enough = patience.judge(start + Duration::from_secs(1));

        assert_eq!(first, [Verdict::Fine, Verdict::Fine, Verdict::TooFast, Verdict::TooFast]);
        assert_eq!(later, first);
        assert_eq!(enough, Verdict::Enough);
    }

    #[test]
    fn a_pace_of_zero_is_no_limit() {
        let (pace, now) = (Pace::per_second(0, 30), Instant::now());
        let mut bucket = Bucket::full(pace, now);

        assert!((0..1_000).all(|_| bucket.take(pace, now)));
    }
}
