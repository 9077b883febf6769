//! Sessions taken back or put right by the operator: what follows is gone through again, from there on.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::identity;
use super::people::note;
use super::rebuild::{Mend, Rebuilt, Running, Start, Walk, running};
use super::sessions::{NewRound, Seat, SessionRefused, insert_round, insert_seat, is_any_twice};
use super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::{Elo, Score, Standing};
use crate::store::StoreError;

/// A seat as it was given.
struct Given {
    number: i64,
    player: i64,
    score: Score,
    standing: Standing,
}

/// Takes a session back, for a reason that is kept with what it said.
pub(crate) fn delete(
    sql: &mut dyn Sql,
    session: i64,
    reason: &str,
    now: UnixMs,
) -> Result<Result<Rebuilt, SessionRefused>, StoreError> {
    replace(sql, session, &[], "deleted", reason, now)
}

/// Puts other rounds in the place of those of a session, for a reason that is kept with what they said.
pub(crate) fn correct(
    sql: &mut dyn Sql,
    session: i64,
    rounds: &[NewRound],
    reason: &str,
    now: UnixMs,
) -> Result<Result<Rebuilt, SessionRefused>, StoreError> {
    replace(sql, session, rounds, "kept", reason, now)
}

fn replace(
    sql: &mut dyn Sql,
    session: i64,
    rounds: &[NewRound],
    state: &str,
    reason: &str,
    now: UnixMs,
) -> Result<Result<Rebuilt, SessionRefused>, StoreError> {
    let found = "SELECT source FROM rating_session WHERE id = ?1 AND state = 'kept'";
    let Some(found) = sql.ask(found, &[session.into()])?.into_iter().next() else {
        return Ok(Err(SessionRefused::Unknown));
    };
    let source = Fields::of(found).int()?;
    let old = given(sql, session)?;
    for table in ["rating_seat", "rating_round"] {
        sql.change(&format!("DELETE FROM {table} WHERE session = ?1"), &[session.into()])?;
    }
    let update = "UPDATE rating_session SET state = ?2 WHERE id = ?1";
    sql.change(update, &[session.into(), state.into()])?;
    if !insert(sql, (session, source), rounds, &old, now)? {
        return Ok(Err(SessionRefused::Twice));
    }
    let was: Vec<_> = old.iter().map(Given::told).collect();
    note(
        sql,
        now,
        "operator",
        "session",
        session,
        &json!({ "state": state, "reason": reason, "was": was }),
    )?;
    go_on(sql, session, &old).map(Ok)
}

/// Writes rounds whose changes have still to follow; says whether everybody is in a round once.
fn insert(
    sql: &mut dyn Sql,
    (session, source): (i64, i64),
    rounds: &[NewRound],
    old: &[Given],
    now: UnixMs,
) -> Result<bool, StoreError> {
    for (number, round) in (1..).zip(rounds) {
        insert_round(sql, session, number, round)?;
        let mut players = Vec::with_capacity(round.seats.len());
        for seat in &round.seats {
            players.push(identity::resolve(sql, source, &seat.who, now)?);
        }
        if is_any_twice(&players) {
            return Ok(false);
        }
        for (nth, (player, seat)) in players.iter().zip(&round.seats).enumerate() {
            // Whoever was in it stays as verified as they were then.
            let then = old.iter().find(|old| old.player == player.id).map(|old| old.standing);
            let elo = Elo { standing: then.unwrap_or(player.elo().standing), ..Elo::NEW };
            let (before, after) = (elo, elo);
            let seat =
                Seat { player: player.id, score: seat.score, before, after, is_counted: false };
            insert_seat(sql, session, number, nth, &seat)?;
        }
    }
    Ok(true)
}

/// Goes through everything from a session on that has changed.
fn go_on(sql: &mut dyn Sql, session: i64, old: &[Given]) -> Result<Rebuilt, StoreError> {
    let stored = running(sql)?;
    let new = given(sql, session)?;
    let touched: HashSet<_> = old.iter().chain(&new).map(|seat| seat.player).collect();
    let mut players = HashMap::new();
    for player in &touched {
        if let Some(stored) = stored.get(player) {
            players.insert(*player, before(sql, *player, session, stored)?);
        }
    }
    let mut walk = Walk::new(Mend::Yes, Start::Middle, stored, players);
    walk.all_from(sql, session, &mut |_| ())?;
    for player in touched {
        if let Some(running) = walk.players.get_mut(&player) {
            count(sql, player, running)?;
        }
    }
    walk.compare_players(sql)?;
    Ok(walk.found)
}

/// What a player came to before a session.
fn before(
    sql: &mut dyn Sql,
    player: i64,
    session: i64,
    stored: &Running,
) -> Result<Running, StoreError> {
    let select = "SELECT rating_after, verified_after, games_before + games FROM rating_seat
            JOIN rating_round ON rating_round.session = rating_seat.session AND rating_round.number = rating_seat.number
        WHERE player = ?1 AND rating_seat.session < ?2
        ORDER BY rating_seat.session DESC, rating_seat.number DESC LIMIT 1";
    let Elo { rating, verified, games, .. } = Elo::NEW;
    let Some(row) = sql.ask(select, &[player.into(), session.into()])?.into_iter().next() else {
        return Ok(Running { rating, verified, games, ..*stored });
    };
    let mut fields = Fields::of(row);
    let (rating, verified, games) = (fields.small()?, fields.small()?, fields.small()?);
    Ok(Running { rating, verified, games, ..*stored })
}

/// Counts a player's rounds anew.
fn count(sql: &mut dyn Sql, player: i64, running: &mut Running) -> Result<(), StoreError> {
    let select = "SELECT count(*), CAST(coalesce(sum(wins), 0) AS BIGINT),
            CAST(coalesce(sum(counted * games), 0) AS BIGINT), max(played_at)
        FROM rating_seat
            JOIN rating_round ON rating_round.session = rating_seat.session AND rating_round.number = rating_seat.number
            JOIN rating_session ON rating_session.id = rating_seat.session
        WHERE player = ?1";
    if let Some(row) = sql.ask(select, &[player.into()])?.into_iter().next() {
        let mut fields = Fields::of(row);
        running.rounds = fields.small()?;
        running.wins = fields.small()?;
        running.verified_games = fields.small()?;
        running.played_at = fields.maybe_int()?;
    }
    Ok(())
}

fn given(sql: &mut dyn Sql, session: i64) -> Result<Vec<Given>, StoreError> {
    let select = "SELECT number, player, wins, points, verified FROM rating_seat WHERE session = ?1
        ORDER BY number, seat";
    let read = |row| {
        let mut fields = Fields::of(row);
        Ok(Given {
            number: fields.int()?,
            player: fields.int()?,
            score: Score { wins: fields.small()?, points: fields.small()? },
            standing: if fields.flag()? { Standing::Verified } else { Standing::Provisional },
        })
    };
    sql.ask(select, &[session.into()])?.into_iter().map(read).collect()
}

impl Given {
    fn told(&self) -> serde_json::Value {
        let Score { wins, points } = self.score;
        json!({ "round": self.number, "player": self.player, "wins": wins, "points": points })
    }
}
