//! A bot at a seat, over the socket: joins, plays, comes back when cut off, ends with the match.

mod seat;

pub use self::seat::Left;

use std::time::{Duration, Instant};

use protocol::close::CloseCode;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, SeatMessage};
use protocol::ids::{RequestId, Seq};
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::server::ByeReason;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tokio::time::sleep;

use super::link::{Link, LinkError};
use super::seated::Seated;
use crate::{Bot as _, CHOICE_MAX, NoSight, Told, of_level};

/// First wait before coming back, doubled each time.
const COME_BACK_AFTER: Duration = Duration::from_millis(500);
/// Longest wait before coming back.
const COME_BACK_AFTER_MAX: Duration = Duration::from_secs(30);
/// Tries to come back before giving up.
const TRIES_MAX: u32 = 20;
/// Wait before asking again what the server could not do just now.
const ASK_AGAIN_AFTER: Duration = Duration::from_millis(300);

/// A bot that plays over the socket.
#[derive(Debug)]
pub struct Player {
    url: String,
    level: BotLevel,
    pace: Duration,
    rng: Pcg64Mcg,
    seated: Seated,
    link: Option<Link<SeatMessage>>,
    next_request: u32,
    /// A request not answered yet.
    pending: Option<RequestId>,
    /// Whether that is the request to come back: without it the bot is in no room.
    is_coming_back: bool,
    /// The step after which the last action was chosen.
    chosen_at: Seq,
    /// Nothing is to be done before this step was heard.
    act_from: Seq,
    /// Silence after which the connection is given up.
    silence_max: Duration,
    /// Whether the connection broke, and the way back is still to be found.
    is_lost: bool,
}

/// What becomes of a connection that is kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// It broke, and is tried again until it is back.
    Lost,
    /// It is back.
    Back,
}

/// How it ended for a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The match is over.
    MatchOver,
    /// The seat is gone: kicked, replaced, or the room was closed.
    SentAway(ByeReason),
    /// The operator ended the connection.
    EndedByOperator,
}

/// Why a bot can't play.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The room would not have it.
    #[error("the server refused: {}", .0.code())]
    Refused(Refusal),
    /// The server can't be reached any more.
    #[error("gave up coming back after {TRIES_MAX} tries")]
    GaveUp(#[source] LinkError),
    /// What the server shows can't be of a real table.
    #[error("the server contradicts itself")]
    NoSight(#[from] NoSight),
    /// The server can't be reached.
    #[error(transparent)]
    Link(#[from] LinkError),
}

impl Player {
    /// What it knows.
    pub fn seated(&self) -> &Seated {
        &self.seated
    }

    /// Cuts the connection without a word; playing on comes back to the seat.
    pub fn cut(&mut self) {
        self.link = None;
    }

    /// Plays until the match is over or the seat is gone, coming back whenever it is cut off; `tell` hears of that
    /// once each time, however often it is tried. Safe to give up waiting on.
    ///
    /// # Errors
    /// The server is gone for good, or does not know the seat any more.
    pub async fn play(&mut self, mut tell: impl FnMut(Line)) -> Result<Ended, PlayError> {
        loop {
            match self.play_on(&mut tell).await {
                Ok(ended) => return Ok(ended),
                Err(PlayError::Link(error)) => {
                    // It has ended on the other side: nobody there is to wait for a farewell.
                    self.cut();
                    match ended_by(&error) {
                        Some(ended) => return Ok(ended),
                        None => {
                            if !std::mem::replace(&mut self.is_lost, true) {
                                tell(Line::Lost);
                            }
                            self.come_back().await?;
                        }
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Plays while the connection lasts, at most until step `last`.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn play_until(&mut self, last: Seq) -> Result<(), PlayError> {
        while self.seated.seq < last && !self.seated.is_over() {
            self.turn().await?;
        }
        Ok(())
    }

    async fn play_on(&mut self, tell: &mut impl FnMut(Line)) -> Result<Ended, PlayError> {
        while !self.seated.is_over() {
            if let Some(sent_away) = self.turn().await? {
                return Ok(Ended::SentAway(sent_away));
            }
            if self.is_lost && !self.is_coming_back {
                self.is_lost = false;
                tell(Line::Back);
            }
        }
        Ok(Ended::MatchOver)
    }

    /// Acts if it is to, and hears one message.
    async fn turn(&mut self) -> Result<Option<ByeReason>, PlayError> {
        self.act().await?;
        let link = self.link.as_mut().ok_or(LinkError::Closed { code: None })?;
        let message = link.receive_within(self.silence_max).await?.message;
        if self.seated.hear(&message).is_err() {
            // A step was lost: what is known is of no use, and a snapshot brings it all.
            self.seated.seq = Seq(0);
            return Err(LinkError::Closed { code: None }.into());
        }
        match message {
            SeatMessage::Accepted { request, seq } if self.pending == Some(request) => {
                (self.pending, self.act_from) = (None, seq);
                self.is_coming_back = false;
            }
            SeatMessage::Refused { request, reason } if self.pending == Some(request) => {
                self.pending = None;
                match reason {
                    Refusal::SlowDown | Refusal::StoreUnavailable => {
                        sleep(ASK_AGAIN_AFTER).await;
                        if self.is_coming_back {
                            return Err(LinkError::Closed { code: None }.into());
                        }
                    }
                    // The table has moved on since it chose. What moved it was told before this answer, and with
                    // that heard there may be nothing more to wait for.
                    Refusal::Illegal(_)
                    | Refusal::Stale
                    | Refusal::NotPlaying
                    | Refusal::NoSeat
                    | Refusal::AlreadyInRoom => self.act_from = Seq(self.chosen_at.0 + 1),
                    Refusal::BadMessage
                    | Refusal::NoRoom
                    | Refusal::RoomFull
                    | Refusal::BadToken
                    | Refusal::NotHost
                    | Refusal::Playing
                    | Refusal::SeatsEmpty
                    | Refusal::SeatTaken
                    | Refusal::BadRules
                    | Refusal::TooManyRooms
                    | Refusal::BadLink
                    | Refusal::RoomClosed
                    | Refusal::BadOptions
                    | Refusal::WatchingOff
                    | Refusal::NotAllowed
                    | Refusal::NoProfile => return Err(PlayError::Refused(reason)),
                }
            }
            SeatMessage::Bye { reason: ByeReason::Restarting, retry_ms } => {
                sleep(Duration::from_millis(retry_ms.unwrap_or_default().into())).await;
                return Err(LinkError::Closed { code: None }.into());
            }
            SeatMessage::Bye { reason, .. } => return Ok(Some(reason)),
            _ => {}
        }
        Ok(None)
    }

    async fn act(&mut self) -> Result<(), PlayError> {
        if self.pending.is_some() || self.seated.seq < self.act_from {
            return Ok(());
        }
        let Some(view) = self.seated.view.as_ref().filter(|view| view.prompt.is_some()) else {
            return Ok(());
        };
        let told = Told::new(view)?;
        // Whatever is asked takes as long: the pace tells nothing about the hand.
        let think = self.pace.mul_f64(1.0 + self.rng.random::<f64>());
        let (level, seed) = (self.level, self.rng.random());
        self.chosen_at = self.seated.seq;
        let chosen = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let mut bot = of_level(level, seed);
            bot.choose_while(&told.sight(), &mut || begun.elapsed() < CHOICE_MAX)
        });
        let (action, ()) = tokio::join!(chosen, sleep(think));
        let Ok(action) = action else { return Ok(()) };
        let request = RequestId(self.next_request);
        self.next_request += 1;
        self.pending = Some(request);
        let (action, last_seq) = (ActionView::from(action), Some(self.chosen_at));
        let message = ClientMessage::Act { request, action, last_seq };
        let link = self.link.as_mut().ok_or(LinkError::Closed { code: None })?;
        link.send(&message).await?;
        Ok(())
    }

    /// Comes back to the seat over a new connection, waiting longer after each try.
    ///
    /// # Errors
    /// Nobody answers for long.
    pub async fn come_back(&mut self) -> Result<(), PlayError> {
        let mut wait = COME_BACK_AFTER;
        for tried in 1.. {
            match self.resume().await {
                Ok(()) => return Ok(()),
                Err(error) if tried == TRIES_MAX => return Err(PlayError::GaveUp(error)),
                Err(_) => {
                    sleep(wait.mul_f64(1.0 + self.rng.random::<f64>() / 2.0)).await;
                    wait = (2 * wait).min(COME_BACK_AFTER_MAX);
                }
            }
        }
        Ok(())
    }

    async fn resume(&mut self) -> Result<(), LinkError> {
        self.link = None;
        let mut link = Link::open(&self.url, Encoding::MessagePack).await?;
        let request = RequestId(self.next_request);
        self.next_request += 1;
        let (code, token) = (self.seated.code, self.seated.token.clone());
        let last_seq = Some(self.seated.seq).filter(|seq| seq.0 > 0);
        link.send(&ClientMessage::Resume { request, code, token, last_seq }).await?;
        (self.pending, self.is_coming_back) = (Some(request), true);
        self.link = Some(link);
        Ok(())
    }
}

/// What a connection that ended so is the end of; nothing, if one may come back.
fn ended_by(error: &LinkError) -> Option<Ended> {
    let LinkError::Closed { code: Some(code) } = error else { return None };
    match CloseCode::of(*code)? {
        CloseCode::Replaced => Some(Ended::SentAway(ByeReason::Replaced)),
        CloseCode::RoomClosed => Some(Ended::SentAway(ByeReason::Closed)),
        CloseCode::Operator => Some(Ended::EndedByOperator),
        CloseCode::Normal
        | CloseCode::Away
        | CloseCode::Protocol
        | CloseCode::Broken
        | CloseCode::NotText
        | CloseCode::Policy
        | CloseCode::TooLong
        | CloseCode::Restart
        | CloseCode::TryAgain => None,
    }
}

#[cfg(test)]
mod tests;
