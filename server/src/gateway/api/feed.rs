//! The feed of finished hands as server-sent events: resumable by id, bounded, made once for all who follow.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;

use super::problem::{Code, Problem, ProblemBody};
use super::query::Ask;
use super::respond;
use super::types::FeedEvent;
use crate::recorder::Recorder;

/// The most who follow the feed at a time.
const READERS_MAX: usize = 1_000;
/// Events kept ready for those who follow; who is further behind reads the database.
const RECENT_MAX: usize = 256;
/// The most events that are read or sent at once.
const PAGE_MAX: u32 = 100;
/// How long a follower hears nothing at most.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// What a browser is told about coming back.
const GREETING: &[u8] = b"retry: 2000\n\n";

/// The header with which a browser says where it was.
const LAST_EVENT_ID: &str = "last-event-id";

/// Where to begin.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedQuery {
    /// The last event already known; 0 for all there are. Without it only what happens from now on is told.
    after: Option<u64>,
}

/// The end of the feed, shared by all who follow it.
#[derive(Clone, Debug)]
pub(super) struct Feed {
    recorder: Recorder,
    /// Fires when nobody is to follow any longer.
    stopping: CancellationToken,
    recent: Arc<Mutex<Recent>>,
    readers: Arc<Semaphore>,
}

/// The last events: all public ones after `from`, up to `upto`.
#[derive(Debug)]
struct Recent {
    from: u64,
    upto: u64,
    events: VecDeque<(u64, Bytes)>,
}

/// Some events, and the id up to which there are no others.
struct Heard {
    events: Vec<Bytes>,
    upto: u64,
}

impl Feed {
    pub(super) fn new(recorder: Recorder, stopping: CancellationToken) -> Self {
        let now = *recorder.last_event().borrow();
        let recent = Recent { from: now, upto: now, events: VecDeque::new() };
        let readers = Arc::new(Semaphore::new(READERS_MAX));
        Self { recorder, stopping, recent: Arc::new(Mutex::new(recent)), readers }
    }

    /// The next events after one; none when there are none yet.
    async fn after(&self, id: u64) -> Result<Heard, Problem> {
        let mut recent = self.recent.lock().await;
        let last = *self.recorder.last_event().borrow();
        recent.skip_to(last.saturating_sub(RECENT_MAX as u64));
        while recent.upto < last && id >= recent.from {
            let (events, upto) = self.read(recent.upto, last).await?;
            recent.upto = upto;
            recent.keep(events);
        }
        if id < recent.from {
            let upto = recent.from;
            drop(recent);
            return self.read(id, upto).await.map(heard);
        }
        let newer = recent.events.iter().filter(|(other, _)| *other > id);
        let events = newer.take(PAGE_MAX as usize).map(|(id, frame)| (*id, frame.clone()));
        let events: Vec<_> = events.collect();
        let is_all = events.len() < PAGE_MAX as usize;
        let upto = if is_all { recent.upto } else { events.last().map_or(id, |(id, _)| *id) };
        Ok(heard((events, upto.max(id))))
    }

    /// A page of events after `id`, and how far it reaches: `last` if there are no more up to there.
    async fn read(&self, id: u64, last: u64) -> Result<(Vec<(u64, Bytes)>, u64), Problem> {
        let page = self.recorder.events_after(id, PAGE_MAX).await?;
        let is_all = page.len() < PAGE_MAX as usize;
        let newest = page.last().map_or(id, |event| event.id);
        let upto = if is_all { newest.max(last) } else { newest };
        Ok((page.into_iter().map(|event| (event.id, frame(&event.into()))).collect(), upto))
    }
}

impl Recent {
    /// Forgets what nobody followed for too long to be worth reading up.
    fn skip_to(&mut self, id: u64) {
        if self.upto < id {
            *self = Self { from: id, upto: id, events: VecDeque::new() };
        }
    }

    fn keep(&mut self, events: Vec<(u64, Bytes)>) {
        self.events.extend(events);
        while self.events.len() > RECENT_MAX {
            if let Some((id, _)) = self.events.pop_front() {
                self.from = id;
            }
        }
    }
}

fn heard((events, upto): (Vec<(u64, Bytes)>, u64)) -> Heard {
    Heard { events: events.into_iter().map(|(_, frame)| frame).collect(), upto }
}

fn frame(event: &FeedEvent) -> Bytes {
    let data = serde_json::to_string(event).expect("events can be written");
    format!("id: {}\nevent: hand\ndata: {data}\n\n", event.id).into()
}

/// One who follows the feed.
struct Follower {
    feed: Feed,
    last_event: watch::Receiver<u64>,
    id: u64,
    is_greeted: bool,
    _place: OwnedSemaphorePermit,
}

impl Follower {
    /// What is sent next; nothing more once the server stops: whoever follows comes back to the next one.
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        if !self.is_greeted {
            self.is_greeted = true;
            return Ok(Some(Bytes::from_static(GREETING)));
        }
        loop {
            self.last_event.mark_unchanged();
            let heard = self.feed.after(self.id).await?;
            self.id = heard.upto;
            if !heard.events.is_empty() {
                return Ok(Some(heard.events.concat().into()));
            }
            if *self.last_event.borrow() > self.id {
                continue;
            }
            let news = timeout(KEEP_ALIVE, self.last_event.changed());
            let news = self.feed.stopping.run_until_cancelled(news).await;
            match news {
                Some(Ok(Ok(()))) => {}
                Some(Ok(Err(_))) | None => return Ok(None),
                Some(Err(_)) => return Ok(Some(Bytes::from_static(b": still here\n\n"))),
            }
        }
    }
}

/// Follows finished hands as they are recorded
///
/// Server-sent events of type `hand`. Each has an id; ids only grow. Who comes back with `Last-Event-ID` (a
/// browser does by itself) or `after` hears everything since, once and in order; who knows an event that is not there,
/// as after an older backup was restored, hears what comes. Hands of private rooms and of kept games are not in it.
#[utoipa::path(
    get, path = "/api/events", tag = "feed",
    params(FeedQuery, ("last-event-id" = Option<u64>, Header, description = "The last event already known; counts before `after`")),
    responses(
        (status = 200, description = "The feed; `data` of each event is a FeedEvent", body = FeedEvent, content_type = "text/event-stream"),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too many follow it", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn follow(
    State(feed): State<Feed>,
    Ask(asked): Ask<FeedQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let last_event = feed.recorder.last_event();
    let last = *last_event.borrow();
    let id: u64 = match headers.get(LAST_EVENT_ID) {
        Some(text) => {
            let id = text.to_str().ok().and_then(|text| text.trim().parse().ok());
            let detail = "Last-Event-ID must be the id of an event";
            id.ok_or_else(|| Problem::because(Code::BadQuery, detail))?
        }
        None => asked.after.unwrap_or(last),
    };
    // An event that is not there was of another database, or of this one before an older backup was restored.
    let id = id.min(last);
    let place = Arc::clone(&feed.readers).try_acquire_owned();
    let _place = place.map_err(|_| Code::TooManyReaders)?;
    let follower = Follower { feed, last_event, id, is_greeted: false, _place };
    let pieces = stream::try_unfold(follower, async |mut follower| {
        Ok(follower.next().await?.map(|piece| (piece, follower)))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, respond::stream(pieces)).into_response())
}
