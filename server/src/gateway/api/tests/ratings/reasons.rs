//! Nobody's rating moves without a stored reason, whatever is done in whichever order.

use std::collections::HashMap;

use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::seat::BySeat;

use super::super::TestApi;
use super::ledger::{blank, somebody};
use crate::ratings::online::{FinishedMatch, Hands, Sitter, Tally};
use crate::ratings::{Occasion, Score, Standing};
use crate::recorder::{GameId, RoomId};
use crate::store::StoreError;
use crate::store::ratings::{
    self, Actor, Mend, NewRound, NewSeat, NewSession, Sql, Value, Visibility, Who,
};

/// Something that is done to the ledger.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Record,
    Match,
    Correct,
    Delete,
    Verify,
    Hide,
    DeleteProfile,
}

const DEEDS: [Deed; 10] = [
    Deed::Record,
    Deed::Record,
    Deed::Match,
    Deed::Match,
    Deed::Correct,
    Deed::Correct,
    Deed::Delete,
    Deed::Verify,
    Deed::Hide,
    Deed::DeleteProfile,
];

/// One column of what a question is answered with.
fn column(sql: &mut dyn Sql, select: &str) -> Result<Vec<Value>, StoreError> {
    Ok(sql.ask(select, &[])?.into_iter().map(|mut row| row.remove(0)).collect())
}

fn codes(sql: &mut dyn Sql, which: &str) -> Result<Vec<String>, StoreError> {
    let select =
        format!("SELECT code FROM rating_player WHERE code IS NOT NULL AND {which} ORDER BY id");
    let text = |value| match value {
        Value::Text(code) => code,
        other => panic!("a code is text, not {other:?}"),
    };
    Ok(column(sql, &select)?.into_iter().map(text).collect())
}

fn score(chance: &mut Pcg64Mcg) -> Score {
    Score { wins: chance.random_range(0..4), points: chance.random_range(-300..300) }
}

/// Two to four different people, bots among them where these are known.
fn round(chance: &mut Pcg64Mcg, bots: &[String]) -> NewRound {
    let mut who: Vec<_> = (0..6).map(somebody).collect();
    who.push(Who::Nickname("Dai".to_owned()));
    who.extend(bots.iter().cloned().map(Who::Code));
    let count = chance.random_range(2..=4);
    let chosen: Vec<_> = who.sample(chance, count).cloned().collect();
    let seats: Vec<_> =
        chosen.into_iter().map(|who| NewSeat { who, score: score(chance) }).collect();
    let wins: u32 = seats.iter().map(|seat| seat.score.wins).sum();
    let walls = chance.random_range(1..3);
    NewRound { games: wins + walls, walls, seats }
}

fn finished(chance: &mut Pcg64Mcg, nth: i64, profiles: &[String]) -> FinishedMatch {
    let sitters = BySeat::from_fn(|_| match chance.random_range(0..5) {
        0 => Sitter::Guest,
        1 | 2 => Sitter::Bot(["easy", "hard", "master"].choose(chance).unwrap().to_string()),
        _ => profiles.choose(chance).map_or(Sitter::Guest, |code| Sitter::Profile(code.clone())),
    });
    let scores = BySeat::from_fn(|_| score(chance));
    let wins: u32 = scores.0.iter().map(|score| score.wins).sum();
    let tally = Tally { games: wins + 1, walls: 1, scores };
    let game = GameId { room: RoomId(nth as u64), number: 1 };
    FinishedMatch { game, sitters, hands: Hands::Counted(tally) }
}

/// Does something by chance; what is refused changes nothing.
fn act(sql: &mut dyn Sql, deed: Deed, nth: i64, seed: u64) -> Result<Result<(), ()>, StoreError> {
    let chance = &mut Pcg64Mcg::seed_from_u64(seed);
    let profiles = codes(sql, "id <= 3")?;
    let people = codes(sql, "list = 'humans'")?;
    let bots = codes(sql, "list = 'bots'")?;
    let session = chance.random_range(1..=nth.max(1));
    Ok(match deed {
        Deed::Record => {
            let rounds = (0..chance.random_range(1..3)).map(|_| round(chance, &[])).collect();
            let occasion = *[Occasion::Open, Occasion::League].choose(chance).unwrap();
            let new = NewSession { key: format!("s{nth}"), occasion, now: nth, rounds, ..blank() };
            ratings::record(sql, &new)?.map(|_| ()).map_err(|_| ())
        }
        Deed::Match => {
            let finished = finished(chance, nth, &profiles);
            ratings::record_match(sql, &finished, nth, nth)?;
            Ok(())
        }
        Deed::Correct => {
            let rounds = [round(chance, &bots)];
            ratings::correct(sql, session, &rounds, "wrong", nth)?.map(|_| ()).map_err(|_| ())
        }
        Deed::Delete => ratings::delete(sql, session, "wrong", nth)?.map(|_| ()).map_err(|_| ()),
        Deed::Verify => {
            let standing = match chance.random_range(0..4) {
                0 => Standing::Provisional,
                _ => Standing::Verified,
            };
            match people.choose(chance) {
                Some(code) => ratings::verify(sql, code, standing, nth)?,
                None => false,
            };
            Ok(())
        }
        Deed::Hide => {
            let Some(code) = people.choose(chance) else { return Ok(Ok(())) };
            let visibility = if chance.random() { Visibility::Hidden } else { Visibility::Shown };
            ratings::hide(sql, code, visibility, Actor::Operator, nth)?.map_err(|_| ())
        }
        Deed::DeleteProfile => {
            ratings::delete_profile(sql, chance.random_range(1..=3), nth)?;
            Ok(())
        }
    })
}

/// What the ledger says of everybody.
struct Ledger {
    /// Everybody's ratings, by row.
    players: HashMap<i64, [i64; 2]>,
    /// What each seat did to whom: both ratings before and after. In order.
    seats: Vec<([i64; 3], i64, [i64; 4])>,
    /// How much was noted.
    notes: i64,
}

fn numbers<const N: usize>(row: &[Value]) -> [i64; N] {
    let number = |value: &Value| match value {
        Value::Int(number) => *number,
        other => panic!("{other:?} is no number"),
    };
    row.iter().map(number).collect::<Vec<_>>().try_into().unwrap()
}

fn read(sql: &mut dyn Sql) -> Result<Ledger, StoreError> {
    let players = sql.ask("SELECT id, rating, verified_rating FROM rating_player", &[])?;
    let players = players.iter().map(|row| numbers::<3>(row)).map(|[id, a, b]| (id, [a, b]));
    let seats = "SELECT session, number, seat, player, rating_before, rating_after, verified_before, verified_after
        FROM rating_seat ORDER BY session, number, seat";
    let seats = sql.ask(seats, &[])?;
    let seat = |row: &Vec<Value>| {
        let [session, number, seat, player, a, b, c, d] = numbers(row);
        ([session, number, seat], player, [a, b, c, d])
    };
    let notes = sql.ask("SELECT count(*) FROM rating_audit", &[])?;
    let [notes] = numbers(&notes[0]);
    Ok(Ledger { players: players.collect(), seats: seats.iter().map(seat).collect(), notes })
}

/// Everybody stands where their rounds have brought them, one after the other from 1500 on.
fn follows(ledger: &Ledger) {
    let mut stands: HashMap<i64, [i64; 2]> = HashMap::new();
    for (place, player, [before, after, verified_before, verified_after]) in &ledger.seats {
        let stood = stands.entry(*player).or_insert([1500; 2]);
        assert_eq!(*stood, [*before, *verified_before], "player {player} before {place:?}");
        *stood = [*after, *verified_after];
    }
    for (player, ratings) in &ledger.players {
        assert_eq!(stands.get(player).unwrap_or(&[1500; 2]), ratings, "player {player}");
    }
}

/// What was there stays, unless something was noted.
fn stays(before: &Ledger, after: &Ledger) {
    let stays = before.seats.iter().all(|seat| after.seats.contains(seat));
    assert!(stays || after.notes > before.notes, "rounds have changed and nobody says why");
}

async fn go_through(deeds: Vec<(usize, u64)>) {
    let api = TestApi::start().await;
    let made = api.recorder.rate(|sql| {
        for nth in 1..=3_u8 {
            ratings::create_profile(sql, "Profile", [[nth; 32], [nth + 9; 32]], 1)?;
        }
        Ok(Ok::<_, ()>(()))
    });
    made.await.unwrap().unwrap();
    let mut before = api.recorder.rated(read).await.unwrap();
    for (nth, (deed, seed)) in (1..).zip(deeds) {
        let done = api.recorder.rate(move |sql| act(sql, DEEDS[deed], nth, seed));
        // Refused or not, what follows must hold.
        let _ = done.await.unwrap();
        let after = api.recorder.rated(read).await.unwrap();
        follows(&after);
        stays(&before, &after);
        assert_eq!(api.check(Mend::No).await.told, [], "after {:?}", DEEDS[deed]);
        before = after;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_rating_moves_without_a_stored_reason(
        deeds in prop::collection::vec((0..DEEDS.len(), any::<u64>()), 4..40)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(go_through(deeds));
    }
}
