//! Laws of riichi games, over random hands under random options.

use proptest::prelude::*;
use rules::riichi::{
    Abort, Chombo, Config, Correction, Deposit, Game, Hand, Length, Options, Outcome, Pao,
    PaoHonba, Renchan, Ron, STICK, Seats, Tsumo, Win, Worth, Yakuman, YakumanSet, fold,
};
use rules::seat::{BySeat, Seat};

/// The most hands a random game is made of.
const HANDS: usize = 40;

fn options() -> impl Strategy<Value = Options> {
    let flags = any::<[bool; 12]>();
    let renchan = prop::sample::select(vec![Renchan::Agari, Renchan::Tenpai, Renchan::Always]);
    let chombo =
        prop::sample::select(vec![Chombo::ReverseMangan, Chombo::Custom(2000), Chombo::None]);
    let tobi = prop::sample::select(vec![None, Some(0), Some(-5000)]);
    (flags, renchan, chombo, tobi).prop_map(|(flags, renchan, chombo, tobi)| Options {
        kiriage: flags[0],
        kazoe_yakuman: flags[1],
        double_yakuman: flags[2],
        composite_yakuman: flags[3],
        atamahane: flags[4],
        double_ron: flags[10],
        triple_ron: flags[5] && flags[10],
        nagashi_mangan: flags[11],
        abortive_draws: flags[6],
        pao_honba: if flags[7] { PaoHonba::Liable } else { PaoHonba::Discarder },
        riichi_deposit: if flags[8] { Deposit::Upfront } else { Deposit::AtNextWin },
        length: if flags[9] { Length::Hanchan } else { Length::Tonpuusen },
        extension: flags[7] && flags[3],
        renchan,
        chombo,
        tobi,
        ..Options::STANDARD
    })
}

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::ALL.to_vec())
}

fn seats() -> impl Strategy<Value = Seats> {
    prop::collection::vec(seat(), 0..4).prop_map(|seats| seats.into_iter().collect())
}

fn worth() -> impl Strategy<Value = Worth> {
    let fu = prop::sample::select(vec![25_u8, 30, 40, 50, 70, 110]);
    let yakuman = vec![
        vec![Yakuman::Daisangen],
        vec![Yakuman::Daisangen, Yakuman::Tsuuiisou],
        vec![Yakuman::Daisuushii, Yakuman::SuuankouTanki, Yakuman::Tsuuiisou],
    ];
    let yakuman = prop::sample::select(yakuman);
    prop_oneof![
        6 => (3_u8..5, fu).prop_map(|(han, fu)| Worth::Counted { han, fu: Some(fu) }),
        3 => (5_u8..15).prop_map(|han| Worth::Counted { han, fu: None }),
        1 => (yakuman, prop::option::of(seat())).prop_map(|(yakuman, liable)| Worth::Yakuman {
            set: YakumanSet::new(&yakuman).expect("they fit together"),
            pao: liable.map(|liable| Pao { liable, yakuman: yakuman[0] }),
        }),
    ]
}

/// A discarder and wins in any order; those that can't be are left out by [`Ron::new`].
fn wins() -> impl Strategy<Value = (Seat, Vec<Win>)> {
    let win = (seat(), worth()).prop_map(|(winner, worth)| Win { winner, worth });
    (seat(), prop::collection::vec(win, 1..4))
}

fn correction() -> impl Strategy<Value = Outcome> {
    (seat(), seat(), seat(), -80..80, -80..80).prop_filter_map(
        "moves nothing",
        |(first, second, payer, one, other)| {
            let mut points = BySeat([0; 4]);
            for (seat, hundreds) in [(first, one), (second, other)] {
                points[seat] += 100 * hundreds;
                points[payer] -= 100 * hundreds;
            }
            Some(Outcome::Correction(Correction::new(points).ok()?))
        },
    )
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let aborts =
        vec![Abort::KyuushuKyuuhai, Abort::SuufonRenda, Abort::Suukaikan, Abort::Sanchahou];
    let tsumo = (seat(), worth()).prop_filter_map("liable to oneself", |(winner, worth)| {
        Some(Outcome::Tsumo(Tsumo::new(Win { winner, worth }).ok()?))
    });
    let ron = wins()
        .prop_filter_map("no ron", |(from, wins)| Some(Outcome::Ron(Ron::new(from, &wins).ok()?)));
    prop_oneof![
        5 => ron,
        3 => tsumo,
        3 => seats().prop_map(|tenpai| Outcome::ExhaustiveDraw { tenpai }),
        1 => (seats(), seats())
            .prop_map(|(winners, tenpai)| Outcome::NagashiMangan { winners, tenpai }),
        1 => prop::sample::select(aborts).prop_map(Outcome::Abortive),
        1 => seat().prop_map(|offender| Outcome::Chombo { offender }),
        1 => Just(Outcome::NoContest),
        1 => correction(),
    ]
}

fn hands() -> impl Strategy<Value = Vec<Hand>> {
    let hand = (seats(), outcome()).prop_map(|(riichi, outcome)| Hand { riichi, outcome });
    prop::collection::vec(hand, 1..HANDS)
}

/// The game of those hands that can be, one after another.
fn play(options: Options, hands: &[Hand]) -> Game {
    let mut game = Game::begin(Config::new(options).expect("options that can be played by"));
    for hand in hands {
        // A hand that can't be is refused, and changes nothing.
        let before = game.clone();
        if game.record(hand.clone()).is_err() {
            assert_eq!(game, before);
        }
    }
    game
}

proptest! {
    /// No hand makes points or loses any, and at the end all places sum to zero.
    #[test]
    fn points_are_conserved(options in options(), hands in hands()) {
        let game = play(options, &hands);

        for settled in game.settled() {
            let state = settled.after;
            prop_assert_eq!(state.points(), 4 * options.starting_points);
            if options.riichi_deposit == Deposit::Upfront {
                let sticks = STICK as i32 * i32::from(state.riichi_sticks);
                let scores: i32 = state.scores.iter().sum();
                prop_assert_eq!(scores + sticks, 4 * options.starting_points);
            }
            if let Some(end) = state.ended {
                prop_assert_eq!(end.places.iter().map(|place| place.points).sum::<i32>(), 0);
                prop_assert_eq!(state.scores.iter().sum::<i32>(), 4 * options.starting_points);
                prop_assert!(end.places.is_sorted_by_key(|place| -place.score));
            }
        }
    }

    /// Folding again gives the same, and deltas lead from one score to the next.
    #[test]
    fn the_fold_is_the_same_every_time(options in options(), hands in hands()) {
        let game = play(options, &hands);

        let again = fold(game.config(), game.hands()).expect("what was recorded can be folded");

        prop_assert_eq!(&again[..], game.settled());
        let mut before = game.config().begin();
        for settled in again {
            for seat in Seat::ALL {
                prop_assert_eq!(before.scores[seat] + settled.deltas[seat], settled.after.scores[seat]);
            }
            prop_assert_eq!((before.round, before.honba), (settled.round, settled.honba));
            before = settled.after;
        }
    }

    /// A correction gives what entering everything anew would, or is refused for the same hand.
    #[test]
    fn a_correction_equals_entering_anew(options in options(), hands in hands(), at in any::<prop::sample::Index>()) {
        let mut game = play(options, &hands);
        prop_assume!(!game.hands().is_empty());
        let at = at.index(game.hands().len());
        let mut corrected = game.hands().to_vec();
        corrected[at] = hands[hands.len() - 1].clone();

        let edited = game.replace(at + 1, corrected[at].clone());
        let anew = Game::new(*game.config(), corrected);

        match (edited, anew) {
            (Ok(()), Ok(anew)) => prop_assert_eq!(game, anew),
            (Err(edited), Err(anew)) => prop_assert_eq!(edited, anew.into()),
            (edited, anew) => prop_assert!(false, "{:?} but {:?}", edited, anew),
        }
    }

    /// In which order several winners are told does not matter.
    #[test]
    fn the_order_of_winners_does_not_matter((from, wins) in wins()) {
        let mut turned = wins.clone();
        turned.rotate_left(1);
        let mut back = wins.clone();
        back.reverse();

        let ron = Ron::new(from, &wins);

        prop_assert_eq!(Ron::new(from, &turned).ok(), ron.clone().ok());
        prop_assert_eq!(Ron::new(from, &back).ok(), ron.ok());
    }
}
