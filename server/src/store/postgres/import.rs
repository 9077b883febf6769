//! Writes games of another ledger into this one, as they were and when they were.

use super::ledger::Ledger;
use super::{Session, sheets, sql, stored};
use crate::clock::UnixMs;
use crate::store::refusal::Following;
use crate::store::{
    GameId, GamePosting, HandPosting, RoomId, SheetWrite, SheetWritten, StoreError, WriteError,
};

/// Takes games over, each as a whole or not at all: one that is not kept is forgotten with the connection.
pub(crate) struct Importer<'c> {
    session: &'c mut Session,
    ledger: Ledger,
}

impl<'c> Importer<'c> {
    pub(crate) fn new(session: &'c mut Session) -> Result<Self, StoreError> {
        let ledger = Ledger::read(session)?;
        Ok(Self { session, ledger })
    }

    /// The code and the beginning of the game that has this name here.
    pub(crate) fn named(&mut self, game: GameId) -> Result<Option<(String, UnixMs)>, StoreError> {
        let Ok(room) = i64::try_from(game.room.0) else { return Ok(None) };
        let select = "SELECT code, started_at FROM game WHERE room = $1 AND number = $2";
        let row = self.session.row(select, &[&room, &i64::from(game.number)]);
        let row = row.map_err(sql("look for a game"))?;
        Ok(row.map(|row| (row.get(0), row.get(1))))
    }

    /// The room in which a game with this number began then under this code.
    pub(crate) fn room_of(
        &mut self,
        number: u32,
        code: &str,
        started_at: UnixMs,
    ) -> Result<Option<RoomId>, StoreError> {
        let select = "SELECT room FROM game WHERE number = $1 AND code = $2 AND started_at = $3";
        let row = self.session.row(select, &[&i64::from(number), &code, &started_at]);
        let row = row.map_err(sql("look for a game"))?;
        Ok(row.map(|row| RoomId(row.get::<_, i64>(0).unsigned_abs())))
    }

    /// Whether a room of this server has or had this number.
    pub(crate) fn has_room(&mut self, room: RoomId) -> Result<bool, StoreError> {
        let Ok(room) = i64::try_from(room.0) else { return Ok(false) };
        let select = "SELECT 1 FROM log WHERE room = $1 UNION ALL SELECT 1 FROM archive WHERE room = $1 LIMIT 1";
        let row = self.session.row(select, &[&room]).map_err(sql("look for a room"))?;
        Ok(row.is_some())
    }

    /// The code under which this room's games are here.
    pub(crate) fn code_of(&mut self, room: RoomId) -> Result<Option<String>, StoreError> {
        let Ok(room) = i64::try_from(room.0) else { return Ok(None) };
        let select = "SELECT code FROM game WHERE room = $1 LIMIT 1";
        let row = self.session.row(select, &[&room]).map_err(sql("look for a game"))?;
        Ok(row.map(|row| row.get(0)))
    }

    /// A room nobody has had.
    pub(crate) fn free_room(&mut self) -> Result<RoomId, StoreError> {
        let select = "SELECT coalesce(greatest((SELECT max(room) FROM archive), (SELECT max(room) FROM game),
            (SELECT max(room) FROM log)), 0)";
        let row = self.session.row(select, &[]).map_err(sql("find the last room"))?;
        let last = row.map_or(0, |row| row.get::<_, i64>(0));
        Ok(RoomId(last.unsigned_abs() + 1))
    }

    pub(crate) fn begin_game(&mut self, game: &GamePosting, at: UnixMs) -> Result<(), WriteError> {
        self.session.say("BEGIN").map_err(sql("begin to import a game"))?;
        self.ledger.now = at;
        self.ledger.post_game(self.session, game, Following::Later)
    }

    pub(crate) fn post_hand(&mut self, hand: &HandPosting, at: UnixMs) -> Result<(), WriteError> {
        self.ledger.now = at;
        self.ledger.post_hand(self.session, hand).map(|_| ())
    }

    pub(crate) fn finish_game(&mut self, game: GameId, at: UnixMs) -> Result<(), WriteError> {
        self.ledger.now = at;
        self.ledger.finish_game(self.session, game)
    }

    /// Leaves the game unfinished.
    pub(crate) fn abandon_game(&mut self, game: GameId, at: UnixMs) -> Result<(), StoreError> {
        self.ledger.now = at;
        self.ledger.abandon_games(self.session, game.room)
    }

    /// Keeps the game, and notes that it was imported `now`.
    pub(crate) fn keep_game(&mut self, game: GameId, now: UnixMs) -> Result<(), StoreError> {
        self.ledger.write(self.session)?;
        self.ledger.forget(game.room);
        let insert = "INSERT INTO audit (id, game, at, who, change)
            SELECT (SELECT coalesce(max(id), 0) + 1 FROM audit), id, $3, 'operator', '{\"imported\":true}'
            FROM game WHERE room = $1 AND number = $2";
        let number = i64::from(game.number);
        self.session
            .execute(insert, &[&stored(game.room.0), &number, &now])
            .map_err(sql("note an import"))?;
        self.session.say("COMMIT").map_err(sql("keep an imported game"))
    }

    /// Takes over a sheet that is not there yet.
    pub(crate) fn write_sheet(&mut self, write: &SheetWrite) -> Result<SheetWritten, StoreError> {
        sheets::write_sheet(self.session, &mut self.ledger, write)
    }
}
