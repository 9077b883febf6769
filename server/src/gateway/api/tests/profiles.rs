//! Hands, rare wins and figures of a profile: its own alone, and nobody's to see while it is hidden.

use protocol::record::RecordedPlayer;
use protocol::room::BotLevel;
use rules::seat::{BySeat, Seat};
use serde_json::{Value, json};

use super::{PEOPLE, TestApi, room};
use crate::recorder::{HandWin, Outcome, Posting, Problem};
use crate::room::Withdrawn;

const UNKNOWN: &str = "p-000000000000";

/// A profile of one's own.
pub(super) struct Own {
    id: String,
    key: String,
}

impl TestApi {
    pub(super) async fn profile(&self, name: &str) -> Own {
        let body = json!({ "name": name }).to_string();
        let made = self.send("/api/v1/profiles", "application/json", &body).await.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Own { id: text(&made["player"]["id"]), key: text(&made["key"]) }
    }

    async fn stats(&self, whose: &str) -> Value {
        self.read(&format!("/api/players/{whose}/stats")).await.json()
    }

    async fn own(&self, profile: &Own, what: &str) -> Value {
        let key = format!("authorization: Bearer {}\r\n", profile.key);
        self.ask(&format!("/api/v1/profile/{what}"), &key).await.json()
    }

    async fn hide(&self, profile: &Own, hidden: bool) {
        self.amend(profile, &json!({ "hidden": hidden })).await;
    }

    pub(super) async fn amend(&self, profile: &Own, change: &Value) {
        let body = change.to_string();
        let (key, length) = (&profile.key, body.len());
        let head =
            "PATCH /api/v1/profile HTTP/1.0\r\nhost: test\r\ncontent-type: application/json\r\n";
        let request =
            format!("{head}authorization: Bearer {key}\r\ncontent-length: {length}\r\n\r\n{body}");
        assert_eq!(self.exchange(&request).await.0, 200);
    }

    /// A game of four hands in which the person at the first seat plays for a profile.
    async fn played(&self, id: u64, name: &str, profile: Option<&Own>) -> Vec<Posting> {
        let mut table = room(id, [name, "Bo", "Chen", "Dede"]);
        table.play_for(BySeat([profile.map(|own| own.id.clone()), None, None, None]));
        let postings = table.play_game();
        self.post(id, postings.clone()).await;
        postings
    }
}

#[tokio::test]
async fn hands_of_a_profile_are_its_own_under_whatever_name() {
    let api = TestApi::start().await;
    let (ana, other) = (api.profile("Ana").await, api.profile("Ana").await);

    api.played(1, "Ana", Some(&ana)).await;
    api.played(2, "Ana", None).await;
    api.played(3, "Zoe", Some(&ana)).await;
    api.played(4, &ana.id, None).await;

    assert_eq!(api.stats("Ana").await["hands"], 8);
    assert_eq!(api.stats(&ana.id).await["hands"], 8);
    assert_eq!(
        (&api.stats(&ana.id).await["games"], &api.stats(&ana.id).await["player"]),
        (&2.into(), &ana.id.as_str().into())
    );
    assert_eq!(api.stats(&other.id).await["hands"], 0);
    let found = api.read(&format!("/api/games?player={}", ana.id)).await.json();
    let games: Vec<_> = found["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(games, ["3-1", "1-1"]);
    assert!(!api.read("/api/games/1-1/hands").await.body.contains(&ana.id));
    assert_eq!(api.recorder.check().await.unwrap().problems, []);
}

#[tokio::test]
async fn what_a_stand_in_does_counts_for_no_profile() {
    let api = TestApi::start().await;
    let ana = api.profile("Ana").await;
    let mut table = room(1, PEOPLE);
    table.play_for(BySeat([Some(ana.id.clone()), None, None, None]));
    let mut postings = vec![table.begin_game()];

    let name = "Ana".parse().unwrap();
    table.seat(Seat::S0, RecordedPlayer::StandIn { name, level: BotLevel::Medium });
    postings.extend(table.play_game().split_off(1));
    api.post(1, postings).await;

    let stats = api.stats(&ana.id).await;
    assert_eq!((&stats["hands"], &stats["games"]), (&0.into(), &0.into()));
    assert_eq!(api.recorder.check().await.unwrap().problems, []);
}

#[tokio::test]
async fn a_hidden_profile_is_answered_for_as_one_nobody_knows() {
    let api = TestApi::start().await;
    let ana = api.profile("Ana").await;
    api.played(1, "Ana", Some(&ana)).await;
    let seen = api.stats(&ana.id).await;

    api.hide(&ana, true).await;

    for about in [
        "/api/players/ID/stats",
        "/api/players/ID/rare",
        "/api/games?player=ID",
        "/api/export/games.csv?player=ID",
        "/api/export/games.ndjson?player=ID",
        "/api/v1/players/ID",
        "/api/v1/players/ID/history",
        "/api/v1/leaderboard?player=ID",
    ] {
        let hidden = api.read(&about.replace("ID", &ana.id)).await;
        let unknown = api.read(&about.replace("ID", UNKNOWN)).await;
        assert_eq!(hidden.seen(), unknown.seen(), "{about}");
        assert!(!hidden.body.contains("Ana"), "{about}");
    }
    assert_eq!(
        api.read(&format!("/api/players/{}/stats", ana.id)).await.problem(),
        (404, "player_not_found".to_owned())
    );
    assert_eq!(api.own(&ana, "stats").await, seen);
    api.hide(&ana, false).await;
    assert_eq!(api.stats(&ana.id).await, seen);
}

#[tokio::test]
async fn rare_wins_of_a_profile_lead_to_their_hands() {
    let api = TestApi::start().await;
    let ana = api.profile("Ana").await;
    let mut table = room(1, ["Ana", "Ana", "Chen", "Dede"]);
    table.play_for(BySeat([Some(ana.id.clone()), None, None, None]));
    let mut postings = table.play_game();
    let rare = |seat: Seat, way: &str, special: &str| Outcome::Won {
        wins: vec![HandWin {
            seat,
            way: way.to_owned(),
            from: None,
            points: 9,
            specials: vec![special.to_owned()],
        }],
    };
    let outcomes = [
        rare(Seat::S0, "robbed_gold", "golden_pair"),
        rare(Seat::S1, "self_draw", "all_one_suit"),
        Outcome::Drawn,
        rare(Seat::S0, "self_draw", "no_bonus_no_kong"),
    ];
    let hands = postings.iter_mut().filter_map(|posting| match posting {
        Posting::Hand(hand) => Some(hand),
        _ => None,
    });
    for (hand, outcome) in hands.zip(outcomes) {
        hand.outcome = outcome;
    }
    api.post(1, postings).await;

    let told = async |whose: &str| {
        let wins = api.read(&format!("/api/players/{whose}/rare")).await.json();
        let told = wins["wins"]
            .as_array()
            .unwrap()
            .iter()
            .map(|win| (win["hand"].clone(), win["kinds"].clone()));
        told.collect::<Vec<_>>()
    };

    let own = [
        (json!(4), json!(["no_bonus_no_kong"])),
        (json!(1), json!(["robbed_gold", "golden_pair"])),
    ];
    assert_eq!(told(&ana.id).await, own);
    assert_eq!(told("Ana").await.len(), 3);
    let first = api.read(&format!("/api/players/{}/rare?limit=1", ana.id)).await.json();
    assert_eq!(
        (&first["wins"][0]["game"], &first["wins"][0]["points"]),
        (&"1-1".into(), &9.into())
    );
    assert_eq!(first["wins"].as_array().unwrap().len(), 1);
    api.hide(&ana, true).await;
    assert_eq!(api.own(&ana, "rare").await["wins"].as_array().unwrap().len(), 2);
    assert_eq!(
        api.read("/api/players/Ana/rare?limit=0").await.problem(),
        (400, "bad_query".to_owned())
    );
}

#[tokio::test]
async fn the_check_finds_what_does_not_follow_for_a_profile() {
    let api = TestApi::start().await;
    let ana = api.profile("Ana").await;
    api.played(1, "Ana", Some(&ana)).await;

    let taken = "UPDATE seat SET profile = NULL WHERE profile IS NOT NULL";
    let taken = api.recorder.rate(move |sql| Ok(Ok::<_, ()>(sql.change(taken, &[])?)));
    assert_eq!(taken.await.unwrap(), Ok(1));

    let problems = api.recorder.check().await.unwrap().problems;
    assert_eq!(problems, [Problem::Tally { player: format!(" {}", ana.id) }, Problem::Found]);
}

/// Profiles with a hundred hands each, one of which was won by the first, two by the second...
async fn crowd(api: &TestApi, count: u32) -> Vec<Own> {
    api.played(1, "Nobody", None).await;
    let mut people = Vec::new();
    for nth in 1..=count {
        let own = api.profile(&format!("P{nth}")).await;
        let key = format!(" {}", own.id);
        let counted = "INSERT INTO tally (player, class, what, count, sum) VALUES (?1, 1, 'hand', 100, 0), (?1, 1, 'won', ?2, 0)";
        let given = [key.into(), nth.into()];
        let done = api.recorder.rate(move |sql| Ok(Ok::<_, ()>(sql.change(counted, &given)?)));
        assert_eq!(done.await.unwrap(), Ok(2));
        people.push(own);
    }
    people
}

#[tokio::test]
async fn a_figure_stands_among_those_of_everybody_who_is_seen() {
    let api = TestApi::start().await;
    let people = crowd(&api, 12).await;
    let place = async |nth: usize| {
        let won = &api.stats(&people[nth].id).await["win_rate"];
        (won["percentile"].clone(), won["peers"].clone())
    };

    assert_eq!(place(0).await, (json!(0), json!(11)));
    assert_eq!(place(6).await, (json!(54), json!(11)));
    assert_eq!(place(11).await, (json!(100), json!(11)));
    let stats = api.stats(&people[11].id).await;
    assert_eq!(
        (&stats["mean_winning_points"]["percentile"], &stats["mean_winning_points"]["sample"]),
        (&Value::Null, &12.into())
    );
    assert_eq!(stats["deal_in_rate"]["percentile"], 0, "nobody's is smaller than the same");
    let name = &api.stats("Nobody").await["win_rate"];
    assert_eq!((&name["percentile"], &name["peers"]), (&Value::Null, &0.into()));

    api.hide(&people[0], true).await;
    assert_eq!(place(6).await, (json!(50), json!(10)));
    assert_eq!(api.own(&people[0], "stats").await["win_rate"]["peers"], 11);
    api.hide(&people[1], true).await;
    assert_eq!(place(6).await, (Value::Null, json!(9)), "too few to say anything");
    let riichi =
        api.read(&format!("/api/players/{}/stats?variant=riichi", people[6].id)).await.json();
    assert_eq!(riichi["win_rate"]["peers"], 0);
}

/// All of them are: whoever is hidden already could keep them busy.
#[tokio::test]
async fn rooms_are_told_only_when_a_profile_becomes_hidden() {
    let api = TestApi::start().await;
    let ana = api.profile("Ana").await;
    let withdrawn = || api.withdrawn.lock().unwrap().clone();
    api.amend(&ana, &json!({ "name": "Anna", "hidden": false })).await;
    assert_eq!(withdrawn(), []);

    api.hide(&ana, true).await;
    let hidden = || Withdrawn::Hidden(ana.id.clone());
    assert_eq!(withdrawn(), [hidden()]);
    api.amend(&ana, &json!({ "name": "Ana" })).await;
    api.hide(&ana, true).await;
    api.hide(&ana, false).await;
    assert_eq!(withdrawn(), [hidden()]);
    api.hide(&ana, true).await;
    assert_eq!(withdrawn(), [hidden(), hidden()]);
}

/// Whoever else uses the browser is not shown what it kept, and an answer to a key says so itself.
#[tokio::test]
async fn what_a_key_shows_is_kept_by_nobody() {
    let api = TestApi::start().await;
    let ana = api.profile("Ana").await;

    for what in ["", "/stats", "/rare", "/history"] {
        let headers = format!("authorization: Bearer {}\r\nif-none-match: *\r\n", ana.key);
        let own = api.ask(&format!("/api/v1/profile{what}"), &headers).await;
        assert_eq!((own.status, own.header("cache-control")), (200, "no-store"), "{what}");
    }
}
