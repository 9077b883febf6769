//! Lists of rooms, the newest first; a room that does not answer holds nobody up.

use std::cmp::Reverse;
use std::time::Duration;

use futures_util::future::join_all;
use protocol::ids::RoomCode;
use tokio::task::yield_now;
use tokio::time::timeout;

use super::{OpenRoom, Rooms};
use crate::recorder::RoomId;
use crate::room::{Asker, RoomClosed, RoomHandle, RoomSummary};

/// Rooms that are listed at a time.
const LISTED_MAX: usize = 100;
/// How long a room may take to say how it stands.
const ANSWER_MS_MAX: u64 = 250;

/// Rooms as they stand, the newest first.
pub(crate) struct Listed {
    pub(crate) rooms: Vec<RoomSummary>,
    /// How many more are as new, and did not say in time how they stand.
    pub(crate) busy: usize,
    /// The oldest room that was asked, if there are older ones.
    pub(crate) oldest: Option<RoomId>,
}

/// Why a room does not say how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// There is no such room, or none any more.
    NoRoom,
    /// It has too much to do, or waits for its disk.
    Busy,
}

impl Rooms {
    /// How the newest rooms stand that anybody may watch.
    pub(crate) async fn public_rooms(&self) -> Vec<RoomSummary> {
        // One that is not brought back yet has to be, to know.
        let may_be = |room: &OpenRoom| room.unopened.is_some() || room.handle.is_public();
        let mut rooms = self.ask(&self.newest_first(may_be), Asker::Anybody).await.rooms;
        rooms.retain(|room| room.is_public);
        rooms
    }

    /// How the newest of all rooms stand, or of those that are older than one of them.
    pub(crate) async fn all_rooms(&self, before: Option<RoomId>) -> Listed {
        let chosen = self.newest_first(|room| before.is_none_or(|before| room.id < before));
        self.ask(&chosen, Asker::Operator).await
    }

    /// How one room stands.
    pub(crate) async fn one_room(&self, code: RoomCode) -> Result<RoomSummary, Unanswered> {
        let room = self.find(code).ok_or(Unanswered::NoRoom)?;
        describe(&room, Asker::Operator).await
    }

    fn newest_first(&self, which: impl Fn(&OpenRoom) -> bool) -> Vec<(RoomId, RoomCode)> {
        let rooms = self.by_code.iter().filter(|room| which(room.value()));
        let mut chosen: Vec<_> = rooms.map(|room| (room.id, *room.key())).collect();
        chosen.sort_unstable_by_key(|(id, _)| Reverse(*id));
        chosen
    }

    /// Asks the first of these, all at once, for each waits for its disk.
    async fn ask(&self, chosen: &[(RoomId, RoomCode)], to: Asker) -> Listed {
        let asked = &chosen[..chosen.len().min(LISTED_MAX)];
        let mut handles = Vec::with_capacity(asked.len());
        for (_, code) in asked {
            // One that is not brought back yet is, and that is work.
            handles.extend(self.find(*code));
            yield_now().await;
        }
        let answers = join_all(handles.iter().map(|room| describe(room, to))).await;
        let busy = answers.iter().filter(|answer| matches!(answer, Err(Unanswered::Busy))).count();
        let oldest = asked.last().filter(|_| asked.len() < chosen.len()).map(|(id, _)| *id);
        Listed { rooms: answers.into_iter().flatten().collect(), busy, oldest }
    }
}

/// Asks a room that may have been closed since, be too busy to answer, or wait for its disk.
async fn describe(room: &RoomHandle, to: Asker) -> Result<RoomSummary, Unanswered> {
    let answer = timeout(Duration::from_millis(ANSWER_MS_MAX), room.describe(to)).await;
    match answer {
        Ok(Ok(summary)) => Ok(summary),
        Ok(Err(RoomClosed)) if room.is_closed() => Err(Unanswered::NoRoom),
        Ok(Err(RoomClosed)) | Err(_) => Err(Unanswered::Busy),
    }
}

#[cfg(test)]
mod tests {
    use protocol::setup::Setup;
    use rules::fujian::Rules;

    use super::*;
    use crate::recorder::{Database, Recorder, RecorderOptions};
    use crate::room::{Inbox, Manners, RoomContext};
    use crate::store::fresh::Fresh;

    /// A directory with so many public rooms, all of them on disk.
    async fn directory(fresh: &Fresh, rooms: usize) -> Rooms {
        let database: Database = fresh.url.parse().unwrap();
        let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
        let directory = Rooms::reopen(RoomContext::new(recorder, Manners::default()), replayed);
        for _ in 0..rooms {
            let room = directory.open(Setup::Fujian { rules: Rules::CLASSIC }, true, None).unwrap();
            room.describe(Asker::Anybody).await.unwrap();
        }
        directory
    }

    /// Puts a room into the directory that takes what is sent to it, and does nothing.
    fn add_stuck(rooms: &Rooms, code: RoomCode) -> Inbox {
        let (handle, inbox) = RoomHandle::new(code);
        rooms
            .by_code
            .insert(code, OpenRoom { id: RoomId(1_000), handle, opener: None, unopened: None });
        inbox
    }

    #[tokio::test]
    async fn a_room_that_does_not_answer_is_left_out_and_the_others_are_listed() {
        let fresh = Fresh::new();
        let rooms = directory(&fresh, 2).await;
        let stuck = "K7Q2XM".parse().unwrap();
        let _inbox = add_stuck(&rooms, stuck);
        tokio::time::pause();

        let listed = rooms.all_rooms(None).await;

        assert_eq!((listed.rooms.len(), listed.busy), (2, 1));
        assert_eq!(rooms.one_room(stuck).await.unwrap_err(), Unanswered::Busy);
        let missing = rooms.one_room("AAAAAA".parse().unwrap()).await;
        assert_eq!(missing.unwrap_err(), Unanswered::NoRoom);
    }

    #[tokio::test]
    async fn the_newest_rooms_are_listed_first_and_the_operator_gets_to_all_of_them() {
        let fresh = Fresh::new();
        let rooms = directory(&fresh, LISTED_MAX + 20).await;
        let ids = |rooms: &[RoomSummary]| rooms.iter().map(|room| room.id).collect::<Vec<_>>();
        let newest: Vec<u64> = (21..=120).rev().collect();

        let public = rooms.public_rooms().await;
        let all = rooms.all_rooms(None).await;
        let older = rooms.all_rooms(all.oldest).await;

        assert_eq!(ids(&public), newest);
        assert_eq!((ids(&all.rooms), all.oldest), (newest, Some(RoomId(21))));
        assert_eq!((ids(&older.rooms), older.oldest), ((1..=20).rev().collect(), None));
    }
}
