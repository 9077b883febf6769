//! What may be called, and who gets a contested tile.

use super::deal::Player;
use super::illegal::Illegal;
use super::legal::Legal;
use super::phase::{Answer, CallOn, Calling};
use super::table::Table;
use crate::kinds::KindSet;
use crate::seat::Seat;
use crate::shape;
use crate::tile::SuitTile;

/// The answer that prevails once everybody has given theirs, if anybody wants the tile.
///
/// A win beats a kong or pung, those beat a chow; among equals the nearest after whoever threw the
/// tile, in turn order.
#[inline]
pub(super) fn prevailing(calling: &Calling) -> Option<(Seat, Answer)> {
    if calling.wanted { best_answer(calling) } else { None }
}

fn best_answer(calling: &Calling) -> Option<(Seat, Answer)> {
    let mut best = None;
    for seat in calling.from.next().round() {
        let Some(answer) = calling.answers[seat] else { continue };
        if rank(answer) > best.map_or(0, |(_, answer)| rank(answer)) {
            best = Some((seat, answer));
        }
    }
    best
}

fn rank(answer: Answer) -> u8 {
    match answer {
        Answer::Pass => 0,
        Answer::Chow(_) => 1,
        Answer::Pung | Answer::Kong => 2,
        Answer::Win => 3,
    }
}

impl Calling {
    /// Whether `seat` is to answer.
    pub(super) fn check_asked(&self, seat: Seat) -> Result<(), Illegal> {
        if !self.asks(seat) {
            Err(Illegal::OwnTile)
        } else if self.answers[seat].is_some() {
            Err(Illegal::AlreadyAnswered)
        } else {
            Ok(())
        }
    }
}

/// A player asked about a tile, with what the rules look at.
pub(super) struct Asked<'a> {
    table: &'a Table,
    calling: &'a Calling,
    seat: Seat,
    player: &'a Player,
    gold: Option<SuitTile>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(table: &'a Table, calling: &'a Calling, seat: Seat) -> Self {
        Self { table, calling, seat, player: table.player(seat), gold: table.gold() }
    }

    #[inline]
    pub(super) fn legal(&self) -> Legal {
        Legal {
            win: self.check_win().is_ok(),
            kong: self.check_kong().is_ok(),
            pung: self.check_pung().is_ok(),
            chows: self.chows(),
            pass: true,
            ..Legal::default()
        }
    }

    /// Whether anything but a pass is legal.
    #[inline(always)]
    pub(super) fn can_take(&self) -> bool {
        let meldable = self.check_meldable().is_ok();
        meldable && (self.player.hand.natural(self.calling.tile) >= 2 || !self.runs().is_empty())
            || self.check_win().is_ok()
    }

    #[inline(always)] // asked of every seat about every discard, and mostly told by one look-up
    pub(super) fn check_win(&self) -> Result<(), Illegal> {
        let tile = self.calling.tile;
        let complete = match self.calling.on {
            CallOn::Discard if self.gold == Some(tile) => return Err(Illegal::Gold),
            CallOn::Discard | CallOn::Kong => {
                shape::is_complete_with(&self.player.hand, tile, self.player.sets())
            }
            CallOn::Gold => self.table.can_rob_gold(self.seat),
        };
        if complete { Ok(()) } else { Err(Illegal::Incomplete) }
    }

    pub(super) fn check_kong(&self) -> Result<(), Illegal> {
        if !self.table.rules.kongs {
            return Err(Illegal::KongsOff);
        }
        self.check_meldable()?;
        if self.player.hand.natural(self.calling.tile) >= 3 {
            Ok(())
        } else {
            Err(Illegal::NoTriplet)
        }
    }

    pub(super) fn check_pung(&self) -> Result<(), Illegal> {
        self.check_meldable()?;
        if self.player.hand.natural(self.calling.tile) >= 2 { Ok(()) } else { Err(Illegal::NoPair) }
    }

    pub(super) fn check_chow(&self, low: SuitTile) -> Result<(), Illegal> {
        let tile = self.calling.tile;
        self.check_meldable()?;
        if self.seat != self.calling.from.next() {
            return Err(Illegal::NotLeft);
        }
        let run = low.run().filter(|run| run.contains(&tile)).ok_or(Illegal::NoRun)?;
        if self.player.hand.natural_kinds().runs_with(tile).contains(low) {
            Ok(())
        } else if self.gold.is_some_and(|gold| run.contains(&gold)) {
            Err(Illegal::Gold)
        } else {
            Err(Illegal::NoRun)
        }
    }

    fn chows(&self) -> KindSet {
        if self.check_meldable().is_ok() { self.runs() } else { KindSet::EMPTY }
    }

    /// The runs the tile makes with the hand, for who sits next.
    #[inline]
    fn runs(&self) -> KindSet {
        if self.seat == self.calling.from.next() {
            self.player.hand.natural_kinds().runs_with(self.calling.tile)
        } else {
            KindSet::EMPTY
        }
    }

    /// Whether the tile can be taken for a meld at all.
    fn check_meldable(&self) -> Result<(), Illegal> {
        if self.calling.on != CallOn::Discard {
            Err(Illegal::WinOnly)
        } else if self.gold == Some(self.calling.tile) {
            Err(Illegal::Gold)
        } else {
            Ok(())
        }
    }
}
