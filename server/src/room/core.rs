//! A room without sockets, disks or clocks: what is asked, what happens, who may hear of it.

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::fujian::{ActionView, Batch, SeatMessage, SpectatorMessage};
use protocol::ids::{PlayerName, RequestId, RoomCode, SeatToken, Seq};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Occupant, RoomChange, RoomView, Stage};
use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};

use super::fact::{BodyError, Fact, StepBody};
use super::game::Game;
use super::token;

/// Steps kept for those who come back; who missed more gets everything anew.
const BACKLOG_STEPS_MAX: usize = 256;
/// Answers kept for each seat, in case a request is repeated.
const ANSWERS_MAX: usize = 64;

/// One step, as it will be told.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) seq: Seq,
    pub(crate) room: Vec<RoomChange>,
    pub(crate) batch: Batch,
}

impl Step {
    pub(crate) fn to_spectator(&self) -> SpectatorMessage {
        SpectatorMessage::Step {
            seq: self.seq,
            room: self.room.clone(),
            public: self.batch.public.clone(),
        }
    }

    pub(crate) fn to_seat(&self, seat: Seat) -> SeatMessage {
        SeatMessage::Step {
            seq: self.seq,
            room: self.room.clone(),
            public: self.batch.public.clone(),
            own: self.batch.own[seat].clone(),
        }
    }
}

/// A step that has been taken and is still to be stored.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) step: Arc<Step>,
    pub(crate) body: Vec<u8>,
}

/// What somebody who comes in is told to be up to date.
#[derive(Debug)]
pub(crate) enum CatchUp {
    /// The steps they missed.
    Steps(Vec<Arc<Step>>),
    /// Everything, as it stands.
    Everything,
}

#[derive(Clone, Debug)]
pub(super) struct SeatState {
    pub(super) occupant: Occupant,
    pub(super) token: Option<[u8; 32]>,
    answers: VecDeque<(RequestId, Seq)>,
}

/// A room.
#[derive(Debug)]
pub(crate) struct RoomCore {
    pub(super) view: RoomView,
    rules: Rules,
    dealer: Seat,
    pub(super) seats: BySeat<SeatState>,
    pub(super) game: Option<Game>,
    seq: Seq,
    backlog: VecDeque<Arc<Step>>,
}

/// Why a room can't be rebuilt from what was stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RebuildError {
    #[error("step {seq} can't be read")]
    Body {
        seq: u64,
        #[source]
        source: BodyError,
    },
    #[error("the first step does not open a room")]
    NotOpened,
    #[error("step {seq} is not possible where it stands")]
    Impossible { seq: u64 },
}

impl RoomCore {
    /// Opens a room.
    pub(crate) fn open(
        code: RoomCode,
        rules: Rules,
        public: bool,
    ) -> Result<(Self, Taken), Refusal> {
        rules.check().map_err(|_| Refusal::BadRules)?;
        let mut room = Self::fresh(code, rules, public);
        let taken = room.take(None, Fact::Opened { code, rules, public });
        Ok((room, taken))
    }

    /// Rebuilds a room from its stored steps.
    pub(crate) fn rebuild<'a>(
        bodies: impl IntoIterator<Item = (u64, &'a [u8])>,
    ) -> Result<Self, RebuildError> {
        let mut room: Option<Self> = None;
        for (seq, bytes) in bodies {
            let body =
                StepBody::from_bytes(bytes).map_err(|source| RebuildError::Body { seq, source })?;
            if let (None, Fact::Opened { code, rules, public }) = (&room, &body.fact) {
                room = Some(Self::fresh(*code, *rules, *public));
            }
            let room = room.as_mut().ok_or(RebuildError::NotOpened)?;
            room.live(&body).ok_or(RebuildError::Impossible { seq })?;
        }
        room.ok_or(RebuildError::NotOpened)
    }

    fn fresh(code: RoomCode, rules: Rules, public: bool) -> Self {
        let nobody =
            || SeatState { occupant: Occupant::Empty {}, token: None, answers: VecDeque::new() };
        let seats = BySeat::from_fn(|_| Occupant::Empty {});
        Self {
            view: RoomView { code, stage: Stage::Waiting, seats, host: None, public },
            rules,
            dealer: Seat::S0,
            seats: BySeat::from_fn(|_| nobody()),
            game: None,
            seq: Seq(0),
            backlog: VecDeque::new(),
        }
    }

    pub(crate) fn code(&self) -> RoomCode {
        self.view.code
    }

    pub(crate) fn seq(&self) -> Seq {
        self.seq
    }

    pub(crate) fn view(&self) -> &RoomView {
        &self.view
    }

    /// Takes the first free seat for somebody new; the first to come is the host.
    pub(crate) fn join(
        &mut self,
        name: PlayerName,
        request: RequestId,
    ) -> Result<(Seat, SeatToken, Vec<Taken>), Refusal> {
        let free =
            Seat::ALL.into_iter().find(|seat| matches!(self.view.seats[*seat], Occupant::Empty {}));
        let seat = free.ok_or(Refusal::RoomFull)?;
        let secret = token::fresh();
        let occupant = Occupant::Human { name };
        let fact = Fact::Seated { seat, occupant, token: Some(token::hash(&secret)) };
        let mut taken = vec![self.take(Some((seat, request)), fact)];
        if self.view.host.is_none() {
            taken.push(self.take(None, Fact::HostChanged { seat: Some(seat) }));
        }
        Ok((seat, secret, taken))
    }

    /// The seat a token belongs to; a stand-in gives it back.
    pub(crate) fn resume(&mut self, secret: &SeatToken) -> Result<(Seat, Vec<Taken>), Refusal> {
        let fits =
            |seat: &Seat| self.seats[*seat].token.is_some_and(|hash| token::matches(secret, &hash));
        let seat = Seat::ALL.into_iter().find(fits).ok_or(Refusal::BadToken)?;
        let mut taken = Vec::new();
        if let Occupant::StandIn { name, .. } = self.view.seats[seat].clone() {
            let token = self.seats[seat].token;
            taken.push(
                self.take(None, Fact::Seated { seat, occupant: Occupant::Human { name }, token }),
            );
        }
        Ok((seat, taken))
    }

    /// What somebody who has seen everything up to `last` is told.
    pub(crate) fn catch_up(&self, last: Option<Seq>) -> CatchUp {
        let first_kept = self.backlog.front().map_or(self.seq.0 + 1, |step| step.seq.0);
        match last {
            Some(Seq(last)) if last <= self.seq.0 && last + 1 >= first_kept => CatchUp::Steps(
                self.backlog.iter().filter(|step| step.seq.0 > last).cloned().collect(),
            ),
            _ => CatchUp::Everything,
        }
    }

    pub(crate) fn spectator_snapshot(&self) -> SpectatorMessage {
        let table = self.game.as_ref().map(Game::public_view);
        SpectatorMessage::Snapshot { seq: self.seq, room: self.view.clone(), table }
    }

    pub(crate) fn seat_snapshot(&self, seat: Seat) -> SeatMessage {
        let view = self.game.as_ref().map(|game| game.seat_view(seat));
        SeatMessage::Snapshot { seq: self.seq, room: self.view.clone(), view }
    }

    /// The step an earlier request with this name became, if it did.
    pub(crate) fn answered(&self, seat: Seat, request: RequestId) -> Option<Seq> {
        let answers = &self.seats[seat].answers;
        answers.iter().find(|(name, _)| *name == request).map(|(_, seq)| *seq)
    }

    /// Plays for a seat.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        request: Option<RequestId>,
        action: ActionView,
    ) -> Result<Taken, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NotPlaying)?;
        game.check(seat, action.clone()).map_err(Refusal::Illegal)?;
        Ok(self.take(request.map(|request| (seat, request)), Fact::Acted { seat, action }))
    }

    /// Deals the next hand if the table waits for one.
    pub(crate) fn deal(&mut self, seed: [u8; 32]) -> Option<Taken> {
        let waits = self.game.as_ref().is_some_and(Game::awaits_wall);
        waits.then(|| self.take(None, Fact::Dealt { seed }))
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

    /// What the bot at `seat` does.
    pub(crate) fn bot_act(&mut self, seat: Seat, level: BotLevel, chance: u64) -> Option<Taken> {
        let action = self.game.as_ref()?.bot_action(seat, level, chance)?;
        self.act(seat, None, action).ok()
    }

    /// How long the people the table waits for have, where there is a timer.
    pub(crate) fn seconds_left(&self) -> Option<u8> {
        self.game.as_ref().and_then(Game::seconds_for)
    }

    /// Acts for everybody who has not in time.
    pub(crate) fn expire(&mut self) -> Vec<Taken> {
        let mut taken = Vec::new();
        for seat in Seat::ALL {
            let action = self
                .game
                .as_ref()
                .filter(|game| game.waits_for(seat))
                .and_then(|game| game.expired(seat));
            taken.extend(action.and_then(|action| self.act(seat, None, action).ok()));
        }
        taken
    }

    /// Takes a step that has been found possible.
    pub(super) fn take(&mut self, request: Option<(Seat, RequestId)>, fact: Fact) -> Taken {
        let body = StepBody { request, fact };
        let bytes = body.to_bytes();
        let step = self.live(&body).expect("only possible steps are taken");
        Taken { step, body: bytes }
    }

    /// Lives through a step: as it happens, and again after a restart.
    fn live(&mut self, body: &StepBody) -> Option<Arc<Step>> {
        let (room, batch) = self.apply(&body.fact)?;
        self.seq.0 += 1;
        if let Some((seat, request)) = body.request {
            let answers = &mut self.seats[seat].answers;
            answers.push_back((request, self.seq));
            if answers.len() > ANSWERS_MAX {
                answers.pop_front();
            }
        }
        let step = Arc::new(Step { seq: self.seq, room, batch });
        self.backlog.push_back(Arc::clone(&step));
        if self.backlog.len() > BACKLOG_STEPS_MAX {
            self.backlog.pop_front();
        }
        Some(step)
    }

    fn apply(&mut self, fact: &Fact) -> Option<(Vec<RoomChange>, Batch)> {
        let mut batch = Batch::default();
        let mut changes = Vec::new();
        match fact {
            Fact::Opened { .. } => {}
            Fact::Seated { seat, occupant, token } => {
                let state = &mut self.seats[*seat];
                if state.token != *token {
                    state.answers.clear();
                }
                (state.occupant, state.token) = (occupant.clone(), *token);
                changes.push(RoomChange::Seat { seat: *seat, occupant: occupant.clone() });
            }
            Fact::HostChanged { seat } => changes.push(RoomChange::Host { seat: *seat }),
            Fact::RulesChanged { rules } => self.rules = *rules,
            Fact::DealerChanged { seat } => self.dealer = *seat,
            Fact::PublicChanged { public } => changes.push(RoomChange::Public { public: *public }),
            Fact::Started => {
                let (game, heard) = Game::new(self.rules, self.dealer).ok()?;
                (self.game, batch) = (Some(game), heard);
                changes.push(RoomChange::Stage { stage: Stage::Playing });
            }
            Fact::Dealt { seed } => batch = self.game.as_mut()?.deal(self.view.code, seed)?,
            Fact::Acted { seat, action } => {
                batch = self.game.as_mut()?.act(*seat, action.clone()).ok()?;
            }
            Fact::Aborted => batch = self.game.as_mut()?.abort().ok()?,
        }
        changes.iter().for_each(|change| self.view.apply(change));
        Some((changes, batch))
    }
}
