//! Riichi games as people keep them, over real sockets.

mod closing;
mod corrections;
mod exports;
mod limits;
mod reading;

use serde_json::{Value, json};

use super::{Answer, TestApi};

/// A game somebody keeps.
pub(super) struct Kept {
    pub(super) api: TestApi,
    id: String,
    recorder: String,
    organiser: String,
    version: i64,
}

const NAMES: [&str; 4] = ["Koki", "Josh", "Mikey", "Jo"];

impl Kept {
    pub(super) async fn start(more: Value) -> Self {
        let api = TestApi::start().await;
        let mut form = json!({ "players": NAMES });
        form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = api.send("/api/games", "application/json", &form.to_string()).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let made = made.json();
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        let (recorder, organiser) = (text("recorder_key"), text("organiser_key"));
        Self { id: text("id"), recorder, organiser, version: 1, api }
    }

    /// Writes as the recorder, with the version it last saw, and sees what comes back.
    async fn write(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let key = self.recorder.clone();
        self.write_as(&key, method, path, body).await
    }

    async fn write_as(&mut self, key: &str, method: &str, path: &str, body: &Value) -> Answer {
        let answer = self.try_write(key, self.version, method, path, body).await;
        if answer.status < 300 && !path.contains("dry_run") {
            self.version = answer.json()["version"].as_i64().unwrap();
        }
        answer
    }

    async fn try_write(
        &self,
        key: &str,
        version: i64,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let (body, target) = (body.to_string(), format!("/api/games/{}{path}", self.id));
        let head = format!(
            "{method} {target} HTTP/1.0\r\nhost: test\r\ncontent-type: application/json\r\n\
            authorization: Bearer {key}\r\nif-match: \"{version}\"\r\n"
        );
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        TestApi::answer(self.api.exchange(&request).await).await
    }

    /// Records a hand that must be fine.
    async fn record(&mut self, id: &str, riichi: &[u8], outcome: Value) -> Value {
        let hand = json!({ "id": id, "riichi": riichi, "outcome": outcome });
        let answer = self.write("POST", "/hands", &hand).await;
        assert_eq!(answer.status, 201, "{id}: {}", answer.body);
        answer.json()
    }

    pub(super) async fn read(&self, path: &str) -> Value {
        let answer = self.api.read(&format!("/api/games/{}{path}", self.id)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// Makes sure that everything in the database follows from everything else.
    async fn check(&self) {
        assert_eq!(self.api.recorder.check().await.unwrap().problems, []);
    }
}

fn ron(winner: u8, from: u8, points: u32) -> Value {
    json!({ "type": "ron", "from": from, "wins": [{ "winner": winner, "worth": { "points": points } }] })
}

fn tsumo(winner: u8, worth: &Value) -> Value {
    json!({ "type": "tsumo", "win": { "winner": winner, "worth": worth } })
}

/// A whole hanchan: eight deals, a repeat of the first, sticks that stay on the table.
async fn hanchan(kept: &mut Kept) {
    kept.record("e1", &[0], ron(0, 2, 5800)).await;
    kept.record("e1b", &[1, 3], json!({ "type": "exhaustive_draw", "tenpai": [1, 3] })).await;
    kept.record("e2", &[], tsumo(2, &json!({ "other": 1000, "dealer": 2000 }))).await;
    kept.record("e3", &[], ron(3, 0, 3900)).await;
    kept.record("e4", &[2], ron(1, 2, 8000)).await;
    kept.record("s1", &[], tsumo(1, &json!({ "han": 3, "fu": 30 }))).await;
    kept.record("s2", &[], ron(0, 3, 2000)).await;
    kept.record("s3", &[], ron(3, 1, 1000)).await;
    kept.record("s4", &[], ron(2, 0, 5200)).await;
}
