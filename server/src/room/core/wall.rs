//! The fair wall of a room: the server commits, the players reveal, and only then is dealt.

use protocol::ids::{Digest, RequestId};
use protocol::refusal::Refusal;
use protocol::room::{Occupant, RoomChange};
use rules::fair::{self, HandId};
use rules::seat::{BySeat, Seat};

use super::fact::Fact;
use super::{NewStep, RoomCore};
use crate::room::game::{FairWall, Game, Heard};

/// What is fixed and known of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NextWall {
    /// The hand it is for, counted in the room from 1.
    hand: u32,
    seed: Digest,
    links: BySeat<Option<Digest>>,
    is_dealt: bool,
}

impl<G: Game> RoomCore<G> {
    /// Commits to a seed if that is what comes next.
    pub(crate) fn commit(&mut self, seed: impl FnOnce() -> Digest) -> Option<NewStep<G>> {
        let is_between = self.game.as_ref().is_some_and(Game::is_between_hands);
        let is_due = is_between && self.wall.is_none() && self.hands < fair::HANDS_MAX;
        is_due.then(|| self.take(None, Fact::Committed { seed: seed() }))
    }

    /// Takes a player's part of the next wall.
    pub(crate) fn link(
        &mut self,
        seat: Seat,
        request: RequestId,
        hand: u32,
        link: Digest,
    ) -> Result<NewStep<G>, Refusal> {
        let wall = self.wall.as_ref().ok_or(Refusal::BadLink)?;
        let tip = self.view.tips[seat].ok_or(Refusal::BadLink)?;
        let is_awaited = !wall.is_dealt && wall.hand == hand && wall.links[seat].is_none();
        if !is_awaited || fair::link(&link.0, hand) != tip.0 {
            return Err(Refusal::BadLink);
        }
        Ok(self.take(Some((seat, request)), Fact::Linked { seat, link }))
    }

    /// Whether nothing is missing for the next hand but the parts of players, if those.
    pub(crate) fn can_deal(&self) -> bool {
        self.wall.is_some() && self.game.as_ref().is_some_and(Game::awaits_wall)
    }

    /// Whether a player who takes part in the wall has not revealed their part yet.
    pub(crate) fn owes_link(&self, seat: Seat) -> bool {
        let is_missing = self.wall.as_ref().is_some_and(|wall| wall.links[seat].is_none());
        let is_human = matches!(self.view.seats[seat], Occupant::Human { .. });
        is_missing && is_human && self.view.tips[seat].is_some()
    }

    /// Deals the next hand if the table waits for one.
    pub(crate) fn deal(&mut self) -> Option<NewStep<G>> {
        self.can_deal().then(|| self.take(None, Fact::Dealt))
    }

    pub(super) fn live_commitment(&mut self, seed: Digest) -> Option<RoomChange> {
        let hand = self.hands + 1;
        let commitment = Digest(HandId::new(self.view.code.as_str(), hand)?.commitment(&seed.0));
        self.wall = Some(NextWall { hand, seed, links: BySeat::default(), is_dealt: false });
        Some(RoomChange::Committed { hand, commitment })
    }

    pub(super) fn live_link(&mut self, seat: Seat, link: Digest) -> Option<RoomChange> {
        self.wall.as_mut()?.links[seat] = Some(link);
        Some(RoomChange::Linked { seat })
    }

    pub(super) fn live_deal(&mut self) -> Option<Heard<G>> {
        let wall = self.wall.as_mut()?;
        wall.is_dealt = true;
        self.hands = wall.hand;
        let fair = FairWall {
            room: self.view.code,
            hand: wall.hand,
            seed: wall.seed,
            tips: self.view.tips,
            links: wall.links,
        };
        self.game.as_mut()?.deal(&fair)
    }

    /// Lays the server's part open once the hand is over.
    pub(super) fn reveal(&mut self) -> Option<RoomChange> {
        let is_over = self.game.as_ref().is_some_and(Game::is_between_hands);
        let wall = self.wall.take_if(|wall| wall.is_dealt && is_over)?;
        Some(RoomChange::Revealed { hand: wall.hand, seed: wall.seed })
    }
}
