//! Sessions: recorded once, with what their rounds do to everybody.

use super::identity::{self, Who};
use super::leagues::check_season;
use super::{Fields, PlayerRow, Sql};
use crate::clock::UnixMs;
use crate::ratings::{Elo, Occasion, Score, Sitting, Standing, settle};
use crate::store::StoreError;
use crate::store::tables::Value;

/// This server itself, as a source.
pub(crate) const OWN_SOURCE: i64 = 0;

/// A session as it is submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewSession {
    pub(crate) source: i64,
    /// The source's own name for it.
    pub(crate) key: String,
    /// A hash of everything that was said.
    pub(crate) content: [u8; 32],
    pub(crate) occasion: Occasion,
    pub(crate) season: Option<i64>,
    pub(crate) game: Option<String>,
    pub(crate) played_at: UnixMs,
    pub(crate) now: UnixMs,
    pub(crate) rounds: Vec<NewRound>,
}

/// A round as it is submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewRound {
    pub(crate) games: u32,
    pub(crate) walls: u32,
    pub(crate) seats: Vec<NewSeat>,
}

impl NewRound {
    /// Whether somebody in it won every game that was won.
    pub(super) fn adds_up(&self) -> bool {
        let wins: u64 = self.seats.iter().map(|seat| u64::from(seat.score.wins)).sum();
        wins + u64::from(self.walls) == u64::from(self.games)
    }
}

/// Somebody in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewSeat {
    pub(crate) who: Who,
    pub(crate) score: Score,
}

/// Why a session is not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionRefused {
    /// Something else was recorded under the same key.
    KeyTaken,
    /// It was recorded, and then deleted by the operator.
    Deleted,
    /// There is no such season, or it is over.
    NoSeason,
    /// The source may not submit to the league.
    NotAdmitted,
    /// The operator names a public id that nobody has.
    Nobody { round: i64 },
    /// Somebody is named twice in a round.
    Twice { round: i64 },
    /// In a round nobody has anybody to be compared with.
    Alone { round: i64 },
    /// Games that were won and those nobody won are not the games of a round.
    Sum { round: i64 },
    /// There is no such session.
    Unknown,
}

/// A session that is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionRow {
    pub(crate) id: i64,
    /// Whether it was before.
    pub(crate) is_repeated: bool,
    /// Its seats, round by round.
    pub(crate) seats: Vec<SeatRow>,
}

/// What a round did to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatRow {
    pub(crate) round: i64,
    pub(crate) player: i64,
    /// None for whoever is hidden.
    pub(crate) code: Option<String>,
    pub(crate) is_hidden: bool,
    pub(crate) name: String,
    pub(crate) rating: [i32; 2],
    pub(crate) verified: [i32; 2],
}

pub(super) const fn occasion_name(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::Open => "open",
        Occasion::League => "league",
        Occasion::Tournament => "tournament",
    }
}

pub(super) fn read_occasion(text: &str) -> Option<Occasion> {
    let all = [Occasion::Open, Occasion::League, Occasion::Tournament];
    all.into_iter().find(|occasion| occasion_name(*occasion) == text)
}

/// Records a session, or finds that it was before.
pub(crate) fn record(
    sql: &mut dyn Sql,
    new: &NewSession,
) -> Result<Result<SessionRow, SessionRefused>, StoreError> {
    if let Some((id, content, state)) = find(sql, new.source, &new.key)? {
        return match (state.as_str(), content == new.content) {
            ("deleted", _) => Ok(Err(SessionRefused::Deleted)),
            (_, false) => Ok(Err(SessionRefused::KeyTaken)),
            (_, true) => Ok(Ok(SessionRow { id, is_repeated: true, seats: told(sql, id, new)? })),
        };
    }
    if let Some(season) = new.season
        && let Err(refused) = check_season(sql, season, new.source, new.now)?
    {
        return Ok(Err(refused));
    }
    let id = next_id(sql, "rating_session")?;
    insert(sql, id, new)?;
    for (number, round) in (1..).zip(&new.rounds) {
        let players = match players_of(sql, new.source, (number, round), new.now)? {
            Ok(players) => players,
            Err(refused) => return Ok(Err(refused)),
        };
        write_round(sql, (id, number), new, round, players)?;
    }
    Ok(Ok(SessionRow { id, is_repeated: false, seats: told(sql, id, new)? }))
}

/// The next id of a table; there is one writer.
pub(super) fn next_id(sql: &mut dyn Sql, table: &'static str) -> Result<i64, StoreError> {
    let select = format!("SELECT coalesce(max(id), 0) + 1 FROM {table}");
    sql.ask(&select, &[])?.into_iter().next().map_or(Ok(1), |row| Fields::of(table, row).int())
}

pub(super) const BY_KEY: &str =
    "SELECT id, content, state FROM rating_session WHERE source = ?1 AND key = ?2";

fn find(
    sql: &mut dyn Sql,
    source: i64,
    key: &str,
) -> Result<Option<(i64, Vec<u8>, String)>, StoreError> {
    let found = sql.ask(BY_KEY, &[source.into(), key.into()])?.into_iter().next();
    let read = |row| {
        let mut fields = Fields::of("rating_session", row);
        Ok((fields.row()?, fields.bytes()?, fields.text()?))
    };
    found.map(read).transpose()
}

fn insert(sql: &mut dyn Sql, id: i64, new: &NewSession) -> Result<(), StoreError> {
    let insert = "INSERT INTO rating_session
            (id, source, key, content, occasion, season, game, played_at, recorded_at, state)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'kept')";
    let given = [
        id.into(),
        new.source.into(),
        new.key.as_str().into(),
        new.content.as_slice().into(),
        occasion_name(new.occasion).into(),
        new.season.map_or(Value::Null, Value::Int),
        new.game.clone().into(),
        new.played_at.into(),
        new.now.into(),
    ];
    sql.change(insert, &given).map(|_| ())
}

/// Everybody in a round, each once.
pub(super) fn players_of(
    sql: &mut dyn Sql,
    source: i64,
    (number, round): (i64, &NewRound),
    now: UnixMs,
) -> Result<Result<Vec<PlayerRow>, SessionRefused>, StoreError> {
    let mut players: Vec<PlayerRow> = Vec::with_capacity(round.seats.len());
    for seat in &round.seats {
        let Some(player) = identity::resolve(sql, source, &seat.who, now)? else {
            return Ok(Err(SessionRefused::Nobody { round: number }));
        };
        if players.iter().any(|other| other.id == player.id) {
            return Ok(Err(SessionRefused::Twice { round: number }));
        }
        players.push(player);
    }
    Ok(Ok(players))
}

/// Writes a round with what it does, and moves its players on.
fn write_round(
    sql: &mut dyn Sql,
    (session, number): (i64, i64),
    new: &NewSession,
    round: &NewRound,
    players: Vec<PlayerRow>,
) -> Result<(), StoreError> {
    insert_round(sql, session, number, round)?;
    let sit = |(player, seat): (&PlayerRow, &NewSeat)| Sitting {
        list: player.list,
        elo: player.elo(),
        score: seat.score,
    };
    let sittings: Vec<_> = players.iter().zip(&round.seats).map(sit).collect();
    let changes = settle(new.occasion, round.games, &sittings);
    for (nth, (player, changes)) in players.into_iter().zip(changes).enumerate() {
        let Some(changes) = changes else { continue };
        let (before, score) = (player.elo(), round.seats[nth].score);
        let after = before.after(changes, round.games);
        let seat = Seat {
            player: player.id,
            score,
            before,
            after,
            is_counted: changes.verified.is_some(),
        };
        insert_seat(sql, session, number, nth, &seat)?;
        move_on(sql, &player, &seat, round.games, new.played_at)?;
    }
    Ok(())
}

pub(super) fn insert_round(
    sql: &mut dyn Sql,
    session: i64,
    number: i64,
    round: &NewRound,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO rating_round (session, number, games, walls) VALUES (?1, ?2, ?3, ?4)";
    let given = [session.into(), number.into(), round.games.into(), round.walls.into()];
    sql.change(insert, &given).map(|_| ())
}

/// A seat as it is written.
pub(super) struct Seat {
    pub(super) player: i64,
    pub(super) score: Score,
    pub(super) before: Elo,
    pub(super) after: Elo,
    pub(super) is_counted: bool,
}

pub(super) fn insert_seat(
    sql: &mut dyn Sql,
    session: i64,
    number: i64,
    nth: usize,
    seat: &Seat,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO rating_seat (session, number, seat, player, wins, points, verified, games_before,
            rating_before, rating_after, verified_before, verified_after, counted)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    let given = [
        session.into(),
        number.into(),
        (nth as i64).into(),
        seat.player.into(),
        seat.score.wins.into(),
        seat.score.points.into(),
        (seat.before.standing == Standing::Verified).into(),
        seat.before.games.into(),
        seat.before.rating.into(),
        seat.after.rating.into(),
        seat.before.verified.into(),
        seat.after.verified.into(),
        seat.is_counted.into(),
    ];
    sql.change(insert, &given).map(|_| ())
}

fn move_on(
    sql: &mut dyn Sql,
    player: &PlayerRow,
    seat: &Seat,
    games: u32,
    played_at: UnixMs,
) -> Result<(), StoreError> {
    let update = "UPDATE rating_player SET rating = ?2, verified_rating = ?3, games = ?4,
            verified_games = verified_games + ?5, rounds = rounds + 1, wins = wins + ?6, played_at = ?7
        WHERE id = ?1";
    let given = [
        player.id.into(),
        seat.after.rating.into(),
        seat.after.verified.into(),
        seat.after.games.into(),
        if seat.is_counted { games } else { 0 }.into(),
        seat.score.wins.into(),
        player.played_at.map_or(played_at, |last| last.max(played_at)).into(),
    ];
    sql.change(update, &given).map(|_| ())
}

/// The seats of a session as whoever submitted it is told of them: who is hidden has the name they gave, and none if they
/// named nobody so.
fn told(sql: &mut dyn Sql, session: i64, new: &NewSession) -> Result<Vec<SeatRow>, StoreError> {
    let mut seats = seats(sql, session)?;
    if seats.iter().any(|seat| seat.is_hidden) {
        let were_in: Vec<_> = seats.iter().map(|seat| seat.player).collect();
        let given = identity::given_names(sql, new, &were_in)?;
        for seat in seats.iter_mut().filter(|seat| seat.is_hidden) {
            seat.name = given.get(&seat.player).cloned().unwrap_or_default();
        }
    }
    Ok(seats)
}

/// The seats of a session, round by round.
fn seats(sql: &mut dyn Sql, session: i64) -> Result<Vec<SeatRow>, StoreError> {
    let select = "SELECT number, player, code, name, hidden, rating_before, rating_after, verified_before, verified_after
        FROM rating_seat JOIN rating_player ON rating_player.id = player WHERE session = ?1 ORDER BY number, seat";
    let read = |row| {
        let mut fields = Fields::of("rating_seat", row).about(session);
        let (round, player, code) = (fields.int()?, fields.int()?, fields.maybe_text()?);
        let (name, is_hidden) = (fields.text()?, fields.flag()?);
        Ok(SeatRow {
            round,
            player,
            code: code.filter(|_| !is_hidden),
            is_hidden,
            name,
            rating: [fields.small()?, fields.small()?],
            verified: [fields.small()?, fields.small()?],
        })
    };
    sql.ask(select, &[session.into()])?.into_iter().map(read).collect()
}
