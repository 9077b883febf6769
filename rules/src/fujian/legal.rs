//! What a seat may do now, and why it may not do the rest.

use super::action::Action;
use super::deal::Player;
use super::phase::{CallOn, Calling, Phase, Turn, TurnCause};
use super::rules::GoldDiscard;
use super::table::Table;
use crate::kinds::KindSet;
use crate::meld::Meld;
use crate::seat::Seat;
use crate::shape;
use crate::tile::{COPIES, SuitTile};

/// Why the rules refuse an action. Safe to show to the player who tried it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// It is somebody else's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Nothing is up for a call.
    #[error("there is nothing to call")]
    NothingToCall,
    /// A call must be answered before play goes on.
    #[error("calls are being answered")]
    CallsOpen,
    /// The tile is the player's own.
    #[error("you can't call your own tile")]
    OwnTile,
    /// The player has answered, and an answer stands.
    #[error("you have already answered")]
    AlreadyAnswered,
    /// Only a win can answer this.
    #[error("this tile can only be won on")]
    WinOnly,
    /// The hand is not five sets and a pair.
    #[error("the hand is not complete")]
    Incomplete,
    /// The tile is not in the hand.
    #[error("you don't hold that tile")]
    NotHeld,
    /// A Gold can't be discarded while another tile can go, and never takes part in a call.
    #[error("a Gold can't be used for that")]
    Gold,
    /// The kind was called just now.
    #[error("you have just called that kind")]
    JustCalled,
    /// A chow is only for the player after the discarder.
    #[error("a chow is only from the left")]
    NotLeft,
    /// The run can't be made with this tile and hand.
    #[error("you can't make that run")]
    NoRun,
    /// A pung needs two more in the hand.
    #[error("you don't hold a pair of it")]
    NoPair,
    /// A kong on a discard needs three more in the hand.
    #[error("you don't hold three of it")]
    NoTriplet,
    /// A kong in turn needs four in the hand, or a called pung and the fourth.
    #[error("you have neither four of it nor a pung and the fourth")]
    NoFour,
    /// A called meld is followed by a discard.
    #[error("after a call you discard")]
    AfterCall,
    /// Kongs are off at this table.
    #[error("kongs are off at this table")]
    KongsOff,
    /// The hand is still going on.
    #[error("the hand is still running")]
    HandRunning,
    /// No hand is going on.
    #[error("no hand is running")]
    NoHand,
    /// The player has said so already.
    #[error("you are already ready")]
    AlreadyReady,
}

impl Illegal {
    /// Every reason there is.
    pub const ALL: [Self; 20] = [
        Self::NotYourTurn,
        Self::NothingToCall,
        Self::CallsOpen,
        Self::OwnTile,
        Self::AlreadyAnswered,
        Self::WinOnly,
        Self::Incomplete,
        Self::NotHeld,
        Self::Gold,
        Self::JustCalled,
        Self::NotLeft,
        Self::NoRun,
        Self::NoPair,
        Self::NoTriplet,
        Self::NoFour,
        Self::AfterCall,
        Self::KongsOff,
        Self::HandRunning,
        Self::NoHand,
        Self::AlreadyReady,
    ];

    /// Its stable name for clients.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
            Self::NothingToCall => "nothing_to_call",
            Self::CallsOpen => "calls_open",
            Self::OwnTile => "own_tile",
            Self::AlreadyAnswered => "already_answered",
            Self::WinOnly => "win_only",
            Self::Incomplete => "incomplete",
            Self::NotHeld => "not_held",
            Self::Gold => "gold",
            Self::JustCalled => "just_called",
            Self::NotLeft => "not_left",
            Self::NoRun => "no_run",
            Self::NoPair => "no_pair",
            Self::NoTriplet => "no_triplet",
            Self::NoFour => "no_four",
            Self::AfterCall => "after_call",
            Self::KongsOff => "kongs_off",
            Self::HandRunning => "hand_running",
            Self::NoHand => "no_hand",
            Self::AlreadyReady => "already_ready",
        }
    }
}

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

/// What a player knows of the own side of the table, and may do: enough to choose by.
#[derive(Clone, Copy, Debug)]
pub struct OwnSide<'a> {
    /// The own tiles.
    pub player: &'a Player,
    /// What may be done.
    pub legal: Legal,
    /// The tile that is up for a call, if one is.
    pub offered: Option<SuitTile>,
}

impl Table {
    /// What `seat` knows of its own side.
    pub fn own_side(&self, seat: Seat) -> OwnSide<'_> {
        let offered = match self.phase() {
            Phase::Calling(calling) => Some(calling.tile),
            _ => None,
        };
        OwnSide { player: self.player(seat), legal: self.legal(seat), offered }
    }

    /// What `seat` may do now.
    pub fn legal(&self, seat: Seat) -> Legal {
        match self.phase() {
            Phase::Turn(turn) if turn.seat == seat => Legal {
                discards: self.discardable(turn),
                kongs: self.declarable_kongs(turn),
                win: self.check_complete(seat).is_ok(),
                ..Legal::default()
            },
            Phase::Calling(calling) if self.check_asked(calling, seat).is_ok() => Legal {
                win: self.check_called_win(calling, seat).is_ok(),
                kong: self.check_called_kong(calling, seat).is_ok(),
                pung: self.check_pung(calling, seat).is_ok(),
                chows: self.chows(calling, seat),
                pass: true,
                ..Legal::default()
            },
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

    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        match self.phase() {
            Phase::Turn(turn) => self.check_in_turn(turn, seat, action),
            Phase::Calling(calling) => self.check_in_calling(calling, seat, action),
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

    fn check_in_turn(&self, turn: &Turn, seat: Seat, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Ready => Err(Illegal::HandRunning),
            Action::Pass | Action::Chow(_) | Action::Pung | Action::Kong => {
                Err(Illegal::NothingToCall)
            }
            Action::Discard(_) | Action::DeclareKong(_) | Action::Win if turn.seat != seat => {
                Err(Illegal::NotYourTurn)
            }
            Action::Discard(tile) => self.check_discard(turn, tile),
            Action::DeclareKong(tile) => self.check_declared_kong(turn, tile),
            Action::Win => self.check_complete(seat),
        }
    }

    fn check_in_calling(
        &self,
        calling: &Calling,
        seat: Seat,
        action: Action,
    ) -> Result<(), Illegal> {
        match action {
            Action::Ready => return Err(Illegal::HandRunning),
            Action::Discard(_) | Action::DeclareKong(_) => return Err(Illegal::CallsOpen),
            Action::Pass | Action::Chow(_) | Action::Pung | Action::Kong | Action::Win => {}
        }
        self.check_asked(calling, seat)?;
        match action {
            Action::Chow(low) => self.check_chow(calling, seat, low),
            Action::Pung => self.check_pung(calling, seat),
            Action::Kong => self.check_called_kong(calling, seat),
            Action::Win => self.check_called_win(calling, seat),
            Action::Pass | Action::Ready | Action::Discard(_) | Action::DeclareKong(_) => Ok(()),
        }
    }

    fn check_discard(&self, turn: &Turn, tile: SuitTile) -> Result<(), Illegal> {
        if self.discardable(turn).contains(tile) {
            Ok(())
        } else if self.player(turn.seat).hand.count(tile) == 0 {
            Err(Illegal::NotHeld)
        } else if self.gold() == Some(tile) {
            Err(Illegal::Gold)
        } else {
            Err(Illegal::JustCalled)
        }
    }

    /// The kinds that can go: those nothing speaks against, else Golds, else what is left.
    fn discardable(&self, turn: &Turn) -> KindSet {
        let held = self.player(turn.seat).hand.kinds();
        let mut free = held;
        let last_resort = self.gold().filter(|gold| held.contains(*gold));
        if let (Some(gold), GoldDiscard::LastResort) = (last_resort, self.rules().gold_discard) {
            free.remove(gold);
        }
        if let (TurnCause::Called { kind, .. }, false) =
            (turn.cause, self.rules().discard_called_kind)
        {
            free.remove(kind);
        }
        match last_resort {
            _ if !free.is_empty() => free,
            Some(gold) => KindSet::only(gold),
            None => held,
        }
    }

    fn check_declared_kong(&self, turn: &Turn, tile: SuitTile) -> Result<(), Illegal> {
        let player = self.player(turn.seat);
        if !self.rules().kongs {
            Err(Illegal::KongsOff)
        } else if matches!(turn.cause, TurnCause::Called { .. }) {
            Err(Illegal::AfterCall)
        } else if player.hand.natural(tile) == COPIES {
            Ok(())
        } else if self.gold() == Some(tile) && player.hand.golds() > 0 {
            Err(Illegal::Gold)
        } else if player.hand.natural(tile) == 1 && self.pung_of(turn.seat, tile).is_some() {
            Ok(())
        } else {
            Err(Illegal::NoFour)
        }
    }

    fn declarable_kongs(&self, turn: &Turn) -> KindSet {
        if !self.rules().kongs {
            return KindSet::EMPTY;
        }
        let held = self.player(turn.seat).hand.kinds().into_iter();
        held.filter(|tile| self.check_declared_kong(turn, *tile).is_ok()).collect()
    }

    /// Where the seat's called pung of this kind lies among its melds.
    pub(super) fn pung_of(&self, seat: Seat, kind: SuitTile) -> Option<usize> {
        let is_it = |meld: &Meld| matches!(meld, Meld::Pung { tile, .. } if *tile == kind);
        self.player(seat).melds.iter().position(is_it)
    }

    fn check_complete(&self, seat: Seat) -> Result<(), Illegal> {
        let player = self.player(seat);
        if shape::is_complete(&player.hand, player.sets()) {
            Ok(())
        } else {
            Err(Illegal::Incomplete)
        }
    }

    fn check_asked(&self, calling: &Calling, seat: Seat) -> Result<(), Illegal> {
        if !calling.asks(seat) {
            Err(Illegal::OwnTile)
        } else if calling.answers[seat].is_some() {
            Err(Illegal::AlreadyAnswered)
        } else {
            Ok(())
        }
    }

    fn check_called_win(&self, calling: &Calling, seat: Seat) -> Result<(), Illegal> {
        let player = self.player(seat);
        let complete = match calling.on {
            CallOn::Gold => self.robbed_gold_hands(seat).next().is_some(),
            CallOn::Discard if self.gold() == Some(calling.tile) => return Err(Illegal::Gold),
            CallOn::Discard | CallOn::Kong => {
                shape::is_complete_with(&player.hand, calling.tile, player.sets())
            }
        };
        if complete { Ok(()) } else { Err(Illegal::Incomplete) }
    }

    /// Whether the tile can be taken for a meld at all.
    fn check_meldable(&self, calling: &Calling) -> Result<(), Illegal> {
        if calling.on != CallOn::Discard {
            Err(Illegal::WinOnly)
        } else if self.gold() == Some(calling.tile) {
            Err(Illegal::Gold)
        } else {
            Ok(())
        }
    }

    fn check_called_kong(&self, calling: &Calling, seat: Seat) -> Result<(), Illegal> {
        if !self.rules().kongs {
            return Err(Illegal::KongsOff);
        }
        self.check_meldable(calling)?;
        let held = self.player(seat).hand.natural(calling.tile);
        if held >= 3 { Ok(()) } else { Err(Illegal::NoTriplet) }
    }

    fn check_pung(&self, calling: &Calling, seat: Seat) -> Result<(), Illegal> {
        self.check_meldable(calling)?;
        let held = self.player(seat).hand.natural(calling.tile);
        if held >= 2 { Ok(()) } else { Err(Illegal::NoPair) }
    }

    fn check_chow(&self, calling: &Calling, seat: Seat, low: SuitTile) -> Result<(), Illegal> {
        self.check_meldable(calling)?;
        if seat != calling.from.next() {
            return Err(Illegal::NotLeft);
        }
        let run = low.run().filter(|run| run.contains(&calling.tile)).ok_or(Illegal::NoRun)?;
        let mut others = run.into_iter().filter(|tile| *tile != calling.tile);
        if others.clone().any(|tile| self.gold() == Some(tile)) {
            return Err(Illegal::Gold);
        }
        let hand = &self.player(seat).hand;
        if others.all(|tile| hand.natural(tile) > 0) { Ok(()) } else { Err(Illegal::NoRun) }
    }

    fn chows(&self, calling: &Calling, seat: Seat) -> KindSet {
        if seat != calling.from.next() || calling.on != CallOn::Discard {
            return KindSet::EMPTY;
        }
        let highest = calling.tile.index();
        let lows = (highest.saturating_sub(2)..=highest).filter_map(SuitTile::from_index);
        lows.filter(|low| self.check_chow(calling, seat, *low).is_ok()).collect()
    }
}
