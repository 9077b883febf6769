//! What a seed decides before anything happens: who plays what, and how much goes wrong.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Rules;

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
}

/// One table of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct TablePlan {
    pub(super) rules: Rules,
    /// The others are bots.
    pub(super) humans: u32,
    pub(super) watchers: u32,
}

/// How much goes wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faults {
    /// Mean time between two kills or power cuts.
    pub(super) death_every: Duration,
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
                mischief_every: Duration::from_secs(rng.random_range(8..=90)),
                stalls: *pick(&mut rng, &[0.0, 0.002, 0.02]),
                errors: *pick(&mut rng, &[0.0, 0.001, 0.01]),
            },
            calm_after: Duration::from_secs(rng.random_range(300..=1_800)),
        }
    }
}

impl TablePlan {
    fn draw(rng: &mut Pcg64Mcg) -> Self {
        let preset = if rng.random_bool(0.7) { Rules::FULL } else { Rules::CLASSIC };
        let rules = Rules {
            hands: rng.random_range(1..=3),
            turn_seconds: Some(rng.random_range(5..=20)),
            call_seconds: Some(rng.random_range(5..=10)),
            ..preset
        };
        Self { rules, humans: rng.random_range(2..=4), watchers: rng.random_range(1..=2) }
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
