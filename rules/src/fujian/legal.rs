//! What a seat may do now, and why it may not do the rest.

use super::action::Action;
use super::claim::Asked;
use super::illegal::Illegal;
use super::phase::Phase;
use super::table::Table;
use super::turn::Acting;
use crate::kinds::KindSet;
use crate::seat::{BySeat, Seat};

/// What a seat may do now. For anything else [`Table::check`] says why not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// Kinds that can be discarded.
    pub discards: KindSet,
    /// Kinds of which a kong can be declared in turn.
    pub kongs: KindSet,
    /// The lowest tiles of the runs the discard can be called for.
    pub chows: KindSet,
    /// Whether the hand can be won.
    pub win: bool,
    /// Whether the discard can be called for three alike.
    pub pung: bool,
    /// Whether the discard can be called for four alike.
    pub kong: bool,
    /// Whether a call can be passed.
    pub pass: bool,
    /// Whether the seat can get ready.
    pub ready: bool,
}

impl Legal {
    /// Whether nothing can be done: somebody else is to act.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a call can only be passed.
    #[inline]
    pub fn is_only_pass(&self) -> bool {
        self.pass && !(self.win || self.kong || self.pung) && self.chows.is_empty()
    }

    /// Whether this action is among them.
    pub fn contains(&self, action: Action) -> bool {
        match action {
            Action::Discard(tile) => self.discards.contains(tile),
            Action::DeclareKong(tile) => self.kongs.contains(tile),
            Action::Chow(low) => self.chows.contains(low),
            Action::Win => self.win,
            Action::Pung => self.pung,
            Action::Kong => self.kong,
            Action::Pass => self.pass,
            Action::Ready => self.ready,
        }
    }

    /// Every action that can be done.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        let plain = [
            (self.win, Action::Win),
            (self.kong, Action::Kong),
            (self.pung, Action::Pung),
            (self.pass, Action::Pass),
            (self.ready, Action::Ready),
        ];
        let plain = plain.into_iter().filter_map(|(legal, action)| legal.then_some(action));
        plain
            .chain(self.chows.into_iter().map(Action::Chow))
            .chain(self.kongs.into_iter().map(Action::DeclareKong))
            .chain(self.discards.into_iter().map(Action::Discard))
    }
}

impl Table {
    /// What `seat` may do now.
    #[inline(always)]
    pub fn legal(&self, seat: Seat) -> Legal {
        match &self.phase {
            Phase::Turn(turn) if turn.seat == seat => Acting::new(self, turn).legal(),
            Phase::Calling(calling) if calling.check_asked(seat).is_ok() => {
                Asked::new(self, calling, seat).legal()
            }
            Phase::Between(ready) | Phase::Finished(ready) => {
                Legal { ready: !ready[seat], ..Legal::default() }
            }
            Phase::Turn(_)
            | Phase::Calling(_)
            | Phase::AwaitingWall
            | Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => Legal::default(),
        }
    }

    /// Who of those still to answer a call can do more than pass; mostly nobody, and this is the
    /// quick way to know.
    #[inline(always)]
    pub fn takers(&self) -> BySeat<bool> {
        match &self.phase {
            Phase::Calling(calling) => {
                let mut takers = BySeat::default();
                for seat in calling.asked().filter(|seat| calling.answers[*seat].is_none()) {
                    takers[seat] = Asked::new(self, calling, seat).can_take();
                }
                takers
            }
            Phase::Turn(_)
            | Phase::Between(_)
            | Phase::Finished(_)
            | Phase::AwaitingWall
            | Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => BySeat::default(),
        }
    }

    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// Says why not.
    #[inline(always)]
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        match &self.phase {
            Phase::Turn(turn) => match action {
                Action::Ready => Err(Illegal::HandRunning),
                Action::Pass | Action::Chow(_) | Action::Pung | Action::Kong => {
                    Err(Illegal::NothingToCall)
                }
                _ if turn.seat != seat => Err(Illegal::NotYourTurn),
                Action::Discard(tile) => Acting::new(self, turn).check_discard(tile),
                Action::DeclareKong(tile) => Acting::new(self, turn).check_kong(tile),
                Action::Win => Acting::new(self, turn).check_win(),
            },
            Phase::Calling(calling) => {
                let asked = || Asked::new(self, calling, seat);
                match action {
                    Action::Ready => Err(Illegal::HandRunning),
                    Action::Discard(_) | Action::DeclareKong(_) => Err(Illegal::CallsOpen),
                    Action::Pass => calling.check_asked(seat),
                    Action::Win => calling.check_asked(seat).and_then(|()| asked().check_win()),
                    Action::Kong => calling.check_asked(seat).and_then(|()| asked().check_kong()),
                    Action::Pung => calling.check_asked(seat).and_then(|()| asked().check_pung()),
                    Action::Chow(low) => {
                        calling.check_asked(seat).and_then(|()| asked().check_chow(low))
                    }
                }
            }
            Phase::Between(ready) | Phase::Finished(ready) => match action {
                Action::Ready if ready[seat] => Err(Illegal::AlreadyReady),
                Action::Ready => Ok(()),
                _ => Err(Illegal::NoHand),
            },
            Phase::AwaitingWall
            | Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => Err(Illegal::NoHand),
        }
    }
}
