//! A room that panics: it is reopened from its log, and nobody else notices.

use protocol::client::HostOrder;
use protocol::close::CloseCode;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage};
use protocol::ids::{RequestId, RoomCode, SeatToken, Seq};
use protocol::record::{RecordedPlayer, Variant};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, RoomView};
use protocol::setup::Setup;
use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};

use super::asking::get;
use super::line::{Ended, Line};
use super::log::Log;
use super::serve;
use crate::recorder::{GameId, GamePosting, Posting, Profiles, Recorder, StoredStep};
use crate::room::RoomCommand;
use crate::rooms::Rooms;
use crate::rooms::reopening::tests::BREAKS_DOWN;
use crate::store::fresh::Fresh;

/// The host of a room.
struct Host {
    line: Line,
    code: RoomCode,
    token: SeatToken,
    requests: u32,
}

impl Host {
    async fn create(address: &str, encoding: Encoding) -> Self {
        let mut line = Line::connect(address, encoding).await.unwrap();
        let (request, name) = (RequestId(1), "Ana".parse().unwrap());
        let setup = Setup::Fujian { rules: Rules::CLASSIC };
        let create = ClientMessage::Create {
            request,
            name,
            setup,
            public: true,
            tip: None,
            profile: None,
            token: None,
        };
        line.say(&create).await.unwrap();
        let SeatMessage::Seated { code, token, .. } = line.hear().await.unwrap() else {
            panic!("not seated")
        };
        Self { line, code, token, requests: 1 }
    }

    /// Orders something, and does not wait for the answer.
    async fn say(&mut self, order: HostOrder) -> RequestId {
        self.requests += 1;
        let request = RequestId(self.requests);
        self.line.say(&ClientMessage::Host { request, order }).await.unwrap();
        request
    }

    /// Orders something harmless; gives the step it became.
    async fn order(&mut self, public: bool) -> Seq {
        self.carry_out(HostOrder::Public { public }).await
    }

    /// Orders something that is carried out; gives the step it became.
    async fn carry_out(&mut self, order: HostOrder) -> Seq {
        let request = self.say(order).await;
        loop {
            match self.line.hear().await.unwrap() {
                SeatMessage::Accepted { request: answered, seq } if answered == request => {
                    return seq;
                }
                SeatMessage::Refused { reason, .. } => panic!("refused: {reason:?}"),
                _ => {}
            }
        }
    }

    /// Hears until the connection ends; nobody is told to wait for the store.
    async fn end(&mut self) -> Ended {
        loop {
            match self.line.hear::<SeatMessage>().await {
                Ok(heard) => assert_ne!(heard, SeatMessage::Stalled {}),
                Err(ended) => return ended,
            }
        }
    }

    /// Comes back, and is shown everything.
    async fn come_back(&mut self, address: &str) -> Result<(Seq, RoomView), Refusal> {
        self.line = Line::connect(address, self.line.encoding).await.unwrap();
        self.requests += 1;
        let (request, code, token) = (RequestId(self.requests), self.code, self.token.clone());
        let resume = ClientMessage::Resume { request, code, token, last_seq: None };
        self.line.say(&resume).await.unwrap();
        match self.line.hear().await.unwrap() {
            SeatMessage::Accepted { .. } => {}
            SeatMessage::Refused { reason, .. } => return Err(reason),
            heard => panic!("{heard:?}"),
        }
        match self.line.hear().await.unwrap() {
            SeatMessage::Snapshot { seq, room, .. } => Ok((seq, *room)),
            heard => panic!("{heard:?}"),
        }
    }
}

/// A counter of this process, in which other rooms panic too.
async fn counted(address: &str, name: &str) -> u64 {
    let page = get(address, "/metrics").await;
    let page = String::from_utf8(page.to_vec()).unwrap();
    let start = format!("sanjin_{name}_total ");
    let line = page.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("no {name} in {page}")).trim().parse().unwrap()
}

/// Makes a room panic; returns when its people are sent away.
async fn panic_in(rooms: &Rooms, host: &mut Host) {
    rooms.find(host.code).unwrap().send(RoomCommand::Panic).await.unwrap();
    assert_eq!(host.end().await, Ended::Closed(CloseCode::TryAgain.number()));
}

#[tokio::test]
async fn a_room_that_panics_is_reopened_from_its_log_and_no_other_notices() {
    let fresh = Fresh::new();
    let (rooms, _recorder, address) = serve(&fresh).await;
    let mut host = Host::create(&address, Encoding::Json).await;
    let mut other = Host::create(&address, Encoding::MessagePack).await;
    let before = host.order(false).await;
    let others = other.order(false).await;

    let panics = counted(&address, "room_panics").await;
    panic_in(&rooms, &mut host).await;

    let (seq, room) = host.come_back(&address).await.unwrap();
    assert!(counted(&address, "room_panics").await > panics);
    assert_eq!(counted(&address, "slow_clients").await, 0, "nobody was slow");
    assert_eq!(seq, before);
    assert!(!room.public, "an order that was accepted is forgotten");
    assert_eq!(host.order(true).await, Seq(before.0 + 1));
    assert_eq!(other.order(true).await, Seq(others.0 + 1), "another room was disturbed");

    // At another step: it may be another mistake, and the room gets another chance.
    panic_in(&rooms, &mut host).await;
    let (seq, room) = host.come_back(&address).await.unwrap();
    assert_eq!(seq, Seq(before.0 + 1));
    assert!(room.public);
}

#[tokio::test]
async fn a_room_that_panics_twice_at_one_step_is_left_out_until_the_next_start() {
    let fresh = Fresh::new();
    let (rooms, recorder, address) = serve(&fresh).await;
    let mut host = Host::create(&address, Encoding::Json).await;
    let mut other = Host::create(&address, Encoding::Json).await;
    let before = host.order(false).await;

    panic_in(&rooms, &mut host).await;
    host.come_back(&address).await.unwrap();
    panic_in(&rooms, &mut host).await;

    assert_eq!(host.come_back(&address).await, Err(Refusal::StoreUnavailable));
    assert!(rooms.find(host.code).is_none());
    assert!(rooms.has(host.code), "somebody else may get its code");
    other.order(false).await;
    recorder.shutdown().await;
    let (_rooms, _recorder, address) = serve(&fresh).await;
    let (seq, _) = host.come_back(&address).await.unwrap();
    assert_eq!(seq, before);
    other.come_back(&address).await.unwrap();
}

/// Puts a step on disk that breaks whoever lives through it again.
async fn plant(rooms: &Rooms, recorder: &Recorder, host: &Host, last: Seq) {
    let room = rooms.by_code.get(&host.code).unwrap().id;
    let step = StoredStep { room, seq: last.0 + 1, body: BREAKS_DOWN.to_vec() };
    recorder.append(step, Vec::new()).await.unwrap();
}

#[tokio::test]
async fn a_room_that_panics_while_it_is_rebuilt_is_left_out_and_no_other_notices() {
    let fresh = Fresh::new();
    let (rooms, recorder, address) = serve(&fresh).await;
    let mut host = Host::create(&address, Encoding::Json).await;
    let mut other = Host::create(&address, Encoding::MessagePack).await;
    let last = host.order(false).await;
    plant(&rooms, &recorder, &host, last).await;

    panic_in(&rooms, &mut host).await;

    assert_eq!(host.come_back(&address).await, Err(Refusal::StoreUnavailable));
    assert_eq!(rooms.len(), 1, "a room nobody keeps is still in the directory");
    other.order(false).await;

    recorder.shutdown().await;
    let (rooms, _recorder, address) = serve(&fresh).await;
    assert_eq!(host.come_back(&address).await, Err(Refusal::StoreUnavailable));
    assert_eq!(rooms.len(), 1);
    other.come_back(&address).await.unwrap();
    other.order(true).await;
}

/// Puts a step on disk that the room knows nothing of: its first game has begun.
async fn begin_game_behind(rooms: &Rooms, recorder: &Recorder, host: &Host) {
    let room = rooms.by_code.get(&host.code).unwrap().id;
    let mut step = recorder.reload(room).await.unwrap().pop().unwrap();
    step.seq += 1;
    let nobody = BySeat::from_fn(|_| RecordedPlayer::Human { name: "Nobody".parse().unwrap() });
    let game = Posting::Game(Box::new(GamePosting {
        game: GameId { room, number: 1 },
        code: host.code,
        public: true,
        variant: Variant::Fujian,
        rules: "{}".to_owned(),
        players: nobody,
        profiles: Profiles::default(),
    }));
    recorder.append(step, vec![game]).await.unwrap();
}

/// Nothing was said but that nothing can be recorded, and the room tried the same for ever.
#[tokio::test]
async fn a_room_whose_steps_are_refused_is_reported_with_the_cause_and_ends_as_by_a_panic() {
    let fresh = Fresh::new();
    let (log, _guard) = Log::start();
    let (rooms, recorder, address) = serve(&fresh).await;
    let mut host = Host::create(&address, Encoding::Json).await;
    let last = host.order(false).await;
    let (away, code) = (Ended::Closed(CloseCode::TryAgain.number()), host.code.to_string());
    let said = |words: &str| {
        let lines = log.lines();
        let told = lines.iter().map(|line| String::from_utf8_lossy(line).into_owned());
        told.filter(|line| line.contains(words) && line.contains(&code)).count()
    };

    begin_game_behind(&rooms, &recorder, &host).await;
    host.say(HostOrder::Public { public: true }).await;

    assert_eq!(host.end().await, away);
    assert_eq!(said(&format!("step {} was handed over where {}", last.0 + 1, last.0 + 2)), 1);
    assert_eq!(host.come_back(&address).await.unwrap().0, Seq(last.0 + 1));
    for seat in [Seat::S1, Seat::S2, Seat::S3] {
        host.carry_out(HostOrder::Bot { seat, level: BotLevel::Easy }).await;
    }
    host.say(HostOrder::Start {}).await;
    assert_eq!(host.end().await, away);
    host.come_back(&address).await.unwrap();
    host.say(HostOrder::Start {}).await;
    assert_eq!(host.end().await, away);
    assert_eq!(said("game 1 was posted where 2 is next"), 2);
    assert_eq!(host.come_back(&address).await, Err(Refusal::StoreUnavailable));
}
