//! What is refused says what is wrong with it, and where.

use serde_json::{Value, json};

use super::super::TestApi;
use super::session;

/// The detail of the refusal of a session with something else in one place.
async fn refused(api: &TestApi, key: &str, path: &str, value: Value) -> String {
    let mut session = session("a");
    let rounds = session["rounds"].as_array_mut().unwrap();
    rounds.push(rounds[0].clone());
    *session.pointer_mut(path).unwrap() = value;
    let answer = api.submit(key, &session).await;
    assert_eq!(answer.problem(), (422, "bad_session".to_owned()), "{path}");
    answer.json()["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_session_is_refused_with_the_round_and_the_player() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;

    for (path, value, detail) in [
        (
            "/rounds/1/players/1/email",
            "PRIVAT:bo@example.org",
            "round 2, player 2: that is no e-mail; the prefixes are PRIVATE: and ANON:",
        ),
        (
            "/rounds/1/players/2/name",
            "p-7k3m9x2q4d8f",
            "round 2, player 3: a name does not have the form of a public id",
        ),
        ("/rounds/1/players/2/email", "ANON:Dai", "round 2: somebody is named twice"),
    ] {
        assert_eq!(refused(&api, &key, path, value.into()).await, detail);
    }
}

/// They would be rated against themselves.
#[tokio::test]
async fn one_e_mail_has_one_seat_in_a_round_whatever_stands_before_it() {
    let api = TestApi::start().await;
    let key = api.source("Club").await;

    for email in ["ana@example.org", "PRIVATE:ana@example.org", "private: ANA@example.org"] {
        let detail = refused(&api, &key, "/rounds/0/players/2/email", email.into()).await;
        assert_eq!(detail, "round 1: players 1 and 3 have the same e-mail", "{email}");
    }
}

#[tokio::test]
async fn a_profile_is_not_named_by_nothing_or_like_a_public_id() {
    let api = TestApi::start().await;
    let make = async |name: &str| {
        let form = json!({ "name": name }).to_string();
        api.send("/api/v1/profiles", "application/json", &form).await
    };
    let made = make("Ana").await.json();
    let key = made["key"].as_str().unwrap();

    for name in ["", "  ", "p-7k3m9x2q4d8f", "P-7K3M9X2Q4D8F"] {
        assert_eq!(make(name).await.problem(), (422, "bad_name".to_owned()), "{name}");
        let renamed = json!({ "name": name });
        let renamed = api.with_key("PATCH", "/api/v1/profile", key, &renamed).await;
        assert_eq!(renamed.problem(), (422, "bad_name".to_owned()), "{name}");
    }
    assert_eq!(make("p-7k3m").await.status, 201);
}

#[tokio::test]
async fn a_path_without_its_number_says_so() {
    let api = TestApi::start().await;

    let refused = api.read("/api/v1/seasons/x").await;

    assert_eq!(refused.problem(), (400, "bad_query".to_owned()));
    assert_eq!(refused.json()["detail"], "\"x\" is not a number");
}
