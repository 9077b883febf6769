//! Mistakes planted on purpose: each must be found, or the checks prove nothing.
//!
//! They sit at the seams of the simulation: on the line to a client, in what a restarted server is
//! given to read, in the game a room plays, in the recorder's last step. The code under test has none.

use std::cell::Cell;
use std::time::Duration;

use protocol::fujian::{ActionView, OpenHands, OwnChange, PublicChange, SeatView, TableView};
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::seat::Seat;

use crate::recorder::simulated::Sloppy;
use crate::recorder::{HandPosting, RoomId};
use crate::room::{FairWall, Fujian, Game, Heard, Manners, Players, Standing};

/// A mistake a server could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// Steps are shown when they are written, but not safe yet.
    ShownBeforeDurable,
    /// A request that is repeated is carried out again.
    AppliedTwice,
    /// Who comes back is not told the first step they missed.
    GapOnResume,
    /// A drawn tile is told the next seat too.
    WrongAudience,
    /// Who comes back sees the tiles of the next seat.
    LeakOnRejoin,
    /// A clock goes on running when what it was for is over.
    StaleTimer,
    /// After a restart nobody knows which requests were carried out before.
    AnswersForgotten,
    /// The ledger misses some of the hands.
    HandNotPosted,
    /// A store that failed once is down for good.
    StaysDown,
    /// Now and then a request is not answered at all.
    NoAnswer,
    /// After a restart clocks run before anybody can be back.
    NoGrace,
}

impl Mistake {
    pub(super) const ALL: [Self; 11] = [
        Self::ShownBeforeDurable,
        Self::AppliedTwice,
        Self::GapOnResume,
        Self::WrongAudience,
        Self::LeakOnRejoin,
        Self::StaleTimer,
        Self::AnswersForgotten,
        Self::HandNotPosted,
        Self::StaysDown,
        Self::NoAnswer,
        Self::NoGrace,
    ];

    /// The promise it breaks first.
    pub(super) fn breaks(self) -> &'static str {
        match self {
            Self::ShownBeforeDurable => "nothing seen is ever lost",
            Self::AppliedTwice => "a request that is repeated gets the first answer",
            Self::GapOnResume => "steps come without gaps or repetitions",
            Self::WrongAudience => "a seat hears of its own tiles alone",
            Self::LeakOnRejoin => "what a client knows is what is true",
            Self::StaleTimer | Self::NoGrace => "a player has all the time the rules give",
            Self::AnswersForgotten => "a request that is repeated gets the first answer",
            Self::HandNotPosted => "a hand is posted once, with the step that ended it",
            Self::StaysDown => "play goes on to the end once faults stop",
            Self::NoAnswer => "every request is answered",
        }
    }

    /// What it makes of how rooms behave.
    pub(super) fn manners(mistake: Option<Self>) -> Manners {
        match mistake {
            Some(Self::NoGrace) => Manners { return_grace: Duration::ZERO, ..Manners::default() },
            Some(_) | None => Manners::default(),
        }
    }

    /// What it makes of the recorder.
    pub(super) fn sloppy(mistake: Option<Self>) -> Sloppy {
        Sloppy {
            skips_sync: mistake == Some(Self::ShownBeforeDurable),
            loses_postings: mistake == Some(Self::HandNotPosted),
            stays_down: mistake == Some(Self::StaysDown),
        }
    }
}

thread_local! {
    // A run has a thread of its own.
    static PLANTED: Cell<Option<Mistake>> = const { Cell::new(None) };
}

/// The games of this run have this mistake from now on.
pub(super) fn plant(mistake: Mistake) {
    PLANTED.set(Some(mistake));
}

/// The game with a mistake in it.
#[derive(Clone, Debug)]
pub(super) struct Mistaken {
    game: Fujian,
    steps: u32,
}

impl Mistaken {
    /// What is heard of a step, as the mistake has it.
    fn mistake(&mut self, mut heard: Heard<Fujian>) -> Heard<Self> {
        self.steps += 1;
        match PLANTED.get() {
            Some(Mistake::WrongAudience) => {
                let own = heard.own.clone();
                for seat in Seat::ALL {
                    let drew = |change: &&OwnChange| matches!(change, OwnChange::Drew { .. });
                    heard.own[seat.next()].extend(own[seat].iter().filter(drew).cloned());
                }
            }
            Some(Mistake::StaleTimer) if self.steps.is_multiple_of(3) => heard.asks_anew = false,
            _ => {}
        }
        Heard { public: heard.public, own: heard.own, asks_anew: heard.asks_anew }
    }
}

impl Game for Mistaken {
    type Action = ActionView;
    type Table = TableView;
    type View = SeatView;
    type Public = PublicChange;
    type Own = OwnChange;
    type Hands = OpenHands;
    type Finished = <Fujian as Game>::Finished;

    fn fits(setup: &Setup) -> bool {
        Fujian::fits(setup)
    }

    fn begin(setup: &Setup, dealer: Seat) -> Option<(Self, Heard<Self>)> {
        let (game, heard) = Fujian::begin(setup, dealer)?;
        let mut mistaken = Self { game, steps: 0 };
        let heard = mistaken.mistake(heard);
        Some((mistaken, heard))
    }

    fn is_between_hands(&self) -> bool {
        self.game.is_between_hands()
    }

    fn awaits_wall(&self) -> bool {
        self.game.awaits_wall()
    }

    fn waits_for(&self, seat: Seat) -> bool {
        self.game.waits_for(seat)
    }

    fn seconds(&self) -> Option<u8> {
        self.game.seconds()
    }

    fn check(&self, seat: Seat, action: &ActionView) -> Result<(), Refusal> {
        self.game.check(seat, action)
    }

    fn check_abort(&self) -> Result<(), Refusal> {
        self.game.check_abort()
    }

    fn deal(&mut self, wall: &FairWall) -> Option<Heard<Self>> {
        let heard = self.game.deal(wall)?;
        Some(self.mistake(heard))
    }

    fn act(&mut self, seat: Seat, action: &ActionView) -> Option<Heard<Self>> {
        let heard = self.game.act(seat, action)?;
        Some(self.mistake(heard))
    }

    fn abort(&mut self) -> Option<Heard<Self>> {
        let heard = self.game.abort()?;
        Some(self.mistake(heard))
    }

    fn expired(&self, seat: Seat) -> Option<ActionView> {
        self.game.expired(seat)
    }

    fn thinks_long(level: BotLevel) -> bool {
        Fujian::thinks_long(level)
    }

    fn bot_action(&self, seat: Seat, level: BotLevel, chance: u64) -> Option<ActionView> {
        self.game.bot_action(seat, level, chance)
    }

    fn table(&self) -> TableView {
        self.game.table()
    }

    fn view(&self, seat: Seat) -> SeatView {
        let mut view = self.game.view(seat);
        if PLANTED.get() == Some(Mistake::LeakOnRejoin) {
            view.own = self.game.view(seat.next()).own;
        }
        view
    }

    fn hands(&self) -> OpenHands {
        self.game.hands()
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
        self.game.is_calling()
    }

    fn quick_pass(&self, seat: Seat) -> Option<ActionView> {
        self.game.quick_pass(seat)
    }

    fn take_finished(&mut self) -> Option<Self::Finished> {
        self.game.take_finished()
    }

    fn posting(finished: Self::Finished, room: RoomId, players: Players) -> HandPosting {
        Fujian::posting(finished, room, players)
    }

    fn standing(&self) -> Standing {
        self.game.standing()
    }
}
