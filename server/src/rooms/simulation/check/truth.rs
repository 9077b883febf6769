//! What is true at a table after every step of its log, found by the rules alone.

use std::collections::BTreeMap;

use protocol::client::HostOrder;
use protocol::fujian::ActionView;
use protocol::ids::{Digest, RequestId, RoomCode, Seq};
use protocol::options::RoomOptions;
use protocol::room::Occupant;
use protocol::setup::Setup;
use rules::fair::HandId;
use rules::fujian::{Event, Phase, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::{SuitTile, Tile};

use super::Violation;
use crate::recorder::RoomId;
use crate::recorder::simulated::Row;
use crate::room::{Fact, StepBody};

/// A step, and the table after it.
pub(super) struct Moment {
    pub(super) request: Option<(Seat, RequestId)>,
    pub(super) fact: Fact<ActionView>,
    /// Nothing before a match is set up.
    pub(super) table: Option<Table>,
    /// The suit tiles each seat drew in it, and those it was dealt.
    pub(super) drawn: BySeat<Vec<SuitTile>>,
    pub(super) dealt: BySeat<Option<Vec<SuitTile>>>,
    /// Whether a hand ended with it.
    pub(super) ends_hand: bool,
    /// Who sits where after it, and since which step with the same right to come back.
    pub(super) seats: BySeat<Occupant>,
    pub(super) sits_since: BySeat<u64>,
    /// How the room is run.
    pub(super) options: RoomOptions,
    setup: Setup,
    dealer: Seat,
    public: bool,
}

/// The whole truth about a room.
pub(super) struct Truth {
    pub(super) room: RoomId,
    /// The steps, the first of them at 0.
    pub(super) moments: Vec<Moment>,
}

impl Truth {
    /// The step of this number, and the table after it.
    pub(super) fn at(&self, seq: Seq) -> Option<&Moment> {
        self.moments.get(usize::try_from(seq.0.checked_sub(1)?).ok()?)
    }

    /// Whether this step is part of the match, and not of what was before it.
    pub(super) fn is_match(&self, seq: Seq) -> bool {
        self.at(seq).is_some_and(|moment| moment.table.is_some())
    }

    /// What is true in every room on a disk.
    pub(super) fn of_all(rows: &[Row]) -> Result<BTreeMap<RoomCode, Self>, Violation> {
        let mut by_room: BTreeMap<RoomId, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            by_room.entry(row.step.room).or_default().push(row);
        }
        by_room.into_iter().map(|(room, rows)| Self::of(room, &rows)).collect()
    }

    fn of(room: RoomId, rows: &[&Row]) -> Result<(RoomCode, Self), Violation> {
        let broken = |seq: usize| Violation {
            promise: "the log can be played again",
            detail: format!("room {room}, step {}", seq + 1),
        };
        let mut replay: Option<Replay> = None;
        let mut moments = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let body = StepBody::<ActionView>::from_bytes(&row.step.body);
            let body = body.map_err(|_| broken(index))?;
            if let Fact::Opened { code, setup, public } = &body.fact {
                replay = Some(Replay::new(*code, setup, *public));
            }
            let moment = replay.as_mut().and_then(|replay| replay.live(index as u64, body));
            moments.push(moment.ok_or_else(|| broken(index))?);
        }
        let code = replay.map(|replay| replay.code).ok_or_else(|| broken(0))?;
        Ok((code, Self { room, moments }))
    }
}

/// A log as it is played again.
struct Replay {
    code: RoomCode,
    setup: Setup,
    dealer: Seat,
    table: Option<Table>,
    hands: u32,
    seed: Option<Digest>,
    links: BySeat<Option<Digest>>,
    tips: BySeat<Option<Digest>>,
    seats: BySeat<Occupant>,
    tokens: BySeat<Option<[u8; 32]>>,
    sits_since: BySeat<u64>,
    options: RoomOptions,
    public: bool,
}

impl Replay {
    fn new(code: RoomCode, setup: &Setup, public: bool) -> Self {
        Self {
            code,
            setup: setup.clone(),
            dealer: Seat::S0,
            table: None,
            hands: 0,
            seed: None,
            links: BySeat::default(),
            tips: BySeat::default(),
            seats: BySeat::from_fn(|_| Occupant::Empty {}),
            tokens: BySeat::default(),
            sits_since: BySeat::default(),
            options: RoomOptions::default(),
            public,
        }
    }

    fn live(&mut self, index: u64, body: StepBody<ActionView>) -> Option<Moment> {
        let StepBody { request, fact, .. } = body;
        let mut events = Vec::new();
        match &fact {
            Fact::Opened { .. } | Fact::HostChanged { .. } => {}
            Fact::Published { .. } | Fact::Closed => {}
            Fact::PublicChanged { public } => self.public = *public,
            Fact::Deserted { .. } | Fact::Waited { .. } => {}
            Fact::OptionsChanged { options } => self.options = *options,
            Fact::Seated { seat, occupant, token, tip, .. } => {
                if self.tokens[*seat] != *token {
                    self.sits_since[*seat] = index + 1;
                }
                (self.tokens[*seat], self.tips[*seat]) = (*token, *tip);
                self.seats[*seat] = occupant.clone();
            }
            Fact::SetupChanged { setup } => self.setup = setup.clone(),
            Fact::DealerChanged { seat } => self.dealer = *seat,
            Fact::Started => {
                let Setup::Fujian { rules } = &self.setup;
                self.table = Some(Table::new(*rules, self.dealer).ok()?);
            }
            Fact::Committed { seed } => {
                (self.seed, self.links) = (Some(*seed), BySeat::default());
            }
            Fact::Linked { seat, link } => self.links[*seat] = Some(*link),
            Fact::Dealt => events = self.deal()?,
            Fact::Acted { seat, action } => {
                let event = self.table.as_ref()?.decide(*seat, action.clone().into()).ok()?;
                events = self.apply(event)?;
            }
            Fact::Aborted => {
                let event = self.table.as_ref()?.abort().ok()?;
                events = self.apply(event)?;
            }
        }
        Some(self.moment(request, fact, &events))
    }

    fn deal(&mut self) -> Option<Vec<(Event, BySeat<Vec<SuitTile>>)>> {
        self.hands += 1;
        let id = HandId::new(self.code.as_str(), self.hands)?;
        let links = BySeat::from_fn(|seat| match (self.links[seat], self.tips[seat]) {
            (Some(link), _) => link.0,
            (None, tip) => id.withheld_link(&tip.map_or([0; 32], |tip| tip.0)),
        });
        let table = self.table.as_ref()?;
        let wall = id.wall(table.rules().tiles, &self.seed?.0, &links);
        let event = table.begin(wall).ok()?;
        self.apply(event)
    }

    /// Each event, with what everybody held right after it.
    fn apply(&mut self, event: Event) -> Option<Vec<(Event, BySeat<Vec<SuitTile>>)>> {
        let mut events = Vec::new();
        self.table.as_mut()?.apply_all(event, |table, event| {
            let held = |seat| match event {
                Event::HandBegan { .. } => table.player(seat).hand.tiles().collect(),
                _ => Vec::new(),
            };
            events.push((event.clone(), BySeat::from_fn(held)));
        });
        Some(events)
    }

    fn moment(
        &self,
        request: Option<(Seat, RequestId)>,
        fact: Fact<ActionView>,
        events: &[(Event, BySeat<Vec<SuitTile>>)],
    ) -> Moment {
        let mut drawn: BySeat<Vec<SuitTile>> = BySeat::default();
        let mut dealt: BySeat<Option<Vec<SuitTile>>> = BySeat::default();
        let mut ends_hand = false;
        for (event, held) in events {
            match event {
                Event::TileDrawn { seat, tile: Tile::Suit(tile) } => drawn[*seat].push(*tile),
                Event::HandBegan { .. } => dealt = held.clone().map(Some),
                Event::HandWon { .. } | Event::HandDrawn | Event::HandAborted => ends_hand = true,
                _ => {}
            }
        }
        let (table, seats) = (self.table.clone(), self.seats.clone());
        let Self { sits_since, options, dealer, public, .. } = *self;
        Moment {
            request,
            fact,
            table,
            drawn,
            dealt,
            ends_hand,
            seats,
            sits_since,
            options,
            setup: self.setup.clone(),
            dealer,
            public,
        }
    }
}

impl Moment {
    /// Whether the room is as the host has ordered.
    pub(super) fn is_as(&self, order: &HostOrder) -> bool {
        match order {
            HostOrder::Bot { seat, level } => match &self.seats[*seat] {
                Occupant::Bot { level: is } | Occupant::StandIn { level: is, .. } => is == level,
                Occupant::Empty {} | Occupant::Human { .. } => false,
            },
            HostOrder::Kick { seat } => matches!(self.seats[*seat], Occupant::Empty {}),
            HostOrder::Dealer { seat } => self.dealer == *seat,
            HostOrder::Setup { setup } => self.setup == *setup,
            HostOrder::Options { options } => self.options == *options,
            HostOrder::Public { public } => self.public == *public,
            HostOrder::Start {} | HostOrder::Abort {} => false,
        }
    }

    /// Whether this seat has given an answer to the call that is open.
    pub(super) fn has_answered(&self, seat: Seat) -> bool {
        match self.table.as_ref().map(Table::phase) {
            Some(Phase::Calling(calling)) => calling.answers[seat].is_some(),
            _ => false,
        }
    }
}
