//! Fujian mahjong dealt from a wall that a test has stacked; all else is the game itself.

use std::cell::RefCell;

use protocol::fujian::{ActionView, OpenHands, OwnChange, PublicChange, SeatView, TableView};
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::seat::Seat;
use rules::wall::Wall;

use super::fujian::{Finished, Fujian};
use super::game::{FairWall, Game, Heard, Players, Standing};
use crate::recorder::{HandPosting, RoomId};

thread_local! {
    // A test has its runtime, and so its rooms, on a thread of its own.
    static WALL: RefCell<Option<Wall>> = const { RefCell::new(None) };
}

/// Every hand of this test is dealt from this wall from now on.
pub(crate) fn stack(wall: Wall) {
    WALL.set(Some(wall));
}

/// The game, dealt from the stacked wall.
#[derive(Clone, Debug)]
pub(crate) struct Stacked(Fujian);

impl Game for Stacked {
    type Action = ActionView;
    type Table = TableView;
    type View = SeatView;
    type Public = PublicChange;
    type Own = OwnChange;
    type Hands = OpenHands;
    type Finished = Finished;

    fn fits(setup: &Setup) -> bool {
        Fujian::fits(setup)
    }

    fn begin(setup: &Setup, dealer: Seat) -> Option<(Self, Heard<Self>)> {
        let (game, heard) = Fujian::begin(setup, dealer)?;
        Some((Self(game), same(heard)))
    }

    fn is_between_hands(&self) -> bool {
        self.0.is_between_hands()
    }

    fn awaits_wall(&self) -> bool {
        self.0.awaits_wall()
    }

    fn waits_for(&self, seat: Seat) -> bool {
        self.0.waits_for(seat)
    }

    fn seconds(&self) -> Option<u8> {
        self.0.seconds()
    }

    fn check(&self, seat: Seat, action: &ActionView) -> Result<(), Refusal> {
        self.0.check(seat, action)
    }

    fn check_abort(&self) -> Result<(), Refusal> {
        self.0.check_abort()
    }

    fn deal(&mut self, fair: &FairWall) -> Option<Heard<Self>> {
        let wall = WALL.with_borrow(Clone::clone)?;
        self.0.deal_from(fair, wall).map(same)
    }

    fn act(&mut self, seat: Seat, action: &ActionView) -> Option<Heard<Self>> {
        self.0.act(seat, action).map(same)
    }

    fn abort(&mut self) -> Option<Heard<Self>> {
        self.0.abort().map(same)
    }

    fn expired(&self, seat: Seat) -> Option<ActionView> {
        self.0.expired(seat)
    }

    fn thinks_long(level: BotLevel) -> bool {
        Fujian::thinks_long(level)
    }

    fn bot_action(&self, seat: Seat, level: BotLevel, chance: u64) -> Option<ActionView> {
        self.0.bot_action(seat, level, chance)
    }

    fn table(&self) -> TableView {
        self.0.table()
    }

    fn view(&self, seat: Seat) -> SeatView {
        self.0.view(seat)
    }

    fn hands(&self) -> OpenHands {
        self.0.hands()
    }

    fn fold(table: &mut Option<TableView>, change: &PublicChange) {
        Fujian::fold(table, change);
    }

    fn standing_of(table: &TableView) -> Standing {
        Fujian::standing_of(table)
    }

    fn seconds_of(table: &TableView) -> Option<u8> {
        Fujian::seconds_of(table)
    }

    fn is_calling(&self) -> bool {
        self.0.is_calling()
    }

    fn quick_pass(&self, seat: Seat) -> Option<ActionView> {
        self.0.quick_pass(seat)
    }

    fn take_finished(&mut self) -> Option<Finished> {
        self.0.take_finished()
    }

    fn posting(finished: Finished, room: RoomId, players: Players) -> HandPosting {
        Fujian::posting(finished, room, players)
    }

    fn standing(&self) -> Standing {
        self.0.standing()
    }
}

fn same(heard: Heard<Fujian>) -> Heard<Stacked> {
    Heard { public: heard.public, own: heard.own, asks_anew: heard.asks_anew }
}
