//! What the host of a room can do, and what happens when somebody leaves for good.

use protocol::client::HostOrder;
use protocol::ids::{PlayerName, RequestId};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Occupant, ProfileView, Stage};
use rules::seat::Seat;

use super::fact::Fact;
use super::{NewStep, RoomCore};
use crate::room::game::Game;

impl<G: Game> RoomCore<G> {
    /// Carries out what the host asks, if that may change something now; nothing where it changes nothing.
    pub(crate) fn host(
        &mut self,
        seat: Seat,
        request: RequestId,
        order: &HostOrder,
        may_replace: impl Fn(Seat) -> bool,
        may_change: impl FnOnce() -> bool,
    ) -> Result<Option<NewStep<G>>, Refusal> {
        let fact = self.ordered(seat, order, may_replace)?;
        if !self.changes(&fact) {
            return Ok(None);
        }
        match may_change() {
            true => Ok(Some(self.take(Some((seat, request)), fact))),
            false => Err(Refusal::SlowDown),
        }
    }

    /// Whether the room is not already as an order has it.
    fn changes(&self, fact: &Fact<G::Action>) -> bool {
        let view = &self.view;
        match fact {
            Fact::Seated { seat, occupant, .. } => view.seats[*seat] != *occupant,
            Fact::SetupChanged { setup } => view.setup != *setup,
            Fact::DealerChanged { seat } => view.dealer != *seat,
            Fact::PublicChanged { public } => view.public != *public,
            Fact::OptionsChanged { options } => view.options != *options,
            Fact::HostChanged { seat } => view.host != *seat,
            Fact::Opened { .. }
            | Fact::Started
            | Fact::Committed { .. }
            | Fact::Linked { .. }
            | Fact::Dealt
            | Fact::Acted { .. }
            | Fact::Aborted
            | Fact::Closed
            | Fact::Published { .. }
            | Fact::Deserted { .. }
            | Fact::Waited { .. } => true,
        }
    }

    /// What an order makes of the room.
    fn ordered(
        &self,
        seat: Seat,
        order: &HostOrder,
        may_replace: impl Fn(Seat) -> bool,
    ) -> Result<Fact<G::Action>, Refusal> {
        if self.view.host != Some(seat) {
            return Err(Refusal::NotHost);
        }
        let waiting = self.view.stage == Stage::Waiting;
        let before_match = if waiting { Ok(()) } else { Err(Refusal::Playing) };
        Ok(match order {
            HostOrder::Start {} => {
                before_match?;
                let empty = |occupant: &Occupant| matches!(occupant, Occupant::Empty {});
                if self.view.seats.iter().any(empty) {
                    return Err(Refusal::SeatsEmpty);
                }
                Fact::Started
            }
            HostOrder::Abort {} => {
                let game = self.game.as_ref().ok_or(Refusal::NotPlaying)?;
                game.check_abort()?;
                Fact::Aborted
            }
            HostOrder::Bot { seat, level } => self.seat_bot(*seat, *level, may_replace)?,
            HostOrder::Kick { seat: kicked } => {
                before_match?;
                if *kicked == seat {
                    return Err(Refusal::SeatTaken);
                }
                emptied(*kicked)
            }
            HostOrder::Dealer { seat } => {
                before_match?;
                Fact::DealerChanged { seat: *seat }
            }
            HostOrder::Setup { setup } => {
                before_match?;
                if !G::fits(setup) {
                    return Err(Refusal::BadRules);
                }
                Fact::SetupChanged { setup: setup.clone() }
            }
            HostOrder::Options { options } => {
                before_match?;
                options.check()?;
                Fact::OptionsChanged { options: *options }
            }
            HostOrder::Public { public } => Fact::PublicChanged { public: *public },
        })
    }

    fn seat_bot(
        &self,
        seat: Seat,
        level: BotLevel,
        may_replace: impl Fn(Seat) -> bool,
    ) -> Result<Fact<G::Action>, Refusal> {
        let stand_in = |name: &PlayerName, profile: &Option<ProfileView>| Occupant::StandIn {
            name: name.clone(),
            level,
            profile: profile.clone(),
        };
        let occupant = match &self.view.seats[seat] {
            Occupant::Empty {} | Occupant::Bot { .. } => Occupant::Bot { level },
            Occupant::Human { name, profile } if may_replace(seat) => stand_in(name, profile),
            Occupant::StandIn { name, profile, .. } => stand_in(name, profile),
            Occupant::Human { .. } => return Err(Refusal::SeatTaken),
        };
        Ok(self.reseated(seat, occupant))
    }

    /// Gives a seat up for good: before the match it is free again, in it a bot plays on.
    pub(crate) fn leave(&mut self, seat: Seat, request: RequestId) -> Vec<NewStep<G>> {
        let (occupant, tip) = match self.view.stage {
            Stage::Waiting => (Occupant::Empty {}, None),
            // The tip stays: a wall may be under way that was fixed with it.
            Stage::Playing => (Occupant::Bot { level: BotLevel::Medium }, self.view.tips[seat]),
        };
        let fact = Fact::Seated { seat, occupant, token: None, tip, hidden: None };
        let mut taken = vec![self.take(Some((seat, request)), fact)];
        if self.view.host == Some(seat) {
            taken.extend(self.pass_host(|_| true));
        }
        taken
    }

    /// The next human who is there, after the host if there is one.
    pub(crate) fn heir(&self, is_there: impl Fn(Seat) -> bool) -> Option<Seat> {
        let is_human = |seat: &Seat| matches!(self.view.seats[*seat], Occupant::Human { .. });
        let find =
            |seats: &[Seat]| seats.iter().copied().find(|seat| is_human(seat) && is_there(*seat));
        match self.view.host {
            Some(host) => find(&host.others()),
            None => find(&Seat::ALL),
        }
    }

    /// Makes the next human who is there the host; nobody if there is none. Nothing if that changes nothing.
    pub(crate) fn pass_host(&mut self, is_there: impl Fn(Seat) -> bool) -> Option<NewStep<G>> {
        let next = self.heir(is_there);
        (next != self.view.host).then(|| self.take(None, Fact::HostChanged { seat: next }))
    }
}

/// Nobody sits there any more.
fn emptied<Action>(seat: Seat) -> Fact<Action> {
    Fact::Seated { seat, occupant: Occupant::Empty {}, token: None, tip: None, hidden: None }
}
