//! Fujian mahjong dealt from a wall that a test has stacked; all else is the game itself.

use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};

use protocol::fujian::{ActionView, OpenHands, OwnChange, PublicChange, SeatView, TableView};
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::seat::Seat;
use rules::wall::Wall;

use super::fujian::{Finished, Fujian};
use super::{FairWall, Game, Heard, Past, Players, Standing};
use crate::recorder::{HandPosting, RoomId};

thread_local! {
    // A test has its runtime, and so its rooms, on a thread of its own.
    static WALL: RefCell<Option<Wall>> = const { RefCell::new(None) };
}

/// Every hand of this test is dealt from this wall from now on.
pub(crate) fn stack(wall: Wall) {
    WALL.set(Some(wall));
}

/// A way in which what somebody holds could reach others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    /// In everything as it stands, for those who watch.
    Table,
    /// In everything as it stands, for those at a seat.
    View,
    /// In what is heard of a step, when it happens and by those who come back.
    Step,
    /// In what is told of the hand so far.
    Past,
    /// In lists of rooms.
    Standing,
    /// In why something is refused.
    Refusal,
    /// In what the log says of an action.
    Log,
    /// In how long there is for what is asked.
    Clock,
}

impl Leak {
    /// All that show where there are no clocks.
    pub(crate) const ALL: [Self; 7] =
        [Self::Table, Self::View, Self::Step, Self::Past, Self::Standing, Self::Refusal, Self::Log];
}

thread_local! {
    static LEAK: Cell<Option<Leak>> = const { Cell::new(None) };
}

/// The hands of this test leak in this way from now on.
pub(crate) fn leak(leak: Leak) {
    LEAK.set(Some(leak));
}

/// The game, dealt from the stacked wall.
#[derive(Clone, Debug)]
pub(crate) struct Stacked(Fujian);

impl Stacked {
    /// What all hands together come to, where they leak in this way.
    fn leaked(&self, leak: Leak) -> Option<u16> {
        (LEAK.get() == Some(leak)).then(|| {
            let hands = serde_json::to_string(&self.0.hands()).expect("hands can be written");
            let mut hasher = DefaultHasher::new();
            hands.hash(&mut hasher);
            hasher.finish() as u16
        })
    }

    fn heard(&self, heard: Heard<Fujian>) -> Heard<Self> {
        let mut heard = same(heard);
        let leaked = self.leaked(Leak::Step).map(|hands| hands as u8);
        heard.public.extend(leaked.map(|wall_left| PublicChange::Dealt { wall_left }));
        heard
    }
}

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
        let leaked = self.leaked(Leak::Clock).map(|hands| 60 + (hands % 30) as u8);
        self.0.seconds().map(|seconds| leaked.unwrap_or(seconds))
    }

    fn check(&self, seat: Seat, action: &ActionView) -> Result<(), Refusal> {
        let checked = self.0.check(seat, action);
        match self.leaked(Leak::Refusal) {
            Some(hands) if hands.is_multiple_of(2) => checked.map_err(|_| Refusal::NotPlaying),
            Some(_) | None => checked,
        }
    }

    fn check_abort(&self) -> Result<(), Refusal> {
        self.0.check_abort()
    }

    fn deal(&mut self, fair: &FairWall) -> Option<Heard<Self>> {
        let wall = WALL.with_borrow(Clone::clone)?;
        self.0.deal_from(fair, wall).map(same)
    }

    fn act(&mut self, seat: Seat, action: &ActionView) -> Option<Heard<Self>> {
        let heard = self.0.act(seat, action)?;
        if let Some(hands) = self.leaked(Leak::Log) {
            tracing::info!(hands, "somebody has acted");
        }
        Some(self.heard(heard))
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

    fn bot_action(
        &self,
        seat: Seat,
        level: BotLevel,
        chance: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<ActionView> {
        self.0.bot_action(seat, level, chance, keep_going)
    }

    fn table(&self) -> TableView {
        let mut table = self.0.table();
        if let Some(hands) = self.leaked(Leak::Table) {
            table.scores[Seat::S0] = hands.into();
        }
        table
    }

    fn view(&self, seat: Seat) -> SeatView {
        let mut view = self.0.view(seat);
        if let Some(hands) = self.leaked(Leak::View) {
            view.table.scores[Seat::S0] = hands.into();
        }
        view
    }

    fn past(&self) -> Result<Past<Self>, Refusal> {
        let Past { before, mut steps } = self.0.past()?;
        if let (Some(hands), Some(last)) = (self.leaked(Leak::Past), steps.last_mut()) {
            last.push(PublicChange::Dealt { wall_left: hands as u8 });
        }
        Ok(Past { before, steps })
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
        let mut standing = self.0.standing();
        if let Some(hands) = self.leaked(Leak::Standing) {
            standing.scores[Seat::S0] = hands.into();
        }
        standing
    }
}

fn same(heard: Heard<Fujian>) -> Heard<Stacked> {
    Heard { public: heard.public, own: heard.own, asks_anew: heard.asks_anew }
}
