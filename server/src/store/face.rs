//! The one face of both kinds of database: whoever asks or writes does not know which it is.

use std::path::Path;
use std::{fmt, panic, thread};

use super::ratings::{self, Sql};
use super::tables::{self, Value};
use super::{
    ArchivedRoom, AuditWrite, Database, DeedError, GameFilter, GameId, GameName, GamePlace,
    GamePosting, GameRow, HandPosting, HandRow, LedgerGame, LedgerHand, LogRow, Posting, RoomId,
    ScoreEvent, SheetWrite, SheetWritten, StoreError, StoredStep, StoredTally, TallyRow, Whose,
    WriteError, postgres, sqlite,
};
use crate::clock::UnixMs;

/// Rows that are copied at once.
const COPY_ROWS: usize = 1_000;

/// A connection to a database.
pub(crate) enum Store {
    /// A file.
    Sqlite(rusqlite::Connection),
    /// A server.
    Postgres(Box<postgres::Session>),
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite(_) => "Store(SQLite)",
            Self::Postgres(_) => "Store(PostgreSQL)",
        })
    }
}

impl Store {
    /// Opens the connection that writes, and brings the tables up to date. On a server it keeps others from writing
    /// for as long as it lives, and waits a little for whoever did before.
    pub(crate) fn open_writer(
        database: &Database,
        pages_max: Option<u32>,
    ) -> Result<Self, StoreError> {
        Ok(match database {
            Database::Sqlite(path) => {
                // The last server may have died of a failed fsync, on the same kernel.
                sqlite::rewrite_wal(path)?;
                Self::Sqlite(sqlite::open_writer(path, pages_max)?)
            }
            Database::Postgres(url) => Self::Postgres(Box::new(postgres::open_writer(url)?)),
        })
    }

    /// Opens a connection that can only read what is committed.
    pub(crate) fn open_reader(database: &Database) -> Result<Self, StoreError> {
        Ok(match database {
            Database::Sqlite(path) => Self::Sqlite(sqlite::open_reader(path)?),
            Database::Postgres(url) => Self::Postgres(Box::new(postgres::open_reader(url)?)),
        })
    }

    /// Whether opening another costs more than keeping this one.
    pub(crate) fn is_worth_keeping(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// Whether it still reaches the database.
    pub(crate) fn is_alive(&mut self) -> bool {
        match self {
            Self::Sqlite(_) => true,
            Self::Postgres(session) => session.is_alive(),
        }
    }

    /// Whoever writes on it from now on.
    pub(crate) fn writer(&mut self) -> Result<Writer<'_>, StoreError> {
        Ok(match self {
            Self::Sqlite(connection) => Writer::Sqlite(Box::new(sqlite::Writer::new(connection)?)),
            Self::Postgres(session) => Writer::Postgres(Box::new(postgres::Writer::new(session)?)),
        })
    }

    /// Whoever takes games of other ledgers over on it.
    pub(crate) fn importer(&mut self) -> Result<Importer<'_>, StoreError> {
        Ok(match self {
            Self::Sqlite(connection) => Importer::Sqlite(sqlite::Importer::new(connection)?),
            Self::Postgres(session) => {
                Importer::Postgres(Box::new(postgres::Importer::new(session)?))
            }
        })
    }

    /// Asks or changes something in the ledger of ratings.
    pub(crate) fn ratings<T>(&mut self, work: impl FnOnce(&mut dyn Sql) -> T) -> T {
        self.spoken(work)
    }

    /// Where statements are said that are the same on both kinds of database.
    pub(super) fn spoken<T>(&mut self, work: impl FnOnce(&mut dyn Sql) -> T) -> T {
        match self {
            Self::Sqlite(connection) => work(&mut sqlite::Spoken(connection)),
            Self::Postgres(session) => work(session.as_mut()),
        }
    }

    /// Whether whoever asks may be told: a hidden profile is one that nobody knows.
    pub(crate) fn may_see(&mut self, whose: &Whose) -> Result<bool, StoreError> {
        match whose {
            Whose::Name(_) | Whose::Own(_) => Ok(true),
            Whose::Profile(id) => Ok(self.ratings(|sql| ratings::player(sql, id))?.is_some()),
        }
    }

    /// Asks several things about one and the same moment.
    pub(crate) fn at_one_moment<T, E: From<StoreError>>(
        &mut self,
        ask: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.begin_moment()?;
        let answer = ask(self)?;
        self.end_moment()?;
        Ok(answer)
    }
}

/// What can be asked of a store, answered by the function of the same name on either side.
macro_rules! questions {
    ($($(#[$about:meta])* fn $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)+) => {
        impl Store {$(
            $(#[$about])*
            pub(crate) fn $name(&mut self $(, $given: $type)*) -> Result<$answer, StoreError> {
                match self {
                    Self::Sqlite(connection) => sqlite::$name(connection $(, $given)*),
                    Self::Postgres(session) => postgres::$name(session $(, $given)*),
                }
            }
        )+}
    };
}

questions! {
    /// Finds out whether the store takes writes, by writing something and deleting it again.
    fn probe() -> ();
    /// Tidies up at the end.
    fn checkpoint() -> ();
    fn begin_moment() -> ();
    fn end_moment() -> ();
    /// Shows every row of the log to `visit`, in the order they were written; fails if one does not say which room
    /// it belongs to.
    fn scan_log(visit: impl FnMut(LogRow<'_>)) -> ();
    /// Makes sure that no rows have vanished from the log without a trace, as far as the database can tell.
    fn check_pages() -> ();
    /// The highest room that left something outside the log.
    fn last_room() -> Option<RoomId>;
    /// The id of the last score event, zero if there is none.
    fn last_event() -> u64;
    /// The closed room with this id, if there is one.
    fn read_archived(room: RoomId) -> Option<ArchivedRoom>;
    /// Shows every closed room to `visit`, one at a time.
    fn each_archived(visit: impl FnMut(ArchivedRoom)) -> ();
    /// The public score events after the one with this id, oldest first.
    fn events_after(id: u64, limit: u32) -> Vec<ScoreEvent>;
    /// The hands of a game with a number above this, in the order they were played.
    fn hands_after(game: GameId, after: u32, limit: u32) -> Vec<HandRow>;
    /// The record of a finished hand.
    fn hand_record(game: GameId, hand: u32) -> Option<String>;
    /// The games that are asked for after a place, or the newest, newest first.
    fn games(filter: &GameFilter, after: Option<GamePlace>, limit: u32) -> Vec<GameRow>;
    /// The game with this name.
    fn game(game: GameName) -> Option<GameRow>;
    /// What has happened to whom [`Whose::key`] says, kind by kind.
    fn tallies(key: &str) -> Vec<TallyRow>;
    /// Shows every game that was played here, with all its hands, to `visit`, one at a time.
    fn each_game(visit: impl FnMut(&LedgerGame, Vec<LedgerHand>)) -> ();
    /// Shows every way games are found to `visit`: feature, player, class, start and row of the game.
    fn each_found(visit: impl FnMut(&str, &str, i64, UnixMs, i64)) -> ();
    /// Every tally there is.
    fn all_tallies() -> Vec<StoredTally>;
    /// What the database itself finds wrong.
    fn integrity_problems() -> Vec<String>;
    /// The score events whose hand is gone, each with its game and number.
    fn lost_events() -> Vec<(GameId, u32)>;
    fn begin_copy() -> ();
    fn end_copy() -> ();
    fn take_rows(table: &'static tables::Table, visit: &mut dyn FnMut(Vec<Value>) -> Result<(), StoreError>) -> ();
    fn put_rows(table: &'static tables::Table, rows: Vec<Vec<Value>>) -> ();
}

/// Writes batches of steps, and what they post, in one transaction each. Anything it fails at leaves the transaction
/// to be rolled back by closing its connection.
pub(crate) enum Writer<'c> {
    /// To a file.
    Sqlite(Box<sqlite::Writer<'c>>),
    /// To a server.
    Postgres(Box<postgres::Writer<'c>>),
}

/// Takes games over, each as a whole or not at all: one that is not kept is forgotten with the connection.
pub(crate) enum Importer<'c> {
    /// Into a file.
    Sqlite(sqlite::Importer<'c>),
    /// Into a server.
    Postgres(Box<postgres::Importer<'c>>),
}

/// What can be done on either side, by the method of the same name.
macro_rules! deeds {
    ($who:ident { $($(#[$about:meta])* fn $name:ident($($given:ident: $type:ty),*) -> $answer:ty;)+ }) => {
        impl $who<'_> {$(
            $(#[$about])*
            pub(crate) fn $name(&mut self $(, $given: $type)*) -> $answer {
                match self {
                    Self::Sqlite(side) => side.$name($($given),*),
                    Self::Postgres(side) => side.$name($($given),*),
                }
            }
        )+}
    };
}

deeds! { Writer {
    /// Begins a batch; what it posts happened `now`.
    fn begin(now: UnixMs) -> Result<(), StoreError>;
    /// Makes the batch durable. An error leaves it unknown whether it is.
    fn commit() -> Result<(), StoreError>;
    /// Adds a step to the log, and says which row it is.
    fn insert(step: &StoredStep, version: i64, hash: &[u8]) -> Result<i64, StoreError>;
    /// Whether the room was closed before.
    fn is_archived(room: RoomId) -> Result<bool, StoreError>;
    /// Shows these rows of the log to `visit`, in this order. Rows that are gone are left out.
    fn read(rows: &[i64], visit: impl FnMut(LogRow<'_>)) -> Result<(), StoreError>;
    /// Moves all steps of a room, which are these rows, from the log to the archive.
    fn archive(room: RoomId, rows: &[i64], summary: &str) -> Result<(), StoreError>;
    /// Posts something, and says which score event it became, if any. A refusal may leave a part of it behind, for
    /// [`Self::take_back`].
    fn post(posting: &Posting) -> Result<Option<u64>, WriteError>;
    /// Writes a sheet and everything that follows from it, in a transaction of its own, if it is still as its writer
    /// saw it.
    fn write_sheet(write: &SheetWrite) -> Result<SheetWritten, StoreError>;
    /// Notes what was done to a game, in a transaction of its own.
    fn write_audit(write: &AuditWrite) -> Result<(), StoreError>;
    /// Marks a place that [`Self::take_back`] goes back to, before something is written for a room.
    fn mark(room: RoomId) -> Result<(), StoreError>;
    /// Keeps what was written since the mark.
    fn keep() -> Result<(), StoreError>;
    /// Takes back what was written since the mark.
    fn take_back() -> Result<(), StoreError>;
    /// Limits the size of a file, or lifts the limit that there was; the size of a server's is not ours to limit.
    fn limit_pages(pages_max: u32) -> Result<(), StoreError>;
    /// Begins to change the ledger of ratings, in a transaction of its own.
    fn begin_ratings() -> Result<(), StoreError>;
    /// Ends it: what was changed is kept, or is not.
    fn end_ratings(end: &'static str) -> Result<(), StoreError>;
} }

impl Writer<'_> {
    /// Changes something in the ledger of ratings as a whole, or not at all where it is refused or what is stored stands
    /// in the way.
    pub(crate) fn rate<T, R>(
        &mut self,
        work: impl FnOnce(&mut dyn Sql) -> Result<Result<T, R>, StoreError>,
    ) -> Result<Result<T, R>, DeedError> {
        self.begin_ratings()?;
        let done = match self {
            Self::Sqlite(side) => work(&mut side.spoken()),
            Self::Postgres(side) => work(side.spoken()),
        };
        let end = match &done {
            Ok(Ok(_)) => "COMMIT",
            Ok(Err(_)) => "ROLLBACK",
            Err(error) if error.is_about_data() => "ROLLBACK",
            // The connection is not used again, and what was begun on it ends with it.
            Err(_) => return done.map_err(DeedError::Store),
        };
        self.end_ratings(end)?;
        done.map_err(DeedError::Data)
    }
}

deeds! { Importer {
    /// The code and the beginning of the game that has this name here.
    fn named(game: GameId) -> Result<Option<(String, UnixMs)>, StoreError>;
    /// The room in which a game with this number began then under this code.
    fn room_of(number: u32, code: &str, started_at: UnixMs) -> Result<Option<RoomId>, StoreError>;
    /// Whether a room of this server has or had this number, with or without games.
    fn has_room(room: RoomId) -> Result<bool, StoreError>;
    /// The code under which this room's games are here.
    fn code_of(room: RoomId) -> Result<Option<String>, StoreError>;
    /// A room nobody has had.
    fn free_room() -> Result<RoomId, StoreError>;
    /// Begins a game that began then.
    fn begin_game(game: &GamePosting, at: UnixMs) -> Result<(), WriteError>;
    /// Adds a hand that ended then.
    fn post_hand(hand: &HandPosting, at: UnixMs) -> Result<(), WriteError>;
    /// Ends the game.
    fn finish_game(game: GameId, at: UnixMs) -> Result<(), WriteError>;
    /// Leaves the game unfinished.
    fn abandon_game(game: GameId, at: UnixMs) -> Result<(), StoreError>;
    /// Keeps the game, and notes that it was imported `now`.
    fn keep_game(game: GameId, now: UnixMs) -> Result<(), StoreError>;
    /// Takes over a sheet that is not there yet, in a transaction of its own, and notes that it was imported.
    fn write_sheet(write: &SheetWrite) -> Result<SheetWritten, StoreError>;
} }

/// Copies everything that is committed into a new file of SQLite's, whichever kind of database it comes from.
pub(crate) fn backup_into(from: &Database, to: &Path) -> Result<(), StoreError> {
    match Store::open_reader(from)? {
        Store::Sqlite(connection) => sqlite::backup_into(&connection, to),
        mut server @ Store::Postgres(_) => {
            let mut file = Store::open_writer(&to.into(), None)?;
            server.at_one_moment(|server| copy(server, &mut file))
        }
    }
}

/// Copies a backup into a database on a server in which there is nothing yet.
pub(crate) fn restore_into(backup: &Path, to: &Database) -> Result<(), StoreError> {
    let mut server = Store::open_writer(to, None)?;
    let mut steps = 0;
    server.scan_log(|_| steps += 1)?;
    let mut sheets = 0;
    server.each_sheet(|_| sheets += 1)?;
    let rated = server.ratings(|sql| sql.ask("SELECT id FROM rating_player LIMIT 1", &[]))?;
    if steps > 0 || sheets > 0 || !rated.is_empty() || server.last_room()?.is_some() {
        return Err(StoreError::NotEmpty);
    }
    Store::open_reader(&backup.into())?.at_one_moment(|file| copy(file, &mut server))
}

fn copy(from: &mut Store, to: &mut Store) -> Result<(), StoreError> {
    to.begin_copy()?;
    for table in tables::ALL {
        let mut rows = Vec::with_capacity(COPY_ROWS);
        from.take_rows(table, &mut |row| {
            rows.push(row);
            match rows.len() < COPY_ROWS {
                true => Ok(()),
                false => to.put_rows(table, std::mem::take(&mut rows)),
            }
        })?;
        to.put_rows(table, rows)?;
    }
    to.end_copy()
}

/// Every row of every table that is copied, by the name of the table.
#[cfg(test)]
pub(crate) fn all_rows(database: &Database) -> Vec<(&'static str, Vec<Vec<Value>>)> {
    let mut store = Store::open_reader(database).unwrap();
    let mut all = Vec::new();
    for table in tables::ALL {
        let mut rows = Vec::new();
        let mut keep = |row| {
            rows.push(row);
            Ok(())
        };
        store.take_rows(table, &mut keep).unwrap();
        all.push((table.name, rows));
    }
    all
}

/// Does something with a database on a thread of its own: a connection to a server waits on a runtime inside it, which
/// a thread that drives tasks of another must not do.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let done = thread::scope(|scope| scope.spawn(work).join());
    done.unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}
