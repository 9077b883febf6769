//! Rounds gone through again in order: what everybody's ratings must be, and where the ledger says something else.

use std::collections::HashMap;

use serde_json::json;

use super::people::note;
use super::sessions::read_occasion;
use super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::{Elo, List, Occasion, Score, Sitting, Standing, settle};
use crate::store::StoreError;
use crate::store::tables::Value;

/// Sessions that are read at once.
const SESSIONS: i64 = 5_000;
/// Seats that are written at once.
const SEATS: usize = 400;
/// Differences that are told one by one.
const TOLD_MAX: usize = 100;

/// What going through the ledger found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Rounds gone through.
    pub rounds: u64,
    /// Players there are.
    pub players: u64,
    /// How often the ledger said something else.
    pub differences: u64,
    /// The first of these.
    pub told: Vec<Difference>,
}

/// Something that does not follow from the rounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// What a round is said to have done.
    #[error("session {session} round {round}: player {player} had and got other ratings")]
    Seat {
        /// The session.
        session: i64,
        /// The round of it.
        round: i64,
        /// The player's row.
        player: i64,
    },
    /// Where somebody is said to stand.
    #[error("player {player} stands elsewhere after the last round")]
    Player {
        /// The player's row.
        player: i64,
    },
}

/// What is done about differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mend {
    /// Nothing.
    No,
    /// The ledger is made right.
    Yes,
}

/// Somebody on the way through the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running {
    pub(super) list: List,
    pub(super) rating: i32,
    pub(super) verified: i32,
    pub(super) games: u32,
    pub(super) verified_games: u32,
    pub(super) rounds: u32,
    pub(super) wins: u32,
    pub(super) played_at: Option<UnixMs>,
}

/// A seat as it lies in the ledger.
struct StoredSeat {
    place: (i64, i64, i64),
    games: u32,
    occasion: Occasion,
    played_at: UnixMs,
    player: i64,
    score: Score,
    standing: Standing,
    follows: Follows,
}

/// What follows for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Follows {
    games_before: u32,
    rating: [i32; 2],
    verified: [i32; 2],
    is_counted: bool,
}

/// Goes through all rounds, and compares; `progress` hears how many it has gone through.
pub(crate) fn rebuild(
    sql: &mut dyn Sql,
    mend: Mend,
    progress: &mut dyn FnMut(u64),
) -> Result<Rebuilt, StoreError> {
    let stored = running(sql)?;
    let start = |(id, player): (&i64, &Running)| (*id, Running::new(player.list));
    let players = stored.iter().map(start).collect();
    let mut walk = Walk::new(mend, Start::Beginning, stored, players);
    walk.all_from(sql, 1, progress)?;
    walk.compare_players(sql)?;
    Ok(walk.found)
}

/// Goes through all rounds, makes right what does not follow from them, and notes that it was done.
pub(crate) fn mend(
    sql: &mut dyn Sql,
    now: UnixMs,
    progress: &mut dyn FnMut(u64),
) -> Result<Rebuilt, StoreError> {
    let found = rebuild(sql, Mend::Yes, progress)?;
    if found.differences > 0 {
        let told: Vec<_> = found.told.iter().map(ToString::to_string).collect();
        let change =
            json!({ "rebuilt": found.rounds, "differences": found.differences, "told": told });
        note(sql, now, "operator", "rebuild", 0, &change)?;
    }
    Ok(found)
}

/// Everybody as they are stored.
pub(super) fn running(sql: &mut dyn Sql) -> Result<HashMap<i64, Running>, StoreError> {
    let select =
        "SELECT id, list, rating, verified_rating, games, verified_games, rounds, wins, played_at
        FROM rating_player";
    let read = |row| {
        let mut fields = Fields::of(row);
        let (id, list) = (fields.int()?, fields.list()?);
        let running = Running {
            list,
            rating: fields.small()?,
            verified: fields.small()?,
            games: fields.small()?,
            verified_games: fields.small()?,
            rounds: fields.small()?,
            wins: fields.small()?,
            played_at: fields.maybe_int()?,
        };
        Ok((id, running))
    };
    sql.ask(select, &[])?.into_iter().map(read).collect()
}

impl Running {
    fn new(list: List) -> Self {
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

/// Where a way through the rounds begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// At the first round: everything is counted anew.
    Beginning,
    /// In the middle: whoever comes in has what their next round says they had, and counts are as they are stored.
    Middle,
}

/// A way through the rounds.
pub(super) struct Walk {
    mend: Mend,
    start: Start,
    stored: HashMap<i64, Running>,
    pub(super) players: HashMap<i64, Running>,
    changed: Vec<((i64, i64, i64), Follows)>,
    pub(super) found: Rebuilt,
}

impl Walk {
    pub(super) fn new(
        mend: Mend,
        start: Start,
        stored: HashMap<i64, Running>,
        players: HashMap<i64, Running>,
    ) -> Self {
        let found = Rebuilt { players: stored.len() as u64, ..Rebuilt::default() };
        Self { mend, start, stored, players, changed: Vec::new(), found }
    }

    /// Goes through everything from a session on.
    pub(super) fn all_from(
        &mut self,
        sql: &mut dyn Sql,
        first: i64,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), StoreError> {
        let last = sql.ask("SELECT coalesce(max(id), 0) FROM rating_session", &[])?;
        let last = last.into_iter().next().map_or(Ok(0), |row| Fields::of(row).int())?;
        let mut from = first;
        while from <= last {
            let seats = read_seats(sql, from, from + SESSIONS)?;
            for round in seats.chunk_by(|a, b| (a.place.0, a.place.1) == (b.place.0, b.place.1)) {
                self.round(round)?;
                if self.changed.len() >= SEATS {
                    self.write(sql)?;
                }
            }
            from += SESSIONS;
            progress(self.found.rounds);
        }
        self.write(sql)
    }

    fn round(&mut self, seats: &[StoredSeat]) -> Result<(), StoreError> {
        self.found.rounds += 1;
        let mut sittings = Vec::with_capacity(seats.len());
        for seat in seats {
            let Running { list, rating, verified, games, .. } = self.coming_in(seat)?;
            let elo = Elo { rating, verified, standing: seat.standing, games };
            sittings.push(Sitting { list, elo, score: seat.score });
        }
        let Some(first) = seats.first() else { return Ok(()) };
        let changes = settle(first.occasion, first.games, &sittings);
        for ((seat, sitting), changes) in seats.iter().zip(&sittings).zip(changes) {
            let after =
                changes.map_or(sitting.elo, |changes| sitting.elo.after(changes, seat.games));
            let follows = Follows {
                games_before: sitting.elo.games,
                rating: [sitting.elo.rating, after.rating],
                verified: [sitting.elo.verified, after.verified],
                is_counted: changes.is_some_and(|changes| changes.verified.is_some()),
            };
            self.compare(seat, follows);
            self.move_on(seat, after, follows.is_counted);
        }
        Ok(())
    }

    /// Somebody as they come into a round.
    fn coming_in(&mut self, seat: &StoredSeat) -> Result<Running, StoreError> {
        if let Some(player) = self.players.get(&seat.player) {
            return Ok(*player);
        }
        let unknown = StoreError::Unreadable { table: "rating_seat", row: seat.player };
        let stored = *self.stored.get(&seat.player).ok_or(unknown)?;
        let Follows { games_before: games, rating: [rating, _], verified: [verified, _], .. } =
            seat.follows;
        let player = Running { rating, verified, games, ..stored };
        self.players.insert(seat.player, player);
        Ok(player)
    }

    fn compare(&mut self, seat: &StoredSeat, follows: Follows) {
        if seat.follows == follows {
            return;
        }
        let (session, round, _) = seat.place;
        self.tell(Difference::Seat { session, round, player: seat.player });
        if self.mend == Mend::Yes {
            self.changed.push((seat.place, follows));
        }
    }

    fn move_on(&mut self, seat: &StoredSeat, after: Elo, is_counted: bool) {
        if let Some(player) = self.players.get_mut(&seat.player) {
            player.rating = after.rating;
            player.verified = after.verified;
            player.games = after.games;
            if self.start == Start::Middle {
                return;
            }
            player.verified_games += if is_counted { seat.games } else { 0 };
            player.rounds += 1;
            player.wins += seat.score.wins;
            player.played_at = player.played_at.max(Some(seat.played_at));
        }
    }

    fn tell(&mut self, difference: Difference) {
        self.found.differences += 1;
        if self.found.told.len() < TOLD_MAX {
            self.found.told.push(difference);
        }
    }

    /// Compares where everybody stands after the last round with where they are said to.
    pub(super) fn compare_players(&mut self, sql: &mut dyn Sql) -> Result<(), StoreError> {
        let differs =
            |(id, player): (&i64, &Running)| (self.stored.get(id) != Some(player)).then_some(*id);
        let mut differing: Vec<_> = self.players.iter().filter_map(differs).collect();
        differing.sort_unstable();
        for id in differing {
            self.tell(Difference::Player { player: id });
            if self.mend == Mend::Yes {
                write_player(sql, id, &self.players[&id])?;
            }
        }
        Ok(())
    }

    /// Writes what follows for seats, many at once.
    fn write(&mut self, sql: &mut dyn Sql) -> Result<(), StoreError> {
        for seats in self.changed.chunks(SEATS) {
            let given = seats.iter().flat_map(|((session, number, seat), follows)| {
                let Follows { games_before, rating, verified, is_counted } = follows;
                [
                    *session,
                    *number,
                    *seat,
                    i64::from(*games_before),
                    rating[0].into(),
                    rating[1].into(),
                ]
                .into_iter()
                .chain([verified[0].into(), verified[1].into(), i64::from(*is_counted)])
                .map(Value::Int)
            });
            let given: Vec<_> = given.collect();
            sql.change(&update_of(seats.len()), &given)?;
        }
        self.changed.clear();
        Ok(())
    }
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

fn write_player(sql: &mut dyn Sql, id: i64, player: &Running) -> Result<(), StoreError> {
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

fn read_seats(sql: &mut dyn Sql, from: i64, until: i64) -> Result<Vec<StoredSeat>, StoreError> {
    let select = "SELECT rating_seat.session, rating_seat.number, seat, games, occasion, played_at, player, wins, points,
            verified, games_before, rating_before, rating_after, verified_before, verified_after, counted
        FROM rating_seat
            JOIN rating_round ON rating_round.session = rating_seat.session AND rating_round.number = rating_seat.number
            JOIN rating_session ON rating_session.id = rating_seat.session
        WHERE rating_seat.session >= ?1 AND rating_seat.session < ?2
        ORDER BY rating_seat.session, rating_seat.number, seat";
    let read = |row| {
        let mut fields = Fields::of(row);
        Ok(StoredSeat {
            place: (fields.int()?, fields.int()?, fields.int()?),
            games: fields.small()?,
            occasion: read_occasion(&fields.text()?)?,
            played_at: fields.int()?,
            player: fields.int()?,
            score: Score { wins: fields.small()?, points: fields.small()? },
            standing: if fields.flag()? { Standing::Verified } else { Standing::Provisional },
            follows: Follows {
                games_before: fields.small()?,
                rating: [fields.small()?, fields.small()?],
                verified: [fields.small()?, fields.small()?],
                is_counted: fields.flag()?,
            },
        })
    };
    sql.ask(select, &[from.into(), until.into()])?.into_iter().map(read).collect()
}
