//! The ledger of ratings: changed by the same thread as everything else, asked beside it.

use super::{ReadError, Recorder, StoreFailed};
use crate::ratings::keys;
use crate::store::StoreError;
use crate::store::ratings::{self, ProfileSecret, Sql};

/// Whose profile a key belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedProfile {
    /// The public id.
    pub id: String,
    /// The name that is shown.
    pub name: String,
    /// Whether it is shown to nobody.
    pub is_hidden: bool,
}

/// Whose a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KeyHolder {
    /// A source's that is approved.
    Source(i64),
    /// A player's profile's.
    Player(i64),
}

impl Recorder {
    /// Changes the ledger of ratings as a whole, or not at all where `work` refuses.
    ///
    /// # Errors
    ///
    /// After [`StoreFailed::Unavailable`] it may or may not be on disk.
    pub(crate) async fn rate<T: Send + 'static, R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Sql) -> Result<Result<T, R>, StoreError> + Send + 'static,
    ) -> Result<Result<T, R>, StoreFailed> {
        self.perform(move |writer| writer.rate(work)).await
    }

    /// The profile a key belongs to.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn profile(&self, key: &str) -> Result<Option<LinkedProfile>, ReadError> {
        let hash = keys::hash(key);
        let own = self.rated(move |sql| ratings::profile(sql, ProfileSecret::Key(hash))).await?;
        Ok(own.and_then(|player| {
            let (id, name) = (player.code?, player.name);
            Some(LinkedProfile { id, name, is_hidden: player.is_hidden })
        }))
    }

    /// Whose a key with this hash is.
    pub(crate) async fn key_holder(&self, hash: [u8; 32]) -> Result<Option<KeyHolder>, ReadError> {
        self.rated(move |sql| {
            if let Some(source) = ratings::source_by_key(sql, &hash)? {
                return Ok(Some(KeyHolder::Source(source)));
            }
            let own = ratings::profile(sql, ProfileSecret::Key(hash))?;
            Ok(own.map(|player| KeyHolder::Player(player.id)))
        })
        .await
    }

    /// Asks something of the ledger of ratings.
    pub(crate) async fn rated<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ReadError> {
        self.read(move |store| Ok(store.ratings(ask)?)).await
    }
}
