//! Somebody who watches a room, folding what they hear.

use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, PublicChange, SpectatorMessage, TableView};
use protocol::ids::{RequestId, RoomCode, Seq};
use protocol::room::RoomView;

use super::line::{Ended, Line};

/// Somebody who watches.
pub(crate) struct Watcher {
    pub(crate) line: Line,
    code: RoomCode,
    pub(crate) seq: Seq,
    pub(crate) room: RoomView,
    pub(crate) table: Option<TableView>,
    /// Everything heard since the first snapshot.
    pub(crate) heard: Vec<SpectatorMessage>,
}

impl Watcher {
    /// Begins to watch; what there is to see comes as a snapshot.
    pub(crate) async fn watch(address: &str, encoding: Encoding, code: RoomCode) -> Self {
        let mut line = Line::connect(address, encoding).await.unwrap();
        let request = RequestId(1);
        line.say(&ClientMessage::Watch { request, code, last_seq: None }).await.unwrap();
        let accepted = line.hear().await.unwrap();
        assert!(matches!(accepted, SpectatorMessage::Accepted { .. }), "{accepted:?}");
        let SpectatorMessage::Snapshot { seq, room, table } = line.hear().await.unwrap() else {
            panic!("no snapshot")
        };
        Self { line, code, seq, room: *room, table, heard: Vec::new() }
    }

    /// Comes back over a new connection, knowing what it knew, and hears what it missed.
    pub(crate) async fn come_back(&mut self, address: &str) -> Result<(), Ended> {
        self.line = Line::connect(address, self.line.encoding).await?;
        let (request, code, last_seq) = (RequestId(1), self.code, Some(self.seq));
        self.line.say(&ClientMessage::Watch { request, code, last_seq }).await?;
        let SpectatorMessage::Accepted { seq: now, .. } = self.hear().await? else {
            panic!("not let in again")
        };
        assert!(now >= self.seq, "steps that were shown are gone: {now:?} after {:?}", self.seq);
        while self.seq < now {
            self.hear().await?;
        }
        Ok(())
    }

    /// Hears one message and folds it in.
    pub(crate) async fn hear(&mut self) -> Result<SpectatorMessage, Ended> {
        let message = self.line.hear().await?;
        match &message {
            SpectatorMessage::Step { seq, room, public } => {
                assert_eq!(seq.0, self.seq.0 + 1, "a gap");
                self.seq = *seq;
                room.iter().for_each(|change| self.room.apply(change));
                public.iter().for_each(|change| self.fold(change));
            }
            SpectatorMessage::Snapshot { seq, room, table } => {
                assert!(*seq >= self.seq, "steps that were shown are gone");
                (self.seq, self.room, self.table) = (*seq, (**room).clone(), table.clone());
            }
            _ => {}
        }
        self.heard.push(message.clone());
        Ok(message)
    }

    fn fold(&mut self, change: &PublicChange) {
        match (change, &mut self.table) {
            (PublicChange::Table { table }, _) => self.table = Some((**table).clone()),
            (change, Some(table)) => table.apply(change),
            (_, None) => panic!("a change of a table nobody has set up"),
        }
    }

    /// Watches until step `seq`.
    pub(crate) async fn watch_until(&mut self, seq: Seq) {
        while self.seq < seq {
            self.hear().await.unwrap();
        }
    }

    /// Asks for something, and waits for the answer.
    pub(crate) async fn ask(&mut self, message: &ClientMessage) -> SpectatorMessage {
        self.line.say(message).await.unwrap();
        loop {
            let heard = self.hear().await.unwrap();
            if let SpectatorMessage::Accepted { .. } | SpectatorMessage::Refused { .. } = heard {
                return heard;
            }
        }
    }
}
