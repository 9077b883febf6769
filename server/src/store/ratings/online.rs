//! Finished matches of this server, recorded as rounds with the step that ends them.

use sha2::{Digest as _, Sha256};

use super::identity::{self, Who};
use super::sessions::{NewRound, NewSeat, NewSession, OWN_SOURCE, record};
use super::{Fields, Sql};
use crate::clock::UnixMs;
use crate::ratings::Occasion;
use crate::ratings::online::{FinishedMatch, Hands, Sitter, Tally};
use crate::store::{GameId, Outcome, StoreError, stored};

/// Records a match, once. Who has no profile any more is left out, and whoever then has nobody to be compared with.
pub(crate) fn record_match(
    sql: &mut dyn Sql,
    finished: &FinishedMatch,
    now: UnixMs,
) -> Result<(), StoreError> {
    let tally = match finished.hands {
        Hands::Counted(tally) => tally,
        Hands::Recorded => count(sql, finished.game)?,
    };
    let mut seats = Vec::new();
    for (sitter, score) in finished.rated(&tally) {
        let who = match sitter {
            Sitter::Guest => None,
            Sitter::Bot(level) => Some(Who::Bot(level.clone())),
            Sitter::Profile(code) => {
                identity::by_code(sql, code)?.map(|player| Who::Player(player.id))
            }
        };
        seats.extend(who.map(|who| NewSeat { who, score }));
    }
    let is_bot = |seat: &&NewSeat| matches!(seat.who, Who::Bot(_));
    let bots = seats.iter().filter(is_bot).count();
    let people = seats.len() - bots;
    seats.retain(|seat| if is_bot(&seat) { bots > 1 } else { people > 1 });
    if seats.is_empty() || tally.games == 0 {
        return Ok(());
    }
    let name = finished.game.to_string();
    let session = NewSession {
        source: OWN_SOURCE,
        key: name.clone(),
        content: Sha256::digest(format!("{finished:?}")).into(),
        occasion: Occasion::Open,
        season: None,
        game: Some(name),
        played_at: now,
        now,
        rounds: vec![NewRound { games: tally.games, walls: tally.walls, seats }],
    };
    if let Err(refused) = record(sql, &session)? {
        tracing::error!(game = %finished.game, ?refused, "a match is not rated");
    }
    Ok(())
}

/// What the hands of a game come to that are in the ledger, those of the step being written among them.
fn count(sql: &mut dyn Sql, game: GameId) -> Result<Tally, StoreError> {
    let select = "SELECT hand.id, CAST(outcome AS TEXT), delta0, delta1, delta2, delta3
        FROM game JOIN hand ON hand.game = game.id JOIN score_event ON score_event.id = hand.id
        WHERE game.room = ?1 AND game.number = ?2";
    let mut tally = Tally::default();
    for row in sql.ask(select, &[stored(game.room.0).into(), game.number.into()])? {
        let mut fields = Fields::of(row);
        let (row, outcome) = (fields.int()?, fields.text()?);
        let unreadable = |_| StoreError::Unreadable { table: "hand", row };
        let outcome: Outcome = serde_json::from_str(&outcome).map_err(unreadable)?;
        let deltas = [fields.small()?, fields.small()?, fields.small()?, fields.small()?];
        tally.add(&outcome, deltas);
    }
    Ok(tally)
}
