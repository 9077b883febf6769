//! Sessions put right by the operator: what may stand in them, and what that counts for.

use super::super::TestApi;
use super::ledger::{blank, rated_match, somebody};
use crate::ratings::online::FinishedMatch;
use crate::ratings::{Score, Standing};
use crate::recorder::{GameId, Posting, RoomId};
use crate::store::ratings::{self, Mend, NewRound, NewSeat, NewSession, SessionRefused, Who};

impl TestApi {
    pub(super) async fn correct(
        &self,
        session: i64,
        round: NewRound,
    ) -> Result<(), SessionRefused> {
        let done = self
            .recorder
            .rate(move |sql| ratings::correct(sql, session, &[round], "a mistake", 20));
        done.await.unwrap().map(|_| ())
    }

    async fn rounds_of(&self, id: &str) -> Vec<serde_json::Value> {
        let history = self.read(&format!("/api/v1/players/{id}/history")).await.json();
        history["rounds"].as_array().unwrap().clone()
    }
}

fn by_code(id: &str, wins: u32) -> NewSeat {
    NewSeat { who: Who::Code(id.to_owned()), score: Score { wins, points: 0 } }
}

/// A seat that changes nothing would still count as games played, and later rounds would go by that.
#[tokio::test]
async fn who_can_be_compared_with_nobody_is_left_out_of_a_correction() {
    let api = TestApi::start().await;
    let (profiles, finished) = rated_match(&api).await;
    let second = FinishedMatch { game: GameId { room: RoomId(8), number: 1 }, ..finished.clone() };
    api.post(7, [Posting::Rated(Box::new(finished))]).await;
    api.post(8, [Posting::Rated(Box::new(second))]).await;
    let (hard, easy) = (api.code_of("hard").await, api.code_of("easy").await);
    let round = |seats| NewRound { games: 8, walls: 1, seats };

    let with_bots = vec![by_code(&profiles[0], 1), by_code(&hard, 4), by_code(&easy, 2)];
    assert_eq!(api.correct(1, round(with_bots)).await, Ok(()));

    let rounds = api.rounds_of(&profiles[0]).await;
    assert_eq!(rounds.len(), 1, "{rounds:?}");
    assert_eq!(api.check(Mend::No).await.differences, 0);
    let both = vec![by_code(&profiles[0], 0), by_code(&profiles[1], 3)];
    assert_eq!(api.correct(2, round(both)).await, Ok(()));
    assert_eq!(api.check(Mend::No).await.differences, 0);
    let alone = vec![by_code(&profiles[0], 1), by_code(&hard, 4)];
    assert_eq!(api.correct(2, round(alone)).await, Err(SessionRefused::Alone { round: 1 }));
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

#[tokio::test]
async fn who_is_put_into_a_round_is_as_verified_as_they_were_then() {
    let api = TestApi::start().await;
    let seat = |number, wins| NewSeat { who: somebody(number), score: Score { wins, points: 0 } };
    let round =
        |a, b, walls| NewRound { games: walls + 1, walls, seats: vec![seat(a, 1), seat(b, 0)] };
    let session = |key: &str, now, round| NewSession {
        key: key.to_owned(),
        now,
        rounds: vec![round],
        ..blank()
    };
    api.record(&[session("a", 1, round(0, 1, 0)), session("b", 1, round(2, 3, 0))]).await;
    let mut codes = Vec::new();
    for name in ["P00", "P01", "P02"] {
        codes.push(api.code_of(name).await);
    }
    let verify = async |nth: usize, standing, now| {
        let code = codes[nth].clone();
        let done = api
            .recorder
            .rate(move |sql| Ok(Ok::<_, ()>(ratings::verify(sql, &code, standing, now)?)));
        assert!(done.await.unwrap().unwrap());
    };
    verify(0, Standing::Verified, 2).await;
    verify(1, Standing::Verified, 2).await;
    api.record(&[session("c", 5, round(0, 3, 0))]).await;
    verify(1, Standing::Provisional, 9).await;
    verify(2, Standing::Verified, 9).await;
    let counted = async || api.rounds_of(&codes[0]).await[0]["verified_rating"]["change"].clone();
    assert_eq!(counted().await, serde_json::Value::Null);

    assert_eq!(api.correct(3, round(0, 2, 0)).await, Ok(()));
    assert_eq!(counted().await, serde_json::Value::Null, "verified only since");
    assert_eq!(api.correct(3, round(0, 1, 0)).await, Ok(()));
    assert_eq!(counted().await, 16, "verified then, and no longer");
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

/// At a table of this server guests and stand-ins win games too.
#[tokio::test]
async fn only_a_match_of_this_server_may_have_games_that_nobody_in_it_won() {
    let api = TestApi::start().await;
    let (profiles, finished) = rated_match(&api).await;
    api.post(7, [Posting::Rated(Box::new(finished))]).await;
    let seat = |number, wins| NewSeat { who: somebody(number), score: Score { wins, points: 0 } };
    let round = NewRound { games: 1, walls: 0, seats: vec![seat(0, 1), seat(1, 0)] };
    api.record(&[NewSession { key: "a".to_owned(), rounds: vec![round], ..blank() }]).await;

    let by_guests = |seats| NewRound { games: 8, walls: 1, seats };
    let online = by_guests(vec![by_code(&profiles[0], 0), by_code(&profiles[1], 3)]);
    assert_eq!(api.correct(1, online).await, Ok(()));
    let kept = by_guests(vec![seat(0, 0), seat(1, 3)]);
    assert_eq!(api.correct(2, kept).await, Err(SessionRefused::Sum { round: 1 }));

    let rounds = api.rounds_of(&profiles[1]).await;
    assert_eq!((&rounds[0]["games"], &rounds[0]["wins"]), (&8.into(), &3.into()));
    assert_eq!(rounds[0]["corrected_at"], 20);
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

#[tokio::test]
async fn a_round_says_where_somebody_came_in_and_whether_it_was_put_right() {
    let api = TestApi::start().await;
    let seat =
        |number, wins, points| NewSeat { who: somebody(number), score: Score { wins, points } };
    let seats = vec![seat(0, 1, 10), seat(1, 2, 10), seat(2, 0, -30), seat(3, 2, 10)];
    let round = NewRound { games: 5, walls: 0, seats };
    api.record(&[NewSession { key: "a".to_owned(), rounds: vec![round], ..blank() }]).await;

    let mut places = Vec::new();
    for name in ["P00", "P01", "P02", "P03"] {
        let rounds = api.rounds_of(&api.code_of(name).await).await;
        places.push(rounds[0]["place"].as_u64().unwrap());
        assert_eq!(rounds[0]["corrected_at"], serde_json::Value::Null);
    }

    assert_eq!(places, [3, 1, 4, 1], "by points, then by games won");
}
