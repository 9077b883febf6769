//! Whole hands, drawn at every event.

use bots::Medium;
use bots::selfplay::{Shuffler, play_hand};
use protocol::fujian::DiscardView;
use protocol::options::RoomOptions;
use protocol::room::Stage;
use protocol::setup::Setup;
use rules::fujian::{Phase, Rules, Table};

use super::*;

const ROWS: usize = 24;
const COLUMNS: usize = 80;

fn room(names: [&str; 4]) -> RoomView {
    RoomView {
        code: "K7Q2XM".parse().unwrap(),
        stage: Stage::Playing,
        seats: BySeat(
            names.map(|name| Occupant::Human { name: name.parse().unwrap(), profile: None }),
        ),
        host: None,
        public: false,
        id: 1,
        setup: Setup::Fujian { rules: Rules::FULL },
        dealer: Seat::S0,
        tips: BySeat::default(),
        wall: None,
        options: RoomOptions::default(),
    }
}

/// Plays a hand, and gives its table whenever somebody is asked something, and at the end.
fn hand(seed: u64) -> Vec<TableView> {
    let (mut table, mut seen) = (Table::new(Rules::FULL, Seat::S0).unwrap(), Vec::new());
    let mut players = BySeat([Medium; 4]);
    let saw = |table: &Table, _: &_| {
        // Between these something happens by itself, and nobody is shown anything.
        if matches!(table.phase(), Phase::Turn(_) | Phase::Calling(_) | Phase::Between(_)) {
            seen.push(TableView::of(table));
        }
    };
    play_hand(&mut table, &mut players, &mut Shuffler::new(seed), saw);
    seen.push(TableView::of(&table));
    seen
}

fn drawn(room: &RoomView, view: &TableView, aside: &Aside) -> String {
    table(room, Seq(12_345), Some(view), aside, Paint::Plain)
}

#[test]
fn every_moment_of_a_hand_fits_a_small_terminal_whatever_people_are_called() {
    let long = "美".repeat(24);
    let room = room([&long, "A name of twenty-four", "Cai", &long]);
    let online = Some(BySeat([false; 4]));
    let aside = Aside { online, watchers: 300, news: Some("the connection is lost") };

    for view in (0..40).flat_map(hand) {
        let text = drawn(&room, &view, &aside);

        // The cursor stands below the last row.
        assert!(text.lines().count() < ROWS, "{text}");
        assert!(text.lines().all(|line| width(line) <= COLUMNS), "{text}");
    }
}

#[test]
fn players_with_many_tiles_thrown_and_bonus_tiles_still_fit() {
    let mut view = hand(1).pop().unwrap();
    let hand = view.hand.as_mut().unwrap();
    let thrown = hand.discards[0];
    let by = |seat| [DiscardView { seat, taken_by: None, ..thrown }; 40];
    hand.discards = Seat::ALL.map(by).concat();
    hand.players.iter_mut().for_each(|player| player.bonus = BonusTile::ALL.to_vec());
    let online = Some(BySeat([false; 4]));
    let aside = Aside { online, watchers: 3, news: Some("news") };

    let text = drawn(&room(["Ann", "Bo", "Cai", "Dee"]), &view, &aside);

    assert!(text.lines().count() < ROWS, "{text}");
    assert!(text.lines().all(|line| width(line) <= COLUMNS), "{text}");
    assert!(text.contains(" +8\n"), "{text}");
}

#[test]
fn tiles_are_explained_the_last_thrown_is_marked_and_who_is_away_is_told() {
    let view = hand(1).into_iter().find(|view| {
        let hand = view.hand.as_ref();
        hand.is_some_and(|hand| {
            hand.discards.iter().filter(|one| one.taken_by.is_none()).count() == 2
        })
    });
    let view = view.unwrap();
    let aside = Aside { online: Some(BySeat([true, true, false, true])), ..Aside::default() };

    let text = drawn(&room(["Ann", "Bo", "Cai", "Dee"]), &view, &aside);

    let last = view.hand.as_ref().unwrap().discards.last().unwrap();
    let marked = format!("{}*", Paint::Plain.tile(last.tile, None));
    assert!(text.contains("o dots  | bamboo  w characters") && text.contains(&marked), "{text}");
    assert_eq!(text.matches('*').count(), 2, "one in the legend: {text}");
    let away: Vec<_> = text.lines().filter(|line| line.contains("offline")).collect();
    assert!(matches!(&away[..], [line] if line.contains("Cai")), "{text}");
}

#[test]
fn a_win_is_told_with_its_tile_whose_it_was_and_who_pays() {
    let room = room(["Ann", "Bo", "Cai", "Dee"]);
    let wins = (0..40).filter_map(|seed| {
        let view = hand(seed).pop()?;
        let OutcomeView::Won { way, drawn, .. } = view.hand.as_ref()?.end.as_ref()?.outcome.clone()
        else {
            return None;
        };
        Some((way, drawn, view))
    });
    let (mut thrown, mut self_drawn) = (0, 0);
    for (way, tile, view) in wins {
        let text = drawn(&room, &view, &Aside::default());

        assert!(text.contains(" wins ") && text.contains(" points\n"), "{text}");
        assert!(text.lines().last().unwrap().starts_with("seat 0 "), "{text}");
        match (way, tile) {
            (WayView::Discard { from }, _) => {
                let last = view.hand.as_ref().unwrap().discards.last().unwrap();
                let tile = Paint::Plain.tile(last.tile, None);
                assert!(text.contains(&format!("on {tile} thrown by seat {from}")), "{text}");
                thrown += 1;
            }
            (WayView::SelfDraw {}, Some(tile)) => {
                let tile = Paint::Plain.tile(tile, None);
                assert!(text.contains(&format!("by drawing {tile}:")), "{text}");
                self_drawn += 1;
            }
            _ => {}
        }
    }
    assert!(thrown > 0 && self_drawn > 0, "{thrown} {self_drawn}");
}
