//! Somebody who hears a table, and keeps every byte.

use bytes::Bytes;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, SeatMessage, SpectatorMessage};
use protocol::ids::{RequestId, Seq};
use rules::seat::BySeat;

use super::hidden_pairs::Audience;
use super::{CODE, Stage, token};
use crate::rooms::over_sockets::line::Line;

/// Somebody connected, and every byte they were sent but for how many watch just now.
pub(super) struct Ear {
    pub(super) name: &'static str,
    pub(super) seat: Audience,
    line: Line,
    frames: Vec<Bytes>,
    /// Who was said to be at the table, each time that changed.
    online: Vec<BySeat<bool>>,
    /// The last step heard.
    seq: Seq,
}

/// What matters here of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Who is at the table, and how many watch: that changes whenever somebody comes, sooner or later.
    Presence(BySeat<bool>),
    /// A snapshot of this step, or the step itself.
    Step(Seq),
    /// The answer to a request.
    Answer,
    /// How the hand came to where it is.
    Past,
    Other,
}

fn kind(encoding: Encoding, seat: Audience, frame: &[u8]) -> Kind {
    match seat {
        None => match encoding.decode(frame).unwrap() {
            SpectatorMessage::Presence { online, .. } => Kind::Presence(online),
            SpectatorMessage::Snapshot { seq, .. } | SpectatorMessage::Step { seq, .. } => {
                Kind::Step(seq)
            }
            SpectatorMessage::Accepted { .. } | SpectatorMessage::Refused { .. } => Kind::Answer,
            SpectatorMessage::Past { .. } => Kind::Past,
            _ => Kind::Other,
        },
        Some(_) => match encoding.decode(frame).unwrap() {
            SeatMessage::Presence { online, .. } => Kind::Presence(online),
            SeatMessage::Snapshot { seq, .. } | SeatMessage::Step { seq, .. } => Kind::Step(seq),
            SeatMessage::Accepted { .. } | SeatMessage::Refused { .. } => Kind::Answer,
            _ => Kind::Other,
        },
    }
}

impl Ear {
    /// Comes in, and hears until it is up to date.
    pub(super) async fn open(
        stage: &Stage,
        name: &'static str,
        encoding: Encoding,
        seat: Audience,
        last_seq: Option<Seq>,
    ) -> Self {
        let mut line = Line::connect(&stage.address, encoding).await.unwrap();
        let (request, code) = (RequestId(1), CODE.parse().unwrap());
        let message = match seat {
            None => ClientMessage::Watch { request, code, last_seq },
            Some(seat) => ClientMessage::Resume { request, code, token: token(seat), last_seq },
        };
        line.say(&message).await.unwrap();
        let mut ear =
            Self { name, seat, line, frames: Vec::new(), online: Vec::new(), seq: Seq(0) };
        ear.listen_until(stage.seq).await;
        ear
    }

    pub(super) async fn listen_until(&mut self, seq: Seq) {
        while self.seq < seq {
            self.listen().await;
        }
    }

    async fn listen(&mut self) -> Kind {
        let frame = self.line.frame().await.unwrap();
        self.take(frame)
    }

    fn take(&mut self, frame: Bytes) -> Kind {
        let kind = kind(self.line.encoding, self.seat, &frame);
        match kind {
            Kind::Presence(online) if self.online.last() == Some(&online) => {}
            Kind::Presence(online) => self.online.push(online),
            Kind::Step(seq) => {
                self.seq = seq;
                self.frames.push(frame);
            }
            Kind::Answer | Kind::Past | Kind::Other => self.frames.push(frame),
        }
        kind
    }

    /// Everything they were sent.
    pub(super) fn heard(mut self) -> Vec<Bytes> {
        self.frames.push(format!("{:?}", self.online).into());
        self.frames
    }

    /// Asks, and hears the answer.
    pub(super) async fn ask(&mut self, request: u32, action: &ActionView) {
        let (request, action) = (RequestId(request), action.clone());
        self.line.say(&ClientMessage::Act { request, action, last_seq: None }).await.unwrap();
        while self.listen().await != Kind::Answer {}
    }

    /// Asks how the hand came to where it is, and hears it; at a seat, that it is not for them.
    pub(super) async fn ask_for_past(&mut self, request: u32) {
        self.line.say(&ClientMessage::Past { request: RequestId(request) }).await.unwrap();
        let last = if self.seat.is_none() { Kind::Past } else { Kind::Answer };
        while self.listen().await != last {}
    }

    /// Hears to the end of the connection.
    pub(super) async fn hear_out(&mut self) {
        while let Ok(frame) = self.line.frame().await {
            self.take(frame);
        }
    }
}
