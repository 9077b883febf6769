//! A room without sockets, disks or clocks: what is asked, what happens, who may hear of it.

mod effect;
mod fact;
mod host;
mod late;
mod linked;
mod past;
mod postings;
mod rebuild;
mod token;
mod wall;

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::ids::{PlayerName, RequestId, RoomCode, SeatToken, Seq};
use protocol::options::RoomOptions;
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Occupant, RoomChange, RoomView, Stage};
use protocol::server::{SeatMessage, SpectatorMessage, StepRef};
use protocol::setup::Setup;
use rules::seat::{BySeat, Seat};

#[cfg(test)]
pub(crate) use self::fact::StepBody;
pub(crate) use self::fact::{Fact, opened_with, seat_of_token};
pub(super) use self::late::{Late, LateShow};
use self::past::TableSteps;
pub(crate) use self::rebuild::RebuildError;
use self::wall::NextWall;
use super::game::{Game, Heard};
use super::{Newcomer, OUTBOX_MAX, PlayedFor};
use crate::ratings::online::Sitter;
use crate::recorder::{Posting, RoomId};

/// Steps kept for those who come back: all of them fit in an empty outbox with space to spare, or
/// coming back would be too much at once. Who missed more gets everything anew, and that is shorter;
/// and what is kept is a good part of what a room takes.
const BACKLOG_STEPS_MAX: usize = OUTBOX_MAX / 4;

/// What somebody who watches hears.
pub(crate) type ToSpectator<G> = SpectatorMessage<<G as Game>::Table, <G as Game>::Public>;
/// What the player at a seat hears.
pub(crate) type ToSeat<G> = SeatMessage<<G as Game>::View, <G as Game>::Public, <G as Game>::Own>;

/// One step, as it will be told.
#[derive(Debug)]
pub(crate) struct Step<G: Game> {
    pub(crate) seq: Seq,
    pub(crate) room: Vec<RoomChange>,
    pub(crate) heard: Heard<G>,
    /// What everybody holds after it, where somebody may see that later.
    pub(super) hands: Option<G::Hands>,
    /// Whether it withdraws something: what was said before is not said again.
    withdraws: bool,
}

impl<G: Game> Step<G> {
    /// The step as the player at `seat` hears it, or somebody who watches.
    pub(crate) fn told_to(&self, seat: Option<Seat>) -> StepRef<'_, G::Public, G::Own> {
        let Heard { public, own, .. } = &self.heard;
        let own = seat.map(|seat| &own[seat][..]);
        StepRef { seq: self.seq, room: &self.room, public, own }
    }
}

/// Whom something is said to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hearers {
    /// All of them.
    Everybody,
    /// Those who came to a seat.
    Seats,
    /// Those who watch.
    Watchers,
}

/// A step that has been taken and is still to be stored.
#[derive(Debug)]
pub(crate) struct NewStep<G: Game> {
    pub(crate) step: Arc<Step<G>>,
    pub(crate) body: Vec<u8>,
    pub(crate) postings: Vec<Posting>,
}

/// What somebody who comes in is told to be up to date.
#[derive(Debug)]
pub(crate) enum CatchUp<G: Game> {
    /// The steps they missed.
    Steps(Vec<Arc<Step<G>>>),
    /// Everything, as it stands.
    Everything,
}

#[derive(Clone, Debug, Default)]
pub(super) struct SeatState {
    pub(super) token: Option<[u8; 32]>,
    /// The profile that is played for here and seen by nobody.
    pub(super) hidden: Option<String>,
    answers: VecDeque<(RequestId, Seq)>,
}

/// A room.
#[derive(Debug)]
pub(crate) struct RoomCore<G: Game> {
    view: RoomView,
    pub(super) seats: BySeat<SeatState>,
    game: Option<G>,
    /// The wall of the running hand, or of the next one.
    wall: Option<NextWall>,
    /// Hands dealt in the room.
    hands: u32,
    /// Which steps were taken at the table since the deal.
    table_steps: TableSteps,
    /// Who sat where when the game began: it counts for them, also if they leave it.
    sitters: BySeat<Sitter>,
    /// The match as it is shown to those who watch late, where they do.
    late: Option<Box<LateShow<G>>>,
    /// What goes into the history once it has been shown, by the step it came with.
    unpublished: VecDeque<(Seq, Vec<Posting>)>,
    /// How long the room has run; minded only where it is watched late.
    now_ms: u64,
    /// For how long nobody was here, as it was last noted.
    pub(super) deserted_ms: u64,
    /// How long the clock has run for what the table asks now, as it was last noted.
    pub(super) waited_ms: u64,
    is_closed: bool,
    seq: Seq,
    /// The last step with which the table asked for something new.
    asked: Seq,
    backlog: VecDeque<Arc<Step<G>>>,
}

impl<G: Game> RoomCore<G> {
    /// Opens a room.
    pub(crate) fn open(
        id: RoomId,
        code: RoomCode,
        setup: Setup,
        public: bool,
    ) -> Result<(Self, NewStep<G>), Refusal> {
        if !G::fits(&setup) {
            return Err(Refusal::BadRules);
        }
        let mut room = Self::fresh(id, code, setup.clone(), public);
        let taken = room.take(None, Fact::Opened { code, setup, public });
        Ok((room, taken))
    }

    fn fresh(id: RoomId, code: RoomCode, setup: Setup, public: bool) -> Self {
        let view = RoomView {
            code,
            stage: Stage::Waiting,
            seats: BySeat::from_fn(|_| Occupant::Empty {}),
            host: None,
            public,
            id: id.0,
            setup,
            dealer: Seat::S0,
            tips: BySeat::default(),
            wall: None,
            options: RoomOptions::default(),
        };
        Self {
            view,
            seats: BySeat::default(),
            game: None,
            wall: None,
            hands: 0,
            table_steps: TableSteps::default(),
            sitters: BySeat::from_fn(|_| Sitter::Guest),
            late: None,
            unpublished: VecDeque::new(),
            now_ms: 0,
            deserted_ms: 0,
            waited_ms: 0,
            is_closed: false,
            seq: Seq(0),
            asked: Seq(0),
            backlog: VecDeque::new(),
        }
    }

    pub(crate) fn code(&self) -> RoomCode {
        self.view.code
    }

    pub(crate) fn seq(&self) -> Seq {
        self.seq
    }

    /// The last step with which the table asked for something new.
    pub(super) fn asked(&self) -> Seq {
        self.asked
    }

    pub(crate) fn view(&self) -> &RoomView {
        &self.view
    }

    pub(crate) fn game(&self) -> Option<&G> {
        self.game.as_ref()
    }

    /// Whether nothing more happens here.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether a match is played in which nobody has a seat to come back to: all are bots for good. One that is shown
    /// late is not over for those who watch it.
    pub(crate) fn is_abandoned(&self) -> bool {
        let is_playing =
            self.view.stage == Stage::Playing && !self.is_closed && self.late.is_none();
        is_playing && self.seats.iter().all(|seat| seat.token.is_none())
    }

    /// Takes the first free seat for somebody new; the first to come is the host.
    pub(crate) fn join(
        &mut self,
        player: Newcomer,
        secret: &SeatToken,
        request: RequestId,
    ) -> Result<(Seat, Vec<NewStep<G>>), Refusal> {
        let free =
            Seat::ALL.into_iter().find(|seat| matches!(self.view.seats[*seat], Occupant::Empty {}));
        let seat = free.ok_or(Refusal::RoomFull)?;
        let Newcomer { name, tip, profile, .. } = player;
        let (profile, hidden) = match profile {
            None => (None, None),
            Some(PlayedFor::Shown(profile)) => (Some(profile), None),
            Some(PlayedFor::Hidden(id)) => (None, Some(id)),
        };
        let (occupant, token) = (Occupant::Human { name, profile }, Some(token::hash(secret)));
        let fact = Fact::Seated { seat, occupant, token, tip, hidden };
        let mut taken = vec![self.take(Some((seat, request)), fact)];
        if self.view.host.is_none() {
            taken.push(self.take(None, Fact::HostChanged { seat: Some(seat) }));
        }
        Ok((seat, taken))
    }

    /// The seat a token belongs to.
    fn seat_of(&self, secret: &SeatToken) -> Option<Seat> {
        let fits =
            |seat: &Seat| self.seats[*seat].token.is_some_and(|hash| token::matches(secret, &hash));
        Seat::ALL.into_iter().find(fits)
    }

    /// The seat a token belongs to, and whose it is.
    pub(crate) fn who_has(&self, secret: &SeatToken) -> Option<(Seat, PlayerName)> {
        let seat = self.seat_of(secret)?;
        match &self.view.seats[seat] {
            Occupant::Human { name, .. } | Occupant::StandIn { name, .. } => {
                Some((seat, name.clone()))
            }
            Occupant::Empty {} | Occupant::Bot { .. } => None,
        }
    }

    /// The seat a token belongs to; a stand-in gives it back.
    pub(crate) fn resume(
        &mut self,
        secret: &SeatToken,
    ) -> Result<(Seat, Option<NewStep<G>>), Refusal> {
        let seat = self.seat_of(secret).ok_or(Refusal::BadToken)?;
        Ok((seat, self.give_back(seat)))
    }

    /// A bot that stands in for the player at `seat` leaves.
    pub(super) fn give_back(&mut self, seat: Seat) -> Option<NewStep<G>> {
        let Occupant::StandIn { name, profile, .. } = &self.view.seats[seat] else { return None };
        let (name, profile) = (name.clone(), profile.clone());
        let fact = self.reseated(seat, Occupant::Human { name, profile });
        Some(self.take(None, fact))
    }

    /// Somebody else plays at a seat whose player may come back.
    fn reseated(&self, seat: Seat, occupant: Occupant) -> Fact<G::Action> {
        let (token, tip) = (self.seats[seat].token, self.view.tips[seat]);
        let hidden = self.seats[seat].hidden.clone();
        Fact::Seated { seat, occupant, token, tip, hidden }
    }

    /// What somebody who has seen everything up to `last` is told.
    pub(crate) fn catch_up(&self, last: Option<Seq>) -> CatchUp<G> {
        missed(&self.backlog, self.seq, last)
    }

    /// Everything, as those see it who watch.
    pub(crate) fn spectator_snapshot(&self) -> ToSpectator<G> {
        if let Some(late) = &self.late {
            return late.snapshot();
        }
        let table = self.game.as_ref().map(Game::table);
        SpectatorMessage::Snapshot { seq: self.seq, room: Box::new(self.view.clone()), table }
    }

    pub(crate) fn seat_snapshot(&self, seat: Seat) -> ToSeat<G> {
        let view = self.game.as_ref().map(|game| game.view(seat));
        SeatMessage::Snapshot { seq: self.seq, room: Box::new(self.view.clone()), view }
    }

    /// The step an earlier request with this name became, if it did.
    pub(crate) fn answered(&self, seat: Seat, request: RequestId) -> Option<Seq> {
        let answers = &self.seats[seat].answers;
        answers.iter().find(|(name, _)| *name == request).map(|(_, seq)| *seq)
    }

    /// Whether what was chosen after `last` still answers what the table asks.
    pub(super) fn check_fresh(&self, last: Option<Seq>) -> Result<(), Refusal> {
        match last {
            Some(last) if last < self.asked => Err(Refusal::Stale),
            Some(_) | None => Ok(()),
        }
    }

    /// Plays for a seat.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        request: Option<RequestId>,
        action: G::Action,
    ) -> Result<NewStep<G>, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NotPlaying)?;
        game.check(seat, &action)?;
        Ok(self.take(request.map(|request| (seat, request)), Fact::Acted { seat, action }))
    }

    /// The bots that are to act now.
    pub(crate) fn bots_to_act(&self) -> impl Iterator<Item = (Seat, BotLevel)> + '_ {
        Seat::ALL.into_iter().filter_map(|seat| match self.view.seats[seat] {
            Occupant::Bot { level } | Occupant::StandIn { level, .. } => {
                self.game.as_ref()?.waits_for(seat).then_some((seat, level))
            }
            Occupant::Empty {} | Occupant::Human { .. } => None,
        })
    }

    /// Acts for everybody who has not in time; who is asked only by what that leads to has time yet.
    pub(crate) fn expire(&mut self) -> Vec<NewStep<G>> {
        let waits_for = |seat: &Seat| self.game.as_ref().is_some_and(|game| game.waits_for(*seat));
        let late: Vec<_> = Seat::ALL.into_iter().filter(waits_for).collect();
        let mut taken = Vec::new();
        for seat in late {
            let action = self.game.as_ref().and_then(|game| game.expired(seat));
            taken.extend(action.and_then(|action| self.act(seat, None, action).ok()));
        }
        taken
    }

    /// Closes the room for good.
    pub(crate) fn close(&mut self) -> NewStep<G> {
        self.take(None, Fact::Closed)
    }
}

/// What somebody who has seen everything up to `last` is told of what led up to `seq`.
fn missed<G: Game>(backlog: &VecDeque<Arc<Step<G>>>, seq: Seq, last: Option<Seq>) -> CatchUp<G> {
    let first_kept = backlog.front().map_or(seq.0 + 1, |step| step.seq.0);
    match last {
        Some(last) if last <= seq && last.0 + 1 >= first_kept => {
            CatchUp::Steps(backlog.iter().filter(|step| step.seq > last).cloned().collect())
        }
        Some(_) | None => CatchUp::Everything,
    }
}
