//! What a client says.

use protocol::client::{ClientMessage as Any, HostOrder};
use protocol::fujian::{ActionView, ClientMessage};
use protocol::ids::{Digest, ProfileKey, RequestId, SeatToken, Seq};
use protocol::options::RoomOptions;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::fujian::{GoldDiscard, Payers, Rules};
use rules::seat::Seat;
use rules::tile_set::TileSet;

use super::{code, digest, name, tile, turned_options};

pub(super) fn all() -> Vec<(String, ClientMessage)> {
    let entering = [
        ("create", create(Rules::CLASSIC)),
        ("create with every option turned", create(turned())),
        ("join", join(Some(digest(0x10)), None)),
        ("join without a part in the wall", join(None, None)),
        ("join for a profile", join(Some(digest(0x10)), Some("p_3kT9vQ2mZr8WcXe1LbYd7A"))),
        ("join with a token of one's own", join_with(token())),
        ("quick_pass", Any::QuickPass { request: RequestId(40), on: true }),
        ("past", Any::Past { request: RequestId(2) }),
        ("link", Any::Link { request: RequestId(9), hand: 3, link: digest(0x20) }),
        ("watch", Any::Watch { request: RequestId(1), code: code(), last_seq: None }),
        (
            "watch again",
            Any::Watch { request: RequestId(1), code: code(), last_seq: Some(Seq(41)) },
        ),
        ("resume", resume(RequestId(70_000), Some(Seq(418)))),
        ("resume with nothing seen", resume(RequestId(u32::MAX), None)),
        ("leave", Any::Leave { request: RequestId(200) }),
    ];
    let entering = entering.map(|(name, message)| (name.to_owned(), message));
    let acts = actions().map(|(name, action)| (format!("act {name}"), act(action, Some(Seq(418)))));
    let blind = ("act pass, whatever is asked".to_owned(), act(ActionView::Pass {}, None));
    let orders = orders()
        .map(|(name, order)| (format!("host {name}"), Any::Host { request: RequestId(3), order }));
    entering.into_iter().chain(acts).chain([blind]).chain(orders).collect()
}

fn create(rules: Rules) -> ClientMessage {
    let setup = Setup::Fujian { rules };
    let (name, tip) = (name("美 Mei"), Some(digest(0x10)));
    Any::Create {
        request: RequestId(1),
        name,
        setup,
        public: true,
        tip,
        profile: None,
        token: None,
    }
}

fn join(tip: Option<Digest>, profile: Option<&str>) -> ClientMessage {
    let profile = profile.map(|key| ProfileKey(key.to_owned()));
    Any::Join { request: RequestId(1), code: code(), name: name("Koki"), tip, profile, token: None }
}

fn join_with(token: SeatToken) -> ClientMessage {
    let (request, tip, profile) = (RequestId(1), Some(digest(0x10)), None);
    Any::Join { request, code: code(), name: name("Koki"), tip, profile, token: Some(token) }
}

fn token() -> SeatToken {
    SeatToken("V1StGXR8_Z5jdHi6B-myTA".to_owned())
}

fn resume(request: RequestId, last_seq: Option<Seq>) -> ClientMessage {
    Any::Resume { request, code: code(), token: token(), last_seq }
}

fn act(action: ActionView, last_seq: Option<Seq>) -> ClientMessage {
    Any::Act { request: RequestId(12), action, last_seq }
}

/// Rules in which no field is what it is in the plain game.
fn turned() -> Rules {
    Rules {
        tiles: TileSet::AllBonus,
        three_golds: 40,
        all_one_suit: 300,
        dead_wall: 16,
        gold_discard: GoldDiscard::Allowed,
        payers: Payers::Discarder,
        turn_seconds: Some(20),
        call_seconds: Some(10),
        ..Rules::FULL
    }
}

fn actions() -> [(&'static str, ActionView); 8] {
    [
        ("discard", ActionView::Discard { tile: tile("dots_5") }),
        ("win", ActionView::Win {}),
        ("pass", ActionView::Pass {}),
        ("chow", ActionView::Chow { low: tile("bamboo_3") }),
        ("pung", ActionView::Pung {}),
        ("kong", ActionView::Kong {}),
        ("declare_kong", ActionView::DeclareKong { tile: tile("characters_9") }),
        ("ready", ActionView::Ready {}),
    ]
}

fn orders() -> [(&'static str, HostOrder); 9] {
    [
        ("start", HostOrder::Start {}),
        ("abort", HostOrder::Abort {}),
        ("bot", HostOrder::Bot { seat: Seat::S2, level: BotLevel::Hard }),
        ("kick", HostOrder::Kick { seat: Seat::S3 }),
        ("dealer", HostOrder::Dealer { seat: Seat::S1 }),
        ("setup", HostOrder::Setup { setup: Setup::Fujian { rules: Rules::FULL } }),
        ("public", HostOrder::Public { public: false }),
        ("options", HostOrder::Options { options: turned_options() }),
        ("options as they were", HostOrder::Options { options: RoomOptions::default() }),
    ]
}
