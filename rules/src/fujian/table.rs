//! The table: decides what an action leads to, and applies what has happened.

use super::action::Action;
use super::claim;
use super::deal::{Deal, Player};
use super::event::Event;
use super::illegal::Illegal;
use super::phase::{Answer, Calling, Phase, Turn, TurnCause};
use super::rules::{BadRules, Rules};
use super::score::WinWay;
use crate::meld::{KongKind, Meld};
use crate::seat::{BySeat, Seat};
use crate::shape;
use crate::tile::{COPIES, SuitTile, Tile};
use crate::wall::Wall;

/// Four seats, the match between them and the hand they play.
///
/// [`Table::decide`] and [`Table::begin`] say what an action leads to and change nothing;
/// [`Table::follow`] says what then happens by itself; [`Table::apply`] makes an event so.
/// [`Table::play`] does all three.
///
/// What every single action goes through is marked `#[inline(always)]`: most actions are passes,
/// of which the compiler then sees that little happens. Without it self-play is a sixth slower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) deal: Option<Deal>,
    pub(super) dealer: Seat,
    pub(super) streak: u8,
    pub(super) scores: BySeat<i32>,
    pub(super) hands_played: u8,
    pub(super) game: u32,
}

/// Where a match stands between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who deals next.
    pub dealer: Seat,
    /// Hands they have kept the deal.
    pub streak: u8,
    /// The match scores.
    pub scores: BySeat<i32>,
    /// Hands of the match that are over.
    pub hands_played: u8,
    /// Games played at the table before this one.
    pub game: u32,
}

/// Why a hand can't begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeginError {
    /// A hand is running, or not everybody is ready.
    #[error("the table is not waiting for a wall")]
    NotAwaited,
    /// The wall is of another set than the rules say.
    #[error("the wall has {got} tiles, and the rules say {expected}")]
    WrongSet {
        /// Tiles in a whole wall.
        expected: usize,
        /// Tiles in this one.
        got: usize,
    },
}

impl Table {
    /// A table before its first hand.
    ///
    /// # Errors
    /// The rules can't be played.
    pub fn new(rules: Rules, dealer: Seat) -> Result<Self, BadRules> {
        rules.check()?;
        Ok(Self {
            rules,
            phase: Phase::AwaitingWall,
            deal: None,
            dealer,
            streak: 0,
            scores: BySeat::default(),
            hands_played: 0,
            game: 0,
        })
    }

    /// A table between two hands of a match.
    ///
    /// # Errors
    /// The rules can't be played.
    pub fn standing(rules: Rules, standing: Standing) -> Result<Self, BadRules> {
        let Standing { dealer, streak, scores, hands_played, game } = standing;
        Ok(Self { streak, scores, hands_played, game, ..Self::new(rules, dealer)? })
    }

    /// The rules of the table.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the table waits for.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The hand on the table, or the one just over; none before the first.
    pub fn deal(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// The dealer of this hand.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Hands the dealer has kept the deal before this one.
    pub fn streak(&self) -> u8 {
        self.streak
    }

    /// The match scores; they sum to zero.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// Hands of this match that are over.
    pub fn hands_played(&self) -> u8 {
        self.hands_played
    }

    /// Games played at this table before this one.
    pub fn game(&self) -> u32 {
        self.game
    }

    /// The Gold kind, once flipped.
    #[inline]
    pub fn gold(&self) -> Option<SuitTile> {
        self.deal.as_ref().and_then(|deal| deal.gold)
    }

    /// What one player has.
    ///
    /// # Panics
    /// No hand was ever dealt: a broken invariant, since no phase before asks.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.deal.as_ref().expect("a hand is on the table").players[seat]
    }

    /// Whether this seat is the one, or one of those, the table waits for.
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.phase.waits_for(seat)
    }

    /// The first seat the table waits for, if it waits for any.
    #[inline(always)]
    pub fn awaited(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn.seat),
            Phase::Calling(_) | Phase::Between(_) | Phase::Finished(_) => {
                Seat::ALL.into_iter().find(|seat| self.waits_for(*seat))
            }
            Phase::AwaitingWall
            | Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => None,
        }
    }

    /// Says what beginning a hand with `wall` leads to.
    ///
    /// # Errors
    /// The table is not waiting for a wall, or for another set.
    pub fn begin(&self, wall: Wall) -> Result<Event, BeginError> {
        let (expected, got) = (self.rules.tiles.size(), wall.untaken().len());
        if self.phase != Phase::AwaitingWall {
            return Err(BeginError::NotAwaited);
        }
        if expected != got {
            return Err(BeginError::WrongSet { expected, got });
        }
        let wall = wall.keeping(self.rules.dead_wall.into());
        Ok(Event::HandBegan { wall: Box::new(wall) })
    }

    /// Says what `action` by `seat` leads to.
    ///
    /// # Errors
    /// The rules don't allow it now.
    #[inline(always)]
    pub fn decide(&self, seat: Seat, action: Action) -> Result<Event, Illegal> {
        self.check(seat, action)?;
        let answered = |answer| Ok(Event::Answered { seat, answer });
        match (&self.phase, action) {
            (_, Action::Pass) => answered(Answer::Pass),
            (_, Action::Chow(low)) => answered(Answer::Chow(low)),
            (_, Action::Pung) => answered(Answer::Pung),
            (_, Action::Kong) => answered(Answer::Kong),
            (Phase::Turn(turn), Action::Win) => Ok(self.won_in_turn(turn)),
            (_, Action::Win) => answered(Answer::Win),
            (_, Action::Discard(tile)) => {
                Ok(Event::TileDiscarded { seat, tile, drawn: self.just_drawn() == Some(tile) })
            }
            (_, Action::DeclareKong(tile)) => Ok(self.declared_kong(seat, tile)),
            (_, Action::Ready) => Ok(Event::SeatReady { seat }),
        }
    }

    /// Says what breaking the hand off leads to.
    ///
    /// # Errors
    /// No hand is running.
    pub fn abort(&self) -> Result<Event, Illegal> {
        match self.phase {
            Phase::AwaitingWall | Phase::Between(_) | Phase::Finished(_) => Err(Illegal::NoHand),
            Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. }
            | Phase::Turn(_)
            | Phase::Calling(_) => Ok(Event::HandAborted),
        }
    }

    /// What happens now by itself, if anything does.
    #[inline(always)]
    pub fn follow(&self) -> Option<Event> {
        match &self.phase {
            Phase::Setup => Some(self.next_in_setup()),
            Phase::Drawing { seat } => Some(self.next_for(*seat)),
            Phase::ThreeGolds { seat } => Some(self.won_with_three_golds(*seat)),
            Phase::Calling(calling) if calling.is_complete() => Some(self.answered(calling)),
            Phase::Calling(_)
            | Phase::Turn(_)
            | Phase::AwaitingWall
            | Phase::Between(_)
            | Phase::Finished(_) => None,
        }
    }

    /// Applies what `action` by `seat` leads to, and all that follows by itself; each event is
    /// shown to `saw` with the table as it stands after it.
    ///
    /// # Errors
    /// The rules don't allow it now; the table is as before.
    #[inline(always)]
    pub fn play(
        &mut self,
        seat: Seat,
        action: Action,
        saw: impl FnMut(&Self, &Event),
    ) -> Result<(), Illegal> {
        match self.decide(seat, action) {
            Ok(ref event) => {
                self.happen(event, saw);
                Ok(())
            }
            Err(illegal) => Err(illegal),
        }
    }

    /// Applies `event` and all that follows by itself; each is shown to `saw` with the table as it
    /// stands after it.
    #[expect(clippy::needless_pass_by_value, reason = "once applied, an event is done with")]
    pub fn apply_all(&mut self, event: Event, saw: impl FnMut(&Self, &Event)) {
        self.happen(&event, saw);
    }

    /// Makes `event` so, and all that follows. Events stay where they were made: to move one costs
    /// more than to apply it.
    #[inline(always)]
    fn happen(&mut self, event: &Event, mut saw: impl FnMut(&Self, &Event)) {
        self.apply(event);
        saw(self, event);
        while let Some(ref event) = self.follow() {
            self.apply(event);
            saw(self, event);
        }
    }

    /// What the clock does for a seat that has not acted in time: passes a call; in turn wins with
    /// a complete hand, else throws the tile drawn, else the one that leaves the hand nearest to
    /// winning.
    pub fn expired(&self, seat: Seat) -> Option<Action> {
        match &self.phase {
            Phase::Calling(_) if self.waits_for(seat) => Some(Action::Pass),
            Phase::Turn(turn) if turn.seat == seat => Some(self.expired_turn(turn)),
            Phase::Between(_) | Phase::Finished(_) if self.waits_for(seat) => Some(Action::Ready),
            Phase::Calling(_) | Phase::Turn(_) | Phase::Between(_) | Phase::Finished(_) => None,
            Phase::Setup
            | Phase::AwaitingWall
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. } => None,
        }
    }

    fn expired_turn(&self, turn: &Turn) -> Action {
        let legal = self.legal(turn.seat);
        if legal.win {
            return Action::Win;
        }
        if let Some(drawn) = self.just_drawn().filter(|drawn| legal.discards.contains(*drawn)) {
            return Action::Discard(drawn);
        }
        let player = self.player(turn.seat);
        let after = shape::discard_distances(&player.hand, player.sets());
        let legal_after = after.filter(|(tile, _)| legal.discards.contains(*tile));
        let (tile, _) = legal_after.min_by_key(|(_, left)| *left).expect("some tile can always go");
        Action::Discard(tile)
    }

    /// The tile this turn began with, if one was drawn.
    fn just_drawn(&self) -> Option<SuitTile> {
        match self.phase {
            Phase::Turn(Turn { cause: TurnCause::Drawn(tile), .. }) => Some(tile),
            _ => None,
        }
    }

    fn won_with_three_golds(&self, seat: Seat) -> Event {
        let win = self.win(seat, WinWay::ThreeGolds, &self.player(seat).hand);
        Event::HandWon { win: Box::new(win) }
    }

    fn won_in_turn(&self, turn: &Turn) -> Event {
        Event::HandWon { win: Box::new(self.win_in_turn(turn)) }
    }

    fn declared_kong(&self, seat: Seat, tile: SuitTile) -> Event {
        let player = self.player(seat);
        let kind = match player.pung_of(tile).map(|place| player.melds[place]) {
            Some(Meld::Pung { from, .. }) if player.hand.natural(tile) < COPIES => {
                KongKind::Upgraded { from }
            }
            _ => KongKind::Concealed,
        };
        Event::KongDeclared { seat, meld: Meld::Kong { tile, kind } }
    }

    fn next_in_setup(&self) -> Event {
        let deal = self.deal.as_ref().expect("setup follows the deal");
        if let Some(seat) = deal.unsettled(self.dealer) {
            return self.next_for(seat);
        }
        match deal.wall.peek() {
            Some(Tile::Suit(tile)) => Event::GoldFlipped { tile },
            Some(Tile::Bonus(tile)) => Event::BonusFlipped { tile },
            None => Event::HandDrawn,
        }
    }

    /// Lays a bonus tile open, or draws.
    #[inline(always)]
    fn next_for(&self, seat: Seat) -> Event {
        let deal = self.deal.as_ref().expect("who draws has a hand");
        let owed = matches!(self.phase, Phase::Setup) && deal.is_owed_tile(seat, self.dealer);
        match (deal.players[seat].unexposed.first(), deal.wall.peek()) {
            (Some(tile), _) if !owed => Event::BonusExposed { seat, tile },
            (_, Some(tile)) => Event::TileDrawn { seat, tile },
            (_, None) => Event::HandDrawn,
        }
    }

    /// What comes of a call that everybody has answered.
    #[inline]
    fn answered(&self, calling: &Calling) -> Event {
        match claim::prevailing(calling) {
            Some((seat, answer)) => self.called(calling, seat, answer),
            None => Event::CallsPassed,
        }
    }

    /// What comes of an answer that prevails.
    fn called(&self, calling: &Calling, seat: Seat, answer: Answer) -> Event {
        let (from, tile) = (calling.from, calling.tile);
        let meld = match answer {
            Answer::Win => {
                return Event::HandWon { win: Box::new(self.win_on_call(calling, seat)) };
            }
            Answer::Chow(low) => Meld::Chow { low, called: tile, from },
            Answer::Pung => Meld::Pung { tile, from },
            Answer::Kong => Meld::Kong { tile, kind: KongKind::Discard { from } },
            Answer::Pass => unreachable!("a pass never prevails"),
        };
        Event::MeldCalled { seat, meld }
    }
}
