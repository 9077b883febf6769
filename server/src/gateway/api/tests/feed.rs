//! The feed: in order, once, and without a gap wherever it is taken up again.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;

use super::{PEOPLE, TestApi, room};
use crate::recorder::Posting;

/// One who follows the feed.
struct Follower {
    socket: BufReader<TcpStream>,
}

impl Follower {
    async fn start(api: &TestApi, target: &str, headers: &str) -> Self {
        let (status, found, socket) = api.open(target, headers).await;
        assert_eq!(status, 200);
        assert_eq!(found["content-type"], "text/event-stream");
        let mut follower = Self { socket };
        // Whoever has been greeted has been placed in the feed.
        assert_eq!(follower.line().await, "retry: 2000");
        assert_eq!(follower.line().await, "");
        follower
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.socket.read_line(&mut line).await.unwrap();
        line.trim_end().to_owned()
    }

    /// The next event and its id.
    async fn next(&mut self) -> (u64, Value) {
        let id = self.line().await.strip_prefix("id: ").unwrap().parse().unwrap();
        assert_eq!(self.line().await, "event: hand");
        let data = self.line().await;
        let event: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        assert_eq!(self.line().await, "");
        assert_eq!(event["id"], id);
        (id, event)
    }

    async fn take(&mut self, count: usize) -> Vec<(u64, Value)> {
        let mut events = Vec::new();
        for _ in 0..count {
            events.push(self.next().await);
        }
        events
    }
}

/// Games of four hands, in rooms of their own.
fn games(rooms: std::ops::RangeInclusive<u64>) -> Vec<(u64, Vec<Posting>)> {
    rooms.map(|id| (id, room(id, PEOPLE).play_game())).collect()
}

#[tokio::test]
async fn what_happens_is_heard_live_by_all_who_follow() {
    let api = TestApi::start().await;
    let mut followers = [
        Follower::start(&api, "/api/events", "").await,
        Follower::start(&api, "/api/events", "").await,
    ];

    for (id, game) in games(1..=3) {
        api.post(id, game).await;
    }

    for follower in &mut followers {
        let events = follower.take(12).await;
        let heard: Vec<_> =
            events.iter().map(|(_, event)| (&event["game"], &event["hand"])).collect();
        assert_eq!(heard[0], (&"1-1".into(), &1.into()));
        assert_eq!(heard[11], (&"3-1".into(), &4.into()));
        assert!(events.windows(2).all(|pair| pair[0].0 < pair[1].0), "ids only grow");
        for (_, event) in &events {
            let deltas = event["deltas"].as_array().unwrap().iter();
            assert_eq!(deltas.map(|delta| delta.as_i64().unwrap()).sum::<i64>(), 0);
        }
    }
}

#[tokio::test]
async fn a_feed_taken_up_again_has_no_gap_and_no_repeat() {
    let api = TestApi::start().await;
    // More than is kept ready, so that those far behind read the database.
    for (id, game) in games(1..=80) {
        api.post(id, game).await;
    }
    let all = Follower::start(&api, "/api/events?after=0", "").await.take(320).await;

    for known in [1, 57, 63, 64, 65, 256, 319] {
        let id = all[known - 1].0;
        let resumed = format!("last-event-id: {id}\r\n");
        let mut follower = Follower::start(&api, "/api/events?after=0", &resumed).await;
        assert_eq!(follower.take(320 - known).await, all[known..], "after {known}");
    }

    let mut late = Follower::start(&api, &format!("/api/events?after={}", all[319].0), "").await;
    let (id, game) = games(81..=81).remove(0);
    api.post(id, game).await;
    let news = late.take(4).await;
    assert!(news.iter().all(|(_, event)| event["game"] == "81-1"));
}

/// As after an older backup was restored: such a follower waited in silence until that many events had come.
#[tokio::test]
async fn who_knows_events_that_are_not_there_hears_what_comes() {
    let api = TestApi::start().await;
    api.post(1, room(1, PEOPLE).play_game()).await;
    let mut resumed = Follower::start(&api, "/api/events", "last-event-id: 1000\r\n").await;
    let mut after = Follower::start(&api, "/api/events?after=1000", "").await;

    api.post(2, room(2, PEOPLE).play_game()).await;

    assert_eq!(resumed.next().await.1["game"], "2-1");
    assert_eq!(after.next().await.1["game"], "2-1");
}

#[tokio::test]
async fn private_hands_are_not_in_the_feed_and_hold_nobody_up() {
    let api = TestApi::start().await;
    let mut follower = Follower::start(&api, "/api/events", "").await;
    let mut hidden = room(1, PEOPLE).play_game();
    if let Some(Posting::Game(game)) = hidden.first_mut() {
        game.public = false;
    }

    api.post(1, hidden).await;
    api.post(2, room(2, PEOPLE).play_game()).await;

    assert_eq!(follower.next().await.1["game"], "2-1");
}

#[tokio::test(start_paused = true)]
async fn a_quiet_feed_says_that_it_is_still_there() {
    let api = TestApi::start().await;
    let mut follower = Follower::start(&api, "/api/events", "").await;

    assert_eq!(follower.line().await, ": still here");
}
