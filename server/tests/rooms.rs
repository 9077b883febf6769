//! Whole matches by players on real sockets, with people watching.

mod common;

use common::line::Line;
use common::play::{four_players, play_all, play_on};
use common::watcher::Watcher;
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, PhaseView, PublicChange, SeatMessage};
use protocol::ids::{PlayerName, RequestId, RoomCode, SeatToken};
use protocol::refusal::Refusal;
use protocol::room::{Occupant, RoomView};
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::Seat;

/// The step after which somebody comes to watch.
const MIDWAY: u64 = 60;

/// So many matches without a single call would be a fault of the server's.
const MATCHES_MAX: usize = 20;

async fn watch_to_the_end(mut watcher: Watcher) -> Watcher {
    let is_over = |watcher: &Watcher| {
        let phase = watcher.table.as_ref().map(|table| &table.phase);
        matches!(phase, Some(PhaseView::Finished { .. }))
    };
    while !is_over(&watcher) {
        watcher.hear().await.unwrap();
    }
    watcher
}

/// What everybody has folded together is what somebody who comes now is shown.
async fn assert_all_know_the_same(
    server: &TestServer,
    players: &mut [Player],
    watchers: &mut [Watcher],
) {
    let fresh = Watcher::watch(&server.address, Encoding::Json, players[0].code).await;
    for watcher in watchers {
        watcher.watch_until(fresh.seq).await;
        assert_eq!(watcher.seq, fresh.seq);
        assert_eq!(watcher.room, fresh.room);
        assert_eq!(watcher.table, fresh.table);
    }
    for player in players {
        player.until(|player| player.seq >= fresh.seq).await;
        let (seq, room, view) = player.shown_anew(&server.address).await;
        assert_eq!((player.seq, fresh.seq), (seq, seq));
        assert_eq!((&player.room, &fresh.room), (&room, &room));
        assert_eq!(player.view, view);
        assert_eq!(view.map(|view| view.table), fresh.table);
    }
}

/// Whether this player heard of a tile that somebody called.
fn heard_a_call(player: &Player) -> bool {
    player.heard.iter().any(|message| match message {
        SeatMessage::Step { public, .. } => {
            public.iter().any(|change| matches!(change, PublicChange::Called { .. }))
        }
        _ => false,
    })
}

/// A match that was played in full by players who all know the same; gives what one of them heard.
async fn a_whole_match(server: &TestServer, rules: Rules) -> Player {
    let mut players = four_players(server, rules).await;
    let code = players[0].code;
    let early = Watcher::watch(&server.address, Encoding::Json, code).await;
    let early = tokio::spawn(watch_to_the_end(early));

    players[0].order(HostOrder::Start {}).await.unwrap();
    let players = play_all(players, MIDWAY).await;
    let late = Watcher::watch(&server.address, Encoding::MessagePack, code).await;
    assert!(late.table.as_ref().is_some_and(|table| table.hand.is_some()));
    let late = tokio::spawn(watch_to_the_end(late));
    let mut players = play_all(players, u64::MAX).await;

    let mut watchers = [early.await.unwrap(), late.await.unwrap()];
    assert_all_know_the_same(server, &mut players, &mut watchers).await;
    let table = watchers[0].table.as_ref().unwrap();
    assert_eq!(table.scores.iter().sum::<i32>(), 0);
    assert_eq!(table.hands_played, rules.hands);
    players.swap_remove(0)
}

/// Not every hand has a tile that somebody wants, so matches are played until one has.
async fn a_match_is_played_and_watched(name: &str, rules: Rules) {
    let server = TestServer::start(name);
    for _ in 0..MATCHES_MAX {
        if heard_a_call(&a_whole_match(&server, rules).await) {
            return;
        }
    }
    panic!("nobody ever called a tile in {MATCHES_MAX} matches");
}

#[tokio::test]
async fn a_classic_match_is_played_and_watched_to_its_end() {
    a_match_is_played_and_watched("classic", Rules::CLASSIC).await;
}

#[tokio::test]
async fn a_full_match_is_played_and_watched_to_its_end() {
    a_match_is_played_and_watched("full", Rules::FULL).await;
}

#[tokio::test]
async fn another_game_follows_when_everybody_is_ready() {
    let server = TestServer::start("again");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    players[0].order(HostOrder::Start {}).await.unwrap();
    let mut players = play_all(players, u64::MAX).await;

    for player in &mut players {
        player.act(ActionView::Ready {}).await.unwrap();
    }

    for player in &mut players {
        let second = |player: &Player| {
            let table = player.view.as_ref().map(|view| &view.table);
            table.is_some_and(|table| table.game == 1 && !player.is_over())
        };
        player.until(second).await;
        assert_eq!(player.view.as_ref().unwrap().table.scores.0, [0; 4]);
    }
    let mut players = play_all(players, u64::MAX).await;
    assert_all_know_the_same(&server, &mut players, &mut []).await;
}

#[tokio::test]
async fn bots_fill_the_seats_and_play_with_one_human() {
    let server = TestServer::start("bots");
    let mut host = Player::create(&server, Encoding::MessagePack, Rules::CLASSIC).await;

    for seat in [Seat::S1, Seat::S2, Seat::S3] {
        host.seat_bot(seat).await.unwrap();
    }
    host.order(HostOrder::Start {}).await.unwrap();
    let host = play_on(host, u64::MAX).await;

    assert!(host.view.unwrap().table.hand.unwrap().end.is_some());
}

/// What was sent behind a request to come in that is refused got no answer, and a client waited for it.
#[tokio::test]
async fn what_is_asked_behind_a_refused_join_is_answered_too() {
    let server = TestServer::start("behind_join");
    let players = four_players(&server, Rules::CLASSIC).await;
    let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
    let (code, name, request) = (players[0].code, "Eve".parse().unwrap(), RequestId);
    let asked = [
        ClientMessage::Join {
            request: request(1),
            code,
            name,
            tip: None,
            profile: None,
            token: None,
        },
        ClientMessage::Act { request: request(2), action: ActionView::Ready {}, last_seq: None },
        ClientMessage::Host { request: request(3), order: HostOrder::Start {} },
        ClientMessage::QuickPass { request: request(4), on: true },
        ClientMessage::Leave { request: request(5) },
    ];

    for message in &asked {
        line.say(message).await.unwrap();
    }

    let reasons = [Refusal::RoomFull].into_iter().chain([Refusal::NoSeat; 4]);
    for (request, reason) in (1..).map(RequestId).zip(reasons) {
        let answer: SeatMessage = line.hear().await.unwrap();
        assert_eq!(answer, SeatMessage::Refused { request, reason });
    }
}

/// Comes in on a connection of its own; gives the seat that was taken, and who sits where then.
async fn come_in(server: &TestServer, message: &ClientMessage) -> (RoomCode, Seat, RoomView) {
    let mut line = Line::connect(&server.address, Encoding::MessagePack).await.unwrap();
    line.say(message).await.unwrap();
    let seated = line.hear().await.unwrap();
    let SeatMessage::Seated { code, seat, .. } = seated else { panic!("not seated: {seated:?}") };
    let shown = line.hear().await.unwrap();
    let SeatMessage::Snapshot { room, .. } = shown else { panic!("nothing shown: {shown:?}") };
    (code, seat, *room)
}

/// Each time a join was sent again because its answer was lost it took another seat, until none was left.
#[tokio::test]
async fn who_asks_again_with_a_token_of_their_own_has_one_room_and_one_seat() {
    let server = TestServer::start("own_token");
    let own = |letter: &str| Some(SeatToken(letter.repeat(22)));
    let (request, tip, profile) = (RequestId(1), None, None);
    let (name, setup) = ("Ana".parse().unwrap(), Setup::Fujian { rules: Rules::CLASSIC });
    let create =
        ClientMessage::Create { request, name, setup, public: true, tip, profile, token: own("a") };
    let (code, ..) = come_in(&server, &create).await;
    let (again, seat, room) = come_in(&server, &create).await;
    assert_eq!((again, seat), (code, Seat::S0));
    assert_eq!(taken(&room), 1);

    let name: PlayerName = "Bo".parse().unwrap();
    let (tip, profile) = (None, None);
    let join = |token| ClientMessage::Join {
        request,
        code,
        name: name.clone(),
        tip,
        profile: profile.clone(),
        token,
    };
    for _ in 0..5 {
        let (_, seat, room) = come_in(&server, &join(own("b"))).await;
        assert_eq!((seat, taken(&room)), (Seat::S1, 2));
    }
    let (_, seat, _) = come_in(&server, &join(own("c"))).await;
    assert_eq!(seat, Seat::S2, "another token is another person");

    let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
    line.say(&join(Some(SeatToken("guessed".into())))).await.unwrap();
    let refused = SeatMessage::Refused { request, reason: Refusal::BadMessage };
    assert_eq!(line.hear::<SeatMessage>().await.unwrap(), refused);
}

fn taken(room: &RoomView) -> usize {
    room.seats.iter().filter(|seat| **seat != Occupant::Empty {}).count()
}
