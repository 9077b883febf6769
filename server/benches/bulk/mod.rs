//! Writes rounds into a file many at once: a server that records them one by one takes an hour for a million.

use std::collections::HashMap;

use rusqlite::{Connection, Statement, params};
use server::ratings::{Elo, List, Occasion, Score, Sitting, Standing, settle};

/// A round to be written: who sat where, by public id, and what they made of it.
pub(crate) struct BulkRound {
    /// When it was played and recorded, in milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) games: u32,
    pub(crate) sitters: [String; 4],
    pub(crate) wins: [u32; 4],
}

/// Somebody as the rounds so far have made them.
struct Running {
    id: i64,
    elo: Elo,
    verified_games: u32,
    rounds: u32,
    wins: u32,
    played_at: i64,
}

/// Writes rounds with what they do to everybody, as the server would have recorded them.
pub(crate) fn fill(path: &str, rounds: impl Iterator<Item = BulkRound>) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    let begin = "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN; DROP INDEX rating_seat_by_player";
    connection.execute_batch(begin)?;
    let mut players = everybody(&connection)?;
    let mut inserts = Inserts::prepare(&connection)?;
    for (session, round) in (1..).zip(rounds) {
        inserts.write(session, &round, &mut players)?;
    }
    drop(inserts);
    for player in players.values() {
        let update = "UPDATE rating_player SET rating = ?2, verified_rating = ?3, games = ?4, verified_games = ?5,
            rounds = ?6, wins = ?7, played_at = ?8 WHERE id = ?1 AND ?6 > 0";
        let Running { id, elo, verified_games, rounds, wins, played_at } = player;
        let given = params![
            id,
            elo.rating,
            elo.verified,
            elo.games,
            verified_games,
            rounds,
            wins,
            played_at
        ];
        connection.execute(update, given)?;
    }
    connection.execute_batch(
        "CREATE UNIQUE INDEX rating_seat_by_player ON rating_seat (player, session, number); COMMIT",
    )
}

fn everybody(connection: &Connection) -> rusqlite::Result<HashMap<String, Running>> {
    let mut select = connection
        .prepare("SELECT id, code, verified FROM rating_player WHERE code IS NOT NULL")?;
    let read = |row: &rusqlite::Row<'_>| {
        let standing = if row.get(2)? { Standing::Verified } else { Standing::Provisional };
        let elo = Elo { standing, ..Elo::NEW };
        let running =
            Running { id: row.get(0)?, elo, verified_games: 0, rounds: 0, wins: 0, played_at: 0 };
        Ok((row.get(1)?, running))
    };
    select.query_map([], read)?.collect()
}

/// What a round is written with.
struct Inserts<'c> {
    session: Statement<'c>,
    round: Statement<'c>,
    seat: Statement<'c>,
}

impl<'c> Inserts<'c> {
    fn prepare(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            session: connection.prepare(
                "INSERT INTO rating_session
                    (id, source, key, content, occasion, game, played_at, recorded_at, state)
                VALUES (?1, 0, ?2, x'00', 'open', ?2, ?3, ?3, 'kept')",
            )?,
            round: connection.prepare(
                "INSERT INTO rating_round (session, number, games, walls) VALUES (?1, 1, ?2, 1)",
            )?,
            seat: connection.prepare(
                "INSERT INTO rating_seat (session, number, seat, player, wins, points, verified, games_before,
                    rating_before, rating_after, verified_before, verified_after, counted)
                VALUES (?1, 1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?,
        })
    }

    fn write(
        &mut self,
        session: i64,
        round: &BulkRound,
        players: &mut HashMap<String, Running>,
    ) -> rusqlite::Result<()> {
        self.session.execute(params![session, format!("{session}-1"), round.at])?;
        self.round.execute(params![session, round.games])?;
        let sit = |nth: usize| Sitting {
            list: List::Humans,
            elo: players[&round.sitters[nth]].elo,
            score: Score { wins: round.wins[nth], points: 0 },
        };
        let changes = settle(Occasion::Open, round.games, &[0, 1, 2, 3].map(sit));
        for (nth, changes) in changes.into_iter().enumerate() {
            let changes = changes.expect("four people are compared");
            let player = players.get_mut(&round.sitters[nth]).expect("they are there");
            let (before, after) = (player.elo, player.elo.after(changes, round.games));
            let is_counted = changes.verified.is_some();
            self.seat.execute(params![
                session,
                nth as i64,
                player.id,
                round.wins[nth],
                before.standing == Standing::Verified,
                before.games,
                before.rating,
                after.rating,
                before.verified,
                after.verified,
                is_counted,
            ])?;
            player.elo = after;
            player.rounds += 1;
            player.played_at = player.played_at.max(round.at);
            player.wins += round.wins[nth];
            player.verified_games += if is_counted { round.games } else { 0 };
        }
        Ok(())
    }
}
