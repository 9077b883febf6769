//! Whose profile a key belongs to: the one place where seats meet profiles.

use protocol::ids::ProfileKey;
use protocol::refusal::Refusal;
use protocol::room::ProfileView;

use crate::recorder::{LinkedProfile, Recorder};
use crate::room::PlayedFor;
use crate::store::ratings;

/// The profiles of this server.
#[derive(Debug)]
pub(super) struct Profiles {
    recorder: Recorder,
}

impl Profiles {
    pub(super) fn new(recorder: Recorder) -> Self {
        Self { recorder }
    }

    /// Whether a profile is there to be seen; not if that can't be known now.
    pub(super) async fn is_shown(&self, id: &str) -> bool {
        let id = id.to_owned();
        let found = self.recorder.rated(move |sql| ratings::player(sql, &id)).await;
        found.is_ok_and(|player| player.is_some())
    }

    /// The profile a key belongs to, as it is played for: who is hidden is so at a table too.
    pub(super) async fn of(&self, key: &ProfileKey) -> Result<Option<PlayedFor>, Refusal> {
        let found = self.recorder.profile(&key.0).await.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "a profile can't be read");
            Refusal::StoreUnavailable
        })?;
        Ok(found.map(|LinkedProfile { id, name, is_hidden }| match is_hidden {
            true => PlayedFor::Hidden(id),
            false => PlayedFor::Shown(ProfileView { id, name }),
        }))
    }
}
