//! Who sits where: taking seats, leaving them, coming back, and the powers of the host.

mod common;

use common::line::{Ended, Line};
use common::play::{four_at_play, four_players, goes_and_comes_back, play_all, settle, together};
use common::watcher::Watcher;
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::close::CloseCode;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, ClientMessage, PhaseView, SeatMessage, SpectatorMessage};
use protocol::ids::{RequestId, RoomCode, Seq};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Occupant, Stage};
use protocol::server::ByeReason;
use protocol::setup::Setup;
use rules::fujian::{Illegal, Rules};
use rules::seat::Seat;

/// Hears until the connection ends; gives the last word of the server and how it ended.
async fn last_word(player: &mut Player) -> (Option<SeatMessage>, Ended) {
    let mut last = None;
    loop {
        match player.try_hear().await {
            Ok(message) => last = Some(message),
            Err(ended) => return (last, ended),
        }
    }
}

fn join(code: RoomCode, name: &str) -> ClientMessage {
    let (request, name) = (RequestId(1), name.parse().unwrap());
    ClientMessage::Join { request, code, name, tip: None, profile: None, token: None }
}

#[tokio::test]
async fn who_comes_with_the_token_takes_the_seat_over() {
    let server = TestServer::start("replaced");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    players[0].order(HostOrder::Start {}).await.unwrap();

    players[1].until(|player| player.view.is_some()).await;
    let (seq, _, view) = players[1].shown_anew(&server.address).await;

    let (word, ended) = last_word(&mut players[1]).await;
    let bye = SeatMessage::Bye { reason: ByeReason::Replaced, retry_ms: None };
    assert_eq!((word, ended), (Some(bye), Ended::Closed(CloseCode::Replaced.number())));
    assert_eq!((players[1].seq, &players[1].view), (seq, &view));
}

#[tokio::test]
async fn of_many_who_come_for_the_last_seat_exactly_one_gets_it() {
    let server = TestServer::start("race");
    let first = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let code = first.code;
    for name in ["Bo", "Cai"] {
        Player::join(&server, Encoding::Json, code, name).await;
    }
    let mut lines = Vec::new();
    for at in 0..8 {
        lines.push(Line::connect(&server.address, Encoding::ALL[at % 2]).await.unwrap());
    }

    let racers = lines.into_iter().map(|mut line| {
        tokio::spawn(async move {
            line.say(&join(code, "Racer")).await.unwrap();
            let answer: SeatMessage = line.hear().await.unwrap();
            (line, answer)
        })
    });
    let (mut seated, mut turned_away) = (Vec::new(), Vec::new());
    for racer in racers.collect::<Vec<_>>() {
        match racer.await.unwrap() {
            (_, SeatMessage::Seated { seat, .. }) => seated.push(seat),
            (line, SeatMessage::Refused { reason, .. }) => turned_away.push((line, reason)),
            (_, answer) => panic!("{answer:?}"),
        }
    }

    assert_eq!(seated, [Seat::S3]);
    assert_eq!(turned_away.len(), 7);
    for (mut line, reason) in turned_away {
        assert_eq!(reason, Refusal::RoomFull);
        // Outside again, it may go elsewhere: watch, for one.
        line.say(&ClientMessage::Watch { request: RequestId(2), code, last_seq: None })
            .await
            .unwrap();
        let answer: SpectatorMessage = line.hear().await.unwrap();
        assert!(matches!(answer, SpectatorMessage::Accepted { .. }), "{answer:?}");
    }
}

/// What a player throws who does not win, whatever they were dealt: a Gold stays in the hand while another tile can go.
fn discard_of(player: &Player) -> ActionView {
    let view = player.view.as_ref().unwrap();
    let gold = view.table.hand.as_ref().unwrap().gold;
    let tile = *view.own.tiles.iter().find(|tile| Some(**tile) != gold).unwrap();
    ActionView::Discard { tile }
}

/// Four at a table whose first has thrown a tile that all pass, one of them in vain a second time; gives what was thrown
/// and the step in which the next drew. Nothing where that ended the hand, by Three Golds.
async fn all_pass(server: &TestServer) -> Option<(Vec<Player>, ActionView, Seq)> {
    let mut players = four_at_play(server, Rules::CLASSIC).await;
    let discard = discard_of(&players[0]);
    let thrown = players[0].act(discard.clone()).await.unwrap();
    for player in &mut players[1..] {
        player.until(|player| player.seq >= thrown).await;
    }
    players[1].act(ActionView::Pass {}).await.unwrap();
    assert_eq!(players[1].act(ActionView::Pass {}).await, Err(Illegal::AlreadyAnswered.into()));
    players[2].act(ActionView::Pass {}).await.unwrap();
    let last = players[3].act(ActionView::Pass {}).await.unwrap();
    players[2].until(|player| player.seq >= last).await;
    let goes_on = matches!(players[2].phase(), Some(PhaseView::Turn { seat: Seat::S1 }));
    goes_on.then_some((players, discard, last))
}

#[tokio::test]
async fn an_answer_after_its_phase_is_refused_and_changes_nothing() {
    /// So many hands that end with their second draw would be a fault of the server's.
    const TABLES_MAX: usize = 10;
    let server = TestServer::start("late");
    let mut passed = None;
    for _ in 0..TABLES_MAX {
        passed = all_pass(&server).await;
        if passed.is_some() {
            break;
        }
    }
    let (mut players, discard, last) = passed.expect("a hand that goes on");

    let late = players[2].act(ActionView::Pass {}).await;
    assert!(matches!(late, Err(Refusal::Illegal(_))), "{late:?}");
    let late = players[0].act(discard).await;
    assert_eq!(late, Err(Refusal::Stale), "they have not heard the passes yet");
    assert_eq!(players[2].seq, last);
}

#[tokio::test]
async fn a_repeated_request_gets_its_first_answer_also_after_a_restart() {
    let mut server = TestServer::start("repeat");
    let mut players = four_at_play(&server, Rules::CLASSIC).await;
    let host = &mut players[0];
    let action = discard_of(host);
    let request = RequestId(1_000);
    let act = ClientMessage::Act { request, action, last_seq: None };
    let first = host.ask_as(request, &act).await.unwrap();

    assert_eq!(host.ask_as(request, &act).await, Ok(first));
    server.kill_and_restart();
    host.resume(&server).await;
    assert_eq!(host.ask_as(request, &act).await, Ok(first));

    let (seq, _, view) = host.shown_anew(&server.address).await;
    assert_eq!((host.seq, &host.view), (seq, &view));
    assert_eq!(first, seq, "a repeated request became another step");
}

#[tokio::test]
async fn in_every_phase_players_may_go_and_come_back() {
    let server = TestServer::start("phases");
    let mut players = four_players(&server, Rules { hands: 2, ..Rules::CLASSIC }).await;
    players[0].until(|player| player.seq.0 == 6).await;
    goes_and_comes_back(&mut players[0], &server).await;

    let mut players = four_at_play(&server, Rules { hands: 2, ..Rules::CLASSIC }).await;
    goes_and_comes_back(&mut players[0], &server).await;

    let discard = discard_of(&players[0]);
    let thrown = players[0].act(discard).await.unwrap();
    for player in &mut players[1..] {
        player.until(|player| player.seq >= thrown).await;
    }
    let half = players[1].act(ActionView::Pass {}).await.unwrap();
    for player in &mut players {
        player.until(|player| player.seq >= half).await;
        assert!(matches!(player.phase(), Some(PhaseView::Calling { .. })));
        goes_and_comes_back(player, &server).await;
    }
    let answered = players[1].act(ActionView::Pass {}).await;
    assert_eq!(answered, Err(Illegal::AlreadyAnswered.into()));

    let is_between = |player: &Player| matches!(player.phase(), Some(PhaseView::Between { .. }));
    let mut players = play_until(players, is_between).await;
    settle(&mut players, &server).await;
    players[2].act(ActionView::Ready {}).await.unwrap();
    goes_and_comes_back(&mut players[2], &server).await;
    assert!(is_between(&players[2]));

    let mut players = play_all(players, u64::MAX).await;
    settle(&mut players, &server).await;
    goes_and_comes_back(&mut players[3], &server).await;
    assert!(players[3].is_over());
}

/// Everybody plays simply until it is so for them.
async fn play_until(players: Vec<Player>, is_so: fn(&Player) -> bool) -> Vec<Player> {
    let play = |mut player: Player| async move {
        while !is_so(&player) {
            match player.simple_action() {
                Some(action) => drop(player.act(action).await.unwrap()),
                None => drop(player.hear().await),
            }
        }
        player
    };
    together(players, play).await
}

#[tokio::test]
async fn who_leaves_before_the_match_frees_the_seat_and_who_leaves_in_it_has_a_bot_play_on() {
    let server = TestServer::start("leave");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    let code = players[0].code;
    let left = players[2].leave().await.unwrap();
    players[0].until(|player| player.seq >= left).await;
    assert_eq!(players[0].room.seats[Seat::S2], Occupant::Empty {});
    assert_eq!(refused_to_resume(&server, &players[2]).await, Refusal::BadToken);
    // The connection is outside, and may come in again.
    let request = RequestId(99);
    let name = "Cai".parse().unwrap();
    let again = ClientMessage::Join { request, code, name, tip: None, profile: None, token: None };
    assert_eq!(players[2].ask_to_join(&again).await, Seat::S2);

    players[0].order(HostOrder::Start {}).await.unwrap();
    players[2].until(|player| player.simple_action().is_some() || player.view.is_some()).await;
    let left = players[2].leave().await.unwrap();
    players[0].until(|player| player.seq >= left).await;
    assert!(matches!(players[0].room.seats[Seat::S2], Occupant::Bot { .. }));
    assert_eq!(refused_to_resume(&server, &players[2]).await, Refusal::BadToken);

    let players = players.into_iter().filter(|player| player.seat != Seat::S2).collect();
    let players = play_all(players, u64::MAX).await;
    assert!(players.iter().all(Player::is_over), "the bot played on to the end");
}

async fn refused_to_resume(server: &TestServer, player: &Player) -> Refusal {
    let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
    let (request, code, token) = (RequestId(1), player.code, player.token.clone());
    line.say(&ClientMessage::Resume { request, code, token, last_seq: None }).await.unwrap();
    match line.hear().await.unwrap() {
        SeatMessage::Refused { reason, .. } => reason,
        answer => panic!("{answer:?}"),
    }
}

#[tokio::test]
async fn the_powers_of_the_host_are_the_hosts_alone_and_pass_on() {
    let server = TestServer::start("host");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    let orders = [
        HostOrder::Start {},
        HostOrder::Abort {},
        HostOrder::Bot { seat: Seat::S3, level: BotLevel::Random },
        HostOrder::Kick { seat: Seat::S3 },
        HostOrder::Dealer { seat: Seat::S1 },
        HostOrder::Setup { setup: Setup::Fujian { rules: Rules::FULL } },
        HostOrder::Public { public: false },
    ];
    for order in orders {
        assert_eq!(players[1].order(order).await, Err(Refusal::NotHost));
    }
    assert_eq!(players[0].seat_bot(Seat::S1).await, Err(Refusal::SeatTaken));
    assert_eq!(players[0].order(HostOrder::Abort {}).await, Err(Refusal::NotPlaying));

    players[0].leave().await.unwrap();

    players[1].until(|player| player.room.host == Some(Seat::S1)).await;
    assert_eq!(players[1].order(HostOrder::Start {}).await, Err(Refusal::SeatsEmpty));
    players[1].seat_bot(Seat::S0).await.unwrap();
    players[1].order(HostOrder::Dealer { seat: Seat::S2 }).await.unwrap();
    players[1].order(HostOrder::Start {}).await.unwrap();
    players[1].until(|player| player.view.as_ref().is_some_and(|v| v.table.hand.is_some())).await;
    assert_eq!(players[1].room.stage, Stage::Playing);
    assert_eq!(players[1].view.as_ref().unwrap().table.dealer, Seat::S2);
    assert_eq!(players[1].order(HostOrder::Kick { seat: Seat::S3 }).await, Err(Refusal::Playing));
    // Three Golds may have ended the hand with the deal.
    let aborted = players[1].order(HostOrder::Abort {}).await;
    let no_hand = Refusal::from(Illegal::NoHand);
    assert!(aborted.is_ok() || aborted == Err(no_hand), "{aborted:?}");
    let ended = players[1].view.as_ref().unwrap().table.hand.as_ref().unwrap().end.clone();
    assert!(ended.is_some());
}

#[tokio::test]
async fn who_is_kicked_is_told_and_outside() {
    let server = TestServer::start("kick");
    let mut players = four_players(&server, Rules::CLASSIC).await;

    players[0].order(HostOrder::Kick { seat: Seat::S3 }).await.unwrap();

    loop {
        if let SeatMessage::Bye { reason, .. } = players[3].hear().await {
            assert_eq!(reason, ByeReason::Kicked);
            break;
        }
    }
    assert_eq!(players[0].room.seats[Seat::S3], Occupant::Empty {});
    assert_eq!(refused_to_resume(&server, &players[3]).await, Refusal::BadToken);
    let code = players[3].code;
    assert_eq!(players[3].ask_to_join(&join(code, "Dee")).await, Seat::S3);
}

#[tokio::test]
async fn a_bot_stands_in_for_who_is_away_until_they_come_back() {
    let server = TestServer::start("stand-in");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    players[0].order(HostOrder::Start {}).await.unwrap();
    assert_eq!(players[0].seat_bot(Seat::S3).await, Err(Refusal::SeatTaken));
    let mut away = players.pop().unwrap();
    away.hang_up().await;
    players[0].until_online(Seat::S3, false).await;

    players[0].seat_bot(Seat::S3).await.unwrap();

    let stand_in =
        Occupant::StandIn { name: "Dee".parse().unwrap(), level: BotLevel::Easy, profile: None };
    assert_eq!(players[0].room.seats[Seat::S3], stand_in);
    let enough = players[0].seq.0 + 40;
    let mut players = play_all(players, enough).await;
    away.resume(&server).await;
    let human = Occupant::Human { name: "Dee".parse().unwrap(), profile: None };
    assert_eq!(away.room.seats[Seat::S3], human);
    players[0].until(|player| player.room.seats[Seat::S3] == human).await;
    players.push(away);
    let players = play_all(players, u64::MAX).await;
    assert!(players.iter().all(Player::is_over));
}

#[tokio::test]
async fn who_watches_cannot_act_and_may_leave() {
    let server = TestServer::start("watch");
    let mut players = four_players(&server, Rules::CLASSIC).await;
    let started = players[0].order(HostOrder::Start {}).await.unwrap();
    let mut watcher = Watcher::watch(&server.address, Encoding::Json, players[0].code).await;
    watcher.watch_until(started).await;

    let act =
        ClientMessage::Act { request: RequestId(2), action: ActionView::Pass {}, last_seq: None };
    let host = ClientMessage::Host { request: RequestId(3), order: HostOrder::Abort {} };
    for (request, asked) in [(RequestId(2), act), (RequestId(3), host)] {
        let refused = SpectatorMessage::Refused { request, reason: Refusal::NoSeat };
        assert_eq!(watcher.ask(&asked).await, refused);
    }
    let sit = |request| {
        let (code, name) = (players[0].code, "Eve".parse().unwrap());
        ClientMessage::Join { request, code, name, tip: None, profile: None, token: None }
    };
    let (request, reason) = (RequestId(4), Refusal::AlreadyInRoom);
    assert_eq!(watcher.ask(&sit(request)).await, SpectatorMessage::Refused { request, reason });

    let leave = watcher.ask(&ClientMessage::Leave { request: RequestId(5) }).await;
    assert!(matches!(leave, SpectatorMessage::Accepted { .. }), "{leave:?}");
    let (request, reason) = (RequestId(6), Refusal::RoomFull);
    assert_eq!(watcher.ask(&sit(request)).await, SpectatorMessage::Refused { request, reason });
}

#[tokio::test]
async fn who_missed_a_few_steps_hears_them_and_who_missed_many_is_shown_everything() {
    let server = TestServer::start("missed");
    // Hands enough for all those steps, however short each is.
    let mut players = four_players(&server, Rules { hands: 16, ..Rules::CLASSIC }).await;
    players[0].order(HostOrder::Start {}).await.unwrap();
    let mut many = Watcher::watch(&server.address, Encoding::Json, players[0].code).await;
    let players = play_all(players, many.seq.0 + 100).await;
    let mut few = Watcher::watch(&server.address, Encoding::Json, players[0].code).await;
    let players = play_all(players, few.seq.0 + 10).await;

    for (watcher, is_told_steps) in [(&mut few, true), (&mut many, false)] {
        watcher.heard.clear();
        watcher.come_back(&server.address).await.unwrap();
        let is_snapshot =
            |heard: &SpectatorMessage| matches!(heard, SpectatorMessage::Snapshot { .. });
        assert_eq!(watcher.heard.iter().any(is_snapshot), !is_told_steps);
        let fresh = Watcher::watch(&server.address, Encoding::Json, players[0].code).await;
        // Still connected: the next step reaches it.
        watcher.watch_until(fresh.seq).await;
        assert_eq!((watcher.seq, &watcher.table), (fresh.seq, &fresh.table));
    }
}
