//! Somebody at a seat who comes back after every fault and asks again what was not answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use bots::client::{Link, Seated};
use bots::{Bot as _, Medium, Told as Seen};
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, PhaseView, SeatMessage};
use protocol::ids::{RequestId, Seq};
use protocol::refusal::Refusal;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use tokio::time::{Instant, sleep, timeout};

use super::account::{Account, Told};
use super::proxy::Proxy;
use crate::check;
use crate::room::Client;

/// Wait before another try to come back, at most.
const COME_BACK_AFTER_MAX: Duration = Duration::from_millis(100);
/// How long to listen before looking whether it is time to go.
const LISTEN: Duration = Duration::from_millis(200);
/// How long somebody is waited for once nothing goes wrong any more.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// How often somebody stops listening for a while.
const PAUSES: f64 = 0.005;

/// How everybody behaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    pub(super) think_max: Duration,
    pub(super) pause_max: Duration,
    /// When no new hand is begun.
    pub(super) end: Instant,
}

/// What all players of all rooms share.
pub(super) struct Shared {
    pub(super) proxy: Proxy,
    pub(super) manners: Manners,
    pub(super) actions: AtomicU64,
    pub(super) kills: AtomicU64,
    pub(super) pauses: AtomicU64,
    pub(super) come_backs: AtomicU64,
}

/// A player, and all it was ever told.
pub(super) struct Player {
    link: Option<Link<SeatMessage>>,
    pub(super) seated: Seated,
    requests: u32,
    /// Asked, and not answered yet.
    asked: Option<ClientMessage>,
    /// The request to come back that is under way.
    resuming: Option<RequestId>,
    /// Nothing is to be done before this step was heard.
    act_from: Seq,
    pub(super) account: Account,
    /// Whether somebody has left the table without being ready: no further hand begins.
    left: Arc<AtomicBool>,
    shared: Arc<Shared>,
    dice: Pcg64Mcg,
}

impl Player {
    pub(super) fn new(
        client: Client,
        left: Arc<AtomicBool>,
        shared: Arc<Shared>,
        seed: u64,
    ) -> Self {
        let Client { link, seated, requests } = client;
        let account = Account { seat: Some(seated.seat), ..Account::default() };
        Self {
            link: Some(link),
            requests,
            asked: None,
            resuming: None,
            act_from: Seq(0),
            account,
            left,
            shared,
            dice: Pcg64Mcg::seed_from_u64(seed),
            seated,
        }
    }

    /// Plays through everything until the time is over and no hand is under way.
    pub(super) async fn live(mut self) -> Self {
        let give_up = self.shared.manners.end + PATIENCE;
        while !self.may_leave() {
            if Instant::now() > give_up {
                let what = format!("seat {} of room {} waits", self.seated.seat, self.seated.code);
                self.account.wrong.note(|wrong| &mut wrong.stuck, what);
                break;
            }
            if let Err(error) = self.turn().await {
                if let Some(Gone(reason)) = error.downcast_ref() {
                    let what = format!("room {} is gone: {}", self.seated.code, reason.code());
                    self.account.wrong.note(|wrong| &mut wrong.lost, what);
                    break;
                }
                self.link = None;
            }
        }
        self
    }

    /// Hears the rest up to step `last`, and compares what it knows with a snapshot taken anew.
    pub(super) async fn settle(&mut self, url: &str, last: Seq) -> anyhow::Result<()> {
        self.resume(url, Some(self.seated.seq)).await?;
        while self.seated.seq < last {
            timeout(PATIENCE, self.hear()).await.context("steps never came")??;
        }
        let known = (self.seated.seq, self.seated.room.clone(), self.seated.view.clone());
        self.resume(url, None).await?;
        let before = self.account.snapshots;
        while self.account.snapshots == before {
            timeout(PATIENCE, self.hear()).await.context("no snapshot came")??;
        }
        let anew = (self.seated.seq, self.seated.room.clone(), self.seated.view.clone());
        if known != anew {
            let what = format!("seat {} does not know what there is", self.seated.seat);
            self.account.wrong.note(|wrong| &mut wrong.reordered, what);
        }
        Ok(())
    }

    fn may_leave(&self) -> bool {
        let phase = self.seated.view.as_ref().map(|view| &view.table.phase);
        let Some(PhaseView::Between { ready } | PhaseView::Finished { ready }) = phase else {
            return false;
        };
        // Whoever has asked for something waits for the answer: it says what became of it.
        if Instant::now() < self.shared.manners.end || self.asked.is_some() {
            return false;
        }
        if !ready[self.seated.seat] {
            self.left.store(true, Ordering::Relaxed);
        }
        self.left.load(Ordering::Relaxed)
    }

    /// Comes back if it has to, acts if it is to, and hears one message or nothing for a while.
    async fn turn(&mut self) -> anyhow::Result<()> {
        if self.link.is_none() {
            self.come_back().await?;
        }
        self.act().await?;
        if let Ok(heard) = timeout(LISTEN, self.hear()).await {
            heard?;
        }
        if self.shared.proxy.is_mischievous() && self.dice.random_bool(PAUSES) {
            self.shared.pauses.fetch_add(1, Ordering::Relaxed);
            sleep(self.shared.manners.pause_max.mul_f64(self.dice.random())).await;
        }
        Ok(())
    }

    async fn come_back(&mut self) -> anyhow::Result<()> {
        sleep(COME_BACK_AFTER_MAX.mul_f64(self.dice.random())).await;
        let shared = self.shared.clone();
        self.resume(&shared.proxy.url, Some(self.seated.seq)).await?;
        shared.come_backs.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    async fn resume(&mut self, url: &str, last_seq: Option<Seq>) -> anyhow::Result<()> {
        let mut link = Link::open(url, Encoding::MessagePack).await?;
        let request = self.next_request();
        let (code, token) = (self.seated.code, self.seated.token.clone());
        link.send(&ClientMessage::Resume { request, code, token, last_seq }).await?;
        (self.link, self.resuming) = (Some(link), Some(request));
        Ok(())
    }

    async fn act(&mut self) -> anyhow::Result<()> {
        if self.asked.is_some() || self.resuming.is_some() || self.seated.seq < self.act_from {
            return Ok(());
        }
        let Some(view) = self.seated.view.as_ref().filter(|view| view.prompt.is_some()) else {
            return Ok(());
        };
        let action: ActionView = Medium.choose(&Seen::new(view)?.sight()).into();
        let is_ready = matches!(action, ActionView::Ready {});
        if is_ready && Instant::now() >= self.shared.manners.end {
            return Ok(());
        }
        sleep(self.shared.manners.think_max.mul_f64(self.dice.random())).await;
        let request = self.next_request();
        let last_seq = Some(self.seated.seq);
        self.asked = Some(ClientMessage::Act { request, action, last_seq });
        self.ask().await
    }

    async fn ask(&mut self) -> anyhow::Result<()> {
        if let (Some(link), Some(asked)) = (&mut self.link, &self.asked) {
            link.send(asked).await?;
        }
        Ok(())
    }

    fn next_request(&mut self) -> RequestId {
        self.requests += 1;
        RequestId(self.requests)
    }

    async fn hear(&mut self) -> anyhow::Result<()> {
        let link = self.link.as_mut().context("no connection")?;
        let received = link.receive().await?;
        if let Err(more) = check::holds_nothing_more(&received.message, &received.payload) {
            self.account.wrong.note(|wrong| &mut wrong.leaked, more.to_string());
        }
        let (message, known) = (received.message, self.seated.seq);
        let fold = self.seated.hear(&message);
        match message {
            SeatMessage::Snapshot { seq, .. } => {
                self.account.snapshot(seq, known);
                self.account.know(&self.seated);
            }
            SeatMessage::Step { seq, public, own, .. } => {
                self.account.step(seq, Told { public, own }, fold);
                if fold.is_err() {
                    bail!("a step does not follow");
                }
                self.account.know(&self.seated);
            }
            SeatMessage::Accepted { request, seq } => self.accepted(request, seq).await?,
            SeatMessage::Refused { request, reason } => self.refused(request, reason).await?,
            SeatMessage::Bye { .. } => bail!("sent away"),
            SeatMessage::Seated { .. }
            | SeatMessage::Presence { .. }
            | SeatMessage::Timer { .. }
            | SeatMessage::Stalled {} => {}
        }
        Ok(())
    }

    async fn accepted(&mut self, request: RequestId, seq: Seq) -> anyhow::Result<()> {
        if self.resuming == Some(request) {
            self.resuming = None;
            return self.ask().await;
        }
        if self.asked.take_if(|asked| asked.request() == request).is_some() {
            self.act_from = seq;
            self.account.accept(request, seq);
            self.shared.actions.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Nothing a player asks for here may be refused, but while the store is not there.
    async fn refused(&mut self, request: RequestId, reason: Refusal) -> anyhow::Result<()> {
        if reason.is_passing() {
            sleep(COME_BACK_AFTER_MAX).await;
            bail!("refused for now");
        }
        if self.resuming == Some(request) {
            return Err(Gone(reason).into());
        }
        if self.asked.take_if(|asked| asked.request() == request).is_some() {
            let what = format!("request {} was refused: {}", request.0, reason.code());
            self.account.wrong.note(|wrong| &mut wrong.reordered, what);
            self.act_from = Seq(self.seated.seq.0 + 1);
        }
        Ok(())
    }
}

/// The server knows the seat or the room no more.
#[derive(Debug)]
struct Gone(Refusal);

impl std::fmt::Display for Gone {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the seat is gone: {}", self.0.code())
    }
}

impl std::error::Error for Gone {}
