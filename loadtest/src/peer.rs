//! A server we are compared with: many rooms loaded in a closed loop, and what that took.

use std::future::Future;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde_json::{Value, json};

use crate::process::{ServerProcess, Usage};
use crate::report::latency_json;
use crate::tally::latencies;

/// What another server takes for the same load.
#[derive(Clone, Debug)]
pub(crate) struct PeerFigures {
    pub(crate) actions: u64,
    pub(crate) cpu_us: f64,
    pub(crate) memory_kib_per_room: f64,
    pub(crate) latencies: Histogram<u64>,
}

impl PeerFigures {
    /// For programs.
    pub(crate) fn json(&self) -> Value {
        json!({
            "actions": self.actions,
            "cpu_us": self.cpu_us,
            "memory_kib_per_room": self.memory_kib_per_room,
            "latency_us": latency_json(&self.latencies),
        })
    }
}

/// Plays the rooms, all open by now; `empty` is what the server took before the first was.
pub(crate) async fn load<Play>(
    server: &ServerProcess,
    empty: Usage,
    seconds: u64,
    rooms: Vec<impl FnOnce(Instant) -> Play>,
) -> anyhow::Result<PeerFigures>
where
    Play: Future<Output = anyhow::Result<Histogram<u64>>> + Send + 'static,
{
    let count = rooms.len().max(1) as f64;
    let before = server.usage()?;
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut playing = tokio::task::JoinSet::new();
    for room in rooms {
        playing.spawn(room(end));
    }
    let mut all = latencies();
    while let Some(done) = playing.join_next().await {
        all += done??;
    }
    let after = server.usage()?;
    let actions = all.len();
    Ok(PeerFigures {
        actions,
        cpu_us: (after.cpu - before.cpu).as_secs_f64() * 1e6 / actions.max(1) as f64,
        memory_kib_per_room: after.memory_kib.saturating_sub(empty.memory_kib) as f64 / count,
        latencies: all,
    })
}
