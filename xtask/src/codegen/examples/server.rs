//! What the server says.

use protocol::fujian::{
    HandsMessage, OpenHands, OwnChange, PhaseView, PublicChange, SeatMessage, SpectatorMessage,
    TableView,
};
use protocol::ids::{RequestId, SeatToken, Seq};
use protocol::options::{RoomOptions, Spectators};
use protocol::refusal::Refusal;
use protocol::room::{BotLevel, Occupant, ProfileView, RoomChange, RoomView, Stage};
use protocol::server::ByeReason;
use protocol::setup::Setup;
use rules::fujian::{Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::{BonusTile, SuitTile};

use super::{code, digest, name, room_view, table, tile, tiles, turned_options};

pub(super) fn to_seat() -> Vec<(String, SeatMessage)> {
    let token = SeatToken("V1StGXR8_Z5jdHi6B-myTA".to_owned());
    let mut messages = vec![
        named("accepted", SeatMessage::Accepted { request: RequestId(12), seq: Seq(418) }),
        named(
            "seated",
            SeatMessage::Seated { request: RequestId(1), code: code(), seat: Seat::S1, token },
        ),
        named(
            "snapshot",
            SeatMessage::Snapshot { seq: Seq(4), room: Box::new(waiting()), view: None },
        ),
        named(
            "presence",
            SeatMessage::Presence { online: BySeat([true, true, false, true]), watchers: 300 },
        ),
        named("timer", SeatMessage::Timer { seq: Seq(418), left_ms: 9_875 }),
        named("stalled", SeatMessage::Stalled {}),
    ];
    messages.extend(Refusal::all().map(|reason| {
        (
            format!("refused {}", reason.code()),
            SeatMessage::Refused { request: RequestId(12), reason },
        )
    }));
    messages.extend(
        byes().map(|(name, reason, retry_ms)| named(name, SeatMessage::Bye { reason, retry_ms })),
    );
    messages.extend(room_changes().map(|(name, change)| step(name, vec![change], vec![], vec![])));
    let public = table::public_changes().into_iter();
    messages.extend(public.map(|(name, change)| step(name, vec![], vec![change], vec![])));
    let own = table::own_changes().into_iter();
    messages.extend(own.map(|(name, change)| step(name, vec![], vec![], vec![change])));
    messages.push(step("nothing", vec![], vec![], vec![]));
    messages
}

pub(super) fn to_spectator() -> Vec<(String, SpectatorMessage)> {
    let room = room_changes().map(|(_, change)| change).into();
    vec![
        named("accepted", SpectatorMessage::Accepted { request: RequestId(12), seq: Seq(418) }),
        named(
            "refused",
            SpectatorMessage::Refused { request: RequestId(12), reason: Refusal::NoSeat },
        ),
        named(
            "snapshot",
            SpectatorMessage::Snapshot { seq: Seq(4), room: Box::new(waiting()), table: None },
        ),
        named("step", SpectatorMessage::Step { seq: Seq(5), room, public: vec![] }),
        named(
            "presence",
            SpectatorMessage::Presence { online: BySeat([true, true, false, true]), watchers: 1 },
        ),
        named("bye", SpectatorMessage::Bye { reason: ByeReason::Closed, retry_ms: None }),
        named("timer", SpectatorMessage::Timer { seq: Seq(418), left_ms: 20_000 }),
        named("stalled", SpectatorMessage::Stalled {}),
        named("past", past()),
    ]
}

/// A hand of which two steps have been played, and a step between them that was none of the table.
fn past() -> SpectatorMessage {
    let rules = Rules { hands: 2, ..Rules::FULL };
    let table = Table::new(rules, Seat::S2).expect("sound rules");
    let (seat, tile) = (Seat::S2, tile("dots_9"));
    let dealt = vec![
        PublicChange::Dealt { wall_left: 63 },
        PublicChange::Bonus { seat: Seat::S0, tile: BonusTile::Season2 },
        PublicChange::Drew { seat: Seat::S0 },
        PublicChange::Gold { tile: SuitTile::Bamboo7 },
        PublicChange::Phase { phase: PhaseView::Turn { seat } },
    ];
    let steps = vec![
        (Seq(9), dealt),
        (Seq(10), vec![PublicChange::Discarded { seat, tile, drawn: false }]),
        (Seq(12), vec![PublicChange::Answered { seat: Seat::S0 }]),
    ];
    SpectatorMessage::Past { seq: Seq(12), table: TableView::of(&table), steps }
}

pub(super) fn hands() -> Vec<(String, HandsMessage)> {
    let held = [tiles("1234", "55", ""), tiles("", "12399", ""), vec![], tiles("7", "7", "7")];
    let hands = OpenHands(BySeat(held));
    vec![named("hands", HandsMessage::Hands { seq: Seq(418), hands })]
}

fn named<T>(name: &str, message: T) -> (String, T) {
    (name.to_owned(), message)
}

fn step(
    name: &str,
    room: Vec<RoomChange>,
    public: Vec<PublicChange>,
    own: Vec<OwnChange>,
) -> (String, SeatMessage) {
    (format!("step {name}"), SeatMessage::Step { seq: Seq(419), room, public, own })
}

fn byes() -> [(&'static str, ByeReason, Option<u32>); 5] {
    [
        ("bye replaced", ByeReason::Replaced, None),
        ("bye kicked", ByeReason::Kicked, None),
        ("bye closed", ByeReason::Closed, None),
        ("bye watching_off", ByeReason::WatchingOff, None),
        ("bye restarting", ByeReason::Restarting, Some(2_750)),
    ]
}

fn waiting() -> RoomView {
    let seats = BySeat([
        Occupant::Human { name: name("美 Mei"), profile: profile() },
        Occupant::StandIn { name: name("Koki"), level: BotLevel::Random, profile: None },
        Occupant::Bot { level: BotLevel::Medium },
        Occupant::Empty {},
    ]);
    RoomView { seats, public: true, ..room_view(Stage::Waiting) }
}

fn room_changes() -> [(&'static str, RoomChange); 17] {
    let seat = |occupant| RoomChange::Seat { seat: Seat::S1, occupant };
    let koki = || name("Koki");
    let stand_in = Occupant::StandIn { name: koki(), level: BotLevel::Easy, profile: profile() };
    let off = RoomOptions { spectators: Spectators::Off {}, ..RoomOptions::default() };
    [
        ("room seat human", seat(Occupant::Human { name: koki(), profile: None })),
        ("room seat stand_in", seat(stand_in)),
        ("room options", RoomChange::Options { options: turned_options() }),
        ("room options off", RoomChange::Options { options: off }),
        ("room seat bot", seat(Occupant::Bot { level: BotLevel::Master })),
        ("room seat empty", seat(Occupant::Empty {})),
        ("room host", RoomChange::Host { seat: Some(Seat::S1) }),
        ("room host nobody", RoomChange::Host { seat: None }),
        ("room stage", RoomChange::Stage { stage: Stage::Playing }),
        ("room public", RoomChange::Public { public: false }),
        ("room setup", RoomChange::Setup { setup: Setup::Fujian { rules: Rules::FULL } }),
        ("room dealer", RoomChange::Dealer { seat: Seat::S2 }),
        ("room tip", RoomChange::Tip { seat: Seat::S1, tip: Some(digest(0x10)) }),
        ("room tip gone", RoomChange::Tip { seat: Seat::S1, tip: None }),
        ("room committed", RoomChange::Committed { hand: 1, commitment: digest(0x30) }),
        ("room linked", RoomChange::Linked { seat: Seat::S1 }),
        ("room revealed", RoomChange::Revealed { hand: 1, seed: digest(0x40) }),
    ]
}

fn profile() -> Option<ProfileView> {
    Some(ProfileView { id: "17".to_owned(), name: "Mei of Fuzhou".to_owned() })
}
