//! What the player whose turn it is may do.

use super::deal::Player;
use super::illegal::Illegal;
use super::legal::Legal;
use super::phase::{Turn, TurnCause};
use super::rules::{GoldDiscard, Rules};
use super::table::Table;
use crate::kinds::KindSet;
use crate::meld::Meld;
use crate::shape;
use crate::tile::SuitTile;

/// A player whose turn it is, with what the rules look at.
pub(super) struct Acting<'a> {
    rules: &'a Rules,
    player: &'a Player,
    gold: Option<SuitTile>,
    cause: TurnCause,
}

impl<'a> Acting<'a> {
    pub(super) fn new(table: &'a Table, turn: &Turn) -> Self {
        let player = table.player(turn.seat);
        Self { rules: &table.rules, player, gold: table.gold(), cause: turn.cause }
    }

    pub(super) fn legal(&self) -> Legal {
        Legal {
            discards: self.discardable(),
            kongs: self.kongs(),
            win: self.check_win().is_ok(),
            ..Legal::default()
        }
    }

    pub(super) fn check_win(&self) -> Result<(), Illegal> {
        let complete = shape::is_complete(&self.player.hand, self.player.sets());
        if complete { Ok(()) } else { Err(Illegal::Incomplete) }
    }

    pub(super) fn check_discard(&self, tile: SuitTile) -> Result<(), Illegal> {
        if self.discardable().contains(tile) {
            Ok(())
        } else if self.player.hand.count(tile) == 0 {
            Err(Illegal::NotHeld)
        } else if self.gold == Some(tile) {
            Err(Illegal::Gold)
        } else {
            Err(Illegal::JustCalled)
        }
    }

    pub(super) fn check_kong(&self, tile: SuitTile) -> Result<(), Illegal> {
        if !self.rules.kongs {
            Err(Illegal::KongsOff)
        } else if matches!(self.cause, TurnCause::Called { .. }) {
            Err(Illegal::AfterCall)
        } else if self.gold == Some(tile) {
            Err(Illegal::Gold)
        } else if self.kongs().contains(tile) {
            Ok(())
        } else {
            Err(Illegal::NoFour)
        }
    }

    /// The kinds of which a kong can be declared: four in the hand, or a pung and the fourth.
    fn kongs(&self) -> KindSet {
        if !self.rules.kongs || matches!(self.cause, TurnCause::Called { .. }) {
            return KindSet::EMPTY;
        }
        let mut kinds = self.player.hand.fours();
        for meld in &self.player.melds {
            if let Meld::Pung { tile, .. } = meld
                && self.player.hand.natural(*tile) == 1
            {
                kinds.insert(*tile);
            }
        }
        kinds
    }

    /// The kinds that can go: those nothing speaks against, else Golds, else what is left.
    #[inline]
    fn discardable(&self) -> KindSet {
        let held = self.player.hand.kinds();
        let free = held.without(self.barred());
        if !free.is_empty() {
            return free;
        }
        self.gold.filter(|gold| held.contains(*gold)).map_or(held, KindSet::only)
    }

    /// The kinds that something speaks against throwing.
    #[inline]
    fn barred(&self) -> KindSet {
        let mut barred = KindSet::EMPTY;
        if let (Some(gold), GoldDiscard::LastResort) = (self.gold, self.rules.gold_discard) {
            barred.insert(gold);
        }
        if let (TurnCause::Called { kind, .. }, false) =
            (self.cause, self.rules.discard_called_kind)
        {
            barred.insert(kind);
        }
        barred
    }
}
