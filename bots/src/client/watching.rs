//! What somebody who watches knows: the room and the table as folded from what they heard.

use protocol::fujian::{PublicChange, SpectatorMessage, TableView};
use protocol::ids::Seq;
use protocol::room::RoomView;

use super::seated::FoldError;

/// A spectator's knowledge of the room and the table.
#[derive(Clone, Debug, Default)]
pub struct Watching {
    /// The last step heard, once something was.
    pub seq: Option<Seq>,
    /// The room, once told.
    pub room: Option<RoomView>,
    /// The table, once there is one.
    pub table: Option<TableView>,
}

impl Watching {
    /// Folds one message in.
    ///
    /// # Errors
    /// A step is missing or came twice.
    pub fn hear(&mut self, message: &SpectatorMessage) -> Result<(), FoldError> {
        match message {
            SpectatorMessage::Snapshot { seq, room, table } => {
                self.seq = Some(*seq);
                self.room = Some((**room).clone());
                self.table.clone_from(table);
            }
            SpectatorMessage::Step { seq, room, public } => {
                let last = self.seq.unwrap_or(Seq(0));
                if seq.0 != last.0 + 1 {
                    return Err(FoldError::Gap { last, heard: *seq });
                }
                self.seq = Some(*seq);
                if let Some(known) = &mut self.room {
                    room.iter().for_each(|change| known.apply(change));
                }
                if let Some(PublicChange::Table { table }) = public.first() {
                    self.table = Some((**table).clone());
                }
                if let Some(table) = &mut self.table {
                    public.iter().for_each(|change| table.apply(change));
                }
            }
            SpectatorMessage::Accepted { .. }
            | SpectatorMessage::Refused { .. }
            | SpectatorMessage::Presence { .. }
            | SpectatorMessage::Timer { .. }
            | SpectatorMessage::Stalled {}
            | SpectatorMessage::Past { .. }
            | SpectatorMessage::Bye { .. } => {}
        }
        Ok(())
    }
}
