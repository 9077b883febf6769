//! Writes games of another ledger into this one, as they were and when they were.

use rusqlite::{Connection, params};

use super::{ledger::Ledger, sheets, sql, stored};
use crate::clock::UnixMs;
use crate::store::{
    GameId, GamePosting, HandPosting, SheetWrite, SheetWritten, StoreError, WriteError,
};

/// Takes games over, each as a whole or not at all: one that is not kept is forgotten with the connection.
pub(crate) struct Importer<'c> {
    connection: &'c Connection,
    ledger: Ledger<'c>,
}

impl<'c> Importer<'c> {
    pub(crate) fn new(connection: &'c Connection) -> Self {
        Self { connection, ledger: Ledger::new(connection) }
    }

    /// Whether the ledger has the game already.
    pub(crate) fn has(&mut self, game: GameId) -> Result<bool, StoreError> {
        let Ok(room) = i64::try_from(game.room.0) else { return Ok(false) };
        let select = "SELECT EXISTS (SELECT 1 FROM game WHERE room = ?1 AND number = ?2)";
        let found = self.connection.query_row(select, params![room, game.number], |row| row.get(0));
        found.map_err(sql("look for a game"))
    }

    pub(crate) fn begin_game(&mut self, game: &GamePosting, at: UnixMs) -> Result<(), WriteError> {
        self.connection.execute_batch("BEGIN IMMEDIATE").map_err(sql("begin to import a game"))?;
        self.ledger.now = at;
        self.ledger.post_game(game)
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
