//! Going and coming back in the phases that only the full rules have, and before a wall everybody has a part in.

mod common;

use common::play::{four_players, goes_and_comes_back};
use common::{Player, TestServer};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ActionView, CallOnView, PhaseView, Prompt};
use protocol::ids::Digest;
use protocol::refusal::Refusal;
use rules::fair;
use rules::fujian::{Illegal, Rules};
use rules::seat::Seat;

/// Whoever plays so calls every pung and declares every kong, keeps pairs together, and never wins.
fn eager_action(player: &Player) -> Option<ActionView> {
    let view = player.view.as_ref()?;
    Some(match view.prompt.as_ref()? {
        Prompt::Ready {} => ActionView::Ready {},
        Prompt::Call { pung: None, .. } => ActionView::Pung {},
        Prompt::Call { .. } => ActionView::Pass {},
        Prompt::Turn { kongs, .. } if !kongs.is_empty() => {
            ActionView::DeclareKong { tile: kongs[0] }
        }
        Prompt::Turn { barred, .. } => {
            let tiles = &view.own.tiles;
            let alike = |tile| tiles.iter().filter(|other| **other == tile).count();
            let free = tiles.iter().filter(|tile| !barred.iter().any(|(other, _)| other == *tile));
            ActionView::Discard { tile: *free.min_by_key(|tile| alike(**tile))? }
        }
    })
}

fn is_calling_on(player: &Player, what: CallOnView) -> bool {
    matches!(player.phase(), Some(PhaseView::Calling { on, .. }) if *on == what)
}

/// Four players who are asked for this, and have not answered.
async fn four_asked_for(server: &TestServer, what: CallOnView) -> Vec<Player> {
    loop {
        let mut players = four_players(server, Rules::FULL).await;
        players[0].order(HostOrder::Start {}).await.unwrap();
        while !players[0].is_over() {
            if is_calling_on(&players[0], what) {
                return players;
            }
            let asked = players.iter_mut().find_map(|player| {
                let action = eager_action(player)?;
                Some((player, action))
            });
            let seq = match asked {
                Some((player, action)) => player.act(action).await.unwrap(),
                None => {
                    players[0].hear().await;
                    players[0].seq
                }
            };
            for player in &mut players {
                player.until(|player| player.seq >= seq).await;
            }
        }
    }
}

/// One has answered, the others have not, and all of them go and come back.
async fn all_go_and_come_back_to(what: CallOnView) {
    let server = TestServer::start("asked");
    let mut players = four_asked_for(&server, what).await;
    let is_asked = |player: &Player| eager_action(player).is_some();
    let asked: Vec<_> = (0..4).filter(|at| is_asked(&players[*at])).collect();
    assert!(asked.len() > 1, "one answer is all of them");

    let first = asked[0];
    let answered = players[first].act(ActionView::Pass {}).await.unwrap();
    for player in &mut players {
        player.until(|player| player.seq >= answered).await;
        goes_and_comes_back(player, &server).await;
        assert!(is_calling_on(player, what));
    }

    let again = players[first].act(ActionView::Pass {}).await;
    assert_eq!(again, Err(Illegal::AlreadyAnswered.into()));
    for at in &asked[1..] {
        assert!(is_asked(&players[*at]), "who came back is not asked any more");
        players[*at].act(ActionView::Pass {}).await.unwrap();
    }
    let last = &mut players[asked[1]];
    last.until(|player| !is_calling_on(player, what)).await;
}

#[tokio::test]
async fn while_the_gold_can_be_robbed_players_may_go_and_come_back() {
    all_go_and_come_back_to(CallOnView::Gold).await;
}

#[tokio::test]
async fn while_a_kong_can_be_robbed_players_may_go_and_come_back() {
    all_go_and_come_back_to(CallOnView::Kong).await;
}

/// The link of a player's chain for a hand; the one for hand 0 is the tip.
fn link(seat: Seat, hand: u32) -> Digest {
    const LINKS: u32 = 64;
    Digest(fair::link(&[7 + seat.index() as u8; 32], LINKS - hand))
}

/// Goes and comes back while all four owe their part of the wall, and gives it then; says whether the table waited:
/// it does so for two seconds, and machines may be slow.
async fn owes_and_comes_back(server: &TestServer) -> bool {
    let tip = |seat| link(seat, 0);
    let first = Player::create_with_tip(server, Encoding::Json, Rules::FULL, tip(Seat::S0)).await;
    let code = first.code;
    let mut players = vec![first];
    for (seat, name) in [(Seat::S1, "Bo"), (Seat::S2, "Cai"), (Seat::S3, "Dee")] {
        let encoding = Encoding::MessagePack;
        players.push(Player::join_with_tip(server, encoding, code, name, tip(seat)).await);
    }
    players[0].order(HostOrder::Start {}).await.unwrap();
    let owes = |player: &Player| player.room.wall.as_ref().is_some_and(|wall| wall.hand == 1);
    let player = &mut players[1];
    player.until(owes).await;
    let before = (player.seq, player.room.clone(), player.view.clone());

    player.resume(server).await;
    let (seq, room, view) = player.shown_anew(&server.address).await;
    if player.seq != before.0 || seq != before.0 {
        return false;
    }
    assert!(matches!(player.phase(), Some(PhaseView::AwaitingWall {})), "{:?}", player.phase());
    assert_eq!((&player.room, &player.view), (&before.1, &before.2));
    assert_eq!((&room, &view), (&before.1, &before.2));
    player.resume(server).await;

    for player in &mut players {
        match player.reveal(1, link(player.seat, 1)).await {
            Ok(_) => {}
            Err(Refusal::BadLink) => return false,
            Err(reason) => panic!("refused: {reason:?}"),
        }
    }
    let dealt =
        |player: &Player| player.view.as_ref().is_some_and(|view| view.table.hand.is_some());
    players[1].until(dealt).await;
    true
}

#[tokio::test]
async fn while_a_part_of_the_wall_is_owed_its_player_may_go_and_come_back() {
    let server = TestServer::start("owed");

    while !owes_and_comes_back(&server).await {}
}
