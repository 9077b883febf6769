//! One room under load: four clients in one task, one action at a time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use bots::client::{Link, Seated};
use bots::{Bot as _, Medium, Told};
use hdrhistogram::Histogram;
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, PhaseView, SeatMessage};
use protocol::ids::{RequestId, RoomCode, Seq};
use protocol::refusal::Refusal;
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};
use tokio::sync::watch;
use tokio::time::{Instant as Later, sleep_until};

use crate::check;
use crate::crowd::{Clock, is_compared};
use crate::tally::{Measured, Tally, latencies, record};

/// Silence after which a room is given up.
pub(crate) const SILENCE_MAX: Duration = Duration::from_secs(30);

/// When actions are to be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// The next as soon as everybody has heard of the last.
    Closed,
    /// One every so often, whether the last is through or not: a late one counts from when it was
    /// due, so that a stall is seen by all the actions it holds up.
    Every { interval: Duration, first: Instant },
}

impl Pace {
    /// When action number `turn` is due if it can be sent at `now`.
    fn due(self, turn: u32, now: Instant) -> Instant {
        match self {
            Self::Closed => now,
            Self::Every { interval, first } => first + interval * turn,
        }
    }
}

/// Four clients at a table.
pub(crate) struct Room {
    pub(crate) code: RoomCode,
    clients: BySeat<Client>,
    tally: Arc<Tally>,
    pub(crate) clock: Arc<Clock>,
    /// The last step, once there will be no more; whoever watches waits for it.
    pub(crate) stop: watch::Sender<Option<Seq>>,
    latencies: Histogram<u64>,
}

/// Somebody at a seat.
pub(crate) struct Client {
    pub(crate) link: Link<SeatMessage>,
    pub(crate) seated: Seated,
    /// Requests so far; each is called by its number.
    pub(crate) requests: u32,
}

impl Room {
    /// Opens a room, sits four clients down and begins.
    pub(crate) async fn open(url: &str, rules: Rules, tally: Arc<Tally>) -> anyhow::Result<Self> {
        let clients = Client::four_at_a_table(url, rules).await?;
        let (code, clock) = (clients[Seat::S0].seated.code, Arc::new(Clock::new()));
        Tally::add(&tally.rooms, 1);
        let stop = watch::Sender::new(None);
        Ok(Self { code, clients, tally, clock, stop, latencies: latencies() })
    }

    /// Plays everything that is due before `end`; gives the latencies from an action to the last of
    /// four hearing of it, and of what was due and never got so far the time waited for it.
    pub(crate) async fn load(mut self, pace: Pace, end: Instant) -> Measured {
        let ended = self.play_out(pace, end).await;
        Measured { latencies: self.latencies, ended }
    }

    async fn play_out(&mut self, pace: Pace, end: Instant) -> anyhow::Result<()> {
        self.play(pace, end).await?;
        // Once somebody is asked, nothing more comes by itself.
        self.next_action().await?;
        self.check()?;
        self.stop.send_replace(Some(self.clients[Seat::S0].seated.seq));
        Ok(())
    }

    /// Plays until the server is gone; gives the room as it then was.
    pub(crate) async fn play_until_cut(mut self, end: Instant) -> Self {
        // How a connection breaks does not matter; a refusal is counted.
        let _ = self.play(Pace::Closed, end).await;
        self
    }

    /// Comes back to all four seats of a server that was away, and plays on: one action.
    pub(crate) async fn come_back(&mut self, url: &str) -> anyhow::Result<()> {
        for client in self.clients.iter_mut() {
            client.resume(url, &self.tally).await?;
        }
        let last = self.clients.iter().map(|client| client.seated.seq).max();
        self.hear_until(last.unwrap_or(Seq(0))).await?;
        let (seat, action) = self.next_action().await?;
        self.act(seat, action, Instant::now()).await
    }

    async fn play(&mut self, pace: Pace, end: Instant) -> anyhow::Result<()> {
        let mut turn = 0;
        let played = self.play_on(pace, end, &mut turn).await;
        if played.is_err() {
            self.count_held_up(pace, turn, end.min(Instant::now()));
        }
        played
    }

    async fn play_on(&mut self, pace: Pace, end: Instant, turn: &mut u32) -> anyhow::Result<()> {
        // By when it is due, not by the clock: what a stall at the end holds up counts as well.
        while pace.due(*turn, Instant::now()) < end {
            let (seat, action) = self.next_action().await?;
            let due = pace.due(*turn, Instant::now());
            sleep_until(Later::from_std(due)).await;
            *turn += 1;
            self.act(seat, action, due).await?;
        }
        Ok(())
    }

    /// Counts what was due from action `turn` on and was never sent, because one before it held it up.
    fn count_held_up(&mut self, pace: Pace, turn: u32, end: Instant) {
        let now = Instant::now();
        let held_up = (turn..).map(|turn| pace.due(turn, now)).take_while(|due| *due < end);
        for due in held_up {
            record(&mut self.latencies, now - due);
            Tally::add(&self.tally.unanswered, 1);
        }
    }

    async fn act(&mut self, seat: Seat, action: ActionView, due: Instant) -> anyhow::Result<()> {
        self.clock.sent(Seq(self.clients[seat].seated.seq.0 + 1), due);
        let heard = self.ask_and_hear(seat, action).await;
        if !heard.as_ref().is_err_and(anyhow::Error::is::<Refused>) {
            record(&mut self.latencies, due.elapsed());
            let counter = if heard.is_ok() { &self.tally.actions } else { &self.tally.unanswered };
            Tally::add(counter, 1);
        }
        let seq = heard?;
        let over = |client: &Client| {
            let phase = client.seated.view.as_ref().map(|view| &view.table.phase);
            matches!(phase, Some(PhaseView::Between { ready } | PhaseView::Finished { ready }) if !ready.iter().any(|ready| *ready))
        };
        let hand_over = over(&self.clients[Seat::S0]);
        if hand_over {
            Tally::add(&self.tally.hands, 1);
        }
        if hand_over || is_compared(seq) { self.check() } else { Ok(()) }
    }

    /// Has the action carried out, and waits until all four have heard of it.
    async fn ask_and_hear(&mut self, seat: Seat, action: ActionView) -> anyhow::Result<Seq> {
        let act = |request| ClientMessage::Act { request, action, last_seq: None };
        let seq = self.clients[seat].ask(&self.tally, act).await?;
        self.hear_until(seq).await?;
        Ok(seq)
    }

    /// Compares everything the four seats know, and tells those who watch what that is.
    fn check(&self) -> anyhow::Result<()> {
        let seats = BySeat::from_fn(|seat| &self.clients[seat].seated);
        let first = seats[Seat::S0];
        check::agree(&seats).with_context(|| format!("room {} at {:?}", self.code, first.seq))?;
        Tally::add(&self.tally.checks, 1);
        if let Some(view) = &first.view {
            self.clock.publish(first.seq, &view.table);
        }
        Ok(())
    }

    /// Whoever is asked something, and what they do; waits for the deal if nobody is.
    async fn next_action(&mut self) -> anyhow::Result<(Seat, ActionView)> {
        loop {
            for seat in Seat::ALL {
                let view = self.clients[seat].seated.view.as_ref();
                let Some(view) = view.filter(|view| view.prompt.is_some()) else { continue };
                let told = Told::new(view).context("a view of no table")?;
                return Ok((seat, Medium.choose(&told.sight()).into()));
            }
            let next = Seq(self.clients[Seat::S0].seated.seq.0 + 1);
            self.hear_until(next).await?;
        }
    }

    /// Waits until all four have heard step `seq`.
    async fn hear_until(&mut self, seq: Seq) -> anyhow::Result<()> {
        for client in self.clients.iter_mut() {
            client.hear_until(seq, &self.tally).await?;
        }
        Ok(())
    }
}

impl Client {
    /// Opens a private room, sits four down and begins.
    pub(crate) async fn four_at_a_table(url: &str, rules: Rules) -> anyhow::Result<BySeat<Self>> {
        let (request, setup) = (RequestId(1), Setup::Fujian { rules });
        let name = "load 0".parse()?;
        let create = ClientMessage::Create {
            request,
            name,
            setup,
            public: false,
            tip: None,
            profile: None,
            token: None,
        };
        let host = Self::enter(url, &create).await.context("can't open a room")?;
        let code = host.seated.code;
        let mut clients = vec![host];
        for number in 1..4 {
            let name = format!("load {number}").parse()?;
            let join =
                ClientMessage::Join { request, code, name, tip: None, profile: None, token: None };
            clients.push(Self::enter(url, &join).await.context("can't join a room")?);
        }
        let (tally, order) = (Tally::default(), HostOrder::Start {});
        let start = |request| ClientMessage::Host { request, order };
        let started = clients[0].ask(&tally, start).await?;
        for client in &mut clients {
            client.hear_until(started, &tally).await?;
        }
        clients.sort_by_key(|client| client.seated.seat);
        let clients = <[Self; 4]>::try_from(clients);
        clients.map(BySeat).map_err(|_| anyhow::anyhow!("not four clients"))
    }

    /// Comes back to the seat over another connection, and hears what it missed.
    async fn resume(&mut self, url: &str, tally: &Tally) -> anyhow::Result<()> {
        self.link = Link::open(url, Encoding::MessagePack).await?;
        let Seated { code, token, seq, .. } = self.seated.clone();
        let resume = |request| ClientMessage::Resume { request, code, token, last_seq: Some(seq) };
        let last = self.ask(tally, resume).await.context("can't come back")?;
        self.hear_until(last, tally).await
    }

    /// Asks for something, and waits for the answer.
    async fn ask(
        &mut self,
        tally: &Tally,
        message: impl FnOnce(RequestId) -> ClientMessage,
    ) -> anyhow::Result<Seq> {
        self.requests += 1;
        let request = RequestId(self.requests);
        let sent = self.link.send(&message(request)).await?;
        tally.up.sent(sent);
        loop {
            match self.hear(tally).await? {
                SeatMessage::Accepted { request: answered, seq } if answered == request => {
                    return Ok(seq);
                }
                SeatMessage::Refused { request: answered, reason } if answered == request => {
                    Tally::add(&tally.refused, 1);
                    let Seated { seat, code, .. } = self.seated;
                    bail!(Refused { seat, code, reason });
                }
                _ => {}
            }
        }
    }

    /// Waits for step `seq`.
    async fn hear_until(&mut self, seq: Seq, tally: &Tally) -> anyhow::Result<()> {
        while self.seated.seq < seq {
            self.hear(tally).await?;
        }
        Ok(())
    }

    async fn enter(url: &str, message: &ClientMessage) -> anyhow::Result<Self> {
        let mut link = Link::open(url, Encoding::MessagePack).await?;
        link.send(message).await?;
        let seated = match link.receive().await?.message {
            SeatMessage::Seated { code, seat, token, .. } => Seated::new(code, seat, token),
            SeatMessage::Refused { reason, .. } => bail!("refused: {}", reason.code()),
            other => bail!("not seated: {other:?}"),
        };
        let mut client = Self { link, seated, requests: 1 };
        while client.seated.room.is_none() {
            client.hear(&Tally::default()).await?;
        }
        Ok(client)
    }

    async fn hear(&mut self, tally: &Tally) -> anyhow::Result<SeatMessage> {
        let received = tokio::time::timeout(SILENCE_MAX, self.link.receive()).await;
        let received = received.context("the server fell silent")??;
        tally.down.heard(received.payload.len());
        check::holds_nothing_more(&received.message, &received.payload)?;
        self.seated.hear(&received.message)?;
        Ok(received.message)
    }
}

/// The server would not do what was asked, and said so.
#[derive(Debug)]
struct Refused {
    seat: Seat,
    code: RoomCode,
    reason: Refusal,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { seat, code, reason } = self;
        write!(out, "seat {seat} of room {code} was refused: {}", reason.code())
    }
}

impl std::error::Error for Refused {}

#[cfg(test)]
mod tests;
