//! Tells those who watch how the running hand came to where it is: made once a step, however many ask.

use bytes::Bytes;
use protocol::codec::Encoding;
use protocol::ids::RequestId;
use protocol::refusal::Refusal;

use super::frames::encode;
use super::{LiveRoom, Say};
use crate::room::Connection;
use crate::room::game::Game;

/// What was made for somebody who asked, for whoever asks next.
#[derive(Debug, Default)]
pub(super) struct PastFrames(Vec<(Encoding, Bytes)>);

impl<G: Game> LiveRoom<G> {
    pub(super) fn past(&mut self, from: Connection, request: RequestId) {
        let frame = match self.members.get(from.id) {
            None => Err(Refusal::NoSeat),
            Some(member) if member.is_seated() => Err(Refusal::NotAllowed),
            Some(_) => self.past_frame(from.encoding),
        };
        let seq = self.core.seq();
        self.answer(from.clone(), request, frame.as_ref().map(|_| seq).map_err(|reason| *reason));
        if let Ok(frame) = frame {
            self.hold(Say::Tell { to: from, frame });
        }
    }

    fn past_frame(&mut self, encoding: Encoding) -> Result<Bytes, Refusal> {
        if let Some((_, frame)) = self.past.0.iter().find(|(made, _)| *made == encoding) {
            return Ok(frame.clone());
        }
        let frame = encode(encoding, &self.core.past()?);
        self.past.0.push((encoding, frame.clone()));
        Ok(frame)
    }
}
