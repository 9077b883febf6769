//! A match watched a little later, over a real socket and by a real clock: all of it comes.

use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, HandsMessage, SpectatorMessage};
use protocol::ids::{RequestId, SeatToken, Seq};
use protocol::options::{RoomOptions, Spectators};
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::Seat;

use super::line::Line;
use super::serve;
use crate::recorder::RoomId;
use crate::room::{Fujian, Newcomer, RoomCore};
use crate::store::fresh::Fresh;

const CODE: &str = "K7Q2XM";

#[tokio::test]
async fn everything_that_is_due_comes_in_order_with_the_hands_as_they_were() {
    let fresh = Fresh::new();
    let (rooms, _, address) = serve(&fresh).await;
    let (code, setup) = (CODE.parse().unwrap(), Setup::Fujian { rules: Rules::CLASSIC });
    let (mut core, opened) = RoomCore::<Fujian>::open(RoomId(1), code, setup, true).unwrap();
    let player = Newcomer { name: "Ana".parse().unwrap(), tip: None, profile: None, token: None };
    let mut steps = vec![opened];
    steps.extend(core.join(player, &SeatToken("ana".into()), RequestId(1)).unwrap().1);
    let spectators = Spectators::Delayed { seconds: 1 };
    let options = RoomOptions { spectators, open_hands: true, ..RoomOptions::default() };
    steps.push(core.run_by(options));
    for (request, seat) in (2..).zip([Seat::S1, Seat::S2, Seat::S3]) {
        let bot = HostOrder::Bot { seat, level: BotLevel::Easy };
        steps.extend(core.host(Seat::S0, RequestId(request), &bot, |_| false, || true).unwrap());
    }
    let waiting = core.seq();
    steps.extend(
        core.host(Seat::S0, RequestId(9), &HostOrder::Start {}, |_| false, || true).unwrap(),
    );
    steps.extend(core.leave(Seat::S0, RequestId(10)));
    rooms.spawn(RoomId(1), core, steps, None);

    let mut line = Line::connect(&address, Encoding::MessagePack).await.unwrap();
    let watch = ClientMessage::Watch { request: RequestId(1), code, last_seq: None };
    line.say(&watch).await.unwrap();
    let (mut seq, mut hands) = (Seq(0), 0);
    while seq.0 < waiting.0 + 8 {
        let frame = line.frame().await.unwrap();
        if let Ok(HandsMessage::Hands { seq: of, .. }) = Encoding::MessagePack.decode(&frame) {
            assert_eq!(of, seq);
            hands += 1;
            continue;
        }
        match Encoding::MessagePack.decode(&frame).unwrap() {
            SpectatorMessage::Snapshot { seq: at, .. } => seq = at,
            SpectatorMessage::Step { seq: next, .. } => {
                assert_eq!(next.0, seq.0 + 1);
                seq = next;
            }
            _ => {}
        }
    }
    assert!(hands > 0);
}
