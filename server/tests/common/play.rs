//! Players who play on, each by themselves or all together.

use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::PhaseView;
use rules::fujian::Rules;
use rules::seat::Seat;
use tokio::task::JoinSet;

use super::watcher::Watcher;
use super::{Player, TestServer};

/// Plays until the match is over, or step `last` has been heard.
pub(crate) async fn play_on(mut player: Player, last: u64) -> Player {
    while !player.is_over() && player.seq.0 < last {
        match player.sensible_action() {
            Some(action) => drop(player.act(action).await.unwrap()),
            None => drop(player.hear().await),
        }
    }
    player
}

/// All four play at once, until step `last`.
pub(crate) async fn play_all(players: Vec<Player>, last: u64) -> Vec<Player> {
    together(players, move |player| play_on(player, last)).await
}

/// All do something at once; that one of them panics is seen at once, whatever the others wait for.
pub(crate) async fn together<F>(players: Vec<Player>, act: impl Fn(Player) -> F) -> Vec<Player>
where
    F: Future<Output = Player> + Send + 'static,
{
    let mut acting: JoinSet<_> = players.into_iter().map(act).collect();
    let mut done = Vec::new();
    while let Some(player) = acting.join_next().await {
        done.push(player.unwrap());
    }
    done.sort_by_key(|player| player.seat.index());
    done
}

/// Four players, the first of whom is to throw a tile. A hand that ends with its deal, by Three Golds, is left for
/// another table.
pub(crate) async fn four_at_play(server: &TestServer, rules: Rules) -> Vec<Player> {
    loop {
        let mut players = four_players(server, rules).await;
        players[0].order(HostOrder::Start {}).await.unwrap();
        players[0].until(|player| player.simple_action().is_some()).await;
        if matches!(players[0].phase(), Some(PhaseView::Turn { seat: Seat::S0 })) {
            return players;
        }
    }
}

/// Four players at a table, in both encodings.
pub(crate) async fn four_players(server: &TestServer, rules: Rules) -> Vec<Player> {
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

/// Comes and goes at a seat, and knows afterwards what somebody who comes fresh is shown.
pub(crate) async fn goes_and_comes_back(player: &mut Player, server: &TestServer) {
    let (seq, view) = (player.seq, player.view.clone());
    player.resume(server).await;
    assert_eq!((player.seq, &player.view), (seq, &view), "something happened meanwhile");
    let (seq, room, view) = player.shown_anew(&server.address).await;
    assert_eq!((player.seq, &player.room, &player.view), (seq, &room, &view));
    player.resume(server).await;
}

/// Everybody hears everything there is to hear.
pub(crate) async fn settle(players: &mut [Player], server: &TestServer) {
    let now = Watcher::watch(&server.address, Encoding::Json, players[0].code).await.seq;
    for player in players {
        player.until(|player| player.seq >= now).await;
    }
}
