//! How a hand of named yakuman comes about: every one there is, by every option that changes it, ends in what the table pays.

use rules::riichi::{
    Config, Game, Hand, NamedHand, Options, Outcome, Pao, PaoHonba, Ron, Round, STICK, Seats,
    Situation, Start, Step, StepKind, Tsumo, Win, WinBy, Winner, Worth, Yakuman, YakumanSet,
};
use rules::seat::{BySeat, Seat};

const DISCARDER: Seat = Seat::S2;
const LIABLE: Seat = Seat::S3;
const HONBA: u16 = 2;
const STICKS: u16 = 3;

/// Every hand of up to three yakuman; beyond that nothing new adds up.
fn sets() -> Vec<(YakumanSet, Vec<Yakuman>)> {
    let mut sets = Vec::new();
    for (place, one) in Yakuman::ALL.into_iter().enumerate() {
        sets.push(vec![one]);
        for (next, two) in Yakuman::ALL.into_iter().enumerate().skip(place + 1) {
            sets.push(vec![one, two]);
            sets.extend(Yakuman::ALL.into_iter().skip(next + 1).map(|three| vec![one, two, three]));
        }
    }
    sets.into_iter().filter_map(|named| Some((YakumanSet::new(&named).ok()?, named))).collect()
}

fn tables() -> impl Iterator<Item = Options> {
    (0..8_u8).map(|bits| Options {
        double_yakuman: bits & 1 != 0,
        composite_yakuman: bits & 2 != 0,
        pao_honba: if bits & 4 != 0 { PaoHonba::Discarder } else { PaoHonba::Liable },
        tobi: None,
        ..Options::STANDARD
    })
}

/// What the winner gets at the table, sticks included, and what the discarder pays.
fn paid(options: Options, win: Win, by: WinBy) -> (u32, u32) {
    let mut scores = BySeat([options.starting_points; 4]);
    scores[Seat::S0] -= i32::from(STICKS) * STICK as i32;
    let start = Start { round: Round::EAST_1, honba: HONBA, riichi_sticks: STICKS, scores };
    let mut game = Game::begin(Config::mid_game(options, start).unwrap());
    let outcome = match by {
        WinBy::Ron => Outcome::Ron(Ron::new(DISCARDER, &[win]).unwrap()),
        WinBy::Tsumo => Outcome::Tsumo(Tsumo::new(win).unwrap()),
    };
    let settled = game.record(Hand { riichi: Seats::NONE, outcome }).unwrap();
    (settled.deltas[win.winner].unsigned_abs(), settled.deltas[DISCARDER].unsigned_abs())
}

/// Every hand, at every table, won by the dealer or another, on a discard or a draw.
fn hands() -> impl Iterator<Item = (YakumanSet, Option<Yakuman>, Options, Situation)> {
    sets().into_iter().flat_map(|(set, named)| {
        let liable = named.into_iter().filter(|one| Options::STANDARD.pao.has(*one));
        liable.map(Some).chain([None]).flat_map(move |liable_for| {
            tables().flat_map(move |options| {
                let winners = [Winner::Dealer, Winner::NonDealer].into_iter();
                winners.flat_map(move |winner| {
                    let ways = [WinBy::Ron, WinBy::Tsumo].into_iter();
                    let ways = ways.map(move |by| Situation { winner, by });
                    let ways = ways.filter(move |situation| set.check(*situation).is_ok());
                    ways.map(move |situation| (set, liable_for, options, situation))
                })
            })
        })
    })
}

#[test]
fn the_steps_of_every_hand_end_in_what_the_table_pays() {
    let mut compared = 0;
    for (set, liable_for, options, situation) in hands() {
        let hand = NamedHand { set, liable_for, situation, options: &options };
        let pao = liable_for.map(|yakuman| Pao { liable: LIABLE, yakuman });
        let winner = if situation.winner == Winner::Dealer { Seat::S0 } else { Seat::S1 };
        let win = Win { winner, worth: Worth::Yakuman { set, pao } };

        let steps = hand.steps(HONBA, STICKS).unwrap();

        let points = |kind: StepKind| -> u32 {
            steps.iter().filter(|step| step.kind == kind).map(|step| step.points).sum()
        };
        let (total, discarder) = paid(options, win, situation.by);
        assert_eq!(points(StepKind::Total), total, "{hand:?}: {steps:?}");
        assert_eq!(points(StepKind::Yakuman), points(StepKind::Base), "{hand:?}: {steps:?}");
        if situation.by == WinBy::Ron {
            let is_split = points(StepKind::FromLiable) > 0;
            let pays_honba = !is_split || options.pao_honba == PaoHonba::Discarder;
            let honba = if pays_honba { points(StepKind::Honba) } else { 0 };
            assert_eq!(points(StepKind::FromDiscarder) + honba, discarder, "{hand:?}: {steps:?}");
        }
        compared += 1;
    }
    assert!(compared > 2000, "{compared}");
}

#[test]
fn a_part_somebody_is_liable_for_is_told_apart_and_what_does_not_count_is_told() {
    let set = YakumanSet::new(&[Yakuman::Daisangen, Yakuman::Tsuuiisou]).unwrap();
    let told = |by, options: &Options| {
        let situation = Situation { winner: Winner::NonDealer, by };
        let hand = NamedHand { set, liable_for: Some(Yakuman::Daisangen), situation, options };
        let steps = hand.steps(1, 1).unwrap();
        let line = |step: Step| format!("{} {} {}", step.kind.code(), step.formula, step.points);
        steps.into_iter().map(line).collect::<Vec<_>>()
    };

    let ron = told(WinBy::Ron, &Options::STANDARD);
    let tsumo = told(WinBy::Tsumo, &Options::STANDARD);
    let alone = told(WinBy::Ron, &Options { composite_yakuman: false, ..Options::STANDARD });

    assert_eq!(
        ron,
        [
            "yakuman 8000 x 1, daisangen 8000",
            "yakuman 8000 x 1, tsuuiisou 8000",
            "base 8000 x (1 + 1) 16000",
            "from_liable 8000 x 4 / 2 16000",
            "from_discarder 8000 x 4 / 2 + 8000 x 4 48000",
            "honba 300 x 1, from the liable player 300",
            "riichi_sticks 1000 x 1 1000",
            "total 16000 + 48000 + 300 + 1000 65300",
        ]
    );
    assert_eq!(
        tsumo[3..],
        [
            "from_liable 8000 x 4 32000",
            "from_dealer 8000 x 2, rounded up to 100 16000",
            "from_each_other 8000 x 1, rounded up to 100 8000",
            "honba 300 x 1, from the liable player 300",
            "riichi_sticks 1000 x 1 1000",
            "total 32000 + 16000 + 8000 x 2 + 300 + 1000 65300",
        ]
    );
    assert_eq!(
        alone[..3],
        ["yakuman 8000 x 1, daisangen 8000", "yakuman 8000 x 0, tsuuiisou 0", "base 8000 x 1 8000",]
    );
}
