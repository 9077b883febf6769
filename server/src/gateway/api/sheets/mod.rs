//! Riichi games that people keep: made, written on by whoever has a key, read and followed by all.

mod answers;
mod forms;
mod keys;
mod lines;
pub(super) mod live;
pub(super) mod reads;
mod refused;
pub(super) mod writes;
mod writing;

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use tokio::sync::{Semaphore, broadcast};
use tokio_util::sync::CancellationToken;

pub(super) use self::answers::{SheetBody, SheetHandList, game_of, hand_of};
pub(super) use self::lines::line_of;
use super::problem::{Code, Problem};
use super::query::game_name;
use crate::clock::now_ms;
use crate::recorder::{GameName, Recorder};
use crate::scorekeeper::{Applied, Change, Edit, Folded, Role, Sheet, apply, follows};
use crate::store::{Follows, SheetTarget, SheetWrite, SheetWritten, StoredSheet};

/// The largest body: notes of a whole game.
pub(super) const BODY_BYTES_MAX: usize = 64 * 1024;
/// The most who follow games at a time.
const FOLLOWERS_MAX: usize = 1_000;
/// Changes that are remembered for a follower who is slow; who misses some reads the game again.
const CHANGES_MAX: usize = 256;

/// Access to kept games. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Sheets {
    recorder: Recorder,
    /// Tells which game has changed.
    changed: broadcast::Sender<i64>,
    followers: Arc<Semaphore>,
    /// One game at a time is compared with what lies on the table: it is much work for who needs no key.
    comparing: Arc<Semaphore>,
    stopping: CancellationToken,
}

/// A sheet as it was read.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    stored: StoredSheet,
    pub(super) sheet: Sheet,
    pub(super) folded: Folded,
}

impl Loaded {
    fn new(stored: StoredSheet, sheet: Sheet) -> Result<Self, Problem> {
        let folded = sheet.fold()?;
        Ok(Self { stored, sheet, folded })
    }

    pub(super) fn version(&self) -> i64 {
        self.stored.version
    }

    pub(super) fn name(&self) -> GameName {
        GameName::Recorded(self.stored.row)
    }

    fn follows(&self) -> Follows {
        follows(&self.sheet, &self.folded)
    }
}

impl Sheets {
    pub(super) fn new(recorder: Recorder, stopping: CancellationToken) -> Self {
        let (changed, _) = broadcast::channel(CHANGES_MAX);
        let followers = Arc::new(Semaphore::new(FOLLOWERS_MAX));
        let comparing = Arc::new(Semaphore::new(1));
        Self { recorder, changed, followers, comparing, stopping }
    }

    /// The sheet of this game; none for one that is deleted.
    pub(super) async fn find(&self, row: i64) -> Result<Loaded, Problem> {
        let loaded = self.find_any(row).await?;
        if loaded.sheet.is_deleted { Err(Code::GameNotFound.into()) } else { Ok(loaded) }
    }

    /// The sheet of this game, deleted or not.
    async fn find_any(&self, row: i64) -> Result<Loaded, Problem> {
        let stored = self.recorder.sheet(row).await?.ok_or(Code::GameNotFound)?;
        aside(move || {
            let sheet = serde_json::from_str(&stored.body).map_err(|error| {
                tracing::error!(
                    row,
                    error = &error as &dyn std::error::Error,
                    "a sheet is damaged"
                );
                Code::DamagedRecord
            })?;
            Loaded::new(stored, sheet)
        })
        .await
    }

    /// The sheet somebody may write on, and as whom.
    async fn open(&self, id: &str, headers: &HeaderMap) -> Result<(Loaded, Role), Problem> {
        if !headers.contains_key(header::AUTHORIZATION) {
            return Err(Code::BadKey.into());
        }
        let row = match game_name(id)? {
            GameName::Recorded(row) => row,
            name @ GameName::Online(_) => {
                let known = self.recorder.game(name).await?;
                return Err(known.map_or(Code::GameNotFound, |_| Code::OnlineGame).into());
            }
        };
        let loaded = self.find(row).await?;
        let role = keys::role(headers, &loaded.stored.keys).ok_or(Code::BadKey)?;
        Ok((loaded, role))
    }

    /// Changes a sheet, unless it has changed since its writer saw it.
    async fn change(
        &self,
        mut loaded: Loaded,
        role: Role,
        edit: Edit,
        asked: &forms::WriteQuery,
        seen: i64,
    ) -> Result<Done, Problem> {
        let change = Change { edit, role, reason: asked.reason.clone(), now: now_ms() };
        let (row, change) = (loaded.stored.row, Arc::new(change));
        loop {
            let given = Arc::clone(&change);
            let (next, write) = match aside(move || changed(loaded, &given, seen)).await? {
                Changed::Repeated(loaded) => return Ok(Done { loaded, is_repeated: true }),
                Changed::To(next, write) => (next, write),
            };
            if asked.dry_run.unwrap_or(false) {
                return Ok(Done { loaded: next, is_repeated: false });
            }
            match self.recorder.write_sheet(*write).await? {
                SheetWritten::Saved { row, .. } => {
                    // Nobody may be listening.
                    let _ = self.changed.send(row);
                    return Ok(Done { loaded: next, is_repeated: false });
                }
                // Another was quicker: it may have sent just the same. The version seen is old by now, so this is the
                // last time.
                SheetWritten::Stale | SheetWritten::Exists { .. } => {
                    loaded = self.find(row).await?;
                }
                SheetWritten::Refused => return Err(Code::DamagedRecord.into()),
            }
        }
    }
}

/// Does what takes a while on a thread where nobody waits behind it.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Code::StoreUnavailable.into()))
}

/// What a change makes of a sheet.
enum Changed {
    /// Nothing: it was done before.
    Repeated(Loaded),
    /// Another, and what is to be stored of it.
    To(Loaded, Box<SheetWrite>),
}

/// Changes a sheet, unless it has changed since version `seen`.
fn changed(loaded: Loaded, change: &Change, seen: i64) -> Result<Changed, Problem> {
    let is_stale = seen != loaded.version();
    let (sheet, audit) = match (apply(&loaded.sheet, change), is_stale) {
        (Ok(Applied::Repeated), _) => return Ok(Changed::Repeated(loaded)),
        (_, true) => return Err(conflict(&loaded)),
        (Err(refusal), false) => return Err(refusal.into()),
        (Ok(Applied::Changed { sheet, audit }), false) => (*sheet, audit),
    };
    let version = loaded.version() + 1;
    let next = Loaded::new(StoredSheet { version, ..loaded.stored.clone() }, sheet)?;
    let target = SheetTarget::Known {
        row: loaded.stored.row,
        version: loaded.version(),
        started_at: loaded.sheet.started_at,
    };
    let write = write_of(target, &next, loaded.follows(), change.role.name(), &audit);
    Ok(Changed::To(next, Box::new(write)))
}

/// What a write left behind.
struct Done {
    loaded: Loaded,
    is_repeated: bool,
}

/// Everything that is stored of a sheet.
fn write_of(
    target: SheetTarget,
    next: &Loaded,
    before: Follows,
    who: &str,
    audit: &serde_json::Value,
) -> SheetWrite {
    let sheet = &next.sheet;
    SheetWrite {
        target,
        body: serde_json::to_string(sheet).expect("sheets can be written"),
        rules: serde_json::to_string(&sheet.rules).expect("rules can be written"),
        names: sheet.names.clone(),
        hands: sheet.hands.len() as u32,
        scores: sheet.scores(&next.folded).map(i64::from),
        before,
        after: next.follows(),
        who: who.to_owned(),
        change: audit.to_string(),
        now: now_ms(),
    }
}

/// The sheet has changed: whoever wrote is shown how it is now.
fn conflict(loaded: &Loaded) -> Problem {
    let game = serde_json::to_value(game_of(loaded)).expect("games can be written");
    let version = loaded.version();
    let detail = format!("the game is at version {version}");
    Problem::because(Code::VersionConflict, detail).with_game(game)
}

/// The version that whoever writes has seen.
fn seen(headers: &HeaderMap) -> Result<i64, Problem> {
    let text = headers.get(header::IF_MATCH).ok_or(Code::VersionMissing)?;
    let number = text.to_str().ok().and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
    let number = number.and_then(|number| number.parse().ok());
    number.ok_or_else(|| Code::BadVersion.into())
}
