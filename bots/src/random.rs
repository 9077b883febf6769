//! Picks any legal action, each as likely as the others.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, OwnSide};

use crate::Bot;

/// Plays any legal action.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Pcg64Mcg,
}

impl Random {
    /// The player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

impl Bot for Random {
    fn choose(&mut self, own: &OwnSide<'_>) -> Action {
        let legal = &own.legal;
        if legal.is_only_pass() {
            return Action::Pass;
        }
        let plain = [
            (legal.win, Action::Win),
            (legal.kong, Action::Kong),
            (legal.pung, Action::Pung),
            (legal.pass, Action::Pass),
            (legal.ready, Action::Ready),
        ];
        let plain_count = plain.iter().filter(|(legal, _)| *legal).count();
        let (chows, kongs) = (legal.chows.len(), legal.kongs.len());
        let count = plain_count + chows + kongs + legal.discards.len();
        let pick = self.rng.random_range(0..count);
        let with_tile = |pick: usize| {
            if pick < chows {
                legal.chows.nth(pick).map(Action::Chow)
            } else if pick < chows + kongs {
                legal.kongs.nth(pick - chows).map(Action::DeclareKong)
            } else {
                legal.discards.nth(pick - chows - kongs).map(Action::Discard)
            }
        };
        let action = if pick < plain_count {
            plain.into_iter().filter(|(legal, _)| *legal).nth(pick).map(|(_, action)| action)
        } else {
            with_tile(pick - plain_count)
        };
        action.expect("a bot is asked when something is legal")
    }
}
