//! Finished matches of this server, recorded as rounds with the step that ends them.

use rules::seat::{BySeat, Seat};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::identity::{self, Who};
use super::sessions::{NewRound, NewSeat, NewSession, OWN_SOURCE, record};
use super::{Fields, Sql, Value};
use crate::clock::UnixMs;
use crate::ratings::online::{FinishedMatch, Hands, Sitter, Tally};
use crate::ratings::{Occasion, Score};
use crate::store::{GameId, Outcome, Seated, Seating, StoreError, stored};

/// Records a match, once. Who has no profile any more is left out, and whoever then has nobody to be compared with.
pub(crate) fn record_match(
    sql: &mut dyn Sql,
    finished: &FinishedMatch,
    played_at: UnixMs,
    now: UnixMs,
) -> Result<(), StoreError> {
    let tally = match finished.hands {
        Hands::Counted(tally) => tally,
        Hands::Recorded => count(sql, finished)?,
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
        content: content(finished),
        occasion: Occasion::Open,
        season: None,
        game: Some(name),
        played_at,
        now,
        rounds: vec![NewRound { games: tally.games, walls: tally.walls, seats }],
    };
    match record(sql, &session)? {
        Ok(_) => list(sql, finished.game),
        Err(refused) => {
            tracing::error!(game = %finished.game, ?refused, "a match is not rated");
            Ok(())
        }
    }
}

/// Says that everybody may see the game of a match, if it is in the ledger and not of a private room.
fn list(sql: &mut dyn Sql, game: GameId) -> Result<(), StoreError> {
    let update = "UPDATE rating_session SET listed = 1 WHERE source = ?1 AND key = ?2
        AND EXISTS (SELECT 1 FROM game WHERE room = ?3 AND number = ?4 AND public)";
    let [room, number] = named(game);
    sql.change(update, &[OWN_SOURCE.into(), game.to_string().into(), room, number]).map(|_| ())
}

/// A hash of everything a match says of itself. Matches recorded by older versions have one of another form: they are
/// known by their game all the same, and never recorded twice.
fn content(finished: &FinishedMatch) -> [u8; 32] {
    Sha256::digest(said(finished).to_string()).into()
}

/// Everything a match says of itself, in lists that are written the same for good.
pub(super) fn said(finished: &FinishedMatch) -> serde_json::Value {
    let sitters = finished.sitters.clone().map(|sitter| match sitter {
        Sitter::Guest => json!(["guest"]),
        Sitter::Profile(id) => json!(["profile", id]),
        Sitter::Bot(level) => json!(["bot", level]),
    });
    let hands = match finished.hands {
        Hands::Recorded => json!(["recorded"]),
        Hands::Counted(Tally { games, walls, scores }) => {
            json!(["counted", games, walls, scores.map(|score| (score.wins, score.points)).0])
        }
    };
    json!(["match 1", finished.game.to_string(), sitters.0, hands])
}

/// The match that said this; nothing if none did.
pub(super) fn read_said(said: &serde_json::Value) -> Option<FinishedMatch> {
    type Sitters = [Vec<String>; 4];
    type Scores = [(u32, i32); 4];
    let (form, game, sitters, hands): (String, String, Sitters, Vec<serde_json::Value>) =
        Deserialize::deserialize(said).ok()?;
    let hands = match &hands[..] {
        [way] if way == "recorded" => Hands::Recorded,
        [way, games, walls, scores] if way == "counted" => {
            let scores = Scores::deserialize(scores).ok()?;
            let (games, walls) = (u32::deserialize(games).ok()?, u32::deserialize(walls).ok()?);
            let scores = BySeat(scores).map(|(wins, points)| Score { wins, points });
            Hands::Counted(Tally { games, walls, scores })
        }
        _ => return None,
    };
    let mut read = [const { Sitter::Guest }; 4];
    for (sitter, said) in read.iter_mut().zip(&sitters) {
        *sitter = match &said.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["guest"] => Sitter::Guest,
            ["profile", id] => Sitter::Profile((*id).to_owned()),
            ["bot", level] => Sitter::Bot((*level).to_owned()),
            _ => return None,
        };
    }
    let game = game.parse().ok()?;
    (form == "match 1").then_some(FinishedMatch { game, sitters: BySeat(read), hands })
}

/// What the hands of a match come to that are in the ledger, those of the step being written among them.
fn count(sql: &mut dyn Sql, finished: &FinishedMatch) -> Result<Tally, StoreError> {
    let select =
        "SELECT hand.id, hand.number, CAST(outcome AS TEXT), delta0, delta1, delta2, delta3
        FROM game JOIN hand ON hand.game = game.id JOIN score_event ON score_event.id = hand.id
        WHERE game.room = ?1 AND game.number = ?2";
    let seating = read_seating(sql, finished.game)?;
    let mut tally = Tally::default();
    for row in sql.ask(select, &named(finished.game))? {
        let mut fields = Fields::of("hand", row);
        fields.row()?;
        let hand = fields.small()?;
        let outcome = fields.word(|outcome| serde_json::from_str::<Outcome>(outcome).ok())?;
        let deltas = [fields.small()?, fields.small()?, fields.small()?, fields.small()?];
        let seats = seating.at(hand);
        let player = |seat: Seat| seats[seat].as_ref().map(|taken| &taken.player);
        let is_own = |seat| finished.sitters[seat].is_played_by(player(seat));
        tally.add(&outcome, deltas, is_own);
    }
    Ok(tally)
}

fn named(game: GameId) -> [Value; 2] {
    [stored(game.room.0).into(), game.number.into()]
}

/// Who sat where in each hand of a game.
fn read_seating(sql: &mut dyn Sql, game: GameId) -> Result<Seating, StoreError> {
    let select =
        "SELECT from_hand, seat, kind, name, level, profile FROM game JOIN seat ON seat.game = game.id
        WHERE room = ?1 AND number = ?2 ORDER BY from_hand";
    let read = |row| {
        let mut fields = Fields::of("seat", row);
        let (from, seat) = (fields.small()?, fields.small::<u8>()?);
        let seat = Seat::from_index(seat.into()).unwrap_or(Seat::S0);
        let kind = Some(fields.text()?);
        let columns = [kind, fields.maybe_text()?, fields.maybe_text()?, fields.maybe_text()?];
        Ok((from, seat, Seated::read(columns)))
    };
    sql.ask(select, &named(game))?.into_iter().map(read).collect::<Result<_, _>>().map(Seating)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RoomId;

    /// A match is recognised by it in databases of years ago: if this changes, so does what they hold.
    #[test]
    fn what_a_match_says_is_hashed_the_same_for_good() {
        let sitters = BySeat([
            Sitter::Guest,
            Sitter::Profile("p-7k3m9x2q4d8f".to_owned()),
            Sitter::Bot("hard".to_owned()),
            Sitter::Guest,
        ]);
        let game = GameId { room: RoomId(12), number: 1 };
        let recorded = FinishedMatch { game, sitters, hands: Hands::Recorded };
        let scores =
            BySeat([(1, 5), (0, -5), (2, 0), (0, 0)]).map(|(wins, points)| Score { wins, points });
        let tally = Tally { games: 4, walls: 1, scores };
        let counted = FinishedMatch { hands: Hands::Counted(tally), ..recorded.clone() };

        let said = r#"["match 1","12-1",[["guest"],["profile","p-7k3m9x2q4d8f"],["bot","hard"],["guest"]],["recorded"]]"#;
        assert_eq!(read_said(&super::said(&recorded)), Some(recorded.clone()));
        assert_eq!(read_said(&super::said(&counted)), Some(counted.clone()));
        assert_eq!(content(&recorded), <[u8; 32]>::from(Sha256::digest(said)));
        let hands = r#"["counted",4,1,[[1,5],[0,-5],[2,0],[0,0]]]"#;
        let said = said.replace(r#"["recorded"]"#, hands);
        assert_eq!(content(&counted), <[u8; 32]>::from(Sha256::digest(said)));
    }
}
