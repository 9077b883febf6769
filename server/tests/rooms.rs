//! Whole matches by players on real sockets, with the server killed on the way.

mod common;

use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, PhaseView, SeatMessage};
use protocol::room::BotLevel;
use rules::fujian::Rules;
use rules::seat::Seat;

/// Plays simply until the match is over, or step `last` has been heard.
async fn play_on(mut player: Player, last: u64) -> Player {
    let mut asked = None;
    while !is_over(&player) && player.seq.0 < last {
        let prompt = player.view.as_ref().and_then(|view| view.prompt.clone());
        if let (Some(action), false) = (player.simple_action(), asked == Some(prompt.clone())) {
            player.ask(|request| ClientMessage::Act { request, action }).await;
            asked = Some(prompt);
        }
        let heard = player.hear().await;
        assert!(!matches!(heard, SeatMessage::Refused { .. }), "{heard:?}");
        if matches!(heard, SeatMessage::Step { .. })
            && player.view.as_ref().map(|view| &view.prompt) != asked.as_ref()
        {
            asked = None;
        }
    }
    player
}

/// All four play at once, until step `last`.
async fn play_all(players: Vec<Player>, last: u64) -> Vec<Player> {
    let tasks: Vec<_> =
        players.into_iter().map(|player| tokio::spawn(play_on(player, last))).collect();
    let mut played = Vec::new();
    for task in tasks {
        played.push(task.await.unwrap());
    }
    played
}

fn is_over(player: &Player) -> bool {
    let phase = player.view.as_ref().map(|view| &view.table.phase);
    matches!(phase, Some(PhaseView::Finished { .. }))
}

/// Four players at a table, in both encodings.
async fn four_players(server: &TestServer, rules: Rules) -> Vec<Player> {
    let first = Player::create(server, Encoding::Json, rules).await;
    let code = first.code;
    let mut players = vec![first];
    for (name, encoding) in
        [("Bo", Encoding::MessagePack), ("Cai", Encoding::Json), ("Dee", Encoding::MessagePack)]
    {
        players.push(Player::join(server, encoding, code, name).await);
    }
    players
}

#[tokio::test]
async fn four_players_play_a_match_to_its_end_and_all_see_the_same() {
    let server = TestServer::start("match");
    let mut players = four_players(&server, Rules { hands: 2, ..Rules::FULL }).await;

    players[0].ask(|request| ClientMessage::Host { request, order: HostOrder::Start {} }).await;
    let players = play_all(players, u64::MAX).await;

    let tables: Vec<_> =
        players.iter().map(|player| &player.view.as_ref().unwrap().table).collect();
    assert!(tables.iter().all(|table| *table == tables[0]));
    assert_eq!(tables[0].scores.iter().sum::<i32>(), 0);
    assert_eq!(tables[0].hands_played, 2);
}

#[tokio::test]
async fn a_server_killed_at_any_moment_goes_on_where_it_was() {
    let mut server = TestServer::start("kill");
    let mut players = four_players(&server, Rules { hands: 2, ..Rules::CLASSIC }).await;
    players[0].ask(|request| ClientMessage::Host { request, order: HostOrder::Start {} }).await;

    for _ in 0..6 {
        let last = players.iter().map(|player| player.seq.0).max().unwrap_or_default() + 17;
        players = play_all(players, last).await;
        server.kill_and_restart();
        for player in &mut players {
            player.resume(&server).await;
        }
    }
    let players = play_all(players, u64::MAX).await;

    let tables: Vec<_> =
        players.iter().map(|player| &player.view.as_ref().unwrap().table).collect();
    assert!(tables.iter().all(|table| *table == tables[0]));
    assert_eq!(tables[0].hands_played, 2);
}

#[tokio::test]
async fn bots_fill_the_seats_and_play_with_one_human() {
    let server = TestServer::start("bots");
    let mut host = Player::create(&server, Encoding::MessagePack, Rules::CLASSIC).await;

    for seat in [Seat::S1, Seat::S2, Seat::S3] {
        let order = HostOrder::Bot { seat, level: BotLevel::Greedy };
        host.ask(|request| ClientMessage::Host { request, order }).await;
    }
    host.ask(|request| ClientMessage::Host { request, order: HostOrder::Start {} }).await;
    let host = play_on(host, u64::MAX).await;

    assert!(host.view.unwrap().table.hand.unwrap().end.is_some());
}
