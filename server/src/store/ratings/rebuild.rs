//! Rounds gone through again in order: what everybody's ratings must be, and where the ledger says something else.

mod stored;

use std::collections::HashMap;

use serde_json::json;

use self::stored::{Follows, Place, Stored, StoredSeat, read_seats, write_player, write_seats};
pub(super) use self::stored::{Running, stored};
use super::people::note;
use super::unrated::{rate_unrated, unrated};
use super::{Actor, Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::{Elo, Sitting, settle};
use crate::store::StoreError;

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
    /// Matches among them that could not be rated now either; the log says why.
    pub left: u64,
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
    /// A match that something stood in the way of when it was over.
    #[error("the match of game {game} is not rated")]
    Match {
        /// The game, as others call it.
        game: String,
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

/// Goes through all rounds, and compares; `progress` hears how many it has gone through.
pub(crate) fn rebuild(
    sql: &mut dyn Sql,
    mend: Mend,
    progress: &mut dyn FnMut(u64),
) -> Result<Rebuilt, StoreError> {
    let stored = stored(sql)?;
    let start = |(id, player): (&i64, &Stored)| (*id, Running::new(player.list));
    let players = stored.iter().map(start).collect();
    let mut walk = Walk::new(mend, Start::Beginning, stored, players);
    walk.all_from(sql, 1, progress)?;
    walk.compare_players(sql)?;
    for unrated in unrated(sql)? {
        walk.tell(Difference::Match { game: unrated.game });
    }
    Ok(walk.found)
}

/// Goes through all rounds, makes right what does not follow from them, rates the matches that something stood in the way
/// of, and notes that it was done.
pub(crate) fn mend(
    sql: &mut dyn Sql,
    now: UnixMs,
    progress: &mut dyn FnMut(u64),
) -> Result<Rebuilt, StoreError> {
    let mut found = rebuild(sql, Mend::Yes, progress)?;
    found.left = rate_unrated(sql, now)?;
    if found.differences > 0 {
        let told: Vec<_> = found.told.iter().map(ToString::to_string).collect();
        let change =
            json!({ "rebuilt": found.rounds, "differences": found.differences, "told": told });
        note(sql, now, Actor::Operator, "rebuild", 0, &change)?;
    }
    Ok(found)
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
    stored: HashMap<i64, Stored>,
    pub(super) players: HashMap<i64, Running>,
    changed: Vec<(Place, Follows)>,
    pub(super) found: Rebuilt,
}

impl Walk {
    pub(super) fn new(
        mend: Mend,
        start: Start,
        stored: HashMap<i64, Stored>,
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
        let last =
            last.into_iter().next().map_or(Ok(0), |row| Fields::of("rating_session", row).int())?;
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
        let unknown = StoreError::Unreadable { table: "rating_seat", row: Some(seat.place.0) };
        let stored = self.stored.get(&seat.player).ok_or(unknown)?.readable(seat.player)?;
        let unreadable = StoreError::Unreadable { table: "rating_seat", row: Some(seat.place.0) };
        let Follows { games_before: games, rating: [rating, _], verified: [verified, _], .. } =
            seat.follows.ok_or(unreadable)?;
        let player = Running { rating, verified, games, ..stored };
        self.players.insert(seat.player, player);
        Ok(player)
    }

    fn compare(&mut self, seat: &StoredSeat, follows: Follows) {
        if seat.follows == Some(follows) {
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
        let differs = |(id, player): (&i64, &Running)| {
            let stored = self.stored.get(id).and_then(|stored| stored.running);
            (stored != Some(*player)).then_some(*id)
        };
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
            write_seats(sql, seats)?;
        }
        self.changed.clear();
        Ok(())
    }
}
