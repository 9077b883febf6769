//! The game of a room: the only file of the room that knows which one is played.

use bots::{Bot, Greedy, Random};
use protocol::fujian::{ActionView, Batch, SeatView, TableView, redact, set_up};
use protocol::ids::RoomCode;
use protocol::room::BotLevel;
use rules::fair::HandId;
use rules::fujian::{BadRules, Event, Illegal, Phase, Rules, Table};
use rules::seat::{BySeat, Seat};

/// A table and the hands dealt at it.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    table: Table,
    hands: u32,
}

impl Game {
    /// Sets a table up, and says what everybody hears of it.
    pub(crate) fn new(rules: Rules, dealer: Seat) -> Result<(Self, Batch), BadRules> {
        let table = Table::new(rules, dealer)?;
        let batch = set_up(&table);
        Ok((Self { table, hands: 0 }, batch))
    }

    pub(crate) fn awaits_wall(&self) -> bool {
        *self.table.phase() == Phase::AwaitingWall
    }

    pub(crate) fn waits_for(&self, seat: Seat) -> bool {
        self.table.waits_for(seat)
    }

    /// How long `seat` has for what it is asked, where there is a timer.
    pub(crate) fn seconds_for(&self) -> Option<u8> {
        let rules = self.table.rules();
        match self.table.phase() {
            Phase::Turn(_) => rules.turn_seconds,
            Phase::Calling(_) => rules.call_seconds,
            _ => None,
        }
    }

    pub(crate) fn check(&self, seat: Seat, action: ActionView) -> Result<(), Illegal> {
        self.table.check(seat, action.into())
    }

    pub(crate) fn check_abort(&self) -> Result<(), Illegal> {
        self.table.abort().map(|_| ())
    }

    /// Deals the next hand; nothing if the table does not wait for one.
    pub(crate) fn deal(&mut self, code: RoomCode, seed: &[u8; 32]) -> Option<Batch> {
        let id = HandId::new(code.as_str(), self.hands + 1)?;
        // Clients add nothing to the wall yet: every link is withheld.
        let links = BySeat::from_fn(|_| id.withheld_link(&[0; 32]));
        let begun = self.table.begin(id.wall(self.table.rules().tiles, seed, &links)).ok()?;
        self.hands += 1;
        Some(self.live(begun))
    }

    pub(crate) fn act(&mut self, seat: Seat, action: ActionView) -> Result<Batch, Illegal> {
        let event = self.table.decide(seat, action.into())?;
        Ok(self.live(event))
    }

    pub(crate) fn abort(&mut self) -> Result<Batch, Illegal> {
        let event = self.table.abort()?;
        Ok(self.live(event))
    }

    fn live(&mut self, event: Event) -> Batch {
        redact(&mut self.table, event, |_| ())
    }

    /// What the clock does for a seat that has not acted in time.
    pub(crate) fn expired(&self, seat: Seat) -> Option<ActionView> {
        self.table.expired(seat).map(ActionView::from)
    }

    /// What a bot at `seat` does, if it is to do something.
    pub(crate) fn bot_action(
        &self,
        seat: Seat,
        level: BotLevel,
        chance: u64,
    ) -> Option<ActionView> {
        if !self.table.waits_for(seat) {
            return None;
        }
        let own = self.table.own_side(seat);
        Some(
            match level {
                BotLevel::Random => Random::new(chance).choose(&own),
                BotLevel::Greedy => Greedy.choose(&own),
            }
            .into(),
        )
    }

    pub(crate) fn public_view(&self) -> TableView {
        TableView::of(&self.table)
    }

    pub(crate) fn seat_view(&self, seat: Seat) -> SeatView {
        SeatView::of(&self.table, seat)
    }
}
