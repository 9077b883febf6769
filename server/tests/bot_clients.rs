//! Bots over real sockets: whole matches like any client, cut off on the way.

mod common;

use std::time::Duration;

use bots::client::{Ended, Player as BotClient};
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, PhaseView, SeatMessage};
use protocol::ids::Seq;
use protocol::room::BotLevel;
use rules::fujian::Rules;

/// The host plays simply until the match is over.
async fn host_plays(mut host: Player) -> Player {
    let mut asked = None;
    loop {
        let view = host.view.as_ref();
        if matches!(view.map(|view| &view.table.phase), Some(PhaseView::Finished { .. })) {
            return host;
        }
        let prompt = view.and_then(|view| view.prompt.clone());
        if let (Some(action), false) = (host.simple_action(), asked == Some(prompt.clone())) {
            host.ask(|request| ClientMessage::Act { request, action, last_seq: None }).await;
            asked = Some(prompt);
        }
        let heard = host.hear().await;
        assert!(!matches!(heard, SeatMessage::Refused { .. }), "{heard:?}");
        if host.view.as_ref().map(|view| &view.prompt) != asked.as_ref() {
            asked = None;
        }
    }
}

async fn bots_at(server: &TestServer, host: &Player, levels: [BotLevel; 3]) -> Vec<BotClient> {
    let url = format!("ws://{}/ws", server.address);
    let mut bots = Vec::new();
    for (seed, level) in levels.into_iter().enumerate() {
        let name = format!("bot {seed}").parse().unwrap();
        let pace = Duration::ZERO;
        bots.push(BotClient::join(&url, host.code, name, level, seed as u64, pace).await.unwrap());
    }
    bots
}

#[tokio::test]
async fn bots_play_a_match_over_the_socket_and_come_back_when_cut_off() {
    let server = TestServer::start("bot-clients");
    let rules = Rules { hands: 2, ..Rules::FULL };
    let mut host = Player::create(&server, Encoding::Json, rules).await;
    let mut bots =
        bots_at(&server, &host, [BotLevel::Random, BotLevel::Medium, BotLevel::Hard]).await;
    host.ask(|request| ClientMessage::Host { request, order: HostOrder::Start {} }).await;

    let host = tokio::spawn(host_plays(host));
    let mut cut_off = bots.remove(1);
    let playing: Vec<_> = bots
        .into_iter()
        .map(|mut bot| tokio::spawn(async move { (bot.play(drop).await, bot) }))
        .collect();
    cut_off.play_until(Seq(30)).await.unwrap();
    cut_off.cut();
    let ended = cut_off.play(drop).await.unwrap();

    let scores = host.await.unwrap().view.unwrap().table.scores;
    assert_eq!((ended, scores.iter().sum::<i32>()), (Ended::MatchOver, 0));
    assert_eq!(cut_off.seated().view.as_ref().unwrap().table.scores, scores);
    for bot in playing {
        let (ended, bot) = bot.await.unwrap();
        assert_eq!(ended.unwrap(), Ended::MatchOver);
        assert_eq!(bot.seated().view.as_ref().unwrap().table.scores, scores);
    }
}

#[tokio::test]
async fn a_bot_that_is_kicked_goes_and_stays_away() {
    let server = TestServer::start("bot-kicked");
    let mut host = Player::create(&server, Encoding::MessagePack, Rules::CLASSIC).await;
    let mut bots =
        bots_at(&server, &host, [BotLevel::Random, BotLevel::Medium, BotLevel::Hard]).await;
    let mut kicked = bots.pop().unwrap();

    let order = HostOrder::Kick { seat: kicked.seated().seat };
    host.ask(|request| ClientMessage::Host { request, order }).await;

    assert!(matches!(kicked.play(drop).await.unwrap(), Ended::SentAway(_)));
}
