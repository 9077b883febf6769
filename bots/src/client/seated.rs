//! What a client at a seat knows: the room and the table as folded from what it heard.

use protocol::fujian::{PhaseView, PublicChange, SeatMessage, SeatView};
use protocol::ids::{RoomCode, SeatToken, Seq};
use protocol::room::RoomView;
use rules::seat::Seat;

/// A client's knowledge of its seat, the room and the table.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The room's code.
    pub code: RoomCode,
    /// Which seat.
    pub seat: Seat,
    /// What it comes back with.
    pub token: SeatToken,
    /// The last step heard.
    pub seq: Seq,
    /// The room, once told.
    pub room: Option<RoomView>,
    /// The table, once there is one.
    pub view: Option<SeatView>,
}

/// Why what was heard does not follow from what was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// A step is missing or came twice.
    #[error("step {heard:?} came after step {last:?}")]
    Gap {
        /// The last step before.
        last: Seq,
        /// The step that came.
        heard: Seq,
    },
}

impl Seated {
    /// Somebody who has just sat down and knows nothing yet.
    pub fn new(code: RoomCode, seat: Seat, token: SeatToken) -> Self {
        Self { code, seat, token, seq: Seq(0), room: None, view: None }
    }

    /// Folds one message in.
    ///
    /// # Errors
    /// A step is missing or came twice.
    pub fn hear(&mut self, message: &SeatMessage) -> Result<(), FoldError> {
        match message {
            SeatMessage::Snapshot { seq, room, view } => {
                self.seq = *seq;
                self.room = Some((**room).clone());
                self.view.clone_from(view);
            }
            SeatMessage::Step { seq, room, public, own } => {
                if seq.0 != self.seq.0 + 1 {
                    return Err(FoldError::Gap { last: self.seq, heard: *seq });
                }
                self.seq = *seq;
                if let Some(known) = &mut self.room {
                    room.iter().for_each(|change| known.apply(change));
                }
                if let Some(PublicChange::Table { table }) = public.first() {
                    self.view = Some(SeatView::before_the_deal((**table).clone(), self.seat));
                }
                if let Some(view) = &mut self.view {
                    view.apply(public, own);
                }
            }
            SeatMessage::Accepted { .. }
            | SeatMessage::Refused { .. }
            | SeatMessage::Presence { .. }
            | SeatMessage::Timer { .. }
            | SeatMessage::Stalled {}
            | SeatMessage::Bye { .. }
            | SeatMessage::Seated { .. } => {}
        }
        Ok(())
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        let phase = self.view.as_ref().map(|view| &view.table.phase);
        matches!(phase, Some(PhaseView::Finished { .. }))
    }
}
