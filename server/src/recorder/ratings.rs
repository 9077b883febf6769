//! The ledger of ratings: changed by the same thread as everything else, asked beside it.

use tokio::sync::oneshot;

use super::actor::Command;
use super::{ReadError, Recorder, StoreFailed};
use crate::ratings::keys;
use crate::store::ratings::{self, ProfileSecret, Sql};
use crate::store::{StoreError, Writer};

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

/// A change to the ratings, and whoever waits for it; without a writer it is refused.
pub(super) type Rating =
    Box<dyn FnOnce(Option<&mut Writer<'_>>) -> Result<(), StoreError> + Send + 'static>;

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
        self.epoch()?;
        let (reply, answer) = oneshot::channel();
        let rating: Rating = Box::new(move |writer| {
            let done = writer.map(|writer| writer.rate(work)).transpose();
            let (told, left) = match done {
                Ok(Some(done)) => (Ok(done), Ok(())),
                Ok(None) => (Err(StoreFailed::Unavailable), Ok(())),
                Err(error) => (Err(StoreFailed::Unavailable), Err(error)),
            };
            let _ = reply.send(told);
            left
        });
        self.commands.send(Command::Rate(rating)).await.map_err(|_| StoreFailed::Stopped)?;
        // The writing thread ended in the middle: nobody knows.
        answer.await.map_err(|_| StoreFailed::Unavailable)?
    }

    /// The profile a key belongs to.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub async fn profile(&self, key: &str) -> Result<Option<LinkedProfile>, ReadError> {
        let hash = keys::hash(key);
        let found = self.rated(move |sql| ratings::profile(sql, ProfileSecret::Key(hash))).await?;
        let own = found.filter(|(_, stored)| keys::is_same(&hash, stored));
        Ok(own.and_then(|(player, _)| {
            let (id, name) = (player.code?, player.name);
            Some(LinkedProfile { id, name, is_hidden: player.is_hidden })
        }))
    }

    /// Whose a key with this hash is.
    pub(crate) async fn key_holder(&self, hash: [u8; 32]) -> Result<Option<KeyHolder>, ReadError> {
        self.rated(move |sql| {
            let is_same = |stored: &[u8]| keys::is_same(&hash, stored);
            let source = ratings::source_by_key(sql, &hash)?;
            if let Some((source, _)) = source.filter(|(_, stored)| is_same(stored)) {
                return Ok(Some(KeyHolder::Source(source)));
            }
            let found = ratings::profile(sql, ProfileSecret::Key(hash))?;
            let own = found.filter(|(_, stored)| is_same(stored));
            Ok(own.map(|(player, _)| KeyHolder::Player(player.id)))
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
