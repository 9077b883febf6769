//! What players ask, and the answers they wait for.

use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, PhaseView, SeatMessage, SeatView};
use protocol::ids::{Digest, ProfileKey, RequestId, RoomCode, Seq};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, RoomView};
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::Seat;

use super::line::Line;
use super::{Player, TestServer};

impl Player {
    /// Opens a room and sits down, with a part in every wall.
    pub(crate) async fn create_with_tip(
        server: &TestServer,
        encoding: Encoding,
        rules: Rules,
        tip: Digest,
    ) -> Self {
        let (request, name, setup) =
            (RequestId(1), "Ana".parse().unwrap(), Setup::Fujian { rules });
        let create = ClientMessage::Create {
            request,
            name,
            setup,
            public: true,
            tip: Some(tip),
            profile: None,
            token: None,
        };
        Self::enter(server, encoding, create).await
    }

    /// Sits down in a room, with a part in every wall.
    pub(crate) async fn join_with_tip(
        server: &TestServer,
        encoding: Encoding,
        code: RoomCode,
        name: &str,
        tip: Digest,
    ) -> Self {
        let (request, name) = (RequestId(1), name.parse().unwrap());
        let join =
            ClientMessage::Join { request, code, name, tip: Some(tip), profile: None, token: None };
        Self::enter(server, encoding, join).await
    }

    /// Sits down in a room to play for a profile.
    pub(crate) async fn join_for(
        server: &TestServer,
        encoding: Encoding,
        code: RoomCode,
        name: &str,
        key: ProfileKey,
    ) -> Self {
        let (request, name) = (RequestId(1), name.parse().unwrap());
        let join =
            ClientMessage::Join { request, code, name, tip: None, profile: Some(key), token: None };
        Self::enter(server, encoding, join).await
    }

    /// Asks for something; gives the name of the request.
    pub(crate) async fn ask(
        &mut self,
        message: impl FnOnce(RequestId) -> ClientMessage,
    ) -> RequestId {
        let request = self.next_number();
        self.try_say(&message(request)).await.unwrap();
        request
    }

    /// Waits for the answer to a request: the step it became, or why it did not.
    pub(crate) async fn answer(&mut self, to: RequestId) -> Result<Seq, Refusal> {
        loop {
            match self.hear().await {
                SeatMessage::Accepted { request, seq } if request == to => return Ok(seq),
                SeatMessage::Refused { request, reason } if request == to => return Err(reason),
                SeatMessage::Accepted { request, .. } | SeatMessage::Refused { request, .. } => {
                    panic!("an answer to {request:?}, which was not asked now")
                }
                _ => {}
            }
        }
    }

    /// Asks for something with this number, and waits for the answer.
    pub(crate) async fn ask_as(
        &mut self,
        request: RequestId,
        message: &ClientMessage,
    ) -> Result<Seq, Refusal> {
        self.try_say(message).await.unwrap();
        self.answer(request).await
    }

    /// Plays, and waits for the answer.
    pub(crate) async fn act(&mut self, action: ActionView) -> Result<Seq, Refusal> {
        let last_seq = Some(self.seq);
        let request = self.ask(|request| ClientMessage::Act { request, action, last_seq }).await;
        self.answer(request).await
    }

    /// Uses the powers of the host, and waits for the answer.
    pub(crate) async fn order(&mut self, order: HostOrder) -> Result<Seq, Refusal> {
        let request = self.ask(|request| ClientMessage::Host { request, order }).await;
        self.answer(request).await
    }

    /// Puts a bot at a seat.
    pub(crate) async fn seat_bot(&mut self, seat: Seat) -> Result<Seq, Refusal> {
        self.order(HostOrder::Bot { seat, level: BotLevel::Easy }).await
    }

    /// Leaves for good, and waits for the answer.
    pub(crate) async fn leave(&mut self) -> Result<Seq, Refusal> {
        let request = self.ask(|request| ClientMessage::Leave { request }).await;
        self.answer(request).await
    }

    /// Reveals a part of a wall, and waits for the answer.
    pub(crate) async fn reveal(&mut self, hand: u32, link: Digest) -> Result<Seq, Refusal> {
        let request = self.ask(|request| ClientMessage::Link { request, hand, link }).await;
        self.answer(request).await
    }

    /// Sits down again over the same connection, once it is outside; gives the seat.
    pub(crate) async fn ask_to_join(&mut self, message: &ClientMessage) -> Seat {
        self.try_say(message).await.unwrap();
        loop {
            match self.hear().await {
                SeatMessage::Seated { seat, token, .. } => {
                    (self.seat, self.token) = (seat, token);
                    return seat;
                }
                SeatMessage::Refused { reason, .. } => panic!("refused: {reason:?}"),
                _ => {}
            }
        }
    }

    /// Ends the connection, without a word to the room.
    pub(crate) async fn hang_up(&mut self) {
        self.line.hang_up().await;
    }

    /// Hears until it is so.
    pub(crate) async fn until(&mut self, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            self.hear().await;
        }
    }

    /// Hears until the room says that this player is there, or is not.
    pub(crate) async fn until_online(&mut self, seat: Seat, is_there: bool) {
        loop {
            if let SeatMessage::Presence { online, .. } = self.hear().await
                && online[seat] == is_there
            {
                return;
            }
        }
    }

    /// What somebody else who comes with the token is shown first: everything, as it stands. This
    /// player's own connection ends with it.
    pub(crate) async fn shown_anew(&self, address: &str) -> (Seq, RoomView, Option<SeatView>) {
        let mut line = Line::connect(address, self.line.encoding).await.unwrap();
        let (request, code, token) = (RequestId(u32::MAX), self.code, self.token.clone());
        let resume = ClientMessage::Resume { request, code, token, last_seq: None };
        line.say(&resume).await.unwrap();
        let accepted: SeatMessage = line.hear().await.unwrap();
        assert!(matches!(accepted, SeatMessage::Accepted { .. }), "{accepted:?}");
        match line.hear().await.unwrap() {
            SeatMessage::Snapshot { seq, room, view } => (seq, *room, view),
            heard => panic!("no snapshot but {heard:?}"),
        }
    }

    /// What the table waits for, once there is a table.
    pub(crate) fn phase(&self) -> Option<&PhaseView> {
        self.view.as_ref().map(|view| &view.table.phase)
    }

    /// Whether the match is over.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.phase(), Some(PhaseView::Finished { .. }))
    }
}
