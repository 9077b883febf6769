//! Players and seats as a way through the rounds finds them, and as it leaves them.

use std::collections::HashMap;

use super::super::sessions::read_occasion;
use super::super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::{Elo, List, Occasion, Score, Standing};
use crate::store::StoreError;
use crate::store::tables::Value;

/// Somebody as they are stored. What follows from the rounds may be unreadable: it can be made right.
pub(in super::super) struct Stored {
    pub(super) list: List,
    /// Nothing where it can't be read.
    pub(super) running: Option<Running>,
}

impl Stored {
    /// What the player in this row has come to.
    pub(in super::super) fn readable(&self, row: i64) -> Result<Running, StoreError> {
        self.running.ok_or(StoreError::Unreadable { table: "rating_player", row: Some(row) })
    }
}

/// Somebody on the way through the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Running {
    pub(in super::super) list: List,
    pub(in super::super) rating: i32,
    pub(in super::super) verified: i32,
    pub(in super::super) games: u32,
    pub(in super::super) verified_games: u32,
    pub(in super::super) rounds: u32,
    pub(in super::super) wins: u32,
    pub(in super::super) played_at: Option<UnixMs>,
}

/// A seat's session, the round of it, and its number there.
pub(super) type Place = (i64, i64, i64);

/// A seat as it lies in the ledger.
pub(super) struct StoredSeat {
    pub(super) place: Place,
    pub(super) games: u32,
    pub(super) occasion: Occasion,
    pub(super) played_at: UnixMs,
    pub(super) player: i64,
    pub(super) score: Score,
    pub(super) standing: Standing,
    /// Nothing where it can't be read.
    pub(super) follows: Option<Follows>,
}

/// What follows for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Follows {
    pub(super) games_before: u32,
    pub(super) rating: [i32; 2],
    pub(super) verified: [i32; 2],
    pub(super) is_counted: bool,
}

impl Follows {
    fn read(fields: &mut Fields) -> Result<Self, StoreError> {
        Ok(Self {
            games_before: fields.small()?,
            rating: [fields.small()?, fields.small()?],
            verified: [fields.small()?, fields.small()?],
            is_counted: fields.flag()?,
        })
    }
}

/// Everybody as they are stored.
pub(in super::super) fn stored(sql: &mut dyn Sql) -> Result<HashMap<i64, Stored>, StoreError> {
    let select =
        "SELECT id, list, rating, verified_rating, games, verified_games, rounds, wins, played_at
        FROM rating_player";
    let read = |row| {
        let mut fields = Fields::of("rating_player", row);
        let (id, list) = (fields.row()?, fields.list()?);
        Ok((id, Stored { list, running: Running::read(list, &mut fields).ok() }))
    };
    sql.ask(select, &[])?.into_iter().map(read).collect()
}

impl Running {
    fn read(list: List, fields: &mut Fields) -> Result<Self, StoreError> {
        Ok(Self {
            list,
            rating: fields.small()?,
            verified: fields.small()?,
            games: fields.small()?,
            verified_games: fields.small()?,
            rounds: fields.small()?,
            wins: fields.small()?,
            played_at: fields.maybe_int()?,
        })
    }

    pub(super) fn new(list: List) -> Self {
        let Elo { rating, verified, games, .. } = Elo::NEW;
        Self {
            list,
            rating,
            verified,
            games,
            verified_games: 0,
            rounds: 0,
            wins: 0,
            played_at: None,
        }
    }
}

/// Writes what follows for seats, many at once.
pub(super) fn write_seats(sql: &mut dyn Sql, seats: &[(Place, Follows)]) -> Result<(), StoreError> {
    let given = seats.iter().flat_map(|((session, number, seat), follows)| {
        let Follows { games_before, rating, verified, is_counted } = follows;
        [*session, *number, *seat, i64::from(*games_before), rating[0].into(), rating[1].into()]
            .into_iter()
            .chain([verified[0].into(), verified[1].into(), i64::from(*is_counted)])
            .map(Value::Int)
    });
    let given: Vec<_> = given.collect();
    sql.change(&update_of(seats.len()), &given).map(|_| ())
}

/// A statement that changes so many seats.
fn update_of(seats: usize) -> String {
    let row = |nth: usize| {
        let places: Vec<_> =
            (1..=9).map(|column| format!("CAST(?{} AS BIGINT)", nth * 9 + column)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<_> = (0..seats).map(row).collect();
    format!(
        "UPDATE rating_seat SET games_before = column4, rating_before = column5, rating_after = column6,
            verified_before = column7, verified_after = column8, counted = column9
        FROM (VALUES {}) AS given WHERE session = column1 AND number = column2 AND seat = column3",
        rows.join(", ")
    )
}

pub(super) fn write_player(sql: &mut dyn Sql, id: i64, player: &Running) -> Result<(), StoreError> {
    let update = "UPDATE rating_player SET rating = ?2, verified_rating = ?3, games = ?4, verified_games = ?5,
        rounds = ?6, wins = ?7, played_at = ?8 WHERE id = ?1";
    let given = [
        id.into(),
        player.rating.into(),
        player.verified.into(),
        player.games.into(),
        player.verified_games.into(),
        player.rounds.into(),
        player.wins.into(),
        player.played_at.map_or(Value::Null, Value::Int),
    ];
    sql.change(update, &given).map(|_| ())
}

pub(super) fn read_seats(
    sql: &mut dyn Sql,
    from: i64,
    until: i64,
) -> Result<Vec<StoredSeat>, StoreError> {
    let select = "SELECT rating_seat.session, rating_seat.number, seat, games, occasion, played_at, player, wins, points,
            verified, games_before, rating_before, rating_after, verified_before, verified_after, counted
        FROM rating_seat
            JOIN rating_round ON rating_round.session = rating_seat.session AND rating_round.number = rating_seat.number
            JOIN rating_session ON rating_session.id = rating_seat.session
        WHERE rating_seat.session >= ?1 AND rating_seat.session < ?2
        ORDER BY rating_seat.session, rating_seat.number, seat";
    let read = |row| {
        let mut fields = Fields::of("rating_seat", row);
        Ok(StoredSeat {
            place: (fields.row()?, fields.int()?, fields.int()?),
            games: fields.small()?,
            occasion: fields.word(read_occasion)?,
            played_at: fields.int()?,
            player: fields.int()?,
            score: Score { wins: fields.small()?, points: fields.small()? },
            standing: if fields.flag()? { Standing::Verified } else { Standing::Provisional },
            follows: Follows::read(&mut fields).ok(),
        })
    };
    sql.ask(select, &[from.into(), until.into()])?.into_iter().map(read).collect()
}
