//! Plays like a beginner: wants to win, overlooks calls, breaks good shapes now and then.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::Action;
use rules::kinds::KindSet;
use rules::shape;

use crate::{Bot, Greedy, Sight};

/// How often a beginner throws a tile without counting what it costs.
const CARELESS: f64 = 0.15;
/// How often a beginner overlooks that a discard can be called.
const OVERLOOKS: f64 = 0.3;
/// How often a beginner calls a tile only because it can be called.
const GRABS: f64 = 0.2;

/// Plays plausibly, with beginners' mistakes.
#[derive(Clone, Debug)]
pub struct Easy {
    rng: Pcg64Mcg,
}

impl Easy {
    /// The player whose mistakes follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(seed) }
    }

    fn answer(&mut self, sight: &Sight<'_>) -> Action {
        if self.rng.random_bool(OVERLOOKS) {
            return Action::Pass;
        }
        let wise = Greedy.choose(sight);
        if wise == Action::Pass && sight.legal.pung && self.rng.random_bool(GRABS) {
            return Action::Pung;
        }
        wise
    }

    /// Any tile that stands alone, or else any at all: what looks useless at a glance.
    fn careless_discard(&mut self, sight: &Sight<'_>) -> Option<Action> {
        let held = sight.own.hand.kinds();
        let legal = sight.legal.discards.into_iter();
        let alone = |tile: &_| sight.own.hand.count(*tile) == 1 && held.runs_with(*tile).is_empty();
        let lonely: KindSet = legal.filter(alone).collect();
        let among = if lonely.is_empty() { sight.legal.discards } else { lonely };
        let pick = self.rng.random_range(0..among.len().max(1));
        among.nth(pick).map(Action::Discard)
    }
}

impl Bot for Easy {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        let legal = &sight.legal;
        if legal.is_only_pass() || legal.win || legal.ready {
            return Greedy.choose(sight);
        }
        if legal.pass {
            return self.answer(sight);
        }
        let waits = shape::distance(&sight.own.hand, sight.own.sets()) <= 1;
        let careless = !waits && self.rng.random_bool(CARELESS);
        let slip = if careless { self.careless_discard(sight) } else { None };
        slip.unwrap_or_else(|| Greedy.choose(sight))
    }
}
