//! How a bot takes its seat, and gives it up.

use std::time::Duration;

use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage};
use protocol::ids::{PlayerName, RequestId, RoomCode, SeatToken, Seq};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Stage};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use tokio::time::{sleep, timeout};

use super::{ASK_AGAIN_AFTER, COME_BACK_AFTER, PlayError, Player};
use crate::client::link::{Link, LinkError, SILENCE_MAX};
use crate::client::seated::Seated;

/// What becomes of a seat that was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Anybody may take it.
    Free,
    /// A bot of the server plays on there.
    PlayedOn,
}

/// How often it is asked for a seat before the server is given up.
const JOIN_TRIES_MAX: u32 = 5;
/// How long somebody who leaves waits to hear that the seat is free.
const LEAVE_MAX: Duration = Duration::from_secs(5);

impl Player {
    /// Joins a room and sits down. The choices follow from `seed`; `pace` is how long it thinks
    /// over each at least, and up to twice as long. Where the answer is lost it asks again, and has the same seat.
    ///
    /// # Errors
    /// Nobody answers, or there is no room or no seat.
    pub async fn join(
        url: &str,
        code: RoomCode,
        name: PlayerName,
        level: BotLevel,
        seed: u64,
        pace: Duration,
    ) -> Result<Self, PlayError> {
        let token = Some(SeatToken(format!("{:032x}", rand::random::<u128>())));
        let request = RequestId(1);
        let join = ClientMessage::Join { request, code, name, tip: None, profile: None, token };
        // Who is not there at first is not waited for; later the seat may be taken already.
        let mut sitting = sit_down(Link::open(url, Encoding::MessagePack).await?, &join).await;
        for _ in 1..JOIN_TRIES_MAX {
            if !sitting.as_ref().is_err_and(is_passing) {
                break;
            }
            sleep(COME_BACK_AFTER).await;
            sitting = match Link::open(url, Encoding::MessagePack).await {
                Ok(link) => sit_down(link, &join).await,
                Err(error) => Err(error.into()),
            };
        }
        let (link, seated) = sitting?;
        Ok(Self {
            url: url.to_owned(),
            level,
            pace,
            rng: Pcg64Mcg::seed_from_u64(seed),
            seated,
            link: Some(link),
            next_request: 2,
            pending: None,
            is_coming_back: false,
            chosen_at: Seq(0),
            act_from: Seq(0),
            silence_max: SILENCE_MAX,
            is_lost: false,
        })
    }

    /// Gives the seat up for good: before a match it is free again, in one a bot of the server plays on.
    ///
    /// # Errors
    /// The server did not say that it is done.
    pub async fn leave(mut self) -> Result<Left, PlayError> {
        let leaving = async {
            match self.say_farewell().await {
                // It may have broken unnoticed: once more, over another connection.
                Err(PlayError::Link(_)) => {
                    self.cut();
                    self.say_farewell().await
                }
                said => said,
            }
        };
        timeout(LEAVE_MAX, leaving).await.unwrap_or(Err(LinkError::Silent.into()))
    }

    async fn say_farewell(&mut self) -> Result<Left, PlayError> {
        if self.link.is_none() {
            self.resume().await?;
        }
        loop {
            let leave = RequestId(self.next_request);
            self.next_request += 1;
            let link = self.link.as_mut().ok_or(LinkError::Closed { code: None })?;
            link.send(&ClientMessage::Leave { request: leave }).await?;
            let reason = loop {
                let message = link.receive().await?.message;
                // All there is to know here is how far the room is: what does not fold is no loss.
                let _ = self.seated.hear(&message);
                match message {
                    SeatMessage::Accepted { request, .. } if request == leave => {
                        return Ok(self.left());
                    }
                    SeatMessage::Refused { request, reason } if request == leave => break reason,
                    _ => {}
                }
            };
            match reason {
                // The seat is somebody else's, or was left already.
                Refusal::NoSeat => return Ok(self.left()),
                reason if reason.is_passing() => sleep(ASK_AGAIN_AFTER).await,
                reason => return Err(PlayError::Refused(reason)),
            }
        }
    }

    fn left(&self) -> Left {
        match self.seated.room.as_ref().map(|room| room.stage) {
            Some(Stage::Playing) => Left::PlayedOn,
            Some(Stage::Waiting) | None => Left::Free,
        }
    }
}

/// Asks for a seat, and waits for the answer.
async fn sit_down(
    mut link: Link<SeatMessage>,
    join: &ClientMessage,
) -> Result<(Link<SeatMessage>, Seated), PlayError> {
    link.send(join).await?;
    loop {
        match link.receive_within(SILENCE_MAX).await?.message {
            SeatMessage::Seated { code, seat, token, .. } => {
                return Ok((link, Seated::new(code, seat, token)));
            }
            SeatMessage::Refused { reason, .. } => return Err(PlayError::Refused(reason)),
            _ => {}
        }
    }
}

/// Whether the same may be asked again: the token says that it is the same.
fn is_passing(error: &PlayError) -> bool {
    match error {
        PlayError::Link(_) => true,
        PlayError::Refused(reason) => reason.is_passing(),
        PlayError::GaveUp(_) | PlayError::NoSight(_) => false,
    }
}
