//! The fair wall as clients see it: promised before, revealed after, and theirs to compute again.

mod common;

use std::process::Command;

use common::play::together;
use common::wire::http;
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, OwnChange, PhaseView, PublicChange, SeatMessage};
use protocol::ids::Digest;
use protocol::record::HandRecord;
use protocol::refusal::Refusal;
use protocol::room::RoomChange;
use rules::fair::{self, Entropy, HandId, Proof};
use rules::fujian::Rules;
use rules::seat::{BySeat, Seat};
use rules::tile::{SuitTile, Tile};

/// Hands the chains of these players are good for.
const LINKS: u32 = 8;

/// A link of a player's chain: all follow from a secret, and the one for hand 0 is the tip.
fn link(seat: Seat, hand: u32) -> Digest {
    let secret = [7 + seat.index() as u8; 32];
    Digest(fair::link(&secret, LINKS - hand))
}

/// Four players who take part in every wall.
async fn four_with_tips(server: &TestServer, rules: Rules) -> Vec<Player> {
    let tip = |seat| link(seat, 0);
    let first = Player::create_with_tip(server, Encoding::Json, rules, tip(Seat::S0)).await;
    let code = first.code;
    let mut players = vec![first];
    for (seat, name, encoding) in [
        (Seat::S1, "Bo", Encoding::MessagePack),
        (Seat::S2, "Cai", Encoding::Json),
        (Seat::S3, "Dee", Encoding::MessagePack),
    ] {
        players.push(Player::join_with_tip(server, encoding, code, name, tip(seat)).await);
    }
    players
}

/// Plays on, revealing the own part of every wall, or none.
async fn play_until(mut player: Player, withholds: bool, is_done: fn(&Player) -> bool) -> Player {
    let (mut asked, mut linked, mut first_link) = (None, 0, None);
    while !is_done(&player) {
        let wall = player.room.wall.as_ref().map_or(0, |wall| wall.hand);
        if !withholds && wall > linked {
            let link = link(player.seat, wall);
            let request =
                player.ask(|request| ClientMessage::Link { request, hand: wall, link }).await;
            if wall == 1 {
                first_link = Some(request);
            }
            linked = wall;
        }
        let prompt = player.view.as_ref().and_then(|view| view.prompt.clone());
        if prompt != asked {
            asked = None;
        }
        if let (Some(action), None) = (player.simple_action(), &asked) {
            player.ask(|request| ClientMessage::Act { request, action, last_seq: None }).await;
            asked = prompt;
        }
        // The first wall waits two seconds and no longer, and machines may be slow; the others wait
        // for everybody to be ready, and who is ready has sent their link.
        match player.hear().await {
            SeatMessage::Refused { request, reason: Refusal::BadLink }
                if first_link == Some(request) => {}
            SeatMessage::Refused { reason, .. } => panic!("refused: {reason:?}"),
            _ => {}
        }
    }
    player
}

/// The host starts, and everybody plays on.
async fn play(
    mut players: Vec<Player>,
    withholds: impl Fn(Seat) -> bool,
    is_done: fn(&Player) -> bool,
) -> Vec<Player> {
    players[0].order(HostOrder::Start {}).await.unwrap();
    together(players, |player| {
        let withholds = withholds(player.seat);
        play_until(player, withholds, is_done)
    })
    .await
}

/// What one player heard of one wall, each with the step it was heard in.
#[derive(Debug, Default)]
struct Heard {
    promised: Option<(u64, Digest)>,
    linked: Vec<(u64, Seat)>,
    dealt: Option<u64>,
    /// The own tiles; not told of a hand that ends with its deal, which is open at once.
    tiles: Option<Vec<SuitTile>>,
    gold: Option<SuitTile>,
    revealed: Option<(u64, Digest)>,
}

impl Heard {
    fn of(player: &Player, hand: u32) -> Self {
        let (mut heard, mut running) = (Self::default(), 0);
        for message in &player.heard {
            let SeatMessage::Step { seq, room, public, own } = message else { continue };
            for change in room {
                match change {
                    RoomChange::Revealed { hand: of, seed } if *of == hand => {
                        heard.revealed = Some((seq.0, *seed));
                    }
                    RoomChange::Committed { hand: of, commitment } => {
                        running = *of;
                        if *of == hand {
                            heard.promised = Some((seq.0, *commitment));
                        }
                    }
                    RoomChange::Linked { seat } if running == hand => {
                        heard.linked.push((seq.0, *seat));
                    }
                    _ => {}
                }
            }
            if running == hand {
                heard.hear_deal(seq.0, public, own);
            }
        }
        heard
    }

    fn hear_deal(&mut self, seq: u64, public: &[PublicChange], own: &[OwnChange]) {
        for change in own {
            if let OwnChange::Dealt { tiles } = change {
                self.tiles = Some(tiles.clone());
            }
        }
        for change in public {
            match change {
                PublicChange::Dealt { .. } => self.dealt = Some(seq),
                PublicChange::Gold { tile } => self.gold = Some(*tile),
                _ => {}
            }
        }
    }

    fn seats_linked(&self) -> Vec<Seat> {
        let linked = |seat: &Seat| self.linked.iter().any(|(_, linked)| linked == seat);
        Seat::ALL.into_iter().filter(linked).collect()
    }

    /// Whether all was said in the order that makes the wall fair.
    fn is_in_order(&self) -> bool {
        let promised = self.promised.as_ref().unwrap().0;
        let dealt = self.dealt.unwrap();
        let revealed = self.revealed.as_ref().unwrap().0;
        self.linked.iter().all(|(linked, _)| promised < *linked && *linked < dealt)
            && promised < dealt
            && if self.tiles.is_some() { dealt < revealed } else { dealt == revealed }
    }

    /// Whether this player was dealt what the wall has for them, and the Gold comes from it.
    fn fits(&self, wall: &[Tile], seat: Seat, dealer: Seat) -> bool {
        let before = dealer.round().into_iter().take_while(|other| *other != seat).count();
        let own = if before == 0 { 0..17 } else { 1 + 16 * before..17 + 16 * before };
        let mut suits: Vec<_> = wall[own].iter().filter_map(suit).collect();
        suits.sort();
        let gold = self.gold.unwrap();
        self.tiles.as_ref().is_none_or(|tiles| *tiles == suits)
            && wall[65..].iter().filter_map(suit).any(|tile| tile == gold)
    }
}

fn suit(tile: &Tile) -> Option<SuitTile> {
    match tile {
        Tile::Suit(tile) => Some(*tile),
        Tile::Bonus(_) => None,
    }
}

/// What each player heard of one wall.
fn all_heard(players: &[Player], hand: u32) -> Vec<Heard> {
    players.iter().map(|player| Heard::of(player, hand)).collect()
}

/// The wall as anybody computes it from what was published; fails if something does not fit.
fn computed(player: &Player, heard: &Heard, rules: Rules, hand: u32) -> Vec<Tile> {
    let linked = heard.seats_linked();
    let proof = Proof {
        id: HandId::new(player.code.as_str(), hand).unwrap(),
        tiles: rules.tiles,
        commitment: heard.promised.unwrap().1.0,
        seed: heard.revealed.unwrap().1.0,
        seats: BySeat::from_fn(|seat| Entropy {
            tip: player.room.tips[seat].unwrap().0,
            revealed: linked.contains(&seat).then(|| link(seat, hand).0),
        }),
    };
    proof.check().unwrap().all().to_vec()
}

/// Who dealt a hand, as a player heard it.
fn dealer_of(player: &Player, hand: u32) -> Seat {
    let steps = player.heard.iter().filter_map(|message| match message {
        SeatMessage::Step { public, .. } => Some(public),
        _ => None,
    });
    let dealers = steps.flatten().filter_map(|change| match change {
        PublicChange::Table { table } => Some(table.dealer),
        PublicChange::Next { dealer, .. } => Some(*dealer),
        _ => None,
    });
    dealers.take(hand as usize).last().unwrap()
}

/// Every player was dealt the wall anybody can compute, and was told everything in order.
fn assert_is_fair(server: &TestServer, players: &[Player], rules: Rules, hand: u32) {
    let heard = all_heard(players, hand);
    let wall = computed(&players[0], &heard[0], rules, hand);
    let dealer = dealer_of(&players[0], hand);
    for (player, heard) in players.iter().zip(&heard) {
        assert!(heard.is_in_order(), "{heard:?}");
        assert!(heard.fits(&wall, player.seat, dealer), "not that wall: {heard:?}");
    }
    let record = record_of(server, &players[0], hand);
    let withheld: Vec<_> =
        Seat::ALL.into_iter().filter(|seat| !heard[0].seats_linked().contains(seat)).collect();
    assert_eq!(record.wall, wall);
    assert_eq!(record.commitment, heard[0].promised.unwrap().1.0);
    assert_eq!(record.verify().unwrap().withheld, withheld);
}

/// The record of a hand, as anybody may have it once the hand is over; `sanjin verify` agrees with it.
fn record_of(server: &TestServer, player: &Player, hand: u32) -> HandRecord {
    let path = format!("GET /api/games/{}-1/hands/{hand} HTTP/1.1", player.room.id);
    let answer = http(server, &[&path]);
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let file = server.folder.join("hand.json");
    std::fs::write(&file, body).unwrap();
    let verified = Command::new(env!("CARGO_BIN_EXE_sanjin")).arg("verify").arg(&file).output();
    assert!(verified.unwrap().status.success(), "{answer}");
    serde_json::from_str(body).unwrap()
}

#[tokio::test]
async fn everybody_can_compute_every_wall_that_was_dealt() {
    let server = TestServer::start("fair");
    let rules = Rules { hands: 2, ..Rules::FULL };
    let players = four_with_tips(&server, rules).await;

    let players = play(players, |_| false, Player::is_over).await;

    assert_is_fair(&server, &players, rules, 1);
    assert_is_fair(&server, &players, rules, 2);
    for heard in all_heard(&players, 2) {
        assert_eq!(heard.seats_linked(), Seat::ALL);
        assert_eq!(heard.linked.len(), 4);
    }
}

#[tokio::test]
async fn a_hand_is_dealt_without_the_part_of_a_player_who_withholds_it_and_all_can_see_whose() {
    let server = TestServer::start("withheld");
    let rules = Rules { hands: 2, ..Rules::CLASSIC };
    let players = four_with_tips(&server, rules).await;

    let players = play(players, |seat| seat == Seat::S2, Player::is_over).await;

    assert_is_fair(&server, &players, rules, 1);
    assert_is_fair(&server, &players, rules, 2);
    for heard in all_heard(&players, 2) {
        assert_eq!(heard.seats_linked(), [Seat::S0, Seat::S1, Seat::S3]);
    }
}

#[tokio::test]
async fn only_the_link_that_is_awaited_is_taken() {
    let server = TestServer::start("links");
    let mut players = four_with_tips(&server, Rules { hands: 2, ..Rules::CLASSIC }).await;
    let bad = Err(Refusal::BadLink);
    // Nothing is promised yet: whoever reveals now would let the server choose.
    assert_eq!(players[1].reveal(1, link(Seat::S1, 1)).await, bad);

    // Between hands, where the server has promised and waits for everybody to be ready.
    let is_between = |player: &Player| matches!(player.phase(), Some(PhaseView::Between { .. }));
    let mut players = play(players, |_| true, is_between).await;
    let player = &mut players[1];
    player.until(|player| player.room.wall.as_ref().is_some_and(|wall| wall.hand == 2)).await;
    assert_eq!(player.room.wall.as_ref().unwrap().given.0, [false; 4]);
    let before = player.seq;
    let mut almost = link(Seat::S1, 2);
    almost.0[31] ^= 1;
    let (own, next, others) = (link(Seat::S1, 1), link(Seat::S1, 3), link(Seat::S0, 2));
    for (hand, wrong) in [(1, own), (2, own), (2, next), (3, next), (2, others), (2, almost)] {
        assert_eq!(player.reveal(hand, wrong).await, bad, "{hand} {wrong}");
    }
    assert_eq!(player.seq, before, "something refused has changed something");

    player.reveal(2, link(Seat::S1, 2)).await.unwrap();

    assert_eq!(player.room.wall.as_ref().unwrap().given.0, [false, true, false, false]);
    assert_eq!(player.reveal(2, link(Seat::S1, 2)).await, bad, "revealed twice");
}
