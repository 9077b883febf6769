//! A room from its stored steps, as after a restart.

use protocol::ids::Seq;

use super::effect::Living;
use super::fact::{BodyError, Fact, StepBody};
use super::{BACKLOG_STEPS_MAX, RoomCore};
use crate::recorder::{Posting, RoomId};
use crate::room::game::Game;

/// Why a room can't be rebuilt from what was stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RebuildError {
    #[error("step {seq} can't be read")]
    Body {
        seq: u64,
        #[source]
        source: BodyError,
    },
    #[error("the first step does not open a room")]
    NotOpened,
    #[error("step {seq} is not possible where it stands")]
    Impossible { seq: u64 },
}

impl<G: Game> RoomCore<G> {
    /// Rebuilds a room from its stored steps.
    pub(crate) fn rebuild<'a>(
        id: RoomId,
        bodies: impl IntoIterator<Item = (u64, &'a [u8])>,
    ) -> Result<Self, RebuildError> {
        Self::live_through(id, bodies, Living::Again, |_| ())
    }

    /// What the stored steps of a room have posted.
    pub(crate) fn posted<'a>(
        id: RoomId,
        bodies: impl IntoIterator<Item = (u64, &'a [u8])>,
    ) -> Result<Vec<Posting>, RebuildError> {
        let mut posted = Vec::new();
        Self::live_through(id, bodies, Living::Now, |postings| posted.extend(postings))?;
        Ok(posted)
    }

    fn live_through<'a>(
        id: RoomId,
        bodies: impl IntoIterator<Item = (u64, &'a [u8])>,
        living: Living,
        mut posts: impl FnMut(Vec<Posting>),
    ) -> Result<Self, RebuildError> {
        let read = |(seq, bytes)| match StepBody::from_bytes(bytes) {
            Ok(body) => Ok((seq, body)),
            Err(source) => Err(RebuildError::Body { seq, source }),
        };
        let steps = bodies.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let heard_from = match living {
            Living::Now => 0,
            Living::Again | Living::Unheard => heard_from(&steps),
        };
        let mut room: Option<Self> = None;
        for (at, (seq, body)) in steps.iter().enumerate() {
            let seq = *seq;
            if let (None, Fact::Opened { code, setup, public }) = (&room, &body.fact) {
                room = Some(Self::fresh(id, *code, setup.clone(), *public));
            }
            let room = room.as_mut().ok_or(RebuildError::NotOpened)?;
            let living = if at < heard_from { Living::Unheard } else { living };
            let (_, postings) = room.live(body, living).ok_or(RebuildError::Impossible { seq })?;
            posts(postings);
            while room.show_next(Seq(seq)).is_some() {}
        }
        room.ok_or(RebuildError::NotOpened)
    }
}

/// From which step on somebody may hear of it again: what is kept for those who come back, and the hand that is running.
/// What its deal asked is in it, and so whatever was asked since.
fn heard_from<Action>(steps: &[(u64, StepBody<Action>)]) -> usize {
    let kept = steps.len().saturating_sub(BACKLOG_STEPS_MAX);
    let dealt = steps.iter().rposition(|(_, body)| matches!(body.fact, Fact::Dealt));
    dealt.unwrap_or(0).min(kept)
}
