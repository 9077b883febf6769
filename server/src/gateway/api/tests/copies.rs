//! A copy of a database has every row of it, whichever kind it comes from and goes to.

use serde_json::json;

use super::{PEOPLE, TestApi, room};
use crate::recorder::{Database, Posting, RoomId};
use crate::store;
use crate::store::fresh::Fresh;

impl TestApi {
    /// A game that people keep, with a hand.
    async fn keep_a_game(&self) {
        let form = json!({ "players": ["Koki", "Josh", "Mikey", "Jo"] }).to_string();
        let made = self.send("/api/games", "application/json", &form).await.json();
        let (id, key) = (made["id"].as_str().unwrap(), made["recorder_key"].as_str().unwrap());
        let outcome = json!({ "type": "chombo", "offender": 2 });
        let hand = json!({ "id": "first", "riichi": [], "outcome": outcome }).to_string();
        let request = format!(
            "POST /api/games/{id}/hands HTTP/1.0\r\nhost: test\r\ncontent-type: application/json\r\n\
            authorization: Bearer {key}\r\nif-match: \"1\"\r\ncontent-length: {}\r\n\r\n{hand}",
            hand.len()
        );
        assert_eq!(self.exchange(&request).await.0, 201);
    }
}

#[tokio::test]
async fn a_restored_backup_has_every_row() {
    let api = TestApi::start().await;
    let (backup, there) = (api.fresh.folder.path().join("backup.sqlite"), Fresh::new());
    let [from, to] = [&api.fresh, &there].map(|fresh| fresh.url.parse::<Database>().unwrap());
    api.fill_ratings().await;
    api.keep_a_game().await;
    for id in [1, 2] {
        api.post(id, room(id, PEOPLE).play_game()).await;
    }
    let closed = Posting::RoomClosed { room: RoomId(3), body_summary: "{}".to_owned() };
    api.post(3, [closed]).await;

    api.recorder.backup(&backup).await.unwrap();
    let (here, copied) = store::apart(|| {
        store::restore_into(&backup, &to).unwrap();
        (store::all_rows(&from), store::all_rows(&to))
    });

    for (here, copied) in here.iter().zip(&copied) {
        assert!(!here.1.is_empty(), "there is nothing in {}", here.0);
        assert_eq!(here, copied);
    }
}
