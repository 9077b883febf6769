//! Four clients at the table of a server that says what the test has it say.

use futures_util::StreamExt as _;
use tokio::net::TcpListener;

use super::*;
use crate::stub::{self, Side, say};

#[test]
fn with_a_rate_everything_due_before_the_end_is_played_however_late_it_is() {
    let first = Instant::now();
    let (end, interval) = (first + Duration::from_secs(1), Duration::from_millis(100));
    let pace = Pace::Every { interval, first };

    let late = first + Duration::from_secs(60);
    let played = (0..).take_while(|turn| pace.due(*turn, late) < end).count();

    assert_eq!(played, 10);
    assert_eq!(pace.due(9, late), first + Duration::from_millis(900));
    assert_eq!(Pace::Closed.due(9, late), late);
}

/// A room at step 1 with a hand dealt, and the server's sides of its four connections.
async fn dealt() -> (Room, BySeat<Side>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    let (mut clients, mut sides) = (Vec::new(), Vec::new());
    for known in stub::four().0 {
        let opening = Link::open(&url, Encoding::MessagePack);
        let (link, side) = tokio::join!(opening, stub::accept(&listener));
        let seated = Seated { seq: Seq(1), ..known };
        clients.push(Client { link: link.unwrap(), seated, requests: 1 });
        sides.push(side);
    }
    let room = Room {
        code: stub::code(),
        clients: BySeat(clients.try_into().ok().unwrap()),
        tally: Arc::default(),
        clock: Arc::new(Clock::new()),
        stop: watch::Sender::new(None),
        latencies: latencies(),
    };
    (room, BySeat(sides.try_into().ok().unwrap()))
}

/// Hears the action that the one to play sends.
async fn heard(side: &mut Side) -> RequestId {
    let frame = side.next().await.unwrap().unwrap();
    let message: ClientMessage =
        Encoding::MessagePack.decode_from_client(&frame.into_data()).unwrap();
    message.request()
}

/// A room that ended in silence was missing from the latencies, and its longest waits with it.
#[tokio::test]
async fn a_room_that_breaks_off_counts_what_it_measured_and_what_was_due_and_never_heard_of() {
    let (room, mut sides) = dealt().await;
    let asked = Seat::ALL.into_iter().find(|seat| {
        room.clients[*seat].seated.view.as_ref().is_some_and(|view| view.prompt.is_some())
    });
    let (asked, tally) = (asked.unwrap(), room.tally.clone());
    let interval = Duration::from_secs(1);
    let end = Instant::now();
    let pace = Pace::Every { interval, first: end.checked_sub(10 * interval).unwrap() };

    let serving = async {
        let request = heard(&mut sides[asked]).await;
        for side in sides.iter_mut() {
            let (room, public, own) = (Vec::new(), Vec::new(), Vec::new());
            say(side, &SeatMessage::Step { seq: Seq(2), room, public, own }).await;
        }
        say(&mut sides[asked], &SeatMessage::Accepted { request, seq: Seq(2) }).await;
        heard(&mut sides[asked]).await;
        drop(sides);
    };
    let (measured, ()) = tokio::join!(room.load(pace, end), serving);

    assert!(measured.ended.is_err());
    // Ten were due: one was played, one was sent and never answered, eight waited behind it.
    assert_eq!((Tally::read(&tally.actions), Tally::read(&tally.unanswered)), (1, 9));
    assert_eq!(measured.latencies.len(), 10);
    let (least, most) = (measured.latencies.min(), measured.latencies.max());
    assert!(least >= 999_000 && most >= 10_000_000, "{least} to {most}");
}
