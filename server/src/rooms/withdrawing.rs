//! Profiles that are hidden or deleted while somebody plays for them: no room shows them any more, also none that comes
//! back from the disk.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::timeout;

use super::Rooms;
use crate::room::Withdrawn;
use crate::store::ratings;

/// How long whoever hides a profile waits for the rooms; one that is busy does it later.
const WAIT_MS_MAX: u64 = 250;

impl Rooms {
    /// How many profiles have been withdrawn: while this stays the same, what was read of one holds.
    pub(crate) fn withdrawals(&self) -> u64 {
        self.withdrawals.load(Ordering::SeqCst)
    }

    /// Shows a profile no longer in any room.
    pub(crate) async fn withdraw(&self, profile: Withdrawn) {
        self.withdrawals.fetch_add(1, Ordering::SeqCst);
        let rooms: Vec<_> = self.by_code.iter().map(|room| room.handle.clone()).collect();
        // In a task of its own: every room is told, also if nobody waits for that any more.
        let told = tokio::spawn(async move {
            join_all(rooms.iter().map(|room| room.withdraw(profile.clone()))).await
        });
        drop(timeout(Duration::from_millis(WAIT_MS_MAX), told).await);
    }

    /// Which of the profiles that a room shows as it comes from the disk are withdrawn: nobody could tell it while no
    /// server ran, or before it broke down.
    pub(super) async fn missed(&self, shown: Vec<String>) -> Vec<Withdrawn> {
        if shown.is_empty() {
            return Vec::new();
        }
        let asked = shown.clone();
        let found = self.context.recorder.rated(move |sql| {
            asked.iter().map(|id| ratings::is_hidden(sql, id)).collect::<Result<Vec<_>, _>>()
        });
        match found.await {
            Ok(found) => shown.into_iter().zip(found).filter_map(withdrawn).collect(),
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::error!(
                    error,
                    "nobody knows who is hidden: profiles of a room are not shown"
                );
                shown.into_iter().map(Withdrawn::Hidden).collect()
            }
        }
    }
}

/// What has become of a profile, if it is shown no longer.
fn withdrawn((id, is_hidden): (String, Option<bool>)) -> Option<Withdrawn> {
    match is_hidden {
        Some(false) => None,
        Some(true) => Some(Withdrawn::Hidden(id)),
        None => Some(Withdrawn::Deleted(id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::{Database, Recorder, RecorderOptions};
    use crate::room::{Manners, RoomContext};
    use crate::store::fresh::Fresh;
    use crate::store::ratings::{Actor, Visibility};

    #[tokio::test]
    async fn a_room_from_the_disk_misses_what_was_hidden_or_deleted_since() {
        let fresh = Fresh::new();
        let database: Database = fresh.url.parse().unwrap();
        let (recorder, replayed) = Recorder::open(database, RecorderOptions::default()).unwrap();
        let made = recorder.rate(|sql| {
            let mut codes = Vec::new();
            for nth in 1..=3 {
                let player = ratings::create_profile(sql, "Ana", [[nth; 32], [nth + 9; 32]], 1)?;
                codes.extend(player.code.clone());
                if nth == 3 {
                    ratings::delete_profile(sql, player.id, 2)?;
                }
            }
            assert_eq!(
                ratings::hide(sql, &codes[1], Visibility::Hidden, Actor::Operator, 2)?,
                Ok(())
            );
            Ok(Ok::<_, ()>(codes))
        });
        let codes = made.await.unwrap().unwrap();
        let rooms = Rooms::reopen(RoomContext::new(recorder, Manners::default()), replayed);

        let missed = rooms.missed(codes.clone()).await;

        let withdrawn = [Withdrawn::Hidden(codes[1].clone()), Withdrawn::Deleted(codes[2].clone())];
        assert_eq!(missed, withdrawn);
    }
}
