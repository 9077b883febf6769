//! Leagues: who may submit to their seasons, and how these stand.

use serde_json::{Value, json};

use super::super::TestApi;
use super::session;
use crate::store::ratings::{self, Admission};

impl TestApi {
    /// A season of the first league.
    pub(super) async fn season(&self) -> i64 {
        let made = self.recorder.rate(|sql| {
            let league = ratings::add_league(sql, "Tuesdays", 1, 1)?.unwrap();
            Ok(Ok::<_, ()>(ratings::add_season(sql, league, "Autumn", 2)?.unwrap()))
        });
        made.await.unwrap().unwrap()
    }

    /// Lets a source submit to the first league, or no longer; says whether there are such ones.
    pub(super) async fn admit(&self, source: i64, admission: Admission) -> bool {
        let done = self
            .recorder
            .rate(move |sql| Ok(Ok::<_, ()>(ratings::admit(sql, 1, source, admission, 3)?)));
        done.await.unwrap().unwrap()
    }
}

impl TestApi {
    /// Something of everything that is stored of ratings.
    pub(in super::super) async fn fill_ratings(&self) {
        let key = self.source("Club").await;
        let season = self.season().await;
        assert!(self.admit(1, Admission::Admitted).await);
        assert_eq!(self.submit(&key, &of_season("a", season)).await.status, 201);
        let ana = self.code_of("Ana").await;
        self.verify(&[&ana]).await;
        self.operator_hides(&ana).await;
        self.profile("Cai").await;
    }
}

fn of_season(key: &str, season: i64) -> Value {
    let mut session = session(key);
    session["occasion"] = "league".into();
    session["season"] = season.into();
    session
}

#[tokio::test]
async fn only_a_source_that_is_admitted_submits_to_a_league() {
    let api = TestApi::start().await;
    let (club, stranger) = (api.source("Club").await, api.source("Stranger").await);
    let season = api.season().await;
    let refused = (403, "not_admitted".to_owned());
    assert_eq!(api.submit(&club, &of_season("a", season)).await.problem(), refused);

    assert!(api.admit(1, Admission::Admitted).await && api.admit(1, Admission::Admitted).await);
    assert!(!api.admit(99, Admission::Admitted).await);

    assert_eq!(api.submit(&stranger, &of_season("a", season)).await.problem(), refused);
    assert_eq!(api.submit(&stranger, &session("b")).await.status, 201);
    assert_eq!(api.submit(&club, &of_season("a", season)).await.status, 201);
    let leagues = api.read("/api/v1/leagues").await.json();
    assert_eq!(leagues["leagues"][0]["sources"], json!([{ "id": 1, "name": "Club" }]));
    assert!(api.admit(1, Admission::Dismissed).await);
    assert_eq!(api.submit(&club, &of_season("c", season)).await.problem(), refused);
    assert_eq!(api.submit(&club, &of_season("a", season)).await.status, 200, "it is there already");
    assert_eq!(api.read(&format!("/api/v1/seasons/{season}")).await.json()["rounds"], 1);
}

#[tokio::test]
async fn a_season_has_standings_without_the_worst_round() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let season = api.season().await;
    api.admit(1, Admission::Admitted).await;
    for nth in ["a", "b", "c"] {
        assert_eq!(api.submit(&key, &of_season(nth, season)).await.status, 201);
    }

    let standings = api.read(&format!("/api/v1/seasons/{season}")).await.json();

    let rows = standings["standings"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| &row["player"]["name"]).collect::<Vec<_>>(), ["Ana", "Bo"]);
    assert_eq!(
        (&rows[0]["rounds"], &rows[0]["dropped"], &standings["rounds"]),
        (&3.into(), &1.into(), &3.into())
    );
    let (mu, sigma) = (rows[0]["mu"].as_f64().unwrap(), rows[0]["sigma"].as_f64().unwrap());
    assert!((rows[0]["shown"].as_f64().unwrap() - (mu - 2.0 * sigma)).abs() < 1e-9);
    assert_eq!(api.read("/api/v1/leagues").await.json()["leagues"][0]["seasons"][0]["id"], season);
    let ended = api.recorder.rate(move |sql| Ok(Ok::<_, ()>(ratings::end_season(sql, season, 3)?)));
    assert!(ended.await.unwrap().unwrap());
    let late = of_season("d", season);
    assert_eq!(api.submit(&key, &late).await.problem(), (404, "season_not_found".to_owned()));
}

/// They are made from all rounds of the season, and so not each time somebody looks.
#[tokio::test]
async fn standings_follow_every_change() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let season = api.season().await;
    api.admit(1, Admission::Admitted).await;
    let stands = async || {
        let standings = api.read(&format!("/api/v1/seasons/{season}")).await.json();
        let names = standings["standings"].as_array().unwrap().iter();
        let names: Vec<_> = names.map(|row| row["player"]["name"].clone()).collect();
        (standings["rounds"].clone(), names)
    };
    assert_eq!(stands().await, (json!(0), vec![]));

    api.submit(&key, &of_season("a", season)).await;
    assert_eq!(stands().await, (json!(1), vec![json!("Ana"), json!("Bo")]));
    assert_eq!(stands().await, (json!(1), vec![json!("Ana"), json!("Bo")]));
    api.submit(&key, &of_season("b", season)).await;
    assert_eq!(stands().await.0, 2);
    let ana = api.code_of("Ana").await;
    api.operator_hides(&ana).await;
    assert_eq!(stands().await.1, ["Bo"]);
    let gone = api.recorder.rate(|sql| ratings::delete(sql, 2, "entered twice", 9));
    gone.await.unwrap().unwrap();
    assert_eq!(stands().await.0, 1);
}

/// Whoever has a profile could have everything made anew all day, by asking for nothing.
#[tokio::test]
async fn a_profile_that_stays_as_it_was_has_no_list_made_anew() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;
    let season = api.season().await;
    api.admit(1, Admission::Admitted).await;
    api.submit(&key, &of_season("a", season)).await;
    let profile = api.profile("Cai").await;
    let first = async || {
        let standings = api.read(&format!("/api/v1/seasons/{season}")).await.json();
        standings["standings"][0]["player"]["name"].clone()
    };
    assert_eq!(first().await, "Ana");
    // Nothing says so: it shows only in what is made anew.
    let renamed = api.recorder.rate(|sql| {
        let update = "UPDATE rating_player SET name = 'Anna' WHERE name = ?1";
        Ok(Ok::<_, ()>(sql.change(update, &["Ana".into()])?))
    });
    renamed.await.unwrap().unwrap();

    for same in [json!({}), json!({ "name": "Cai" }), json!({ "hidden": false })] {
        api.amend(&profile, &same).await;
        assert_eq!(first().await, "Ana", "{same}");
    }
    api.amend(&profile, &json!({ "name": "Cay" })).await;
    assert_eq!(first().await, "Anna");
}
