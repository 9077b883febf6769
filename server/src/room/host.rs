//! What the host of a room can do, and what happens when somebody leaves for good.

use protocol::client::HostOrder;
use protocol::fujian::Setup;
use protocol::ids::RequestId;
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Occupant, Stage};
use rules::seat::Seat;

use super::core::{RoomCore, Taken};
use super::fact::Fact;

impl RoomCore {
    /// Carries out what the host asks.
    pub(crate) fn host(
        &mut self,
        seat: Seat,
        request: RequestId,
        order: &HostOrder<Setup>,
        is_away: impl Fn(Seat) -> bool,
    ) -> Result<Taken, Refusal> {
        if self.view.host != Some(seat) {
            return Err(Refusal::NotHost);
        }
        let waiting = self.view.stage == Stage::Waiting;
        let before_match = if waiting { Ok(()) } else { Err(Refusal::Playing) };
        let fact = match order {
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
                game.check_abort().map_err(Refusal::Illegal)?;
                Fact::Aborted
            }
            HostOrder::Bot { seat, level } => self.seat_bot(*seat, *level, is_away(*seat))?,
            HostOrder::Kick { seat: kicked } => {
                before_match?;
                if *kicked == seat {
                    return Err(Refusal::SeatTaken);
                }
                Fact::Seated { seat: *kicked, occupant: Occupant::Empty {}, token: None }
            }
            HostOrder::Dealer { seat } => {
                before_match?;
                Fact::DealerChanged { seat: *seat }
            }
            HostOrder::Setup { setup: Setup::Fujian { rules } } => {
                before_match?;
                rules.check().map_err(|_| Refusal::BadRules)?;
                Fact::RulesChanged { rules: *rules }
            }
            HostOrder::Public { public } => Fact::PublicChanged { public: *public },
        };
        Ok(self.take(Some((seat, request)), fact))
    }

    fn seat_bot(&self, seat: Seat, level: BotLevel, away: bool) -> Result<Fact, Refusal> {
        let state = &self.seats[seat];
        let occupant = match &state.occupant {
            Occupant::Empty {} | Occupant::Bot { .. } => Occupant::Bot { level },
            Occupant::Human { name } if away => Occupant::StandIn { name: name.clone(), level },
            Occupant::StandIn { name, .. } => Occupant::StandIn { name: name.clone(), level },
            Occupant::Human { .. } => return Err(Refusal::SeatTaken),
        };
        Ok(Fact::Seated { seat, occupant, token: state.token })
    }

    /// Gives a seat up for good: before the match it is free again, in it a bot plays on.
    pub(crate) fn leave(&mut self, seat: Seat, request: RequestId) -> Vec<Taken> {
        let occupant = match self.view.stage {
            Stage::Waiting => Occupant::Empty {},
            Stage::Playing => Occupant::Bot { level: BotLevel::Greedy },
        };
        let fact = Fact::Seated { seat, occupant, token: None };
        let mut taken = vec![self.take(Some((seat, request)), fact)];
        if self.view.host == Some(seat) {
            let human = |seat: &Seat| matches!(self.view.seats[*seat], Occupant::Human { .. });
            let next = seat.others().into_iter().find(human);
            taken.push(self.take(None, Fact::HostChanged { seat: next }));
        }
        taken
    }
}
