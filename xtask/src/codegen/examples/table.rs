//! What happens at a table, one change at a time.

use protocol::fujian::{
    AnswerView, CallOnView, GroupView, HandEnd, KongView, MeldView, OutcomeView, OwnChange,
    PhaseView, PieceView, PointsView, Prompt, PublicChange, Reason, WayView,
};
use rules::fujian::Illegal;
use rules::seat::{BySeat, Seat};
use rules::tile::{BonusTile, SuitTile};

use super::{tile, tiles};

pub(super) fn public_changes() -> Vec<(&'static str, PublicChange)> {
    let phase = |phase| PublicChange::Phase { phase };
    let called = |meld| PublicChange::Called { seat: Seat::S1, meld };
    let kong = |kind| PublicChange::Kong { seat: Seat::S1, meld: kong_of("dots_5", kind) };
    let ready = BySeat([true, false, true, false]);
    let mut changes = vec![
        ("phase awaiting_wall", phase(PhaseView::AwaitingWall {})),
        ("phase turn", phase(PhaseView::Turn { seat: Seat::S2 })),
        ("phase calling on a discard", phase(calling(CallOnView::Discard))),
        ("phase calling on a kong", phase(calling(CallOnView::Kong))),
        ("phase calling on the gold", phase(calling(CallOnView::Gold))),
        ("phase between", phase(PhaseView::Between { ready })),
        ("phase finished", phase(PhaseView::Finished { ready })),
        ("dealt", PublicChange::Dealt { wall_left: 63 }),
        ("drew", PublicChange::Drew { seat: Seat::S2 }),
        ("bonus", PublicChange::Bonus { seat: Seat::S3, tile: BonusTile::Season2 }),
        ("bonus_flipped", PublicChange::BonusFlipped { tile: BonusTile::WindEast }),
        ("gold", PublicChange::Gold { tile: tile("bamboo_7") }),
        (
            "discarded",
            PublicChange::Discarded { seat: Seat::S0, tile: tile("dots_9"), drawn: true },
        ),
        ("answered", PublicChange::Answered { seat: Seat::S3 }),
        (
            "called chow",
            called(MeldView::Chow { low: tile("dots_7"), called: tile("dots_9"), from: Seat::S0 }),
        ),
        ("called pung", called(MeldView::Pung { tile: tile("dots_5"), from: Seat::S3 })),
        ("called kong", called(kong_of("dots_5", KongView::Discard { from: Seat::S3 }))),
        ("kong concealed", kong(KongView::Concealed {})),
        ("kong upgraded", kong(KongView::Upgraded { from: Seat::S3 })),
    ];
    changes.extend(ends());
    changes.extend([
        ("ready", PublicChange::Ready { seat: Seat::S1 }),
        (
            "next",
            PublicChange::Next {
                dealer: Seat::S2,
                streak: 1,
                game: 0,
                hands_played: 3,
                scores: BySeat([84, -28, -300, 244]),
            },
        ),
    ]);
    changes
}

fn calling(on: CallOnView) -> PhaseView {
    let answered = BySeat([false, false, true, false]);
    PhaseView::Calling { on, from: Seat::S0, tile: tile("dots_9"), answered }
}

fn kong_of(kind_of: &str, kind: KongView) -> MeldView {
    MeldView::Kong { tile: tile(kind_of), kind }
}

fn ends() -> Vec<(&'static str, PublicChange)> {
    let exchanged = Some(tile("characters_1"));
    vec![
        ("ended won self_draw", ended(won(WayView::SelfDraw {}))),
        ("ended won discard", ended(won(WayView::Discard { from: Seat::S3 }))),
        ("ended won robbed_kong", ended(won(WayView::RobbedKong { from: Seat::S2 }))),
        ("ended won three_golds", ended(won(WayView::ThreeGolds {}))),
        ("ended won robbed_gold", ended(won(WayView::RobbedGold { exchanged: None }))),
        ("ended won robbed_gold by exchange", ended(won(WayView::RobbedGold { exchanged }))),
        ("ended drawn", ended(OutcomeView::Drawn {})),
        ("ended aborted", ended(OutcomeView::Aborted {})),
    ]
}

fn ended(outcome: OutcomeView) -> PublicChange {
    let hands = BySeat([
        tiles("1112", "7", "12345"),
        tiles("123", "456", "3459"),
        tiles("4467", "1199", "68"),
        tiles("", "22334", "778899"),
    ]);
    let end = Box::new(HandEnd { outcome, hands });
    PublicChange::Ended { end, flipped: Some(tile("bamboo_7")) }
}

/// A win of seat 0 with the Gold, 7 bamboo, for one of the pair.
fn won(way: WayView) -> OutcomeView {
    let doubled = !matches!(way, WayView::Discard { .. } | WayView::RobbedKong { .. });
    let robbing_the_gold = if matches!(way, WayView::RobbedGold { .. }) { 20 } else { 0 };
    let three_golds = if matches!(way, WayView::ThreeGolds {}) { 20 } else { 0 };
    let specials = u32::from(robbing_the_gold + three_golds);
    let total = 5 * if doubled { 2 } else { 1 } + specials;
    let points = PointsView {
        total,
        bonus: 1,
        golds: 1,
        concealed_kongs: 1,
        exposed_kongs: 0,
        streak: 0,
        doubled,
        three_golds,
        golden_pair: 0,
        no_bonus_no_kong: 0,
        robbing_the_gold,
        all_one_suit: 0,
    };
    let loss = -(total as i32);
    let deltas = BySeat([-3 * loss, loss, loss, loss]);
    let drawn = matches!(way, WayView::SelfDraw {}).then(|| tile("characters_3"));
    OutcomeView::Won { seat: Seat::S0, way, points, deltas, groups: groups(), drawn }
}

fn groups() -> Vec<GroupView> {
    let piece = |tile| PieceView { tile, gold: false };
    let group = |tiles: Vec<SuitTile>| GroupView(tiles.into_iter().map(piece).collect());
    let mut pair = group(tiles("22", "", ""));
    pair.0[1].gold = true;
    vec![group(tiles("111", "", "")), group(tiles("", "", "123")), pair]
}

pub(super) fn own_changes() -> Vec<(&'static str, OwnChange)> {
    let answered = |answer| OwnChange::Answered { answer };
    let prompt = |prompt| OwnChange::Prompt { prompt };
    vec![
        ("own dealt", OwnChange::Dealt { tiles: tiles("1123", "4789", "2234556") }),
        ("own drew", OwnChange::Drew { tile: tile("characters_6") }),
        ("own answered pass", answered(AnswerView::Pass {})),
        ("own answered chow", answered(AnswerView::Chow { low: tile("dots_7") })),
        ("own answered pung", answered(AnswerView::Pung {})),
        ("own answered kong", answered(AnswerView::Kong {})),
        ("own answered win", answered(AnswerView::Win {})),
        ("own prompt turn", prompt(Some(turn()))),
        ("own prompt call", prompt(Some(call()))),
        ("own prompt ready", prompt(Some(Prompt::Ready {}))),
        ("own prompt nothing", prompt(None)),
        ("own prompt with every reason", prompt(Some(every_reason()))),
    ]
}

fn turn() -> Prompt {
    Prompt::Turn {
        win: Some(Reason(Illegal::Incomplete)),
        kongs: tiles("5", "", ""),
        barred: vec![(tile("bamboo_7"), Reason(Illegal::Gold))],
    }
}

fn call() -> Prompt {
    Prompt::Call {
        win: Some(Reason(Illegal::Incomplete)),
        kong: Some(Reason(Illegal::NoTriplet)),
        pung: None,
        chow: None,
        chows: tiles("67", "", ""),
    }
}

/// No table says this, but a reader has to know every number.
fn every_reason() -> Prompt {
    let barred = SuitTile::ALL.into_iter().zip(Illegal::ALL.map(Reason)).collect();
    Prompt::Turn { win: None, kongs: Vec::new(), barred }
}
