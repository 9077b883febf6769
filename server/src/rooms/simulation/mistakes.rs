//! Mistakes planted on purpose: each must be found, or the checks prove nothing.
//!
//! They sit at the seams of the simulation: on the line to a client, in what a restarted server is
//! given to read, in the game a room plays, in the recorder's last step. The code under test has none.

use std::cell::Cell;
use std::time::Duration;

use protocol::fujian::{ActionView, OpenHands, OwnChange, PublicChange, SeatView, TableView};
use protocol::options::Spectators;
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::seat::Seat;

use crate::recorder::simulated::Sloppy;
use crate::recorder::{HandPosting, RoomId};
use crate::room::{
    Fact, FairWall, Fujian, Game, Heard, Manners, Past, Players, Standing, StepBody,
};

const OFF: Spectators = Spectators::Off {};

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
    /// After a restart a clock is taken to have run longer than it did.
    ClockRunDown,
    /// A clock runs where the rules have none.
    ClockWhereNone,
    /// Who gets everything anew is not told how long there is yet.
    ClockUntold,
    /// Calls are passed for players who did not ask for it.
    PassedUnasked,
    /// An answer to a call is taken at once, and tells who had to think.
    AnswersTell,
    /// What a session writes overtakes what the peer has not taken of what the room wrote.
    Overtakes,
    /// After a restart a match is shown sooner than it was to be.
    ShownEarly,
    /// After a restart those who watch late see all hands.
    HandsOpened,
    /// After a restart anybody may watch again.
    WatchingOn,
    /// After a restart games go into the history that are not to.
    RecordedAnyway,
    /// After a restart closed rooms are open again.
    ClosedComesBack,
    /// What happened in a room is lost when it is closed.
    ArchiveLost,
    /// A room that broke down is not reopened.
    NotReopened,
    /// A room stays open though nobody ever comes back.
    NeverIdle,
    /// A server that is told to stop waits for ever.
    NeverStops,
}

impl Mistake {
    pub(super) const ALL: [Self; 26] = [
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
        Self::ClockRunDown,
        Self::ClockWhereNone,
        Self::ClockUntold,
        Self::PassedUnasked,
        Self::AnswersTell,
        Self::Overtakes,
        Self::ShownEarly,
        Self::HandsOpened,
        Self::WatchingOn,
        Self::RecordedAnyway,
        Self::ClosedComesBack,
        Self::ArchiveLost,
        Self::NotReopened,
        Self::NeverIdle,
        Self::NeverStops,
    ];

    /// The promise it breaks first.
    pub(super) fn breaks(self) -> &'static str {
        match self {
            Self::ShownBeforeDurable | Self::ArchiveLost => "nothing seen is ever lost",
            Self::AppliedTwice => "a request that is repeated gets the first answer",
            Self::GapOnResume | Self::Overtakes => "steps come without gaps or repetitions",
            Self::WrongAudience => "a seat hears of its own tiles alone",
            Self::LeakOnRejoin => "what a client knows is what is true",
            Self::StaleTimer
            | Self::NoGrace
            | Self::ClockRunDown
            | Self::ClockWhereNone
            | Self::PassedUnasked => "a player has all the time the rules give",
            Self::ClockUntold => "who is timed out was told how long there was",
            Self::AnswersForgotten => "a request that is repeated gets the first answer",
            Self::HandNotPosted => "a hand is posted once, with the step that ended it",
            Self::StaysDown => "play goes on to the end once faults stop",
            Self::NoAnswer => "every request is answered",
            Self::AnswersTell => "answers to a call are taken when that tells nothing",
            Self::ShownEarly => "what is shown late is not early",
            Self::HandsOpened => "hands are shown where they may be, and as they were",
            Self::WatchingOn => "nobody watches where watching is off",
            Self::RecordedAnyway => "what is not to be recorded is not",
            Self::ClosedComesBack => "a closed room stays closed",
            Self::NotReopened => "a room that is not closed is there",
            Self::NeverIdle => "a room nobody is in is closed in the end",
            Self::NeverStops => "a server that is told to stop ends",
        }
    }

    /// What it makes of how rooms behave.
    pub(super) fn manners(mistake: Option<Self>, idle_max: Duration) -> Manners {
        let right = Manners { idle_max, ..Manners::default() };
        match mistake {
            Some(Self::NoGrace) => Manners { return_grace: Duration::ZERO, ..right },
            Some(Self::NeverIdle) => Manners { idle_max: Duration::from_secs(1 << 30), ..right },
            Some(_) | None => right,
        }
    }

    /// What it makes of a step that is read after a restart.
    pub(super) fn misread(self, body: &mut StepBody<ActionView>) {
        match (self, &mut body.fact) {
            (Self::AnswersForgotten, fact) => {
                let joins = matches!(fact, Fact::Seated { .. });
                body.request = body.request.filter(|_| joins);
            }
            (Self::ShownEarly, Fact::OptionsChanged { options }) if options.delay_s().is_some() => {
                options.spectators = Spectators::Delayed { seconds: 1 };
            }
            (Self::HandsOpened, Fact::OptionsChanged { options }) => {
                options.open_hands = options.delay_s().is_some();
            }
            (Self::WatchingOn, Fact::OptionsChanged { options }) if options.spectators == OFF => {
                options.spectators = Spectators::On {};
            }
            (Self::ClockRunDown, Fact::Waited { ms }) => *ms *= 2,
            (Self::RecordedAnyway, Fact::OptionsChanged { options }) => options.recorded = true,
            _ => {}
        }
    }

    /// What it makes of the recorder.
    pub(super) fn sloppy(mistake: Option<Self>) -> Sloppy {
        Sloppy {
            skips_sync: mistake == Some(Self::ShownBeforeDurable),
            loses_hands: mistake == Some(Self::HandNotPosted),
            loses_archive: mistake == Some(Self::ArchiveLost),
            takes_any_posting: matches!(mistake, Some(Self::RecordedAnyway | Self::HandNotPosted)),
            never_stops: mistake == Some(Self::NeverStops),
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
        let runs = PLANTED.get() == Some(Mistake::ClockWhereNone);
        self.game.seconds().or(runs.then_some(5))
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

    fn bot_action(
        &self,
        seat: Seat,
        level: BotLevel,
        chance: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<ActionView> {
        self.game.bot_action(seat, level, chance, keep_going)
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

    fn past(&self) -> Result<Past<Self>, Refusal> {
        let Past { before, steps } = self.game.past()?;
        Ok(Past { before, steps })
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
        PLANTED.get() != Some(Mistake::AnswersTell) && self.game.is_calling()
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
