//! What a seed decides before anything happens: who plays what, and how much goes wrong.

use std::time::Duration;

use protocol::client::HostOrder;
use protocol::options::{DELAYS_S, OPEN_HANDS_DELAY_S_MIN, RoomOptions, Spectators};
use protocol::room::RoomView;
use protocol::setup::Setup;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Rules;
use rules::seat::Seat;

/// Tables at most in one run.
const TABLES_MAX: u32 = 3;

/// One run.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) tables: Vec<TablePlan>,
    pub(super) faults: Faults,
    /// When nothing goes wrong any more, for everything to come to its end.
    pub(super) calm_after: Duration,
    /// How long a match stays open with nobody in its room.
    pub(super) idle_max: Duration,
}

/// One table of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct TablePlan {
    /// By what the room is opened, and by what is played once the host has said so.
    pub(super) first_rules: Rules,
    pub(super) rules: Rules,
    pub(super) options: RoomOptions,
    pub(super) dealer: Seat,
    /// How many games are played before everybody has had enough.
    pub(super) games: u32,
    /// The others are bots.
    pub(super) humans: u32,
    pub(super) watchers: u32,
    /// When the operator closes the room, if at all, and when everybody goes away for good.
    pub(super) closes_after: Option<Duration>,
    pub(super) deserted_after: Option<Duration>,
}

/// How much goes wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faults {
    /// Mean time between two kills or power cuts.
    pub(super) death_every: Duration,
    /// How many of those are a server that is told to stop, and does.
    pub(super) stops: f64,
    /// Mean time between two breakdowns of a room.
    pub(super) panic_every: Duration,
    /// Mean time between two things a client does that it should not, or that befall it.
    pub(super) mischief_every: Duration,
    /// How often a commit takes long, or fails.
    pub(super) stalls: f64,
    pub(super) errors: f64,
}

impl Plan {
    pub(super) fn of(seed: u64) -> Self {
        let mut rng = Pcg64Mcg::seed_from_u64(seed ^ 0x706c_616e);
        let tables = rng.random_range(1..=TABLES_MAX);
        Self {
            seed,
            tables: (0..tables).map(|_| TablePlan::draw(&mut rng)).collect(),
            faults: Faults {
                death_every: Duration::from_secs(rng.random_range(30..=600)),
                stops: *pick(&mut rng, &[0.0, 0.2, 0.5]),
                panic_every: Duration::from_secs(rng.random_range(300..=3_000)),
                mischief_every: Duration::from_secs(rng.random_range(8..=90)),
                stalls: *pick(&mut rng, &[0.0, 0.002, 0.02]),
                errors: *pick(&mut rng, &[0.0, 0.001, 0.01]),
            },
            calm_after: Duration::from_secs(rng.random_range(300..=1_800)),
            idle_max: Duration::from_secs(600),
        }
    }
}

impl TablePlan {
    fn draw(rng: &mut Pcg64Mcg) -> Self {
        let preset = if rng.random_bool(0.7) { Rules::FULL } else { Rules::CLASSIC };
        let games = if rng.random_ratio(1, 4) { 2 } else { 1 };
        let has_clock = rng.random_ratio(5, 6);
        let rules = Rules {
            hands: rng.random_range(1..=if games == 1 { 3 } else { 2 }),
            turn_seconds: has_clock.then(|| rng.random_range(5..=20)),
            call_seconds: rng.random_ratio(5, 6).then(|| rng.random_range(5..=10)),
            ..preset
        };
        let other_rules = Rules { hands: rules.hands + 1, ..rules };
        let is_changed = rng.random_ratio(1, 3);
        let soon = |rng: &mut Pcg64Mcg| Some(between(rng, 45_000, 250_000));
        let closes = rng.random_ratio(1, 8);
        let is_deserted = rng.random_ratio(1, 8);
        Self {
            first_rules: if is_changed { other_rules } else { rules },
            rules,
            options: draw_options(rng),
            dealer: *pick(rng, &[Seat::S0, Seat::S0, Seat::S1, Seat::S2, Seat::S3]),
            games,
            humans: rng.random_range(2..=4),
            watchers: rng.random_range(1..=2),
            closes_after: if closes { soon(rng) } else { None },
            deserted_after: if is_deserted { soon(rng) } else { None },
        }
    }
}

impl TablePlan {
    /// What the room is opened with.
    pub(super) fn first_setup(&self) -> Setup {
        Setup::Fujian { rules: self.first_rules }
    }

    /// What the host has still to say before the match, if anything.
    pub(super) fn next_order(&self, room: &RoomView) -> Option<HostOrder> {
        let (setup, seat, options) =
            (Setup::Fujian { rules: self.rules }, self.dealer, self.options);
        if room.options != options {
            Some(HostOrder::Options { options })
        } else if room.setup != setup {
            Some(HostOrder::Setup { setup })
        } else {
            (room.dealer != seat).then_some(HostOrder::Dealer { seat })
        }
    }
}

fn draw_options(rng: &mut Pcg64Mcg) -> RoomOptions {
    let spectators = match rng.random_range(0..20) {
        0..3 => Spectators::Off {},
        3..10 => Spectators::Delayed { seconds: *pick(rng, &DELAYS_S) },
        _ => Spectators::On {},
    };
    let usual = RoomOptions { spectators, ..RoomOptions::default() };
    let is_late = usual.delay_s().is_some_and(|delay| delay >= OPEN_HANDS_DELAY_S_MIN);
    let recorded = rng.random_ratio(5, 6);
    RoomOptions {
        open_hands: is_late && rng.random(),
        recorded,
        quick_pass: rng.random_ratio(2, 5),
        rated: recorded && rng.random_ratio(1, 5),
        ..usual
    }
}

/// One of several.
pub(super) fn pick<'a, T>(rng: &mut Pcg64Mcg, among: &'a [T]) -> &'a T {
    &among[rng.random_range(0..among.len())]
}

/// A time that has this mean, and no memory.
pub(super) fn around(rng: &mut Pcg64Mcg, mean: Duration) -> Duration {
    mean.mul_f64(-(1.0 - rng.random::<f64>()).ln())
}

/// A time between two.
pub(super) fn between(rng: &mut Pcg64Mcg, from_ms: u64, to_ms: u64) -> Duration {
    Duration::from_millis(rng.random_range(from_ms..=to_ms))
}
