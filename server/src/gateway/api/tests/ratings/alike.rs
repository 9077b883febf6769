//! The plain e-mail of somebody hidden is answered for as one that nobody has ever written: to sources, and to whoever
//! looks for those it names.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::super::{Answer, TestApi};
use super::player;
use crate::gateway::web_client::etag;
use crate::store::ratings::{Admission, is_public_id};

const HIDDEN: &str = "ana@example.org";
const PRIVATE: &str = "PRIVATE:ana@example.org";
const UNKNOWN: &str = "nobody@example.org";

/// What anybody may ask about somebody whose id and name they have heard.
const QUESTIONS: [&str; 14] = [
    "/api/v1/players/ID",
    "/api/v1/players/ID/history",
    "/api/v1/players/BO/history",
    "/api/v1/players/search?q=an",
    "/api/v1/leaderboard?min_games=0&player=ID",
    "/api/v1/leaderboard/risers",
    "/api/v1/seasons/1",
    "/api/v1/leagues",
    "/api/players/ID/stats",
    "/api/players/ID/rare",
    "/api/players/Anna/stats",
    "/api/games?player=ID",
    "/api/export/games.csv?player=ID",
    "/api/export/games.ndjson?player=ID",
];

/// When everything was that was before: nobody who hears of it could take it for now.
const LONG_AGO: &str = "1000000000000";
const AGED: [&str; 3] = [
    "UPDATE rating_player SET created_at = 1000000000000, played_at = 1000000000000",
    "UPDATE rating_session SET played_at = 1000000000000, recorded_at = 1000000000000",
    "UPDATE rating_audit SET at = 1000000000000",
];

/// By which e-mails Ana was named before; whoever is seen under one is hidden by the operator then.
const WAYS: [&[&str]; 4] =
    [&[PRIVATE], &[HIDDEN], &[PRIVATE, HIDDEN], &[HIDDEN, HIDDEN, PRIVATE, HIDDEN]];

/// What one who asks has heard, in order.
#[derive(Default)]
struct Heard {
    /// Under which session that is.
    session: &'static str,
    ids: Vec<String>,
    answers: Vec<(String, String)>,
}

impl Heard {
    fn hear(&mut self, asked: &str, answer: &Answer) {
        let mut headers = answer.headers.clone();
        headers.remove("date");
        // Ids are by chance in the body, and so in its hash.
        let of_body = etag(&Sha256::digest(&answer.body).into());
        if let Some(etag) = headers.get_mut("etag").filter(|etag| **etag == *of_body) {
            *etag = "\"of the body\"".parse().unwrap();
        }
        let body = self.without_chance(&answer.body);
        let answer = format!("{} {headers:?}\n{body}", answer.status);
        self.answers.push((format!("{} {asked}", self.session), answer));
    }

    /// Public ids are numbered as they are first heard, and times are all the same, but that of what was before.
    fn without_chance(&mut self, body: &str) -> String {
        let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
        let mut said = String::new();
        for piece in body.split_inclusive(is_end) {
            let (word, end) = piece.split_at(piece.find(is_end).unwrap_or(piece.len()));
            match word {
                id if is_public_id(id) => said += &self.number(id),
                time if is_time(time) && time != LONG_AGO => said += "TIME",
                word => said += word,
            }
            said += end;
        }
        said
    }

    fn number(&mut self, id: &str) -> String {
        let known = self.ids.iter().position(|known| known == id);
        let number = known.unwrap_or_else(|| {
            self.ids.push(id.to_owned());
            self.ids.len() - 1
        });
        format!("player {number}")
    }
}

fn is_time(word: &str) -> bool {
    word.len() == 13 && word.parse::<u64>().is_ok()
}

/// Two games that Bo loses, in one round.
fn won(key: &str, email: &str, name: &str, season: Option<i64>) -> Value {
    let players = [player(email, name, 2, 90), player("bo@example.org", "Bo", 0, -90)];
    let occasion = if season.is_some() { "league" } else { "open" };
    let rounds = json!([{ "games": 2, "wall_games": 0, "players": players }]);
    json!({ "key": key, "occasion": occasion, "season": season, "rounds": rounds })
}

/// Hides whoever is seen under one of these e-mails, as they are named one after the other.
async fn hide_all(api: &TestApi, club: &str, way: &[&str], heard: &mut Heard) {
    for (nth, email) in way.iter().enumerate() {
        let named = won(&format!("before-{nth}"), email, "Ana", None);
        let named = api.submit(club, &named).await;
        assert_eq!(named.status, 201, "{}", named.body);
        heard.hear("named", &named);
        if let Some(seen) = named.json()["results"][0]["player"].as_str() {
            api.operator_hides(seen).await;
        }
    }
    let aged = api.recorder.rate(|sql| {
        for update in AGED {
            sql.change(update, &[])?;
        }
        Ok(Ok::<_, ()>(()))
    });
    aged.await.unwrap().unwrap();
}

/// Submits a session, the same again, and what is refused: other content, and the e-mail in two ways. Says whom it named
/// first.
async fn submit(api: &TestApi, source: &str, session: &Value, heard: &mut Heard) -> String {
    let mut other = session.clone();
    other["rounds"][0]["players"][0]["name"] = "Another".into();
    let mut both = session.clone();
    both["key"] = "both".into();
    let email = both["rounds"][0]["players"][0]["email"].as_str().unwrap();
    both["rounds"][0]["players"][1]["email"] = format!("PRIVATE:{email}").into();

    let new = api.submit(source, session).await;
    heard.hear("new", &new);
    for (said, session) in [("again", session), ("other", &other), ("both", &both)] {
        heard.hear(said, &api.submit(source, session).await);
    }
    new.json()["results"][0]["player"].as_str().unwrap_or("none").to_owned()
}

/// Everything that is heard of whom an e-mail names, once somebody is hidden.
async fn asked_about(email: &str, way: &[&str]) -> Vec<(String, String)> {
    let api = TestApi::start().await;
    let sources = [api.source("Club").await, api.source("Other").await];
    let season = api.season().await;
    assert!(api.admit(1, Admission::Admitted).await && api.admit(2, Admission::Admitted).await);
    let mut heard = Heard::default();
    hide_all(&api, &sources[0], way, &mut heard).await;
    let bo = api.code_of("Bo").await;

    for (key, source, season) in
        [("a", 1, None), ("b", 0, None), ("c", 1, Some(season)), ("d", 0, Some(season))]
    {
        heard.session = key;
        let session = won(key, email, "Anna", season);
        let id = submit(&api, &sources[source], &session, &mut heard).await;
        for question in QUESTIONS {
            let answer = api.read(&question.replace("ID", &id).replace("BO", &bo)).await;
            heard.hear(question, &answer);
        }
        if key == "b" {
            api.verify(&[&api.code_of("Anna").await, &bo]).await;
        }
    }
    heard.answers
}

#[tokio::test]
async fn the_e_mail_of_somebody_hidden_is_answered_for_as_one_nobody_has_written() {
    for way in WAYS {
        let (hidden, unknown) = (asked_about(HIDDEN, way).await, asked_about(UNKNOWN, way).await);

        assert_eq!(hidden.len(), unknown.len());
        for ((asked, hidden), (_, unknown)) in hidden.iter().zip(&unknown) {
            assert_eq!(hidden, unknown, "{asked}, of whoever was named by {way:?}");
        }
        for seen in ["d again", "a /api/v1/players/ID", "d /api/v1/seasons/1"] {
            let (_, answer) = unknown.iter().find(|(asked, _)| asked == seen).unwrap();
            assert!(answer.contains("\"name\":\"Anna\""), "{seen}: {answer}");
        }
    }
}
