//! Writes games of another ledger into this one, as they were and when they were.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{ledger::Ledger, sheets, sql, stored};
use crate::clock::UnixMs;
use crate::store::refusal::Following;
use crate::store::{
    GameId, GamePosting, HandPosting, RoomId, SheetWrite, SheetWritten, StoreError, WriteError,
};

/// Takes games over, each as a whole or not at all: one that is not kept is forgotten with the connection.
pub(crate) struct Importer<'c> {
    connection: &'c Connection,
    ledger: Ledger<'c>,
    /// Rooms that are open: their steps can't be looked up by room.
    open: HashSet<i64>,
}

impl<'c> Importer<'c> {
    pub(crate) fn new(connection: &'c Connection) -> Result<Self, StoreError> {
        let open = || -> rusqlite::Result<HashSet<i64>> {
            let mut select = connection.prepare("SELECT room FROM log")?;
            select.query_map([], |row| row.get(0))?.collect()
        };
        let open = open().map_err(sql("find the open rooms"))?;
        Ok(Self { connection, ledger: Ledger::new(connection), open })
    }

    /// The code and the beginning of the game that has this name here.
    pub(crate) fn named(&mut self, game: GameId) -> Result<Option<(String, UnixMs)>, StoreError> {
        let Ok(room) = i64::try_from(game.room.0) else { return Ok(None) };
        let select = "SELECT code, started_at FROM game WHERE room = ?1 AND number = ?2";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let found = self.connection.query_row(select, params![room, game.number], read);
        found.optional().map_err(sql("look for a game"))
    }

    /// The room in which a game with this number began then under this code.
    pub(crate) fn room_of(
        &mut self,
        number: u32,
        code: &str,
        started_at: UnixMs,
    ) -> Result<Option<RoomId>, StoreError> {
        let select = "SELECT room FROM game WHERE number = ?1 AND code = ?2 AND started_at = ?3";
        let read = |row: &Row<'_>| row.get::<_, i64>(0);
        let found = self.connection.query_row(select, params![number, code, started_at], read);
        let found = found.optional().map_err(sql("look for a game"))?;
        Ok(found.map(|room| RoomId(room.unsigned_abs())))
    }

    /// Whether a room of this server has or had this number.
    pub(crate) fn has_room(&mut self, room: RoomId) -> Result<bool, StoreError> {
        let Ok(room) = i64::try_from(room.0) else { return Ok(false) };
        let select = "SELECT EXISTS (SELECT 1 FROM archive WHERE room = ?1)";
        let closed = self.connection.query_row(select, [room], |row| row.get(0));
        Ok(self.open.contains(&room) || closed.map_err(sql("look for a room"))?)
    }

    /// The code under which this room's games are here.
    pub(crate) fn code_of(&mut self, room: RoomId) -> Result<Option<String>, StoreError> {
        let Ok(room) = i64::try_from(room.0) else { return Ok(None) };
        let select = "SELECT code FROM game WHERE room = ?1 LIMIT 1";
        let found = self.connection.query_row(select, [room], |row| row.get(0));
        found.optional().map_err(sql("look for a game"))
    }

    /// A room nobody has had.
    pub(crate) fn free_room(&mut self) -> Result<RoomId, StoreError> {
        let select = "SELECT max(room) FROM (SELECT max(room) AS room FROM archive
            UNION ALL SELECT max(room) FROM game UNION ALL SELECT max(room) FROM log)";
        let last = self.connection.query_row(select, [], |row| row.get::<_, Option<i64>>(0));
        let last = last.map_err(sql("find the last room"))?.unwrap_or_default();
        Ok(RoomId(last.unsigned_abs() + 1))
    }

    pub(crate) fn begin_game(&mut self, game: &GamePosting, at: UnixMs) -> Result<(), WriteError> {
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(sql("begin to import a game"))?;
        self.ledger.now = at;
        self.ledger.post_game(game, Following::Later)
    }

    pub(crate) fn post_hand(&mut self, hand: &HandPosting, at: UnixMs) -> Result<(), WriteError> {
        self.ledger.now = at;
        self.ledger.post_hand(hand).map(|_| ())
    }

    pub(crate) fn finish_game(&mut self, game: GameId, at: UnixMs) -> Result<(), WriteError> {
        self.ledger.now = at;
        self.ledger.finish_game(game)
    }

    /// Leaves the game unfinished.
    pub(crate) fn abandon_game(&mut self, game: GameId, at: UnixMs) -> Result<(), StoreError> {
        self.ledger.now = at;
        self.ledger.abandon_games(game.room)
    }

    /// Keeps the game, and notes that it was imported `now`.
    pub(crate) fn keep_game(&mut self, game: GameId, now: UnixMs) -> Result<(), StoreError> {
        let insert = "INSERT INTO audit (game, at, who, change)
            SELECT id, ?3, 'operator', '{\"imported\":true}' FROM game WHERE room = ?1 AND number = ?2";
        self.connection
            .execute(insert, params![stored(game.room.0), game.number, now])
            .map_err(sql("note an import"))?;
        self.connection.execute_batch("COMMIT").map_err(sql("keep an imported game"))
    }

    /// Takes over a sheet that is not there yet.
    pub(crate) fn write_sheet(&mut self, write: &SheetWrite) -> Result<SheetWritten, StoreError> {
        sheets::write_sheet(self.connection, write)
    }
}
