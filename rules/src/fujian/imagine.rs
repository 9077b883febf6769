//! A table in the middle of a hand, put together by somebody who can't see all of it.

use super::deal::Deal;
use super::phase::Phase;
use super::rules::Rules;
use super::table::Table;
use crate::seat::{BySeat, Seat};

impl Table {
    /// A table in the middle of its only hand, to be played on in somebody's head.
    ///
    /// Nothing is checked: what is dealt must hold no tile twice, and fit the phase. Playing on at
    /// a table that could never come about panics.
    pub fn imagined(rules: Rules, dealer: Seat, streak: u8, deal: Deal, phase: Phase) -> Self {
        let scores = BySeat::default();
        let rules = Rules { hands: 1, ..rules };
        Self { rules, phase, deal: Some(deal), dealer, streak, scores, hands_played: 0, game: 0 }
    }
}
