//! When a socket is asked for a sign of life, and when it is given up.

use std::time::Duration;

use tokio::time::Instant;

/// What is known of a peer's being there.
#[derive(Debug)]
pub(super) struct Heartbeat {
    ping_every: Duration,
    silence_max: Duration,
    heard: Instant,
    ping_at: Instant,
    /// Whether a ping has not been answered.
    awaits_pong: bool,
}

/// What is to be done at a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beat {
    /// Nothing yet.
    Rest,
    /// Ask for a sign of life.
    Ping,
    /// Give the peer up.
    Silent,
}

impl Heartbeat {
    pub(super) fn new(ping_every: Duration, silence_max: Duration, now: Instant) -> Self {
        Self { ping_every, silence_max, heard: now, ping_at: now + ping_every, awaits_pong: false }
    }

    /// Something was heard.
    pub(super) fn hear(&mut self, now: Instant) {
        self.heard = now;
    }

    /// Whether a pong that has come was asked for.
    pub(super) fn take_pong(&mut self) -> bool {
        std::mem::take(&mut self.awaits_pong)
    }

    /// When to look next. What is heard until then puts nothing forward, so that no frame needs to set a timer.
    pub(super) fn next_look(&self) -> Instant {
        self.ping_at.min(self.heard + self.silence_max)
    }

    /// Looks.
    pub(super) fn look(&mut self, now: Instant) -> Beat {
        if now >= self.heard + self.silence_max {
            return Beat::Silent;
        }
        if now < self.ping_at {
            return Beat::Rest;
        }
        self.ping_at = now + self.ping_every;
        self.awaits_pong = true;
        Beat::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PING_EVERY: Duration = Duration::from_secs(15);
    const SILENCE_MAX: Duration = Duration::from_secs(25);

    #[test]
    fn a_peer_is_given_up_as_soon_as_it_was_silent_for_long_enough() {
        let start = Instant::now();
        for heard_s in [0, 1, 14] {
            let heard = start + Duration::from_secs(heard_s);
            let mut heartbeat = Heartbeat::new(PING_EVERY, SILENCE_MAX, start);
            heartbeat.hear(heard);

            let mut looks = Vec::new();
            let given_up = loop {
                let now = heartbeat.next_look();
                match heartbeat.look(now) {
                    Beat::Silent => break now,
                    beat @ (Beat::Rest | Beat::Ping) => looks.push(beat),
                }
            };

            assert_eq!(given_up, heard + SILENCE_MAX);
            assert!(looks.contains(&Beat::Ping), "it was never asked");
        }
    }

    #[test]
    fn a_peer_that_answers_is_asked_at_every_interval_and_never_given_up() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(PING_EVERY, SILENCE_MAX, start);
        let mut pings = Vec::new();

        while pings.len() < 100 {
            let now = heartbeat.next_look();
            match heartbeat.look(now) {
                Beat::Ping => {
                    pings.push(now - start);
                    heartbeat.hear(now + Duration::from_millis(80));
                }
                Beat::Rest => {}
                Beat::Silent => panic!("given up after {:?}", now - start),
            }
        }

        assert_eq!(pings, (1..=100).map(|n| PING_EVERY * n).collect::<Vec<_>>());
    }

    #[test]
    fn one_pong_is_asked_for_by_a_ping_and_no_other() {
        let start = Instant::now();
        let mut heartbeat = Heartbeat::new(PING_EVERY, SILENCE_MAX, start);
        let before = heartbeat.take_pong();

        assert_eq!(heartbeat.look(heartbeat.next_look()), Beat::Ping);

        assert_eq!([before, heartbeat.take_pong(), heartbeat.take_pong()], [false, true, false]);
    }
}
