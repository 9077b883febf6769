//! Laws that hold at every moment of every hand, whatever the options and however it is played.

use proptest::prelude::*;
use rules::fujian::{Action, Event, Outcome, Phase, Rules, Table};
use rules::seat::Seat;
use rules::tile::Tile;

use self::random_play::{Course, any_course};

mod random_play;

/// Hands the laws are checked over.
const HANDS: u32 = 10_000;

/// Far more actions than a match can have.
const ACTIONS_MAX: usize = 20_000;

fn check_tiles(table: &Table) -> Result<(), TestCaseError> {
    let Some(deal) = table.deal() else { return Ok(()) };
    let mut tiles: Vec<Tile> = deal.wall.untaken().to_vec();
    tiles.extend(deal.flipped.map(Tile::Suit));
    for seat in Seat::ALL {
        let player = &deal.players[seat];
        tiles.extend(player.hand.tiles().map(Tile::Suit));
        tiles.extend(player.unexposed.tiles().map(Tile::Bonus));
        tiles.extend(player.bonus.tiles().map(Tile::Bonus));
        tiles.extend(player.melds.iter().flat_map(|meld| meld.tiles()).map(Tile::Suit));
    }
    let on_table = deal.discards.iter().filter(|thrown| thrown.taken_by.is_none());
    tiles.extend(on_table.map(|thrown| Tile::Suit(thrown.tile)));
    tiles.sort_unstable();
    prop_assert!(tiles == table.rules().tiles.tiles(), "a tile is lost or doubled");
    Ok(())
}

fn check_golds_and_scores(table: &Table) -> Result<(), TestCaseError> {
    prop_assert_eq!(table.scores().iter().sum::<i32>(), 0, "points are made or lost");
    let Some(deal) = table.deal().filter(|deal| deal.gold.is_some()) else { return Ok(()) };
    let golds = deal.players.iter().map(|player| player.hand.golds());
    prop_assert!(golds.clone().filter(|golds| *golds == 3).count() <= 1);
    let in_play = if deal.flipped == deal.gold { 3 } else { 4 };
    prop_assert!(golds.sum::<u8>() <= in_play);
    Ok(())
}

/// The list of legal actions is exactly what is accepted, and a refusal changes nothing.
fn check_legal(table: &Table, course: &mut Course) -> Result<(), TestCaseError> {
    for seat in Seat::ALL {
        let legal = table.legal(seat);
        prop_assert_eq!(table.waits_for(seat), !legal.is_empty());
        prop_assert_eq!(table.takers()[seat], legal.pass && !legal.is_only_pass());
        let listed: Vec<Action> = legal.actions().collect();
        let contained: Vec<Action> =
            Action::all().filter(|action| legal.contains(*action)).collect();
        prop_assert_eq!(listed.len(), contained.len());
        prop_assert!(contained.iter().all(|action| listed.contains(action)));
        for action in Action::all() {
            prop_assert_eq!(
                table.decide(seat, action).is_ok(),
                legal.contains(action),
                "{}",
                action
            );
        }
        if let Some(expired) = table.expired(seat) {
            prop_assert!(legal.contains(expired), "{} when time is up", expired);
        }
        let tried = course.any_action();
        if !legal.contains(tried) {
            let mut same = table.clone();
            prop_assert!(same.play(seat, tried, |_, _| ()).is_err());
            prop_assert!(same == *table, "a refusal changed the table");
        }
    }
    Ok(())
}

/// Plays a course to the end of its match and checks the laws on the way; gives every event.
fn check_course(course: &mut Course) -> Result<(Table, Vec<Event>), TestCaseError> {
    let mut table = Table::new(course.rules, course.dealer).unwrap();
    let mut events = Vec::new();
    for _ in 0..ACTIONS_MAX {
        let event = match table.phase() {
            Phase::Finished(_) => return Ok((table, events)),
            Phase::AwaitingWall => table.begin(course.wall()).unwrap(),
            _ => course.next_event(&table),
        };
        let mut broken = Ok(());
        table.apply_all(event, |table, event| {
            events.push(event.clone());
            if broken.is_ok() {
                broken = check_tiles(table).and_then(|()| check_golds_and_scores(table));
            }
        });
        broken?;
        check_legal(&table, course)?;
    }
    Err(TestCaseError::fail("the match does not end"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: HANDS, ..ProptestConfig::default() })]

    #[test]
    fn every_hand_keeps_the_laws_and_replays_from_its_events(mut course in any_course()) {
        let (played, events) = check_course(&mut course)?;

        let mut replayed = Table::new(course.rules, course.dealer).unwrap();
        for event in &events {
            replayed.apply(event);
        }
        prop_assert!(replayed == played, "the events rebuild another table");
        let ended = events.iter().filter(|event| {
            matches!(event, Event::HandWon { .. } | Event::HandDrawn)
        });
        prop_assert_eq!(ended.count(), usize::from(course.rules.hands));
    }
}

/// The random courses must reach what the laws are about, or the test above proves little.
#[test]
fn random_courses_reach_every_event_and_every_way_to_win() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..3_000 {
        let rules = Rules { robbing_the_gold: Some(20), kongs: true, hands: 1, ..Rules::FULL };
        let mut course = Course::new(rules, Seat::S0, seed);
        let (table, events) = check_course(&mut course).unwrap();
        seen.extend(events.iter().map(|event| name(&format!("{event:?}"))));
        if let Some(Outcome::Won(win)) = table.deal().and_then(|deal| deal.outcome) {
            seen.insert(name(&format!("{:?}", win.way)));
        }
    }

    let expected = [
        "Answered",
        "BonusExposed",
        "BonusFlipped",
        "CallsPassed",
        "Discard",
        "GoldFlipped",
        "HandAborted",
        "HandBegan",
        "HandDrawn",
        "HandWon",
        "KongDeclared",
        "MeldCalled",
        "RobbedGold",
        "RobbedKong",
        "SeatReady",
        "SelfDraw",
        "ThreeGolds",
        "TileDiscarded",
        "TileDrawn",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
}

fn name(debug: &str) -> String {
    debug.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}
