//! Ratings follow from the rounds alone: rebuilt they are the same, corrected they are as if it had always been so.

use protocol::record::RecordedPlayer;
use protocol::room::BotLevel;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::seat::{BySeat, Seat};

use super::super::{PEOPLE as PEOPLE_AT_TABLE, room};
use super::TestApi;
use crate::ratings::online::{FinishedMatch, Hands, Sitter, Tally};
use crate::ratings::{Occasion, Score, Standing};
use crate::recorder::{GameId, Posting, RoomId};
use crate::store::ratings::{self, Mend, Named, NewRound, NewSeat, NewSession, Rebuilt, Who};

/// Ratings and counts of everybody, by name.
type Everybody = Vec<Vec<ratings::Value>>;

impl TestApi {
    async fn everybody(&self) -> Everybody {
        let select =
            "SELECT name, rating, verified_rating, games, verified_games, rounds, wins, played_at
            FROM rating_player ORDER BY name";
        self.recorder.rated(move |sql| sql.ask(select, &[])).await.unwrap()
    }

    pub(super) async fn check(&self, mend: Mend) -> Rebuilt {
        let gone = self.recorder.rate(move |sql| {
            Ok(Ok::<_, ()>(match mend {
                Mend::No => ratings::rebuild(sql, mend, &mut |_| ())?,
                Mend::Yes => ratings::mend(sql, 9, &mut |_| ())?,
            }))
        });
        gone.await.unwrap().unwrap()
    }

    pub(super) async fn record(&self, sessions: &[NewSession]) {
        for session in sessions {
            let session = session.clone();
            let recorded = self.recorder.rate(move |sql| ratings::record(sql, &session));
            recorded.await.unwrap().unwrap();
        }
    }

    async fn change(&self, update: &'static str) {
        let done = self.recorder.rate(move |sql| Ok(Ok::<_, ()>(sql.change(update, &[])?)));
        assert!(done.await.unwrap().unwrap() > 0, "{update}");
    }
}

const PEOPLE: u32 = 12;

pub(super) fn blank() -> NewSession {
    NewSession {
        source: 1,
        key: String::new(),
        content: [0; 32],
        occasion: Occasion::Open,
        season: None,
        game: None,
        played_at: 5,
        now: 5,
        rounds: Vec::new(),
    }
}

pub(super) fn somebody(number: u32) -> Who {
    Who::Email { hash: [number as u8; 32], named: Named::Open, name: format!("P{number:02}") }
}

/// A round of some people by chance.
fn round(chance: &mut Pcg64Mcg) -> NewRound {
    let first = chance.random_range(0..PEOPLE);
    let people = chance.random_range(2..=4);
    let seats: Vec<_> = (0..people)
        .map(|nth| NewSeat {
            who: somebody((first + nth * 3) % PEOPLE),
            score: Score {
                wins: chance.random_range(0..4),
                points: chance.random_range(-300..300),
            },
        })
        .collect();
    let wins: u32 = seats.iter().map(|seat| seat.score.wins).sum();
    let walls = chance.random_range(1..3);
    NewRound { games: wins + walls, walls, seats }
}

fn sessions(count: u32) -> Vec<NewSession> {
    let mut chance = Pcg64Mcg::seed_from_u64(8);
    let session = |number| NewSession {
        key: format!("s{number}"),
        occasion: if number % 3 == 0 { Occasion::League } else { Occasion::Open },
        played_at: i64::from(number),
        rounds: (0..1 + number % 2).map(|_| round(&mut chance)).collect(),
        ..blank()
    };
    (1..=count).map(session).collect()
}

/// Everybody has played once, and half of them are verified from then on.
async fn start() -> TestApi {
    let api = TestApi::start().await;
    let seats =
        (0..4).map(|nth| NewSeat { who: somebody(nth), score: Score { wins: 0, points: 0 } });
    let all: Vec<_> = (0..PEOPLE / 4)
        .map(|table| {
            let seats = seats
                .clone()
                .zip(0..)
                .map(|(seat, nth)| NewSeat { who: somebody(table * 4 + nth), ..seat });
            NewRound { games: 1, walls: 1, seats: seats.collect() }
        })
        .collect();
    api.record(&[NewSession { key: "first".to_owned(), rounds: all, ..blank() }]).await;
    let verified = api.recorder.rate(|sql| {
        for row in sql.ask("SELECT code FROM rating_player WHERE id <= 6", &[])? {
            if let [ratings::Value::Text(code)] = &row[..] {
                assert!(ratings::verify(sql, code, Standing::Verified, 5)?);
            }
        }
        Ok(Ok::<_, ()>(()))
    });
    verified.await.unwrap().unwrap();
    api
}

#[tokio::test]
async fn a_rebuild_changes_nothing_and_finds_what_was_tampered_with() {
    let api = start().await;
    api.record(&sessions(60)).await;
    let before = api.everybody().await;

    let found = api.check(Mend::Yes).await;

    assert_eq!((found.differences, api.everybody().await), (0, before.clone()));
    assert_eq!(found.rounds, 93);
    for tampered in [
        "UPDATE rating_player SET rating = rating + 1 WHERE id = 1",
        "UPDATE rating_player SET verified_games = verified_games + 1 WHERE id = 2",
        "UPDATE rating_seat SET rating_after = rating_after + 1 WHERE session = 20 AND seat = 0",
        "UPDATE rating_seat SET counted = 1 - counted WHERE session = 30 AND seat = 1",
    ] {
        api.change(tampered).await;
        assert_ne!(api.check(Mend::No).await.differences, 0, "{tampered}");
        assert_ne!(api.check(Mend::Yes).await.differences, 0, "{tampered}");
        assert_eq!(
            (api.check(Mend::No).await.differences, api.everybody().await),
            (0, before.clone())
        );
    }
    let notes = "SELECT change FROM rating_audit WHERE what = 'rebuild'";
    let notes = api.recorder.rated(move |sql| sql.ask(notes, &[])).await.unwrap();
    assert_eq!(notes.len(), 4, "no rating is moved without a note: {notes:?}");
}

#[tokio::test]
async fn a_deleted_session_is_as_if_it_had_never_been() {
    let (api, never) = (start().await, start().await);
    let mut all = sessions(40);
    api.record(&all).await;
    let deleted = all.remove(9);
    never.record(&all).await;

    let id = api.recorder.rated(move |sql| {
        sql.ask("SELECT id FROM rating_session WHERE key = ?1", &[deleted.key.into()])
    });
    let ratings::Value::Int(id) = id.await.unwrap()[0][0] else { panic!("an id is a number") };
    let gone = api.recorder.rate(move |sql| ratings::delete(sql, id, "entered twice", 9));
    let gone = gone.await.unwrap().unwrap();

    assert!(gone.differences > 0);
    assert_eq!(api.everybody().await, never.everybody().await);
    assert_eq!(api.check(Mend::No).await.differences, 0);
    let why = api
        .recorder
        .rated(|sql| sql.ask("SELECT change FROM rating_audit WHERE what = 'session'", &[]));
    let why = format!("{:?}", why.await.unwrap());
    assert!(why.contains("entered twice") && why.contains("rounds_were"), "{why}");
}

#[tokio::test]
async fn a_corrected_session_is_as_if_it_had_always_been_so() {
    let (api, always) = (start().await, start().await);
    let mut all = sessions(40);
    api.record(&all).await;
    let right = vec![round(&mut Pcg64Mcg::seed_from_u64(99))];
    all[9].rounds.clone_from(&right);
    always.record(&all).await;

    let key = all[9].key.clone();
    let id = api
        .recorder
        .rated(move |sql| sql.ask("SELECT id FROM rating_session WHERE key = ?1", &[key.into()]));
    let ratings::Value::Int(id) = id.await.unwrap()[0][0] else { panic!("an id is a number") };
    let done = api.recorder.rate(move |sql| ratings::correct(sql, id, &right, "wrong table", 9));
    done.await.unwrap().unwrap();

    assert_eq!(api.everybody().await, always.everybody().await);
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

/// Two profiles, and a match between them and two bots.
pub(super) async fn rated_match(api: &TestApi) -> (Vec<String>, FinishedMatch) {
    let mut profiles = Vec::new();
    for name in ["Ana", "Bo"] {
        let made = api
            .send("/api/v1/profiles", "application/json", &format!("{{\"name\":\"{name}\"}}"))
            .await;
        profiles.push(made.json()["player"]["id"].as_str().unwrap().to_owned());
    }
    let bot = |level: &str| Sitter::Bot(level.to_owned());
    let sitters = [
        Sitter::Profile(profiles[0].clone()),
        bot("hard"),
        Sitter::Profile(profiles[1].clone()),
        bot("easy"),
    ];
    let scores = [(1, 5), (4, 40), (0, -25), (2, -20)].map(|(wins, points)| Score { wins, points });
    let game = GameId { room: RoomId(7), number: 1 };
    let tally = Tally { games: 8, walls: 1, scores: BySeat(scores) };
    let hands = Hands::Counted(tally);
    (profiles, FinishedMatch { game, sitters: BySeat(sitters), hands })
}

#[tokio::test]
async fn a_rated_match_moves_people_by_people_and_bots_by_bots() {
    let api = TestApi::start().await;
    let (profiles, finished) = rated_match(&api).await;

    api.post(7, [Posting::Rated(Box::new(finished.clone()))]).await;
    api.post(7, [Posting::Rated(Box::new(finished))]).await;

    let ana = api.read(&format!("/api/v1/players/{}/history", profiles[0])).await.json();
    assert_eq!(ana["rounds"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&ana["rounds"][0]["rating"]["change"], &ana["rounds"][0]["game"]),
        (&16.into(), &"7-1".into())
    );
    let bots = api.read("/api/v1/leaderboard?list=bots&min_games=0").await.json();
    let bots: Vec<_> = bots["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bot| (&bot["name"], &bot["rating"]))
        .collect();
    assert_eq!(bots, [(&"hard".into(), &1516.into()), (&"easy".into(), &1484.into())]);
    assert_eq!(
        api.read("/api/v1/leaderboard?min_games=0").await.json()["players"],
        serde_json::json!([])
    );
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

/// Older versions hashed what a match says in another form.
#[tokio::test]
async fn a_match_that_an_older_version_recorded_is_not_recorded_again() {
    let api = TestApi::start().await;
    let (profiles, finished) = rated_match(&api).await;
    api.post(7, [Posting::Rated(Box::new(finished.clone()))]).await;
    let older = "UPDATE rating_session SET content = ?1";
    let older = api
        .recorder
        .rate(move |sql| Ok(Ok::<_, ()>(sql.change(older, &[[7_u8; 32].as_slice().into()])?)));
    assert_eq!(older.await.unwrap(), Ok(1));

    api.post(7, [Posting::Rated(Box::new(finished))]).await;

    let ana = api.read(&format!("/api/v1/players/{}/history", profiles[0])).await.json();
    assert_eq!(ana["rounds"].as_array().unwrap().len(), 1);
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

/// Players of this server have no e-mail: the operator names them by their public ids.
#[tokio::test]
async fn a_match_of_this_server_is_put_right_by_public_ids() {
    let api = TestApi::start().await;
    let (profiles, finished) = rated_match(&api).await;
    api.post(7, [Posting::Rated(Box::new(finished))]).await;
    let seat = |id: &str, wins| NewSeat {
        who: Who::Code(id.to_owned()),
        score: Score { wins, points: 0 },
    };
    let round = |first: &str| NewRound {
        games: 8,
        walls: 5,
        seats: vec![seat(first, 0), seat(&profiles[1], 3)],
    };
    let (unknown, right) = (vec![round("p-000000000000")], vec![round(&profiles[0])]);

    let refused = api.recorder.rate(move |sql| ratings::correct(sql, 1, &unknown, "by mistake", 9));
    assert_eq!(refused.await.unwrap(), Err(ratings::SessionRefused::Nobody { round: 1 }));
    let change = async || {
        let history = api.read(&format!("/api/v1/players/{}/history", profiles[0])).await.json();
        history["rounds"][0]["rating"]["change"].clone()
    };
    assert_eq!(change().await, 16);
    let done = api.recorder.rate(move |sql| ratings::correct(sql, 1, &right, "seats swapped", 9));
    done.await.unwrap().unwrap();

    assert_eq!(change().await, -16);
    assert_eq!(api.check(Mend::No).await.differences, 0);
}

#[tokio::test]
async fn a_rated_match_is_counted_from_its_recorded_hands() {
    counted_from_its_hands(true).await;
}

/// Its game is shown to those who know the code of the room: nobody is led to it.
#[tokio::test]
async fn a_rated_match_of_a_private_room_is_not_listed() {
    counted_from_its_hands(false).await;
}

async fn counted_from_its_hands(public: bool) {
    let api = TestApi::start().await;
    let mut sitters = [const { Sitter::Guest }; 4];
    for (sitter, name) in sitters.iter_mut().zip(PEOPLE_AT_TABLE) {
        let body = format!("{{\"name\":\"{name}\"}}");
        let made = api.send("/api/v1/profiles", "application/json", &body).await.json();
        *sitter = Sitter::Profile(made["player"]["id"].as_str().unwrap().to_owned());
    }
    let mut postings = room(7, PEOPLE_AT_TABLE).play_game();
    if let Some(Posting::Game(game)) = postings.first_mut() {
        game.public = public;
    }
    let mut tally = Tally::default();
    for posting in &postings {
        if let Posting::Hand(hand) = posting {
            tally.add(&hand.outcome, hand.deltas, |_| true);
        }
    }
    let game = GameId { room: RoomId(7), number: 1 };
    let (sitters, hands) = (BySeat(sitters), Hands::Recorded);
    postings.push(Posting::Rated(Box::new(FinishedMatch {
        game,
        sitters: sitters.clone(),
        hands,
    })));

    api.post(7, postings).await;

    for (sitter, score) in sitters.0.iter().zip(tally.scores.0) {
        let Sitter::Profile(id) = sitter else { panic!("everybody has a profile") };
        let played = &api.read(&format!("/api/v1/players/{id}/history")).await.json()["rounds"][0];
        assert_eq!(
            (&played["wins"], &played["points"]),
            (&score.wins.into(), &score.points.into())
        );
        assert_eq!(
            (&played["games"], &played["wall_games"]),
            (&tally.games.into(), &tally.walls.into())
        );
        assert_eq!((&played["game"], &played["listed"]), (&"7-1".into(), &public.into()));
    }
    assert_eq!(tally.games, 4);
}

/// Whoever goes away would otherwise be rated by how well the bot in their place plays.
#[tokio::test]
async fn what_a_stand_in_wins_is_nobodys() {
    let api = TestApi::start().await;
    let mut sitters = [const { Sitter::Guest }; 4];
    for (sitter, name) in sitters.iter_mut().zip(PEOPLE_AT_TABLE) {
        let body = format!("{{\"name\":\"{name}\"}}");
        let made = api.send("/api/v1/profiles", "application/json", &body).await.json();
        *sitter = Sitter::Profile(made["player"]["id"].as_str().unwrap().to_owned());
    }
    let sitters = BySeat(sitters);
    let mut table = room(7, PEOPLE_AT_TABLE);
    let mut as_played = Tally::default();
    for posting in table.clone().play_game() {
        if let Posting::Hand(hand) = posting {
            as_played.add(&hand.outcome, hand.deltas, |_| true);
        }
    }
    let best = Seat::ALL.into_iter().max_by_key(|seat| as_played.scores[*seat].wins).unwrap();
    let name = PEOPLE_AT_TABLE[best.index()].parse().unwrap();

    let mut postings = vec![table.begin_game()];
    table.seat(best, RecordedPlayer::StandIn { name, level: BotLevel::Medium });
    postings.extend(table.play_game().split_off(1));
    let game = GameId { room: RoomId(7), number: 1 };
    let finished = FinishedMatch { game, sitters: sitters.clone(), hands: Hands::Recorded };
    postings.push(Posting::Rated(Box::new(finished)));
    api.post(7, postings).await;

    assert!(as_played.scores[best].wins > 0);
    for seat in Seat::ALL {
        let Sitter::Profile(id) = &sitters[seat] else { panic!("everybody has a profile") };
        let played = &api.read(&format!("/api/v1/players/{id}/history")).await.json()["rounds"][0];
        let own = if seat == best { Score::default() } else { as_played.scores[seat] };
        assert_eq!((&played["wins"], &played["points"]), (&own.wins.into(), &own.points.into()));
        assert_eq!(played["games"], as_played.games);
    }
}
