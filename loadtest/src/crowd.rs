//! Those who watch a room under load, and how late they hear.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use bots::client::{Link, LinkError, Received, Watching};
use hdrhistogram::Histogram;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SpectatorMessage, TableView};
use protocol::ids::{RequestId, RoomCode, Seq};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::check::holds_nothing_more;
use crate::tally::{Measured, Tally, latencies, record};

/// Steps whose time is remembered for those who watch.
const STEPS_KEPT: usize = 1024;
/// Steps between two tables that are compared: that costs more than hearing, and one in sixteen is
/// enough to notice.
const COMPARED_EVERY: u64 = 16;

/// Of those who watch, so many share a comparison: each of them one in so many. If thousands compared at the same step,
/// what is heard next would be heard late because of that, and not because of the server.
const WATCHERS_SHARE: u64 = 16;

/// Whether all seats compare what they know at this step, and some of those who watch.
pub(crate) fn is_compared(seq: Seq) -> bool {
    seq.0.is_multiple_of(COMPARED_EVERY)
}

/// When each step of a room was asked for, and what its table then looked like.
pub(crate) struct Clock {
    begun: Instant,
    /// Step and microseconds since `begun`, in one number: 32 bits each.
    sent: Vec<AtomicU64>,
    /// Step and half a hash of the public table.
    seen: Vec<AtomicU64>,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let zeros = || (0..STEPS_KEPT).map(|_| AtomicU64::new(0)).collect();
        Self { begun: Instant::now(), sent: zeros(), seen: zeros() }
    }

    /// Step `seq` was due to be asked for at `due`.
    pub(crate) fn sent(&self, seq: Seq, due: Instant) {
        let micros = due.duration_since(self.begun).as_micros() as u64 & u64::from(u32::MAX);
        self.sent[seq.0 as usize % STEPS_KEPT].store(seq.0 << 32 | micros, Ordering::Release);
    }

    /// The seats know this table at step `seq`.
    pub(crate) fn publish(&self, seq: Seq, table: &TableView) {
        let entry = seq.0 << 32 | digest(table);
        self.seen[seq.0 as usize % STEPS_KEPT].store(entry, Ordering::Release);
    }

    fn since_sent(&self, seq: Seq) -> Option<Duration> {
        let entry = self.sent[seq.0 as usize % STEPS_KEPT].load(Ordering::Acquire);
        let micros = Duration::from_micros(entry & u64::from(u32::MAX));
        (entry >> 32 == seq.0 & u64::from(u32::MAX))
            .then(|| self.begun.elapsed().saturating_sub(micros))
    }

    fn digest_at(&self, seq: Seq) -> Option<u64> {
        let entry = self.seen[seq.0 as usize % STEPS_KEPT].load(Ordering::Acquire);
        (entry >> 32 == seq.0 & u64::from(u32::MAX)).then_some(entry & u64::from(u32::MAX))
    }
}

fn digest(table: &TableView) -> u64 {
    let mut hasher = DefaultHasher::new();
    Encoding::MessagePack.encode(table).hash(&mut hasher);
    hasher.finish() & u64::from(u32::MAX)
}

/// Somebody who watches a room, and has its table.
pub(crate) struct Watcher {
    code: RoomCode,
    link: Link<SpectatorMessage>,
    known: Watching,
    clock: Arc<Clock>,
    /// The room's last step, once there will be no more.
    stop: watch::Receiver<Option<Seq>>,
    tally: Arc<Tally>,
    latencies: Histogram<u64>,
    /// How many came before.
    turn: u64,
    /// A step and the table it led to, to be compared once the seats have said what they saw.
    noted: Option<(Seq, u64)>,
}

impl Watcher {
    /// Comes to a room and hears how it stands.
    pub(crate) async fn open(
        url: String,
        code: RoomCode,
        clock: Arc<Clock>,
        stop: watch::Receiver<Option<Seq>>,
        tally: Arc<Tally>,
    ) -> anyhow::Result<Self> {
        let mut link = Link::open(&url, Encoding::MessagePack).await?;
        link.send(&ClientMessage::Watch { request: RequestId(1), code, last_seq: None }).await?;
        let (known, latencies, noted) = (Watching::default(), latencies(), None);
        let turn = Tally::read(&tally.watchers);
        let mut watcher = Self { code, link, known, clock, stop, tally, latencies, turn, noted };
        while watcher.known.seq.is_none() {
            let received = watcher.link.receive().await.context("can't watch a room")?;
            holds_nothing_more(&received.message, &received.payload)?;
            watcher.known.hear(&received.message)?;
        }
        Tally::add(&watcher.tally.watchers, 1);
        Ok(watcher)
    }

    /// Watches until the room has stopped, and then at most for `patience` until its last step has
    /// come; gives how late each step was heard, and for those of them that never came how long it waited.
    pub(crate) async fn watch(mut self, patience: Duration) -> Measured {
        let ended = self.watch_out(patience).await;
        Measured { latencies: self.latencies, ended }
    }

    async fn watch_out(&mut self, patience: Duration) -> anyhow::Result<()> {
        let mut stop = self.stop.clone();
        let stopped =
            async move { stop.wait_for(Option::is_some).await.ok().and_then(|last| *last) };
        let mut stopped = pin!(stopped);
        let last = loop {
            tokio::select! {
                last = &mut stopped => break last,
                received = self.link.receive() => self.take(received)?,
            }
        };
        // A room that broke off says so itself.
        let Some(last) = last else { return Ok(()) };
        let rest = timeout(patience, async {
            while self.known.seq < Some(last) {
                let received = self.link.receive().await;
                self.take(received)?;
            }
            anyhow::Ok(())
        });
        let rest = rest.await;
        let (code, heard) = (self.code, self.known.seq.unwrap_or(Seq(0)));
        for missing in heard.0 + 1..=last.0 {
            if let Some(waited) = self.clock.since_sent(Seq(missing)) {
                record(&mut self.latencies, waited);
            }
        }
        rest.with_context(|| {
            format!("a watcher of room {code} heard up to {heard:?} of {last:?}")
        })??;
        if let Some(table) = self.known.table.as_ref().filter(|_| heard == last) {
            self.compare(last, digest(table))?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        received: Result<Received<SpectatorMessage>, LinkError>,
    ) -> anyhow::Result<()> {
        let received = received.context("a watcher was cut off")?;
        self.tally.to_watchers.heard(received.payload.len());
        holds_nothing_more(&received.message, &received.payload)
            .with_context(|| format!("to a watcher of room {}", self.code))?;
        self.hear(&received.message)
    }

    fn hear(&mut self, message: &SpectatorMessage) -> anyhow::Result<()> {
        let SpectatorMessage::Step { seq, .. } = message else {
            return Ok(self.known.hear(message)?);
        };
        // What the seats knew at the step before has been published by now, if it was checked.
        if let Some((seq, digest)) = self.noted.take() {
            self.compare(seq, digest)?;
        }
        if let Some(late) = self.clock.since_sent(*seq) {
            record(&mut self.latencies, late);
        }
        self.known.hear(message)?;
        if is_compared(*seq) && (seq.0 / COMPARED_EVERY + self.turn) % WATCHERS_SHARE == 1 {
            self.noted = self.known.table.as_ref().map(|table| (*seq, digest(table)));
        }
        Ok(())
    }

    fn compare(&self, seq: Seq, digest: u64) -> anyhow::Result<()> {
        let Some(seats) = self.clock.digest_at(seq) else { return Ok(()) };
        ensure!(seats == digest, "a watcher of room {} sees another table at {seq:?}", self.code);
        Tally::add(&self.tally.watcher_checks, 1);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
