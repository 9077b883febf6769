//! Whose profile a key belongs to: the one place where seats meet profiles.

use protocol::ids::ProfileKey;
use protocol::refusal::Refusal;
use protocol::room::ProfileView;

use crate::recorder::Recorder;

/// The profiles of this server.
#[derive(Debug)]
pub(super) struct Profiles {
    recorder: Recorder,
}

impl Profiles {
    pub(super) fn new(recorder: Recorder) -> Self {
        Self { recorder }
    }

    /// The profile a key belongs to, as everybody may see it. Who is hidden elsewhere is seen at a table they sit at.
    pub(super) async fn of(&self, key: &ProfileKey) -> Result<Option<ProfileView>, Refusal> {
        let found = self.recorder.profile(&key.0).await.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "a profile can't be read");
            Refusal::StoreUnavailable
        })?;
        Ok(found.map(|profile| ProfileView { id: profile.id, name: profile.name }))
    }
}
