//! Picks any legal action, each as likely as the others.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, Legal};
use rules::kinds::KindSet;

use crate::{Bot, Sight};

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
    #[inline(always)] // of the sight only what is legal has to be put together then
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        let Legal { discards, kongs, win, .. } = sight.legal;
        if sight.legal.is_only_pass() {
            Action::Pass
        } else if !discards.is_empty() && kongs.is_empty() && !win {
            let pick = self.rng.random_range(0..discards.len());
            Action::Discard(discards.nth(pick).expect("one of as many as there are"))
        } else {
            self.any_of(sight.legal)
        }
    }
}

impl Random {
    fn any_of(&mut self, legal: Legal) -> Action {
        // Mostly there is only one of the three: no need to count the others.
        let count = |kinds: KindSet| if kinds.is_empty() { 0 } else { kinds.len() };
        let (discards, kongs, chows) =
            (count(legal.discards), count(legal.kongs), count(legal.chows));
        let plain = [legal.win, legal.kong, legal.pung, legal.pass, legal.ready];
        let plain_count = plain.map(usize::from).iter().sum::<usize>();
        let pick = self.rng.random_range(0..discards + kongs + chows + plain_count);
        let action = if pick < discards {
            legal.discards.nth(pick).map(Action::Discard)
        } else if pick < discards + kongs {
            legal.kongs.nth(pick - discards).map(Action::DeclareKong)
        } else if pick < discards + kongs + chows {
            legal.chows.nth(pick - discards - kongs).map(Action::Chow)
        } else {
            let pick = pick - discards - kongs - chows;
            let actions = [Action::Win, Action::Kong, Action::Pung, Action::Pass, Action::Ready];
            let mut legal = actions.into_iter().zip(plain).filter(|(_, legal)| *legal);
            legal.nth(pick).map(|(action, _)| action)
        };
        action.expect("a bot is asked when something is legal")
    }
}
