//! What a room asks of a game: all it knows of whichever one is played.

mod fujian;
#[cfg(test)]
mod stacked;

use std::fmt::Debug;

use protocol::ids::{Digest, RoomCode};
use protocol::record::RecordedPlayer;
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::seat::{BySeat, Seat};
use rules::tile::SuitTile;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use self::fujian::Fujian;
#[cfg(test)]
pub(super) use self::fujian::READY_SECONDS;
#[cfg(test)]
pub(crate) use self::stacked::{Leak, Stacked, leak, stack};
use crate::recorder::{HandPosting, RoomId};

/// What goes over the wire and to disk, whichever game it belongs to.
pub(crate) trait Part: Clone + Debug + Serialize + Send + Sync + 'static {}
impl<T: Clone + Debug + Serialize + Send + Sync + 'static> Part for T {}

/// A game at a table of four.
pub(crate) trait Game: Clone + Debug + Send + Sync + 'static {
    /// What a player can do.
    type Action: Part + DeserializeOwned;
    /// What anybody sees of the table.
    type Table: Part;
    /// What the player at a seat sees of it.
    type View: Part;
    /// A change anybody hears of.
    type Public: Part;
    /// A change one seat alone hears of.
    type Own: Part;
    /// What everybody holds.
    type Hands: Part + PartialEq;
    /// All there is to know of a hand that is over.
    type Finished: Debug;

    /// Whether this is the game that is set up, by rules it can be played by.
    fn fits(setup: &Setup) -> bool;

    /// Sets a table up, and says what everybody hears of it; nothing for rules that don't fit.
    fn begin(setup: &Setup, dealer: Seat) -> Option<(Self, Heard<Self>)>;

    /// Whether no hand is running: the server may commit to the next wall.
    fn is_between_hands(&self) -> bool;

    /// Whether nothing but the wall is missing for the next hand.
    fn awaits_wall(&self) -> bool;

    /// Whether the table waits for something this seat does.
    fn waits_for(&self, seat: Seat) -> bool;

    /// How long those the table waits for have, where there is a timer.
    fn seconds(&self) -> Option<u8>;

    /// Whether the rules allow `seat` to do this now.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Refusal>;

    /// Whether there is a hand to break off.
    fn check_abort(&self) -> Result<(), Refusal>;

    /// Deals the next hand, which always asks anew; nothing if the table does not wait for one.
    fn deal(&mut self, wall: &FairWall) -> Option<Heard<Self>>;

    /// Does what the rules allow; nothing if they don't.
    fn act(&mut self, seat: Seat, action: &Self::Action) -> Option<Heard<Self>>;

    /// Does the same without a word: what was done in a hand that is over, nobody hears again.
    fn act_unheard(&mut self, seat: Seat, action: &Self::Action) -> Option<()> {
        self.act(seat, action).map(drop)
    }

    /// Breaks the running hand off; nothing if there is none.
    fn abort(&mut self) -> Option<Heard<Self>>;

    /// What the clock does for a seat that has not acted in time.
    fn expired(&self, seat: Seat) -> Option<Self::Action>;

    /// Whether a bot of this level thinks for so long that a room should not wait for it.
    fn thinks_long(level: BotLevel) -> bool;

    /// What a bot at `seat` does, if it is to do something; one that thinks long goes on only while `keep_going` says so.
    fn bot_action(
        &self,
        seat: Seat,
        level: BotLevel,
        chance: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<Self::Action>;

    /// What anybody sees.
    fn table(&self) -> Self::Table;

    /// What the player at `seat` sees.
    fn view(&self, seat: Seat) -> Self::View;

    /// How the running hand came to where it is, as anybody heard it; or why there is nothing to tell.
    fn past(&self) -> Result<Past<Self>, Refusal>;

    /// What everybody holds: only for those who watch with open hands, late.
    fn hands(&self) -> Self::Hands;

    /// Folds a change into what anybody sees of a table, once there is one.
    fn fold(table: &mut Option<Self::Table>, change: &Self::Public);

    /// Where the game stands at a table anybody sees.
    fn standing_of(table: &Self::Table) -> Standing;

    /// How long those have that such a table waits for, where there is a timer.
    fn seconds_of(table: &Self::Table) -> Option<u8>;

    /// Whether the table waits for answers to a call.
    fn is_calling(&self) -> bool;

    /// The pass of a seat that is asked for an answer and can't win with it.
    fn quick_pass(&self, seat: Seat) -> Option<Self::Action>;

    /// The hand that has just ended, taken out: it is told once.
    fn take_finished(&mut self) -> Option<Self::Finished>;

    /// A hand as the ledger takes it.
    fn posting(finished: Self::Finished, room: RoomId, players: Players) -> HandPosting;

    /// Where the game stands.
    fn standing(&self) -> Standing;
}

/// Who sits where when a hand or a game is written down.
pub(crate) type Players = BySeat<RecordedPlayer>;

/// What each audience hears of one step.
#[derive(Clone, Debug)]
pub(crate) struct Heard<G: Game> {
    /// Anybody.
    pub(crate) public: Vec<G::Public>,
    /// One seat alone, besides.
    pub(crate) own: BySeat<Vec<G::Own>>,
    /// Whether the table asks for something new: a timer starts.
    pub(crate) asks_anew: bool,
}

/// How a hand came to where it is. Holds nothing that only a seat hears.
#[derive(Clone, Debug)]
pub(crate) struct Past<G: Game> {
    /// The table before the deal.
    pub(crate) before: G::Table,
    /// What anybody heard of the deal, and of each action since.
    pub(crate) steps: Vec<Vec<G::Public>>,
}

impl<G: Game> Heard<G> {
    /// Gives back the space for more.
    pub(super) fn shrink_to_fit(&mut self) {
        self.public.shrink_to_fit();
        self.own.iter_mut().for_each(Vec::shrink_to_fit);
    }
}

impl<G: Game> Default for Heard<G> {
    fn default() -> Self {
        Self { public: Vec::new(), own: BySeat::default(), asks_anew: false }
    }
}

/// What makes a wall: the server's part and each seat's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FairWall {
    pub(crate) room: RoomCode,
    /// Which hand of the room, from 1.
    pub(crate) hand: u32,
    pub(crate) seed: Digest,
    pub(crate) tips: BySeat<Option<Digest>>,
    /// What each seat revealed; nothing from one that withheld it.
    pub(crate) links: BySeat<Option<Digest>>,
}

/// What is being done at a table; nothing of what lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Doing {
    /// A wall is made for the next hand.
    AwaitingWall,
    /// A player discards, declares a kong or wins.
    Turn,
    /// Players say whether they call a tile.
    Calling,
    /// A hand is over, and others follow.
    Between,
    /// The game is over.
    Finished,
}

/// Where a game stands, as lists of rooms show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Games played at this table before.
    pub(crate) game: u32,
    /// Hands of the game that are over.
    pub(crate) hands_played: u32,
    /// Whether the game is over.
    pub(crate) is_over: bool,
    /// What is being done at the table.
    pub(crate) doing: Doing,
    /// Whom the table waits for.
    pub(crate) waits_for: BySeat<bool>,
    /// Tiles left in the wall of the running hand.
    pub(crate) wall_left: Option<u8>,
    /// The Gold of the running hand, once it lies open.
    pub(crate) gold: Option<SuitTile>,
    pub(crate) scores: BySeat<i32>,
}
