//! Posts games, finished hands and ends of games, and what follows from them for those who ask later.

use rules::seat::{BySeat, Seat};
use rusqlite::{Connection, OptionalExtension, Statement, params};

use super::statements::Statements;
use super::{sql, stored};
use crate::clock::UnixMs;
use crate::store::{
    GameId, GamePosting, HandPosting, PostingRefused, RoomId, Seated, StoreError, WriteError,
    feature,
    refusal::{self, Following},
};

/// A game that is not over, and where it stands.
struct OpenGame {
    row: i64,
    class: i64,
    public: bool,
    started_at: UnixMs,
    last_hand: u32,
    scores: [i64; 4],
}

/// Posts games on the connection that writes.
pub(super) struct Ledger<'c> {
    connection: &'c Connection,
    statements: Statements<'c>,
    /// When what is being written became so.
    pub(super) now: UnixMs,
}

impl<'c> Ledger<'c> {
    pub(super) fn new(connection: &'c Connection) -> Self {
        Self { connection, statements: Statements::new(connection), now: 0 }
    }

    /// Posts a game that begins.
    pub(super) fn post_game(
        &mut self,
        posting: &GamePosting,
        following: Following,
    ) -> Result<(), WriteError> {
        let last = self.last_game(posting.game.room).map_err(sql("find the last game"))?;
        refusal::check_game(posting, last, following)?;
        self.insert_game(posting).map_err(sql("post a game"))?;
        Ok(())
    }

    /// Posts a finished hand, and says which score event it became.
    pub(super) fn post_hand(&mut self, posting: &HandPosting) -> Result<u64, WriteError> {
        refusal::check_hand(posting)?;
        let game = self.open_game(posting.game)?;
        refusal::check_order(posting, game.last_hand)?;
        let event = self.insert_hand(&game, posting).map_err(sql("post a hand"))?;
        let seats = posting.seated();
        self.seat(&game, posting.hand, &seats).map_err(sql("seat the players of a hand"))?;
        self.note(&game, posting, &seats).map_err(sql("note what happened in a hand"))?;
        Ok(event)
    }

    /// Posts the end of a game.
    pub(super) fn finish_game(&mut self, game: GameId) -> Result<(), WriteError> {
        let open = self.open_game(game)?;
        self.insert_end(&open, "finished").map_err(sql("finish a game"))?;
        self.note_places(&open).map_err(sql("note the places of a game"))?;
        Ok(())
    }

    /// Ends the games of a room that closes in the middle of them.
    pub(super) fn abandon_games(&mut self, room: RoomId) -> Result<(), StoreError> {
        let number = self.last_game(room).map_err(sql("find the last game"))?;
        match self.open_game(GameId { room, number }) {
            Ok(open) => self.insert_end(&open, "abandoned").map_err(sql("abandon a game")),
            Err(WriteError::Refused(_)) => Ok(()),
            Err(WriteError::Store(error)) => Err(error),
        }
    }

    fn last_game(&mut self, room: RoomId) -> rusqlite::Result<u32> {
        let select = "SELECT ifnull(max(number), 0) FROM game WHERE room = ?1";
        self.statements.of(select)?.query_row([stored(room.0)], |row| row.get(0))
    }

    fn insert_game(&mut self, posting: &GamePosting) -> rusqlite::Result<()> {
        let class = class(self.connection, [posting.variant.name(), "online", "complete"])?;
        let GameId { room, number } = posting.game;
        let insert = "INSERT INTO game (class, room, number, code, public, rules, started_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (room, code) = (stored(room.0), posting.code.as_str());
        let (public, rules) = (posting.public, &posting.rules);
        self.statements
            .of(insert)?
            .execute(params![class, room, number, code, public, rules, self.now])?;
        let row = self.connection.last_insert_rowid();
        let scores = [0; 4];
        let game = OpenGame { row, class, public, started_at: self.now, last_hand: 0, scores };
        self.found(&game, feature::ANY, "")?;
        self.seat(&game, 0, &posting.seated())
    }

    fn open_game(&mut self, game: GameId) -> Result<OpenGame, WriteError> {
        let refused = |refused| Err(WriteError::Refused(refused));
        match self.find_game(game).map_err(sql("read where a game stands"))? {
            None => refused(PostingRefused::UnknownGame { game: game.number }),
            Some((_, true)) => refused(PostingRefused::GameOver { game: game.number }),
            Some((open, false)) => Ok(open),
        }
    }

    /// A game, and whether it is over.
    fn find_game(&mut self, game: GameId) -> rusqlite::Result<Option<(OpenGame, bool)>> {
        let select = "SELECT game.id, class, public, started_at, ifnull(hand.number, 0), ifnull(after0, 0),
                ifnull(after1, 0), ifnull(after2, 0), ifnull(after3, 0), game_end.game IS NOT NULL
            FROM game LEFT JOIN game_end ON game_end.game = game.id LEFT JOIN hand ON hand.game = game.id
            WHERE room = ?1 AND game.number = ?2 ORDER BY hand.number DESC LIMIT 1";
        let found = self.statements.of(select)?.query_row(
            params![stored(game.room.0), game.number],
            |row| {
                let open = OpenGame {
                    row: row.get(0)?,
                    class: row.get(1)?,
                    public: row.get(2)?,
                    started_at: row.get(3)?,
                    last_hand: row.get(4)?,
                    scores: [row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?],
                };
                Ok((open, row.get(9)?))
            },
        );
        found.optional()
    }

    fn insert_hand(&mut self, game: &OpenGame, posting: &HandPosting) -> rusqlite::Result<u64> {
        let [d0, d1, d2, d3] = posting.deltas;
        let insert = "INSERT INTO score_event (game, hand, at, delta0, delta1, delta2, delta3)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.statements.of(insert)?.execute(params![
            game.row,
            posting.hand,
            self.now,
            d0,
            d1,
            d2,
            d3
        ])?;
        let event = self.connection.last_insert_rowid();
        let [b0, b1, b2, b3] = game.scores;
        let [a0, a1, a2, a3] =
            std::array::from_fn(|seat| game.scores[seat] + i64::from(posting.deltas[seat]));
        let outcome = serde_json::to_string(&posting.outcome).expect("outcomes can be written");
        let insert = "INSERT INTO hand (id, game, number, before0, before1, before2, before3,
                after0, after1, after2, after3, outcome)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        let hand = posting.hand;
        self.statements
            .of(insert)?
            .execute(params![event, game.row, hand, b0, b1, b2, b3, a0, a1, a2, a3, outcome])?;
        let insert = "INSERT INTO hand_record (hand, record) VALUES (?1, ?2)";
        self.statements.of(insert)?.execute(params![event, posting.record])?;
        Ok(event.unsigned_abs())
    }

    /// Writes down who sits somewhere else than before.
    fn seat(&mut self, game: &OpenGame, hand: u32, seats: &BySeat<Seated>) -> rusqlite::Result<()> {
        let before = seated(self.statements.of(SEATS)?, game.row)?;
        for seat in Seat::ALL {
            let taken = &seats[seat];
            if before[seat].as_ref() == Some(taken) {
                continue;
            }
            let insert = "INSERT INTO seat (game, seat, from_hand, kind, name, level, profile)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let [kind, name, level, profile] = taken.columns();
            let place = seat.index() as i64;
            self.statements
                .of(insert)?
                .execute(params![game.row, place, hand, kind, name, level, profile])?;
            for key in taken.keys() {
                self.found(game, feature::ANY, &key)?;
            }
        }
        Ok(())
    }

    /// Notes what happened in a hand, so that the game is found by it and players are told.
    fn note(
        &mut self,
        game: &OpenGame,
        posting: &HandPosting,
        seats: &BySeat<Seated>,
    ) -> rusqlite::Result<()> {
        let notes = feature::notes(&posting.outcome, seats);
        for (what, key) in notes.found {
            self.found(game, what, &key)?;
        }
        for (key, what, amount) in notes.counted {
            self.count(game, &key, what, amount)?;
        }
        Ok(())
    }

    fn note_places(&mut self, game: &OpenGame) -> rusqlite::Result<()> {
        let seats = seated(self.statements.of(SEATS)?, game.row)?;
        for (key, place) in feature::places(&seats, game.scores) {
            self.count(game, &key, feature::PLACE, place)?;
        }
        Ok(())
    }

    fn insert_end(&mut self, game: &OpenGame, way: &str) -> rusqlite::Result<()> {
        let insert = "INSERT INTO game_end (game, at, way, score0, score1, score2, score3)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let [s0, s1, s2, s3] = game.scores;
        self.statements.of(insert)?.execute(params![game.row, self.now, way, s0, s1, s2, s3])?;
        Ok(())
    }

    fn found(&mut self, game: &OpenGame, feature: &str, player: &str) -> rusqlite::Result<()> {
        if game.public {
            let insert = "INSERT OR IGNORE INTO found_by (feature, player, class, started_at, game)
                VALUES (?1, ?2, ?3, ?4, ?5)";
            self.statements.of(insert)?.execute(params![
                feature,
                player,
                game.class,
                game.started_at,
                game.row
            ])?;
        }
        Ok(())
    }

    fn count(
        &mut self,
        game: &OpenGame,
        player: &str,
        what: &str,
        sum: u32,
    ) -> rusqlite::Result<()> {
        let upsert =
            "INSERT INTO tally (player, class, what, count, sum) VALUES (?1, ?2, ?3, 1, ?4)
            ON CONFLICT DO UPDATE SET count = count + 1, sum = sum + excluded.sum";
        self.statements.of(upsert)?.execute(params![player, game.class, what, sum])?;
        Ok(())
    }
}

/// The kind of games that are like this, made if it is the first.
pub(super) fn class(connection: &Connection, kind: [&str; 3]) -> rusqlite::Result<i64> {
    let select = "SELECT id FROM class WHERE variant = ?1 AND origin = ?2 AND quality = ?3";
    let found = connection.prepare(select)?.query_row(kind, |row| row.get(0)).optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    let insert = "INSERT INTO class (variant, origin, quality) VALUES (?1, ?2, ?3)";
    connection.prepare(insert)?.execute(kind)?;
    Ok(connection.last_insert_rowid())
}

/// Every seat taken in a game, in the order they were.
pub(super) const SEATS: &str =
    "SELECT seat, kind, name, level, profile FROM seat WHERE game = ?1 ORDER BY seat, from_hand";

/// Who sits where now, read with [`SEATS`]; nobody where it can't be read.
pub(super) fn seated(
    select: &mut Statement<'_>,
    game: i64,
) -> rusqlite::Result<BySeat<Option<Seated>>> {
    let mut seats = BySeat::default();
    let mut rows = select.query([game])?;
    while let Some(row) = rows.next()? {
        let columns = [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?];
        if let Some(seat) = Seat::from_index(row.get::<_, u8>(0)?.into()) {
            seats[seat] = Seated::read(columns);
        }
    }
    Ok(seats)
}
