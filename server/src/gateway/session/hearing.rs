//! What a session makes of what it hears: it answers for itself, or passes it on to the room it is in.

use protocol::client::ClientMessage;
use protocol::close::CloseCode;
use protocol::codec::Encoding;
use protocol::ids::{ProfileKey, RequestId, RoomCode, SeatToken};
use protocol::refusal::Refusal;
use protocol::setup::Setup;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tracing::{Instrument, debug_span};

use super::Session;
use crate::gateway::pace::Verdict;
use crate::gateway::socket::Ending;
use crate::room::{Envelope, Frame, PlayedFor, RoomCommand, RoomHandle, Withdrawn};

/// Refusals of its own a session remembers, to give the same answer to the same request.
const REFUSALS_MAX: usize = 64;

/// What a message asks for.
enum Asked {
    /// To play.
    Act(RequestId, Box<RoomCommand>),
    /// Something else.
    Other(Box<Envelope>, Frame),
    /// Nothing that is looked into.
    Nothing(Objection),
}

/// Why a message is not looked into.
struct Objection {
    request: RequestId,
    reason: Refusal,
    /// Whether nothing more is heard from whoever sent it.
    is_last: bool,
}

impl Session {
    /// Does something about what the peer says.
    pub(super) async fn hear(&mut self, message: Message) -> Result<(), Ending> {
        let (encoding, bytes) = match message {
            Message::Text(text) => (Encoding::Json, text.into()),
            Message::Binary(bytes) => (Encoding::MessagePack, bytes),
            Message::Pong(_) if self.heartbeat.take_pong() => return Ok(()),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return self.bear(),
            Message::Close(_) => return Err(Ending::Theirs),
        };
        match self.consider(Frame { encoding, bytes }) {
            Asked::Act(request, act) => {
                let passed = self.pass_on(act).await;
                self.answer(request, passed).await
            }
            // In a box: what is rare takes memory only while it happens.
            Asked::Other(message, frame) => Box::pin(self.receive(*message, frame)).await,
            Asked::Nothing(objection) => Box::pin(self.object(objection)).await,
        }
    }

    /// Counts a frame that says nothing as a message: it is as much work.
    fn bear(&mut self) -> Result<(), Ending> {
        let now = Instant::now();
        let verdict = self.patience.judge(now);
        self.visitor.may_speak(now);
        match verdict {
            Verdict::Enough => Err(Ending::Ours(CloseCode::Policy)),
            Verdict::Fine | Verdict::TooFast => Ok(()),
        }
    }

    /// Reads a message. A room is asked to act all the time, and for all else seldom: so that has a short way.
    fn consider(&mut self, frame: Frame) -> Asked {
        self.first_until = None;
        let now = Instant::now();
        let verdict = self.patience.judge(now);
        let message = frame.encoding.decode_from_client::<Envelope>(&frame.bytes);
        let request = message.as_ref().map_or(RequestId(0), ClientMessage::request);
        let nothing = |reason| {
            Asked::Nothing(Objection { request, reason, is_last: verdict == Verdict::Enough })
        };
        if verdict != Verdict::Fine || !self.visitor.may_speak(now) {
            return nothing(Refusal::SlowDown);
        }
        let Ok(message) = message else { return nothing(Refusal::BadMessage) };
        if let Some(reason) = self.refused_before(request) {
            return nothing(reason);
        }
        match message {
            act @ ClientMessage::Act { .. } => {
                let from = self.connection.clone();
                Asked::Act(request, Box::new(RoomCommand::of(act, frame, from, None)))
            }
            message => Asked::Other(Box::new(message), frame),
        }
    }

    async fn object(&mut self, objection: Objection) -> Result<(), Ending> {
        let Objection { request, reason, is_last } = objection;
        self.refuse(request, reason).await?;
        if is_last { Err(Ending::Ours(CloseCode::Policy)) } else { Ok(()) }
    }

    async fn receive(&mut self, message: Envelope, frame: Frame) -> Result<(), Ending> {
        let request = message.request();
        let span = debug_span!("request", request = request.0);
        let carry_out = async {
            let withdrawals = self.gateway.rooms.withdrawals();
            let command = self.command(message, frame).await?;
            let shown = command.shown_profile().map(ToOwned::to_owned);
            self.pass_on(Box::new(command)).await?;
            if let Some(profile) = shown
                && self.gateway.rooms.withdrawals() != withdrawals
            {
                self.show_if_seen(profile).await;
            }
            Ok(())
        };
        let passed = carry_out.instrument(span).await;
        self.answer(request, passed).await
    }

    /// Refuses what could not be passed on.
    async fn answer(
        &mut self,
        request: RequestId,
        passed: Result<(), Refusal>,
    ) -> Result<(), Ending> {
        let Err(reason) = passed else { return Ok(()) };
        self.remember(request, reason);
        Box::pin(self.refuse(request, reason)).await
    }

    /// Hands the room a command; who has none may not ask for anything.
    async fn pass_on(&mut self, command: Box<RoomCommand>) -> Result<(), Refusal> {
        let room = self.room.as_ref().ok_or(Refusal::NoSeat)?;
        if room.send(command).await.is_err() {
            // It has just ended: whoever was in it may go to another.
            self.is_in(None);
            return Err(Refusal::NoRoom);
        }
        Ok(())
    }

    /// What a message asks of a room; the session goes there first, if it says so.
    async fn command(&mut self, message: Envelope, frame: Frame) -> Result<RoomCommand, Refusal> {
        let profile = match &message {
            ClientMessage::Create { setup, public, profile, token, .. } => {
                self.check_outside()?;
                check_brought(token.as_ref())?;
                let profile = self.profile_of(profile.as_ref()).await?;
                let room = self.room_for(setup, *public, token.as_ref())?;
                self.is_in(Some(room));
                profile
            }
            ClientMessage::Join { code, profile, token, .. } => {
                self.check_outside()?;
                check_brought(token.as_ref())?;
                let profile = self.profile_of(profile.as_ref()).await?;
                self.enter(*code)?;
                profile
            }
            ClientMessage::Watch { code, .. } | ClientMessage::Resume { code, .. } => {
                self.enter(*code)?;
                None
            }
            ClientMessage::Act { .. }
            | ClientMessage::Host { .. }
            | ClientMessage::QuickPass { .. }
            | ClientMessage::Past { .. }
            | ClientMessage::Leave { .. }
            | ClientMessage::Link { .. } => None,
        };
        Ok(RoomCommand::of(message, frame, self.connection.clone(), profile))
    }

    /// The profile a key belongs to; who tries too many that belong to none has to wait.
    async fn profile_of(&self, key: Option<&ProfileKey>) -> Result<Option<PlayedFor>, Refusal> {
        let Some(key) = key else { return Ok(None) };
        let now = Instant::now();
        if !self.visitor.may_guess(now) {
            return Err(Refusal::SlowDown);
        }
        let found = self.gateway.profiles.of(key).await?;
        if found.is_none() {
            self.visitor.guessed_wrong(now);
        }
        found.map(Some).ok_or(Refusal::NoProfile)
    }

    /// Profiles were withdrawn while somebody sat down for one: if it was among them, the room may have been told before
    /// it was shown there.
    async fn show_if_seen(&self, profile: String) {
        if let Some(room) = &self.room
            && !self.gateway.profiles.is_shown(&profile).await
        {
            // A room that has ended shows nobody.
            let _ = room.withdraw(Withdrawn::Hidden(profile)).await;
        }
    }

    /// A new room, or the one that the same request has opened before.
    fn room_for(
        &self,
        setup: &Setup,
        public: bool,
        token: Option<&SeatToken>,
    ) -> Result<RoomHandle, Refusal> {
        let rooms = &self.gateway.rooms;
        if let Some(room) = token.and_then(|token| rooms.opened_by(token)) {
            return Ok(room);
        }
        self.check_may_open()?;
        let room = rooms.open(setup.clone(), public, token)?;
        self.visitor.opened(room.code());
        Ok(room)
    }

    fn check_outside(&self) -> Result<(), Refusal> {
        if self.room.is_some() { Err(Refusal::AlreadyInRoom) } else { Ok(()) }
    }

    fn check_may_open(&self) -> Result<(), Refusal> {
        let (rooms, rooms_max) = (&self.gateway.rooms, self.gateway.config.rooms_max as usize);
        let is_full = rooms_max > 0 && rooms.len() >= rooms_max;
        match !is_full && self.visitor.may_open(|code| rooms.has(code)) {
            true => Ok(()),
            false => Err(Refusal::TooManyRooms),
        }
    }

    /// Finds a room; who tries too many that are not there has to wait.
    fn enter(&mut self, code: RoomCode) -> Result<(), Refusal> {
        self.check_outside()?;
        let now = Instant::now();
        if !self.visitor.may_guess(now) {
            return Err(Refusal::SlowDown);
        }
        let Some(room) = self.gateway.rooms.find(code) else {
            // Whoever has a seat there keeps it, and comes back when the room does.
            if self.gateway.rooms.is_left_out(code) {
                return Err(Refusal::StoreUnavailable);
            }
            self.visitor.guessed_wrong(now);
            return Err(Refusal::NoRoom);
        };
        self.is_in(Some(room));
        Ok(())
    }

    /// The refusal this request was answered with before.
    fn refused_before(&self, request: RequestId) -> Option<Refusal> {
        self.refused.iter().find(|(known, _)| *known == request).map(|(_, reason)| *reason)
    }

    /// A request gets the same answer however often it is asked, but for "not now".
    fn remember(&mut self, request: RequestId, reason: Refusal) {
        if reason.is_passing() {
            return;
        }
        if self.refused.len() == REFUSALS_MAX {
            self.refused.pop_front();
        }
        self.refused.push_back((request, reason));
    }
}

/// Refuses a token that somebody could guess.
fn check_brought(token: Option<&SeatToken>) -> Result<(), Refusal> {
    match token.is_none_or(SeatToken::can_be_brought) {
        true => Ok(()),
        false => Err(Refusal::BadMessage),
    }
}
