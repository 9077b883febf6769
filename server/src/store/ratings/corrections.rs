//! Sessions taken back or put right by the operator: what follows is gone through again, from there on.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::email;
use super::people::note;
use super::rebuild::{Mend, Rebuilt, Running, Start, Walk, stored};
use super::sessions::{NewRound, Seat, SessionRefused, insert_round, insert_seat, players_of};
use super::{Actor, Fields, PlayerRow, Sql};
use crate::clock::UnixMs;
use crate::ratings::{Elo, List, Score, Standing};
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
    let Some(kept) = find(sql, session)? else { return Ok(Err(SessionRefused::Unknown)) };
    // At a table of this server guests and stand-ins win games too, and are not in the round.
    let wrong = (1..).zip(rounds).find(|(_, round)| !kept.is_online && !round.adds_up());
    if let Some((round, _)) = wrong {
        return Ok(Err(SessionRefused::Sum { round }));
    }
    let (old, rounds_were) = (given(sql, session)?, rounds_told(sql, session)?);
    for table in ["rating_seat", "rating_round"] {
        sql.change(&format!("DELETE FROM {table} WHERE session = ?1"), &[session.into()])?;
    }
    let update = "UPDATE rating_session SET state = ?2 WHERE id = ?1";
    sql.change(update, &[session.into(), state.into()])?;
    if let Err(refused) = insert(sql, &kept, rounds, &old, now)? {
        return Ok(Err(refused));
    }
    let was: Vec<_> = old.iter().map(Given::told).collect();
    note(
        sql,
        now,
        Actor::Operator,
        "session",
        session,
        &json!({ "state": state, "reason": reason, "was": was, "rounds_were": rounds_were }),
    )?;
    go_on(sql, session, &old).map(Ok)
}

/// Writes rounds whose changes have still to follow.
fn insert(
    sql: &mut dyn Sql,
    session: &KeptSession,
    rounds: &[NewRound],
    old: &[Given],
    now: UnixMs,
) -> Result<Result<(), SessionRefused>, StoreError> {
    let were_in: Vec<_> = old.iter().map(|seat| seat.player).collect();
    for (number, round) in (1..).zip(rounds) {
        insert_round(sql, session.id, number, round)?;
        let mut round = round.clone();
        for seat in &mut round.seats {
            seat.who = email::as_before(sql, &seat.who, &were_in)?;
        }
        let players = match players_of(sql, session.source, (number, &round), now)? {
            Ok(players) => players,
            Err(refused) => return Ok(Err(refused)),
        };
        let is_alone = |player: &PlayerRow| {
            players.iter().filter(|other| other.list == player.list).count() == 1
        };
        if players.iter().all(is_alone) {
            return Ok(Err(SessionRefused::Alone { round: number }));
        }
        let seats = players.iter().zip(&round.seats).enumerate();
        for (nth, (player, seat)) in seats.filter(|(_, (player, _))| !is_alone(player)) {
            // Whoever was in it stays as verified as they were then.
            let then = old.iter().find(|old| old.player == player.id).map(|old| old.standing);
            let standing = match then {
                Some(then) => then,
                None => standing_at(sql, player, session.recorded_at)?,
            };
            let elo = Elo { standing, ..Elo::NEW };
            let (before, after) = (elo, elo);
            let seat =
                Seat { player: player.id, score: seat.score, before, after, is_counted: false };
            insert_seat(sql, session.id, number, nth, &seat)?;
        }
    }
    Ok(Ok(()))
}

/// A session that is there to be changed.
struct KeptSession {
    id: i64,
    source: i64,
    recorded_at: UnixMs,
    /// Whether it is a match of this server.
    is_online: bool,
}

fn find(sql: &mut dyn Sql, id: i64) -> Result<Option<KeptSession>, StoreError> {
    let select =
        "SELECT source, recorded_at, game FROM rating_session WHERE id = ?1 AND state = 'kept'";
    let read = |row| {
        let mut fields = Fields::of("rating_session", row).about(id);
        let (source, recorded_at) = (fields.int()?, fields.int()?);
        Ok(KeptSession { id, source, recorded_at, is_online: fields.maybe_text()?.is_some() })
    };
    sql.ask(select, &[id.into()])?.into_iter().next().map(read).transpose()
}

/// How verified somebody was at a time: as it was last noted by then. Nobody notes it of bots, who always are.
fn standing_at(sql: &mut dyn Sql, player: &PlayerRow, at: UnixMs) -> Result<Standing, StoreError> {
    if player.list == List::Bots {
        return Ok(player.elo().standing);
    }
    let select = "SELECT CAST(change AS TEXT) FROM rating_audit WHERE what = 'player' AND about = ?1 AND at <= ?2
        ORDER BY id DESC";
    for row in sql.ask(select, &[player.id.into(), at.into()])? {
        let noted =
            serde_json::from_str::<serde_json::Value>(&Fields::of("rating_audit", row).text()?)
                .ok();
        match noted.as_ref().and_then(|noted| noted["verified"].as_bool()) {
            Some(true) => return Ok(Standing::Verified),
            Some(false) => return Ok(Standing::Provisional),
            None => {}
        }
    }
    Ok(Standing::Provisional)
}

/// Goes through everything from a session on that has changed.
fn go_on(sql: &mut dyn Sql, session: i64, old: &[Given]) -> Result<Rebuilt, StoreError> {
    let stored = stored(sql)?;
    let new = given(sql, session)?;
    let touched: HashSet<_> = old.iter().chain(&new).map(|seat| seat.player).collect();
    let mut players = HashMap::new();
    for player in &touched {
        if let Some(stored) = stored.get(player) {
            let running = stored.readable(*player)?;
            players.insert(*player, before(sql, *player, session, &running)?);
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
    let mut fields = Fields::of("rating_seat", row);
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
        let mut fields = Fields::of("rating_seat", row);
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
        let mut fields = Fields::of("rating_seat", row).about(session);
        Ok(Given {
            number: fields.int()?,
            player: fields.int()?,
            score: Score { wins: fields.small()?, points: fields.small()? },
            standing: if fields.flag()? { Standing::Verified } else { Standing::Provisional },
        })
    };
    sql.ask(select, &[session.into()])?.into_iter().map(read).collect()
}

/// How many games its rounds had: what they counted for follows from that.
fn rounds_told(sql: &mut dyn Sql, session: i64) -> Result<Vec<serde_json::Value>, StoreError> {
    let select = "SELECT number, games, walls FROM rating_round WHERE session = ?1 ORDER BY number";
    let tell = |row| {
        let mut fields = Fields::of("rating_round", row).about(session);
        let (round, games, wall_games) = (fields.int()?, fields.int()?, fields.int()?);
        Ok(json!({ "round": round, "games": games, "wall_games": wall_games }))
    };
    sql.ask(select, &[session.into()])?.into_iter().map(tell).collect()
}

impl Given {
    fn told(&self) -> serde_json::Value {
        let Score { wins, points } = self.score;
        json!({ "round": self.number, "player": self.player, "wins": wins, "points": points })
    }
}
