//! Something stored that can't be read ends what depends on it, and nothing else.

use rules::seat::BySeat;
use serde_json::json;

use super::super::{PEOPLE, TestApi, room};
use super::ledger::rated_match;
use super::{player, session};
use crate::ratings::online::{FinishedMatch, Hands, Sitter};
use crate::recorder::{
    Database, GameId, Health, Posting, Problem, RoomId, StoreFailed, StoredStep, check_file,
};
use crate::store::ratings::{Difference, Mend, Value};
use crate::telemetry::metrics::{self, Levels};

/// No rating can be so high.
const DAMAGE: &str = "UPDATE rating_player SET rating = 99999999999 WHERE id = 1";

impl TestApi {
    /// Four people with profiles.
    async fn sitters(&self) -> BySeat<Sitter> {
        let mut sitters = [const { Sitter::Guest }; 4];
        for (sitter, name) in sitters.iter_mut().zip(PEOPLE) {
            let body = format!("{{\"name\":\"{name}\"}}");
            let made = self.send("/api/v1/profiles", "application/json", &body).await.json();
            *sitter = Sitter::Profile(made["player"]["id"].as_str().unwrap().to_owned());
        }
        BySeat(sitters)
    }

    /// Plays a rated game in each of these rooms; the steps that end them are handed over in one breath.
    async fn play_rated(&self, tables: &[(u64, BySeat<Sitter>)]) {
        let mut ends = Vec::new();
        for (id, sitters) in tables {
            let (id, sitters) = (RoomId(*id), sitters.clone());
            let mut postings = room(id.0, PEOPLE).play_game();
            let mut end = postings.split_off(postings.len() - 2);
            let game = GameId { room: id, number: 1 };
            let finished = FinishedMatch { game, sitters, hands: Hands::Recorded };
            end.push(Posting::Rated(Box::new(finished)));
            let step =
                StoredStep { room: id, seq: postings.len() as u64 + 1, body: b"step".to_vec() };
            self.post(id.0, postings).await;
            ends.push((step, end));
        }
        let mut pending = Vec::new();
        for (step, postings) in ends {
            pending.push(self.recorder.submit(step, postings).await.unwrap());
        }
        for stored in pending {
            assert_eq!(stored.await, Ok(()));
        }
        assert_eq!(*self.recorder.health().borrow(), Health::Up { epoch: 0 }, "it never failed");
    }

    /// Whether a game is over with all its hands.
    async fn is_recorded(&self, game: &str) -> bool {
        let game = self.read(&format!("/api/games/{game}")).await.json();
        game["hands"] == 4 && game["state"] == "finished"
    }

    async fn said(&self, select: &'static str) -> Vec<Vec<Value>> {
        self.recorder.rated(move |sql| sql.ask(select, &[])).await.unwrap()
    }

    async fn do_damage(&self, change: &'static str) {
        let done = self.recorder.rate(move |sql| Ok(Ok::<_, ()>(sql.change(change, &[])?)));
        assert_eq!(done.await.unwrap(), Ok(1), "{change}");
    }

    async fn problems(&self) -> Vec<Problem> {
        let database: Database = self.fresh.url.parse().unwrap();
        let checked = tokio::task::spawn_blocking(move || check_file(database));
        checked.await.unwrap().unwrap().problems
    }
}

fn counted(what: &str) -> u64 {
    let line = format!("sanjin_unreadable_total{{what=\"{what}\"}} ");
    let text = metrics::render(Levels::default());
    text.lines().find_map(|said| said.strip_prefix(&line)).unwrap().parse().unwrap()
}

/// What follows for people, by the game it was played in.
const RATED: &str = "SELECT game, rating_player.id, rating_seat.wins, rating_seat.points, rating_before, rating_after FROM rating_seat
    JOIN rating_session ON rating_session.id = session JOIN rating_player ON rating_player.id = player
    ORDER BY game, rating_player.id";
const STANDING: &str = "SELECT id, rating, games, rounds, wins FROM rating_player ORDER BY id";

#[tokio::test]
async fn rooms_and_other_matches_go_on_beside_a_rating_that_can_not_be_read() {
    let (api, sound) = (TestApi::start().await, TestApi::start().await);
    let mut tables = Vec::new();
    for room in [7, 8] {
        tables.push((room, api.sitters().await));
        sound.sitters().await;
    }
    let theirs = sound.said("SELECT code FROM rating_player ORDER BY id").await;
    let theirs = theirs.into_iter().map(|row| match &row[..] {
        [Value::Text(code)] => Sitter::Profile(code.clone()),
        other => panic!("{other:?}"),
    });
    let theirs: Vec<_> = theirs.collect();
    let four = |nth: usize| BySeat(std::array::from_fn(|seat| theirs[nth * 4 + seat].clone()));
    sound.play_rated(&[(7, four(0)), (8, four(1))]).await;
    api.do_damage(DAMAGE).await;
    let before = counted("match");

    api.play_rated(&tables).await;

    assert!(api.is_recorded("7-1").await && api.is_recorded("8-1").await);
    assert!(counted("match") > before);
    let rated = api.said("SELECT game FROM rating_session").await;
    assert_eq!(rated, [[Value::Text("8-1".to_owned())]]);
    let game = "7-1".to_owned();
    assert_eq!(api.problems().await, [Problem::Unrated { game: game.clone() }]);
    let said = [Difference::Player { player: 1 }, Difference::Match { game }];
    assert_eq!(api.check(Mend::No).await.told, said);

    let mended = api.check(Mend::Yes).await;

    assert_eq!((&mended.told[..], mended.left), (&said[..], 0));
    assert_eq!(api.said(RATED).await, sound.said(RATED).await);
    assert_eq!(api.said(STANDING).await, sound.said(STANDING).await);
    let late = "SELECT game FROM rating_session WHERE recorded_at = 9 AND played_at > 9";
    assert_eq!(api.said(late).await, [[Value::Text("7-1".to_owned())]], "as of when it was over");
    assert_eq!((api.check(Mend::No).await.differences, api.problems().await), (0, Vec::new()));
}

/// PostgreSQL takes nothing more in a transaction in which something went wrong.
#[tokio::test]
async fn a_match_that_can_not_be_written_takes_no_step_with_it() {
    let api = TestApi::start().await;
    let sitters = api.sitters().await;
    let last = "INSERT INTO rating_session (id, source, key, content, occasion, played_at, recorded_at, state)
        VALUES (9223372036854775807, 1, 'last', ?1, 'open', 1, 1, 'deleted')";
    let done =
        api.recorder.rate(move |sql| Ok(Ok::<_, ()>(sql.change(last, &[Value::Bytes(vec![])])?)));
    assert_eq!(done.await.unwrap(), Ok(1));

    api.play_rated(&[(7, sitters.clone())]).await;

    assert!(api.is_recorded("7-1").await);
    assert_eq!(api.problems().await, [Problem::Unrated { game: "7-1".to_owned() }]);
    api.do_damage("DELETE FROM rating_session").await;
    let mended = api.check(Mend::Yes).await;
    assert_eq!((mended.differences, mended.left), (1, 0));
    let rated = api.said("SELECT game FROM rating_session").await;
    assert_eq!(rated, [[Value::Text("7-1".to_owned())]]);
}

/// Bots are looked up when the match is half written.
#[tokio::test]
async fn of_a_match_that_is_not_rated_nothing_is_left() {
    let api = TestApi::start().await;
    let (profiles, finished) = rated_match(&api).await;
    let second = FinishedMatch { game: GameId { room: RoomId(8), number: 1 }, ..finished.clone() };
    api.post(7, [Posting::Rated(Box::new(finished))]).await;
    api.do_damage("UPDATE rating_player SET wins = -1 WHERE name = 'easy'").await;
    let select = "SELECT id, rating, games, rounds FROM rating_player ORDER BY id";
    let before = api.said(select).await;

    api.post(8, [Posting::Rated(Box::new(second))]).await;

    assert_eq!(api.said("SELECT game FROM rating_session").await.len(), 1);
    assert_eq!(api.said(select).await, before);
    assert_eq!(api.check(Mend::Yes).await.left, 0);
    for id in &profiles {
        let history = api.read(&format!("/api/v1/players/{id}/history")).await.json();
        assert_eq!(history["rounds"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn a_match_that_is_still_not_rated_is_said_every_time() {
    let api = TestApi::start().await;
    let sitters = api.sitters().await;
    api.do_damage(DAMAGE).await;
    api.play_rated(&[(7, sitters)]).await;
    api.do_damage("UPDATE rating_audit SET change = '{\"match\":[\"?\",\"7-1\"]}'").await;

    for differences in [2, 1] {
        let mended = api.check(Mend::Yes).await;
        assert_eq!((mended.differences, mended.left), (differences, 1));
    }
    assert_eq!(api.problems().await, [Problem::Unrated { game: "7-1".to_owned() }]);
}

#[tokio::test]
async fn a_request_that_meets_what_can_not_be_read_ends_alone() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let first = api.submit(&key, &session("a")).await.json();
    let id = |nth: usize| first["results"][nth]["player"].as_str().unwrap();
    let (ana, bo) = (format!("/api/v1/players/{}", id(0)), format!("/api/v1/players/{}", id(1)));
    let others = [player("eva@example.org", "Eva", 1, 10), player("fu@example.org", "Fu", 0, -10)];
    let others = json!({ "key": "c", "occasion": "open", "rounds": [{ "games": 1, "wall_games": 0, "players": others }] });
    api.do_damage(DAMAGE).await;
    let before = (counted("write"), counted("question"));

    let (second, other) = (api.submit(&key, &session("b")).await, api.submit(&key, &others).await);
    let (of_ana, of_bo) = (api.read(&ana).await, api.read(&bo).await);

    assert_eq!(second.problem(), (500, "unreadable".to_owned()));
    assert_eq!(other.status, 201, "{}", other.body);
    assert_eq!(of_ana.problem(), (500, "unreadable".to_owned()));
    assert_eq!(of_bo.status, 200);
    assert!(counted("write") > before.0 && counted("question") > before.1);
    assert_eq!(*api.recorder.health().borrow(), Health::Up { epoch: 0 }, "it never failed");
    assert_eq!(api.check(Mend::Yes).await.told, [Difference::Player { player: 1 }]);
    let again = api.submit(&key, &session("b")).await;
    assert_eq!((again.status, api.read(&ana).await.status), (201, 200), "{}", again.body);
}

/// What was written before something stands in the way is taken back with the rest.
#[tokio::test]
async fn a_request_that_ends_at_what_is_stored_leaves_nothing() {
    let api = TestApi::start().await;
    api.sitters().await;

    let begun = api.recorder.rate(|sql| {
        sql.change("UPDATE rating_player SET name = 'Bo' WHERE id = 1", &[])?;
        sql.change("UPDATE rating_player SET verified = 2 WHERE id = 1", &[])?;
        Ok(Ok::<_, ()>(()))
    });

    assert_eq!(begun.await, Err(StoreFailed::Unreadable));
    let name = api.said("SELECT name FROM rating_player WHERE id = 1").await;
    assert_eq!(name, [[Value::Text("Ana".to_owned())]]);
}
