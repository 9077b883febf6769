//! Games and hands as the ledger has them, when all of it is looked through.

use protocol::record::RecordedPlayer;
use rules::seat::BySeat;

use super::seating::Seated;
use super::{GameId, Outcome, Seating};
use crate::clock::UnixMs;

/// A game as the ledger has it.
#[derive(Clone, Debug)]
pub(crate) struct LedgerGame {
    pub(crate) row: i64,
    pub(crate) game: GameId,
    pub(crate) class: i64,
    pub(crate) variant: String,
    pub(crate) code: String,
    pub(crate) public: bool,
    pub(crate) rules: String,
    pub(crate) started_at: UnixMs,
    pub(crate) end: Option<LedgerEnd>,
    pub(crate) seating: Seating,
}

/// The end of a game as the ledger has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LedgerEnd {
    pub(crate) at: UnixMs,
    pub(crate) is_finished: bool,
    pub(crate) scores: [i64; 4],
}

/// A hand as the ledger has it.
#[derive(Clone, Debug)]
pub(crate) struct LedgerHand {
    pub(crate) number: u32,
    pub(crate) at: UnixMs,
    pub(crate) deltas: [i64; 4],
    pub(crate) before: [i64; 4],
    pub(crate) after: [i64; 4],
    /// Nothing where it can't be read.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) record: Option<String>,
}

impl LedgerGame {
    /// Who sat where in this hand; none if somebody is not known.
    pub(crate) fn players(&self, hand: u32) -> Option<BySeat<RecordedPlayer>> {
        self.seated(hand).map(|seats| seats.map(|taken| taken.player))
    }

    /// Who sat where in this hand, with the profiles they played for; none if somebody is not known.
    pub(crate) fn seated(&self, hand: u32) -> Option<BySeat<Seated>> {
        let [Some(a), Some(b), Some(c), Some(d)] = self.seating.at(hand).0 else { return None };
        Some(BySeat([a, b, c, d]))
    }
}

/// A tally as it lies there: player, class, what, count and sum.
pub(crate) type StoredTally = (String, i64, String, i64, i64);
