//! Profiles at the seats of a room that are shown no longer: their players play on as somebody without one.

use protocol::room::{Occupant, ProfileView};
use rules::seat::Seat;

use super::fact::Fact;
use super::{NewStep, RoomCore};
use crate::room::Withdrawn;
use crate::room::game::Game;

impl<G: Game> RoomCore<G> {
    /// The profiles that are shown at its seats, by their public ids.
    pub(crate) fn shown_profiles(&self) -> Vec<String> {
        self.view.seats.0.iter().filter_map(shown).map(|profile| profile.id.clone()).collect()
    }

    /// Shows a profile no longer, wherever it is shown; the seats stay whose they are.
    ///
    /// A seat that is played for it unseen stays as it is: that something changed there would say whose it is.
    pub(crate) fn withdraw(&mut self, profile: &Withdrawn) -> Vec<NewStep<G>> {
        let shows = |seat: &Seat| {
            shown(&self.view.seats[*seat]).is_some_and(|shown| shown.id == profile.id())
        };
        let seats: Vec<_> = Seat::ALL.into_iter().filter(shows).collect();
        seats.into_iter().map(|seat| self.take(None, self.without_profile(seat, profile))).collect()
    }

    fn without_profile(&self, seat: Seat, profile: &Withdrawn) -> Fact<G::Action> {
        let hidden = match profile {
            Withdrawn::Hidden(id) => Some(id.clone()),
            Withdrawn::Deleted(_) => None,
        };
        let occupant = match self.view.seats[seat].clone() {
            Occupant::Human { name, .. } => Occupant::Human { name, profile: None },
            Occupant::StandIn { name, level, .. } => {
                Occupant::StandIn { name, level, profile: None }
            }
            other @ (Occupant::Empty {} | Occupant::Bot { .. }) => other,
        };
        let (token, tip) = (self.seats[seat].token, self.view.tips[seat]);
        Fact::Seated { seat, occupant, token, tip, hidden }
    }

    /// Whether a fact withdraws a profile: somebody who has one that is shown stays, and it does not.
    pub(super) fn withdraws(&self, fact: &Fact<G::Action>) -> bool {
        let Fact::Seated { seat, occupant, token: Some(token), .. } = fact else { return false };
        let is_same = self.seats[*seat].token == Some(*token);
        is_same && shown(&self.view.seats[*seat]).is_some() && shown(occupant).is_none()
    }
}

fn shown(occupant: &Occupant) -> Option<&ProfileView> {
    match occupant {
        Occupant::Human { profile, .. } | Occupant::StandIn { profile, .. } => profile.as_ref(),
        Occupant::Empty {} | Occupant::Bot { .. } => None,
    }
}
