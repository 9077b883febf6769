//! A player at a seat, folding what they hear.

use std::time::SystemTime;

use bots::{Bot, Medium, Told};
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, Prompt, PublicChange, SeatMessage, SeatView};
use protocol::ids::{RequestId, RoomCode, SeatToken, Seq};
use protocol::room::RoomView;
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::Seat;

use super::TestServer;
use super::line::{Ended, Line};

/// A player at a seat.
pub(crate) struct Player {
    pub(super) line: Line,
    next_request: u32,
    pub(crate) code: RoomCode,
    pub(crate) seat: Seat,
    pub(crate) token: SeatToken,
    pub(crate) seq: Seq,
    pub(crate) room: RoomView,
    pub(crate) view: Option<SeatView>,
    /// Everything heard since the seat was taken.
    pub(crate) heard: Vec<SeatMessage>,
}

impl Player {
    /// Opens a room and sits down.
    pub(crate) async fn create(server: &TestServer, encoding: Encoding, rules: Rules) -> Self {
        let (request, name) = (RequestId(1), "Ana".parse().unwrap());
        let setup = Setup::Fujian { rules };
        let create = ClientMessage::Create {
            request,
            name,
            setup,
            public: true,
            tip: None,
            profile: None,
            token: None,
        };
        Self::enter(server, encoding, create).await
    }

    /// Sits down in a room.
    pub(crate) async fn join(
        server: &TestServer,
        encoding: Encoding,
        code: RoomCode,
        name: &str,
    ) -> Self {
        let (request, name) = (RequestId(1), name.parse().unwrap());
        Self::enter(
            server,
            encoding,
            ClientMessage::Join { request, code, name, tip: None, profile: None, token: None },
        )
        .await
    }

    pub(super) async fn enter(
        server: &TestServer,
        encoding: Encoding,
        message: ClientMessage,
    ) -> Self {
        let mut line = Line::connect(&server.address, encoding).await.unwrap();
        line.say(&message).await.unwrap();
        let seated = line.hear().await.unwrap();
        let SeatMessage::Seated { code, seat, token, .. } = seated else {
            panic!("not seated: {seated:?}")
        };
        let SeatMessage::Snapshot { seq, room, view } = line.hear().await.unwrap() else {
            panic!("no snapshot")
        };
        let (room, heard) = (*room, Vec::new());
        Self { line, next_request: 2, code, seat, token, seq, room, view, heard }
    }

    /// The same player at a second device, knowing the same but how many requests there were.
    pub(crate) async fn elsewhere(&self, server: &TestServer) -> Self {
        Self {
            line: Line::connect(&server.address, self.line.encoding).await.unwrap(),
            next_request: seconds_since_1970(),
            code: self.code,
            seat: self.seat,
            token: self.token.clone(),
            seq: self.seq,
            room: self.room.clone(),
            view: self.view.clone(),
            heard: Vec::new(),
        }
    }

    /// Comes back over a new connection, knowing what it knew, and hears what it missed.
    pub(crate) async fn resume(&mut self, server: &TestServer) {
        self.come_back(&server.address).await.unwrap();
    }

    /// Takes its seat on the connection it has, and hears what it missed.
    pub(crate) async fn resume_here(&mut self) {
        self.try_resume_here().await.unwrap();
    }

    /// Comes back over a new connection, which may break at any moment.
    pub(crate) async fn come_back(&mut self, address: &str) -> Result<(), Ended> {
        self.line = Line::connect(address, self.line.encoding).await?;
        self.try_resume_here().await
    }

    async fn try_resume_here(&mut self) -> Result<(), Ended> {
        let request = self.next_number();
        let (code, token, last_seq) = (self.code, self.token.clone(), Some(self.seq));
        self.line.say(&ClientMessage::Resume { request, code, token, last_seq }).await?;
        let answer = self.try_hear().await?;
        let SeatMessage::Accepted { seq: now, .. } = answer else {
            panic!("not let in again: {answer:?}")
        };
        assert!(now >= self.seq, "steps that were shown are gone: {now:?} after {:?}", self.seq);
        while self.seq < now {
            self.try_hear().await?;
        }
        Ok(())
    }

    /// A number for the next request.
    pub(crate) fn next_number(&mut self) -> RequestId {
        self.next_request += 1;
        RequestId(self.next_request - 1)
    }

    /// Says something, if the connection lasts.
    pub(crate) async fn try_say(&mut self, message: &ClientMessage) -> Result<(), Ended> {
        self.line.say(message).await
    }

    /// Hears one message and folds it in.
    pub(crate) async fn hear(&mut self) -> SeatMessage {
        self.try_hear().await.expect("the server goes on talking")
    }

    /// Hears one message and folds it in, if the connection lasts.
    pub(crate) async fn try_hear(&mut self) -> Result<SeatMessage, Ended> {
        let message = self.line.hear().await?;
        self.fold(&message);
        Ok(message)
    }

    /// Hears and folds until the server closes the connection; gives the code.
    pub(crate) async fn close_code(&mut self) -> u16 {
        loop {
            match self.try_hear().await {
                Ok(_) => {}
                Err(Ended::Closed(code)) => return code,
                Err(Ended::Broken) => panic!("closed without a code"),
            }
        }
    }

    fn fold(&mut self, message: &SeatMessage) {
        match message {
            SeatMessage::Step { seq, room, public, own } => {
                assert_eq!(seq.0, self.seq.0 + 1, "a gap at {:?}", self.seat);
                self.seq = *seq;
                room.iter().for_each(|change| self.room.apply(change));
                if let Some(PublicChange::Table { table }) = public.first() {
                    self.view = Some(SeatView::before_the_deal((**table).clone(), self.seat));
                }
                if let Some(view) = &mut self.view {
                    view.apply(public, own);
                }
            }
            SeatMessage::Snapshot { seq, room, view } => {
                assert!(*seq >= self.seq, "steps that were shown are gone");
                (self.seq, self.room, self.view) = (*seq, (**room).clone(), view.clone());
            }
            _ => {}
        }
        self.heard.push(message.clone());
    }

    /// What a sensible player does now, who also calls and declares kongs.
    pub(crate) fn sensible_action(&self) -> Option<ActionView> {
        let view = self.view.as_ref()?;
        match view.prompt.as_ref()? {
            Prompt::Ready {} => Some(ActionView::Ready {}),
            Prompt::Turn { .. } | Prompt::Call { .. } => {
                let told = Told::new(view).expect("the server shows real tables");
                Some(ActionView::from(Medium.choose(&told.sight())))
            }
        }
    }

    /// What a simple player does now: wins when it can, else passes or throws the last tile it may.
    pub(crate) fn simple_action(&self) -> Option<ActionView> {
        let view = self.view.as_ref()?;
        Some(match view.prompt.as_ref()? {
            Prompt::Turn { win: None, .. } | Prompt::Call { win: None, .. } => ActionView::Win {},
            Prompt::Call { .. } => ActionView::Pass {},
            Prompt::Ready {} => ActionView::Ready {},
            Prompt::Turn { barred, .. } => {
                let free = |tile: &&_| !barred.iter().any(|(other, _)| other == *tile);
                ActionView::Discard { tile: *view.own.tiles.iter().rev().find(free)? }
            }
        })
    }
}

/// Where a device begins to count that has the token alone.
fn seconds_since_1970() -> u32 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    u32::try_from(now.as_secs()).unwrap()
}
