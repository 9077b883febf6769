//! Somebody who watches through all faults and comes back after each.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use bots::client::{Link, Watching};
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SpectatorMessage};
use protocol::ids::{RequestId, RoomCode, Seq};
use tokio::time::{Instant, sleep, timeout};

use super::account::{Account, Told};
use super::player::{PATIENCE, Shared};
use crate::check;

/// Wait before another try to come back.
const COME_BACK_AFTER: Duration = Duration::from_millis(50);
/// How long to listen before looking whether it is time to go.
const LISTEN: Duration = Duration::from_millis(200);

/// A spectator, and all it was ever told.
pub(super) struct Watcher {
    code: RoomCode,
    link: Option<Link<SpectatorMessage>>,
    known: Watching,
    pub(super) account: Account,
    left: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl Watcher {
    pub(super) fn new(code: RoomCode, left: Arc<AtomicBool>, shared: Arc<Shared>) -> Self {
        let (known, account) = (Watching::default(), Account::default());
        Self { code, link: None, known, account, left, shared }
    }

    /// Watches through everything until the players have left.
    pub(super) async fn live(mut self) -> Self {
        let give_up = self.shared.manners.end + PATIENCE;
        while !self.left.load(Ordering::Relaxed) && Instant::now() < give_up {
            if self.turn().await.is_err() {
                self.link = None;
                sleep(COME_BACK_AFTER).await;
            }
        }
        self
    }

    /// Hears the rest up to step `last`, and compares what it knows with a snapshot taken anew.
    pub(super) async fn settle(&mut self, url: &str, last: Seq) -> anyhow::Result<()> {
        self.watch(url).await?;
        while self.known.seq < Some(last) {
            timeout(PATIENCE, self.hear()).await.context("steps never came")??;
        }
        let mut anew = Self::new(self.code, self.left.clone(), self.shared.clone());
        anew.arrive(url).await?;
        let same = (&self.known.room, &self.known.table) == (&anew.known.room, &anew.known.table);
        if self.known.seq != anew.known.seq || !same {
            let what = "a watcher does not know what there is".to_owned();
            self.account.wrong.note(|wrong| &mut wrong.reordered, what);
        }
        Ok(())
    }

    /// Comes to the room and hears how it stands; gives its last step.
    pub(super) async fn arrive(&mut self, url: &str) -> anyhow::Result<Seq> {
        self.watch(url).await?;
        loop {
            if let Some(seq) = self.known.seq {
                return Ok(seq);
            }
            timeout(PATIENCE, self.hear()).await.context("no snapshot came")??;
        }
    }

    async fn turn(&mut self) -> anyhow::Result<()> {
        if self.link.is_none() {
            let url = self.shared.proxy.url.clone();
            self.watch(&url).await?;
        }
        match timeout(LISTEN, self.hear()).await {
            Ok(heard) => heard,
            Err(_) => Ok(()),
        }
    }

    async fn watch(&mut self, url: &str) -> anyhow::Result<()> {
        let mut link = Link::open(url, Encoding::MessagePack).await?;
        let (request, code, last_seq) = (RequestId(1), self.code, self.known.seq);
        link.send(&ClientMessage::Watch { request, code, last_seq }).await?;
        self.link = Some(link);
        Ok(())
    }

    async fn hear(&mut self) -> anyhow::Result<()> {
        let link = self.link.as_mut().context("no connection")?;
        let received = link.receive().await?;
        if let Err(more) = check::holds_nothing_more(&received.message, &received.payload) {
            self.account.wrong.note(|wrong| &mut wrong.leaked, more.to_string());
        }
        let (message, known) = (received.message, self.known.seq.unwrap_or(Seq(0)));
        let fold = self.known.hear(&message);
        match message {
            SpectatorMessage::Snapshot { seq, .. } => self.account.snapshot(seq, known),
            SpectatorMessage::Step { seq, public, .. } => {
                self.account.step(seq, Told { public, own: Vec::new() }, fold);
                fold?;
            }
            SpectatorMessage::Refused { reason, .. } => bail!("refused: {}", reason.code()),
            SpectatorMessage::Bye { .. } => bail!("sent away"),
            SpectatorMessage::Accepted { .. }
            | SpectatorMessage::Presence { .. }
            | SpectatorMessage::Timer { .. }
            | SpectatorMessage::Stalled {}
            | SpectatorMessage::Past { .. } => {}
        }
        Ok(())
    }
}
