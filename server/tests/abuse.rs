//! Connections that dawdle, flood, lie or send what can't be read: each hurts itself alone.

mod common;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use common::line::Line;
use common::wire::{RawSocket, Talker, create, http, metric, rest_of};
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage};
use protocol::ids::RequestId;
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::Seat;

#[test]
fn connections_whose_request_does_not_come_are_closed() {
    let server = TestServer::start_with("headers", &["--header-ms-max", "100"]);
    let connect = || TcpStream::connect(&server.address).unwrap();
    let (mut silent, mut unfinished, mut dribbling) = (connect(), connect(), connect());
    unfinished.write_all(b"GET /healthz HTTP/1.1\r\nhost: te").unwrap();
    dribbling.write_all(b"GET /healthz HTTP/1.1\r\n").unwrap();
    dribbling.set_read_timeout(Some(Duration::from_millis(10))).unwrap();

    // A line each time that nothing was heard for a while.
    let waits = |error: &std::io::Error| {
        matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
    };
    while matches!(dribbling.read(&mut [0; 64]), Err(error) if waits(&error)) {
        let _ = dribbling.write_all(b"x: y\r\n");
    }

    assert!(!rest_of(&mut silent).contains("200"));
    assert!(!rest_of(&mut unfinished).contains("200"));
}

#[test]
fn heads_that_are_too_long_are_refused() {
    let server = TestServer::start("heads");
    let long = format!("x: {}", "y".repeat(16 * 1024));
    let many = vec!["x: y"; 101].join("\r\n");

    for line in [long, many] {
        let answer = http(&server, &["GET /healthz HTTP/1.1", &line]);
        assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
}

#[tokio::test]
async fn the_first_message_has_to_come_in_time() {
    let server = TestServer::start_with("first", &["--first-message-ms-max", "50"]);

    let (heard, code) = Talker::connect(&server).await.hear_all().await;

    assert_eq!((heard.len(), code), (0, 1008));
}

#[test]
fn a_peer_that_answers_no_ping_is_given_up() {
    let flags = ["--ping-ms", "20", "--silence-ms-max", "60", "--close-ms-max", "50"];
    let server = TestServer::start_with("half-open", &flags);
    let socket = RawSocket::open(&server);

    assert_eq!(socket.close_code(), 1001);
}

/// However seldom it is asked: a player who is gone must not keep a table waiting for longer than is promised.
#[test]
fn a_silent_peer_is_given_up_before_the_next_ping() {
    let flags = ["--ping-ms", "86400000", "--silence-ms-max", "60", "--close-ms-max", "50"];
    let server = TestServer::start_with("silent", &flags);
    let socket = RawSocket::open(&server);

    assert_eq!(socket.close_code(), 1001);
}

#[test]
fn pings_and_pongs_nobody_asked_for_count_as_messages() {
    // Nothing else is to end it.
    let server = TestServer::start_with("pings", &["--first-message-ms-max", "86400000"]);
    for opcode in [0x89, 0x8a] {
        let mut socket = RawSocket::open(&server);

        // More than a burst, and as many again as it takes to be too many.
        (0..200).for_each(|_| socket.frame(opcode, &[0; 125]));

        assert_eq!(socket.close_code(), 1008);
    }
}

#[tokio::test]
async fn both_sides_say_goodbye() {
    let server = TestServer::start("goodbye");

    assert_eq!(Talker::connect(&server).await.leave().await, 1000);
}

#[test]
fn messages_that_are_too_long_end_the_socket_with_1009() {
    let server = TestServer::start("long");
    let mut whole = RawSocket::open(&server);
    let mut claimed = RawSocket::open(&server);
    let mut in_parts = RawSocket::open(&server);

    whole.frame(0x82, &[0; 4097]);
    let _ = claimed.stream.write_all(&[0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    in_parts.frame(0x02, &[0; 4000]);
    in_parts.frame(0x80, &[0; 100]);

    assert_eq!(whole.close_code(), 1009);
    assert_eq!(claimed.close_code(), 1009);
    assert_eq!(in_parts.close_code(), 1009);
}

#[test]
fn bytes_that_are_no_text_or_no_frames_end_the_socket() {
    let server = TestServer::start("bytes");
    let (mut text, mut unmasked, mut reserved) =
        (RawSocket::open(&server), RawSocket::open(&server), RawSocket::open(&server));

    text.frame(0x81, &[0xc3, 0x28]);
    unmasked.stream.write_all(&[0x81, 2, b'{', b'}']).unwrap();
    reserved.frame(0xc1, b"{}");

    assert_eq!(text.close_code(), 1007);
    assert_eq!(unmasked.close_code(), 1002);
    assert_eq!(reserved.close_code(), 1002);
}

#[tokio::test]
async fn fields_of_a_later_version_are_left_out() {
    let server = TestServer::start("fields");
    let mut talker = Talker::connect(&server).await;
    let mut later = create(1);
    later["mood"] = "sunny".into();

    assert_eq!(talker.ask(later).await["type"], "seated");
}

#[tokio::test]
async fn ten_thousand_garbage_frames_are_cut_short() {
    let server = TestServer::start_with("garbage", &[]);
    let mut talker = Talker::connect(&server).await;

    for number in 0..10_000 {
        talker.say_text(format!("{{garbage {number}")).await;
    }
    let (heard, code) = talker.hear_all().await;

    let count = |reason: &str| heard.iter().filter(|said| said["reason"] == reason).count();
    assert_eq!(code, 1008);
    assert_eq!(count("slow_down"), 3);
    assert_eq!(count("bad_message"), heard.len() - 3);
    assert!((30..100).contains(&count("bad_message")), "{}", heard.len());
    assert!(http(&server, &["GET /healthz HTTP/1.1"]).ends_with("ok\n"));
}

/// Does the same again and again, and looks whether the server needs more and more for it, or keeps a session that is
/// over: a single one that stays is found by that, and takes too little to be found by what it takes.
async fn assert_no_growth(server: &TestServer, times: u32, mut once: impl AsyncFnMut()) {
    /// What may come and go in a process that does the same again and again.
    const GROWTH_BYTES_MAX: u64 = 16 * 1024 * 1024;
    /// Longer than the server takes to notice that somebody is gone.
    const OVER_MAX: Duration = Duration::from_secs(60);
    for _ in 0..2 {
        once().await;
    }
    let (before, sockets) = (resident_bytes(server), metric(server, "sanjin_sockets"));

    for _ in 0..times {
        once().await;
    }
    let are_over = async {
        while metric(server, "sanjin_sockets") > sockets {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(OVER_MAX, are_over).await.expect("sessions that are over stay");

    let after = resident_bytes(server);
    assert!(after < before + GROWTH_BYTES_MAX, "{before} bytes became {after}");
}

#[tokio::test]
async fn garbage_does_not_pile_up_in_memory() {
    let server = TestServer::start("memory");

    assert_no_growth(&server, 20, async || flood(&server).await).await;
}

#[tokio::test]
async fn who_comes_back_and_repeats_requests_leaves_nothing_in_memory() {
    let server = TestServer::start("memory-repeats");
    let mut player = Player::create(&server, Encoding::Json, Rules::FULL).await;
    let (request, order) = (RequestId(1_000), HostOrder::Public { public: false });
    let again = ClientMessage::Host { request, order };

    assert_no_growth(&server, 20, async || {
        for _ in 0..25 {
            player.resume(&server).await;
        }
        for _ in 0..500 {
            player.ask_as(request, &again).await.unwrap();
        }
        player.heard.clear();
    })
    .await;
}

#[tokio::test]
async fn races_for_a_seat_leave_nothing_in_memory() {
    let server = TestServer::start("memory-races");
    let mut host = Player::create(&server, Encoding::Json, Rules::FULL).await;
    let (request, code, name) = (RequestId(1), host.code, "Racer".parse().unwrap());
    let join = ClientMessage::Join { request, code, name, tip: None, profile: None, token: None };

    assert_no_growth(&server, 20, async || {
        let mut lines = Vec::new();
        for at in 0..20 {
            let mut line = Line::connect(&server.address, Encoding::ALL[at % 2]).await.unwrap();
            line.say(&join).await.unwrap();
            lines.push(line);
        }
        let mut seated = 0;
        for line in &mut lines {
            seated += u32::from(matches!(line.hear().await, Ok(SeatMessage::Seated { .. })));
        }
        assert_eq!(seated, 3);
        for seat in [Seat::S1, Seat::S2, Seat::S3] {
            host.order(HostOrder::Kick { seat }).await.unwrap();
        }
        host.heard.clear();
    })
    .await;
}

#[tokio::test]
async fn readers_who_are_too_slow_leave_nothing_in_memory() {
    let server = TestServer::start("memory-slow");
    let mut host = Player::create(&server, Encoding::MessagePack, Rules::FULL).await;
    let (request, code) = (RequestId(1), host.code);
    let watch = ClientMessage::Watch { request, code, last_seq: None };

    assert_no_growth(&server, 6, async || {
        let cut = metric(&server, "sanjin_slow_clients_total");
        let mut silent = Vec::new();
        for _ in 0..4 {
            let mut line = Line::connect(&server.address, Encoding::Json).await.unwrap();
            line.say(&watch).await.unwrap();
            silent.push(line);
        }
        while metric(&server, "sanjin_slow_clients_total") < cut + silent.len() as f64 {
            for number in 0..200 {
                // A long step in JSON: it fills what lies between the server and a reader soonest.
                let rules = if number % 2 == 0 { Rules::FULL } else { Rules::CLASSIC };
                host.order(HostOrder::Setup { setup: Setup::Fujian { rules } }).await.unwrap();
            }
            host.heard.clear();
        }
    })
    .await;
}

#[tokio::test]
async fn sockets_that_break_off_or_break_the_rules_leave_nothing_in_memory() {
    let flags = [
        "--connections-per-address-max=0",
        "--sockets-per-address-max=0",
        "--accepts-per-second=0",
        "--ping-ms=20",
        "--silence-ms-max=60",
        "--close-ms-max=50",
    ];
    let server = TestServer::start_with("memory-broken", &flags);

    assert_no_growth(&server, 20, async || {
        for _ in 0..10 {
            let mut sockets = [(); 4].map(|()| RawSocket::open(&server));
            let [_silent, long, cut_short, text] = &mut sockets;
            long.frame(0x82, &[0; 4097]);
            // It says that 4095 bytes follow.
            cut_short.stream.write_all(&[0x82, 0xfe, 0x0f, 0xff, 0, 0, 0, 0, 1, 2, 3]).unwrap();
            text.frame(0x81, &[0xc3, 0x28]);

            assert_eq!(sockets.map(RawSocket::close_code), [1001, 1009, 1001, 1007]);
        }
    })
    .await;
}

/// A connection with a thousand frames that can't be read.
async fn flood(server: &TestServer) {
    let mut talker = Talker::connect(server).await;
    for _ in 0..1_000 {
        talker.say_text("{".repeat(4096)).await;
        assert_eq!(talker.hear().await.unwrap()["reason"], "bad_message");
    }
    assert_eq!(talker.leave().await, 1000);
}

fn resident_bytes(server: &TestServer) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[tokio::test]
async fn pages_of_other_hosts_get_no_socket() {
    let flags = ["--allowed-origins", "https://play.example.org,https://b.org"];
    let server = TestServer::start_with("origin", &flags);
    let own = format!("http://{}", server.address);
    let status =
        async |origin: &str| Talker::connect_with(&server, &[("origin", origin)]).await.err();

    assert_eq!(status("https://evil.example").await, Some(403));
    assert_eq!(status("null").await, Some(403));
    assert_eq!(status(&own).await, None);
    assert_eq!(status("https://play.example.org").await, None);
    assert!(Talker::connect_with(&server, &[]).await.is_ok());
}

#[test]
fn a_request_that_asks_for_no_socket_gets_none() {
    let server = TestServer::start("upgrade");
    let socket = ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 12"];
    let asked = [&["GET /ws HTTP/1.1"], &socket[..]].concat();

    assert!(http(&server, &["GET /ws HTTP/1.1"]).starts_with("HTTP/1.1 426"));
    assert!(http(&server, &["POST /ws HTTP/1.1"]).starts_with("HTTP/1.1 405"));
    assert!(http(&server, &asked).contains("sec-websocket-version: 13"));
}

#[tokio::test]
async fn an_address_has_only_so_many_sockets() {
    let server = TestServer::start_with("address", &["--sockets-per-address-max", "2"]);
    let (first, _second) = (Talker::connect(&server).await, Talker::connect(&server).await);

    // What a client says of others counts for nothing.
    let forged = [("x-forwarded-for", "9.9.9.9")];
    assert_eq!(Talker::connect_with(&server, &forged).await.err(), Some(429));

    first.leave().await;
    while Talker::connect_with(&server, &[]).await.is_err() {}
}

#[tokio::test]
async fn behind_a_trusted_proxy_everybody_has_their_own_limit() {
    let flags = ["--sockets-per-address-max", "1", "--trusted-proxies", "127.0.0.1"];
    let server = TestServer::start_with("proxy", &flags);
    let connect = async |ip: &str| Talker::connect_with(&server, &[("x-forwarded-for", ip)]).await;

    let _first = connect("9.9.9.9").await.unwrap();
    let _second = connect("8.8.8.8").await.unwrap();

    assert_eq!(connect("9.9.9.9").await.err(), Some(429));
    assert_eq!(connect("7.7.7.7, 9.9.9.9").await.err(), Some(429));
}

#[tokio::test]
async fn a_full_server_says_so() {
    let server = TestServer::start_with("full", &["--connections-max", "2"]);
    let _sockets = (Talker::connect(&server).await, Talker::connect(&server).await);

    assert_eq!(Talker::connect_with(&server, &[]).await.err(), Some(503));
}

#[test]
fn an_address_that_connects_too_fast_is_turned_away() {
    /// Each is answered in far less than a fifth of a second: if not, there was time for it.
    const ASKED_MAX: usize = 500;
    let server = TestServer::start_with("accepts", &["--accepts-per-second", "5"]);

    let answers = (0..ASKED_MAX).map(|_| http(&server, &["GET /healthz HTTP/1.1"]));
    let in_time = answers.take_while(|answer| !answer.starts_with("HTTP/1.1 429"));
    let in_time: Vec<_> = in_time.collect();

    assert!((5..ASKED_MAX).contains(&in_time.len()), "{} in a row", in_time.len());
    assert!(in_time.iter().all(|answer| answer.starts_with("HTTP/1.1 200")), "{in_time:?}");
}

#[tokio::test]
async fn one_who_floods_does_not_hold_others_up() {
    let server = TestServer::start_with("flood", &["--accepts-per-second=0"]);
    let mut flooding = Talker::connect(&server).await;
    let mut other = Talker::connect(&server).await;

    for _ in 0..1_000 {
        flooding.say_text("?".to_owned()).await;
    }

    assert_eq!(other.ask(create(1)).await["type"], "seated");
    assert_eq!(flooding.hear_all().await.1, 1008);
}
