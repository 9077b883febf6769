//! What an operator does to ratings from the command line, on a database no server is using.

use std::fs::File;

use crate::clock::now_ms;
pub use crate::ratings::Standing;
use crate::ratings::keys;
use crate::recorder::{Database, OpenError, lock};
use crate::store::ratings::{self, Actor, FoundRow, Mend, Named, Sought, Sql};
pub use crate::store::ratings::{Admission, Difference, HideRefused, Rebuilt, Visibility};
use crate::store::{DeedError, Store, StoreError};

/// A database whose ratings are looked after.
#[derive(Debug)]
pub struct Desk {
    store: Store,
    /// Keeps servers off a file for as long as it is open here.
    _lock: Option<File>,
}

/// Somebody who applied to submit sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// How to reach it.
    pub contact: String,
    /// `applied`, `approved` or `revoked`.
    pub state: String,
}

/// Somebody who was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether their identity was checked.
    pub is_verified: bool,
    /// Whether they are shown to nobody.
    pub is_hidden: bool,
    /// How an e-mail names them, `open` or `private`; nothing where none does, or does so no longer.
    pub named: Option<&'static str>,
    /// The rating.
    pub rating: i32,
    /// The rating among verified players.
    pub verified_rating: i32,
    /// How many games they have played.
    pub games: u32,
}

/// A league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct League {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The sources that may submit to its seasons.
    pub sources: Vec<i64>,
}

impl Desk {
    /// Opens a database to change it.
    ///
    /// # Errors
    ///
    /// If a server is using it, or it can't be opened.
    pub fn open(database: &Database) -> Result<Self, OpenError> {
        let lock = lock(database)?;
        let store =
            Store::open_writer(database, None).map_err(|error| OpenError::of(database, error))?;
        Ok(Self { store, _lock: lock })
    }

    /// All who ever applied.
    ///
    /// # Errors
    ///
    /// If the database can't be read.
    pub fn sources(&mut self) -> Result<Vec<Source>, StoreError> {
        let all = self.store.ratings(|sql| ratings::sources(sql))?;
        let told = all.into_iter().map(|row| {
            let ratings::SourceRow { id, name, contact, state, .. } = row;
            Source { id, name, contact, state }
        });
        Ok(told.collect())
    }

    /// Approves a source, and says its new key; nothing if there is no such source.
    ///
    /// # Errors
    ///
    /// If the database can't be written.
    pub fn approve(&mut self, source: i64) -> Result<Option<String>, StoreError> {
        let key = keys::source_key();
        let hash = keys::hash(&key);
        let there = self.change(|sql| ratings::decide(sql, source, Some(hash), now_ms()))?;
        Ok(there.then_some(key))
    }

    /// Takes a source's key away; says whether there is such a source.
    ///
    /// # Errors
    ///
    /// If the database can't be written.
    pub fn revoke(&mut self, source: i64) -> Result<bool, StoreError> {
        self.change(|sql| ratings::decide(sql, source, None, now_ms()))
    }

    /// Says from the next round on that somebody's identity was checked, or was not; says whether there is somebody.
    ///
    /// # Errors
    ///
    /// If the database can't be written.
    pub fn verify(&mut self, player: &str, standing: Standing) -> Result<bool, StoreError> {
        self.change(|sql| ratings::verify(sql, player, standing, now_ms()))
    }

    /// Hides somebody, or shows them again, or says why that can't be done.
    ///
    /// # Errors
    ///
    /// If the database can't be written.
    pub fn hide(
        &mut self,
        player: &str,
        visibility: Visibility,
    ) -> Result<Result<(), HideRefused>, StoreError> {
        self.change(|sql| ratings::hide(sql, player, visibility, Actor::Operator, now_ms()))
    }

    /// All leagues.
    ///
    /// # Errors
    ///
    /// If the database can't be read.
    pub fn leagues(&mut self) -> Result<Vec<League>, StoreError> {
        let all = self.store.ratings(|sql| ratings::leagues(sql))?;
        let told = all.into_iter().map(|row| {
            let sources = row.sources.into_iter().map(|source| source.id).collect();
            League { id: row.id, name: row.name, sources }
        });
        Ok(told.collect())
    }

    /// Lets a source submit to a league's seasons, or no longer; says whether there are such ones.
    ///
    /// # Errors
    ///
    /// If the database can't be written.
    pub fn admit(
        &mut self,
        league: i64,
        source: i64,
        admission: Admission,
    ) -> Result<bool, StoreError> {
        self.change(|sql| ratings::admit(sql, league, source, admission, now_ms()))
    }

    /// Goes through all rounds, makes right what does not follow from them, and keeps a note of it.
    ///
    /// # Errors
    ///
    /// If the database can't be read or written; nothing is changed then.
    pub fn rebuild(&mut self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError> {
        self.change(|sql| ratings::mend(sql, now_ms(), progress))
    }

    fn change<T>(
        &mut self,
        work: impl FnOnce(&mut dyn Sql) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut writer = self.store.writer()?;
        let done = writer.rate(|sql| work(sql).map(Ok::<_, std::convert::Infallible>));
        match done.map_err(|(DeedError::Data(error) | DeedError::Store(error))| error)? {
            Ok(done) => Ok(done),
            Err(never) => match never {},
        }
    }
}

/// Players by e-mail, public id or the beginning of their name, hidden ones too; a server may be using the database.
/// Nothing if nobody can be found by such a text.
///
/// # Errors
///
/// If it can't be read.
pub fn find(database: &Database, text: &str) -> Result<Option<Vec<Player>>, StoreError> {
    let Some(sought) = Sought::read(text) else { return Ok(None) };
    let found = Store::open_reader(database)?.ratings(|sql| ratings::find_players(sql, &sought))?;
    let told = found.into_iter().map(|FoundRow { player, named }| Player {
        id: player.code.unwrap_or_default(),
        name: player.name,
        is_verified: player.is_verified,
        is_hidden: player.is_hidden,
        named: named.map(Named::name),
        rating: player.rating,
        verified_rating: player.verified_rating,
        games: player.games,
    });
    Ok(Some(told.collect()))
}

/// Goes through all rounds of a database that a server may be using, and changes nothing.
///
/// # Errors
///
/// If it can't be read.
pub fn check(database: &Database, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError> {
    let mut store = Store::open_reader(database)?;
    store.at_one_moment(|store| store.ratings(|sql| ratings::rebuild(sql, Mend::No, progress)))
}
