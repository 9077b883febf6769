//! How fast and how often: limits of one connection, of one address, and of requests asked again.

mod common;

use common::wire::{Talker, create, http, join, metric};
use common::{NO_LIMITS, Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage};
use protocol::ids::RequestId;
use protocol::server::ByeReason;
use protocol::setup::Setup;
use rules::fujian::Rules;
use serde_json::json;

#[tokio::test]
async fn who_asks_too_fast_is_told_so_and_may_go_on() {
    let flags = ["--messages-per-second=1", "--messages-burst=2", "--violations-max=1000000000"];
    let server = TestServer::start_with("slow-down", &flags);
    let mut talker = Talker::connect(&server).await;
    let leave = |request: u32| json!({ "type": "leave", "request": request });

    assert_eq!(talker.ask(leave(1)).await["reason"], "no_seat");
    assert_eq!(talker.ask(leave(2)).await["reason"], "no_seat");
    let refused = asks_until_too_fast(&mut talker, 3).await;

    // The same request is answered properly once there is time for it.
    while talker.ask(leave(refused)).await["reason"] == "slow_down" {}
}

/// Asks one thing after the other until it is too fast; gives the number of what was refused. Which one that is depends
/// on the machine: each second there is time for one more.
async fn asks_until_too_fast(talker: &mut Talker, first: u32) -> u32 {
    /// So many answers in a row take far less than a second each.
    const ASKED_MAX: u32 = 100;
    for request in first..first + ASKED_MAX {
        let answer = talker.ask(json!({ "type": "leave", "request": request })).await;
        if answer["reason"] == "slow_down" {
            return request;
        }
        assert_eq!(answer["reason"], "no_seat");
    }
    panic!("{ASKED_MAX} requests as fast as they can be asked are not too fast");
}

#[tokio::test]
async fn an_address_is_held_to_its_pace_over_all_its_connections() {
    let flags = ["--address-messages-per-second=1", "--messages-per-second=0"];
    let server = TestServer::start_with("address-pace", &flags);
    let (mut one, mut two) = (Talker::connect(&server).await, Talker::connect(&server).await);
    let leave = |request: u32| json!({ "type": "leave", "request": request });

    for request in 1..=3 {
        assert_eq!(one.ask(leave(request)).await["reason"], "no_seat");
    }

    asks_until_too_fast(&mut two, 1).await;
}

#[tokio::test]
async fn guesses_of_rooms_and_tokens_are_limited_for_the_whole_address() {
    let server = TestServer::start_with("guesses", &["--guesses-per-minute=3"]);
    let mut host = Talker::connect(&server).await;
    let code = host.ask(create(1)).await["code"].as_str().unwrap().to_owned();
    let (mut one, mut two) = (Talker::connect(&server).await, Talker::connect(&server).await);
    let resume =
        |request: u32| json!({ "type": "resume", "request": request, "code": code, "token": "x" });

    assert_eq!(one.ask(join(1, "AAAAAA")).await["reason"], "no_room");
    assert_eq!(one.ask(resume(2)).await["reason"], "bad_token");
    assert_eq!(
        two.ask(json!({ "type": "watch", "request": 1, "code": "BBBBBB" })).await["reason"],
        "no_room"
    );

    assert_eq!(one.ask(resume(3)).await["reason"], "slow_down");
    assert_eq!(two.ask(join(2, &code)).await["reason"], "slow_down");
}

#[tokio::test]
async fn an_address_opens_only_so_many_rooms_and_so_does_everybody_together() {
    for flag in ["--rooms-per-address-max=2", "--rooms-max=2"] {
        let server = TestServer::start_with("rooms-max", &[flag]);
        let mut talkers = Vec::new();
        for _ in 0..3 {
            talkers.push(Talker::connect(&server).await);
        }

        let mut answers = Vec::new();
        for talker in &mut talkers {
            answers.push(talker.ask(create(1)).await);
        }

        assert_eq!(
            (&answers[0]["type"], &answers[1]["type"]),
            (&json!("seated"), &json!("seated"))
        );
        assert_eq!(answers[2]["reason"], "too_many_rooms", "{flag}");
    }
}

#[tokio::test]
async fn a_request_asked_again_gets_its_first_answer() {
    let server = TestServer::start("again");
    let mut talker = Talker::connect(&server).await;
    let public = |request: u32| {
        let order = json!({ "type": "public", "public": request % 2 == 1 });
        json!({ "type": "host", "request": request, "order": order })
    };

    let refused = talker.ask(public(1)).await;
    assert_eq!(refused["reason"], "no_seat");
    talker.ask(create(2)).await;
    let first = talker.ask(public(3)).await;
    let other = talker.ask(public(4)).await;

    assert_eq!(talker.ask(public(1)).await, refused);
    assert_eq!(talker.ask(public(3)).await, first);
    assert_ne!(first["seq"], other["seq"]);
}

#[tokio::test]
async fn who_comes_with_a_token_takes_the_seat_over() {
    let server = TestServer::start("takeover");
    let mut first = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let mut second = first.elsewhere(&server).await;

    second.resume_here().await;

    let bye = loop {
        if let SeatMessage::Bye { reason, .. } = first.hear().await {
            break reason;
        }
    };
    assert_eq!(bye, ByeReason::Replaced);
    assert_eq!(first.close_code().await, 4001);
    let order = HostOrder::Public { public: true };
    second.ask(|request| ClientMessage::Host { request, order }).await;
    while !matches!(second.hear().await, SeatMessage::Accepted { .. }) {}
}

/// Somebody who had the token sent to them, and knows nothing of what was asked before.
#[tokio::test]
async fn a_device_with_the_token_alone_counts_from_the_time_and_nothing_it_asks_is_taken_for_a_repeat()
 {
    let server = TestServer::start("stale-count");
    let mut first = Player::create(&server, Encoding::Json, Rules::CLASSIC).await;
    let mut orders = Vec::new();
    for public in [false, true, false] {
        orders.push(first.order(HostOrder::Public { public }).await.unwrap());
    }

    let mut second = first.elsewhere(&server).await;
    second.resume_here().await;
    let order = HostOrder::Public { public: true };
    let seq = second.order(order.clone()).await.unwrap();

    assert_eq!(seq.0, orders[2].0 + 1);
    assert!(second.room.public);
    // Numbers from one on again are those of before: that is why.
    let (number, order) = (RequestId(2), HostOrder::Public { public: false });
    let repeated = ClientMessage::Host { request: number, order };
    assert_eq!(second.ask_as(number, &repeated).await, Ok(orders[0]));
    assert!(second.room.public);
}

#[tokio::test]
async fn a_reader_who_takes_nothing_is_given_up_in_time_and_counted() {
    /// Steps that are asked for before anybody looks again: few enough for the queue of a connection.
    const AT_ONCE: u32 = 16;
    let server = TestServer::start_with("stalled", &[NO_LIMITS, &["--write-ms-max=50"]].concat());
    let mut host = Player::create(&server, Encoding::MessagePack, Rules::CLASSIC).await;
    let mut silent = Player::join(&server, Encoding::Json, host.code, "Bo").await;
    let is_cut = || metric(&server, "sanjin_slow_clients_total") > 0.0;

    while !is_cut() {
        for number in 0..AT_ONCE {
            let rules = if number % 2 == 0 { Rules::FULL } else { Rules::CLASSIC };
            host.order(HostOrder::Setup { setup: Setup::Fujian { rules } }).await.unwrap();
        }
        // What waits is soon taken as long as there is room on the way, and then never again.
        while metric(&server, "sanjin_socket_queue") > 0.0 && !is_cut() {}
    }

    assert_eq!(metric(&server, "sanjin_slow_clients_total"), 1.0);
    assert_eq!(metric(&server, "sanjin_closes_total{code=\"1001\"}"), 1.0);
    silent.resume(&server).await;
    assert_eq!((silent.seq, &silent.room), (host.seq, &host.room));
}

#[tokio::test]
async fn a_slow_reader_is_cut_off_and_comes_back_without_a_gap() {
    /// Steps that are asked for before anybody looks again.
    const AT_ONCE: u32 = 200;
    let flags = [NO_LIMITS, &["--close-ms-max=60000", "--write-ms-max=60000"]].concat();
    let server = TestServer::start_with("slow", &flags);
    let mut host = Player::create(&server, Encoding::MessagePack, Rules::CLASSIC).await;
    let mut slow = Player::join(&server, Encoding::Json, host.code, "Bo").await;

    while metric(&server, "sanjin_slow_clients_total") == 0.0 {
        for number in 0..AT_ONCE {
            // A long step in JSON: it fills what lies between the server and the reader soonest.
            let rules = if number % 2 == 0 { Rules::FULL } else { Rules::CLASSIC };
            let order = HostOrder::Setup { setup: Setup::Fujian { rules } };
            host.ask(|request| ClientMessage::Host { request, order }).await;
            while !matches!(host.hear().await, SeatMessage::Accepted { .. }) {}
        }
    }

    assert_eq!(slow.close_code().await, 1013);
    let seen = slow.seq;
    slow.resume(&server).await;
    assert_eq!((slow.seq, &slow.room), (host.seq, &host.room));
    assert!(seen < slow.seq);
    assert!(
        http(&server, &["GET /metrics HTTP/1.1"]).contains("sanjin_closes_total{code=\"1013\"} 1")
    );
}
