//! The ledger of ratings: changed by the same thread as everything else, asked beside it.

use super::{ReadError, Recorder, StoreFailed};
use crate::ratings::keys;
use crate::store::StoreError;
use crate::store::ratings::{self, PlayerRow, ProfileSecret, Sql};

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
    /// [`StoreFailed::Unreadable`] where what is stored stands in the way: nothing is changed then, and everything else
    /// goes on. After [`StoreFailed::Unavailable`] it may or may not be on disk.
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
        let own = self.own_player(hash).await?;
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

    /// The player whose key somebody uses. If it was told when the profile was recovered, that answer has arrived, and
    /// the code it was recovered with is worth nothing from now on.
    pub(crate) async fn own_player(&self, hash: [u8; 32]) -> Result<Option<PlayerRow>, ReadError> {
        let found = self.rated(move |sql| {
            let Some(own) = ratings::profile(sql, ProfileSecret::Key(hash))? else {
                return Ok(None);
            };
            let is_new = ratings::awaits_key(sql, own.id)?;
            Ok(Some((own, is_new)))
        });
        let Some((own, is_new)) = found.await? else { return Ok(None) };
        if is_new {
            let settled =
                self.rate(move |sql| Ok(Ok::<_, ()>(ratings::settle_recovery(sql, hash)?)));
            if let Err(error) = settled.await {
                tracing::warn!(%error, "a recovery code stays valid until the key is used again");
            }
        }
        Ok(Some(own))
    }

    /// Asks something of the ledger of ratings.
    pub(crate) async fn rated<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, ReadError> {
        self.read(move |store| Ok(store.ratings(ask)?)).await
    }
}
