//! What every level keeps to: the rules, its seed, and what its seat can see.

use bots::arena::{Contender, Duel, Standing};
use bots::selfplay::Shuffler;
use bots::{Bot, Master, Sight, Told, of_level};
use proptest::prelude::*;
use protocol::fujian::{Prompt, SeatView};
use protocol::room::BotLevel;
use rules::fujian::{GoldDiscard, Payers, Phase, Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::SuitTile;
use rules::tile_set::TileSet;

/// Few playouts, so that thousands of choices take seconds.
const PLAYOUTS: u32 = 14;

fn player(level: BotLevel, seed: u64) -> Box<dyn Bot + Send> {
    match level {
        BotLevel::Master => Box::new(Master::new(seed).with_playouts(PLAYOUTS)),
        BotLevel::Random | BotLevel::Easy | BotLevel::Medium | BotLevel::Hard => {
            of_level(level, seed)
        }
    }
}

/// Any rules that can be played, for one hand.
fn any_rules() -> impl Strategy<Value = Rules> {
    let specials = (0..60u16, prop_oneof![Just(0), 0..60u16], 0..20u16, 0..30u16);
    let rob = prop::option::of(0..40u16);
    let flags = prop::array::uniform6(any::<bool>());
    let dead = prop::sample::select(vec![0u8, 16, 18]);
    (specials, rob, flags, dead).prop_map(|(specials, robbing_the_gold, flags, dead_wall)| {
        let (three_golds, golden_pair, no_bonus_no_kong, all_one_suit) = specials;
        let [all_bonus, kongs, dealer_streak, discard_called_kind, gold_allowed, discarder] = flags;
        Rules {
            tiles: if all_bonus { TileSet::AllBonus } else { TileSet::WindsAndSeasons },
            kongs,
            three_golds,
            golden_pair,
            no_bonus_no_kong,
            robbing_the_gold,
            all_one_suit,
            dealer_streak,
            dead_wall,
            gold_discard: if gold_allowed { GoldDiscard::Allowed } else { GoldDiscard::LastResort },
            discard_called_kind,
            payers: if discarder { Payers::Discarder } else { Payers::Everyone },
            ..Rules::CLASSIC
        }
    })
}

/// Plays one hand, showing every choice with what was seen to `saw`.
fn play(rules: Rules, levels: BySeat<BotLevel>, seed: u64, mut saw: impl FnMut(&Table, Seat)) {
    let mut table = Table::new(rules, Seat::S0).unwrap();
    let mut bots = BySeat::from_fn(|seat| player(levels[seat], seed + seat.index() as u64));
    let begun = table.begin(Shuffler::new(seed).wall(rules.tiles)).unwrap();
    table.apply_all(begun, |_, _| ());
    while !matches!(table.phase(), Phase::Finished(_)) {
        let seat = table.awaited().expect("the hand runs");
        saw(&table, seat);
        let sight = Sight::of(&table, seat);
        let action = bots[seat].choose(&sight);
        assert!(sight.legal.contains(action), "{:?} chose {action}", levels[seat]);
        table.play(seat, action, |_, _| ()).unwrap();
    }
}

fn any_levels() -> impl Strategy<Value = BySeat<BotLevel>> {
    prop::array::uniform4(prop::sample::select(BotLevel::ALL.to_vec())).prop_map(BySeat)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// Every level, under any options, picks what the rules allow, to the end of the hand.
    #[test]
    fn a_level_never_chooses_an_illegal_action(rules in any_rules(), levels in any_levels(), seed: u64) {
        play(rules, levels, seed >> 1, |_, _| ());
    }

    /// A client over the wire and a seat at the server choose by the very same things.
    #[test]
    fn the_wire_tells_a_bot_what_the_table_shows_it(rules in any_rules(), seed: u64) {
        let levels = BySeat([BotLevel::Random, BotLevel::Easy, BotLevel::Medium, BotLevel::Easy]);
        play(rules, levels, seed >> 1, |table, seat| {
            let told = Told::new(&SeatView::of(table, seat)).unwrap();
            assert_eq!(told.sight(), Sight::of(table, seat));
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// A server that contradicts itself is told so, and no level falls over what it said.
    #[test]
    fn a_view_that_contradicts_itself_is_no_sight(rules in any_rules(), seed: u64) {
        let levels = BySeat([BotLevel::Easy; 4]);
        play(rules, levels, seed >> 1, |table, seat| {
            let true_view = SeatView::of(table, seat);
            for view in lies(&true_view) {
                let Ok(told) = Told::new(&view) else { continue };
                for level in BotLevel::ALL {
                    player(level, seed).choose(&told.sight());
                }
            }
        });
    }
}

/// The same view with a tile of the hand, a discard or a meld gone or another, and another prompt.
fn lies(view: &SeatView) -> Vec<SeatView> {
    let mut lies = Vec::new();
    let mut lie = |change: &dyn Fn(&mut SeatView)| {
        let mut view = view.clone();
        change(&mut view);
        lies.push(view);
    };
    lie(&|view| view.own.tiles.truncate(11));
    lie(&|view| view.own.tiles.fill(SuitTile::Dots1));
    lie(&|view| view.own.tiles.iter_mut().for_each(|tile| *tile = SuitTile::Bamboo9.min(*tile)));
    lie(&|view| {
        if let Some(hand) = &mut view.table.hand {
            hand.discards.pop();
        }
    });
    lie(&|view| {
        if let Some(hand) = &mut view.table.hand {
            hand.players[view.seat].melds.pop();
        }
    });
    lie(&|view| {
        view.prompt =
            Some(Prompt::Turn { win: None, kongs: SuitTile::ALL.to_vec(), barred: Vec::new() });
    });
    lie(&|view| {
        let chows = SuitTile::ALL.to_vec();
        view.prompt = Some(Prompt::Call { win: None, kong: None, pung: None, chow: None, chows });
    });
    lies
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The same seed and the same sight give the same choice, whoever asks.
    #[test]
    fn the_same_seed_gives_the_same_choices(rules in any_rules(), seed: u64) {
        for level in BotLevel::ALL {
            let levels = BySeat([level, BotLevel::Medium, level, BotLevel::Easy]);
            play(rules, levels, seed >> 1, |table, seat| {
                let sight = Sight::of(table, seat);
                chooses_the_same(level, &sight, seed);
            });
        }
    }

    /// What one seat wins the others lose, in every hand of an arena, and equals earn nothing.
    #[test]
    fn an_arena_makes_and_loses_no_points(rules in any_rules(), seed: u64) {
        let (mut unlike, mut alike) = (Standing::default(), Standing::default());
        for wall in 0..4 {
            let duel = Duel { rules, seed };
            let easy = Contender::Level(BotLevel::Easy);
            let pair = |is_challenger| if is_challenger { Contender::TwoStep } else { easy };
            unlike.add(&duel.play(wall, |is_challenger, seed| pair(is_challenger).seat(seed)));
            alike.add(&duel.play(wall, |_, seed| easy.seat(seed)));
        }
        prop_assert_eq!((unlike.sum(), alike.sum()), (0, 0));
        prop_assert_eq!(alike.mean(), 0.0);
    }
}

fn chooses_the_same(level: BotLevel, sight: &Sight<'_>, seed: u64) {
    assert_eq!(player(level, seed).choose(sight), player(level, seed).choose(sight), "{level:?}");
}

#[test]
fn every_level_beats_the_one_below_by_far_where_it_should() {
    for (better, worse) in [(BotLevel::Easy, BotLevel::Random), (BotLevel::Medium, BotLevel::Easy)]
    {
        let duel = Duel { rules: Rules::FULL, seed: 3 };
        let mut standing = Standing::default();
        for wall in 0..500 {
            let level = |is_challenger| if is_challenger { better } else { worse };
            standing.add(&duel.play(wall, |challenger, seed| of_level(level(challenger), seed)));
        }
        assert!(standing.mean() > standing.margin_99(), "{better:?}: {}", standing.mean());
    }
}

#[test]
fn a_search_is_asked_before_every_round_whether_to_go_on_and_ends_when_it_is_not_to() {
    let rules = Rules { hands: 1, ..Rules::FULL };
    let (mut searches, mut rounds) = (0, 0);
    for seed in 0..6 {
        play(rules, BySeat([BotLevel::Medium; 4]), seed, |table, seat| {
            let sight = Sight::of(table, seat);
            let master = |playouts| Master::new(seed).with_playouts(playouts);
            let mut no_time = || {
                searches += 1;
                false
            };
            let mut all_time = || {
                rounds += 1;
                true
            };

            let at_once = master(500).choose_while(&sight, &mut no_time);
            let in_the_end = master(500).choose_while(&sight, &mut all_time);

            assert_eq!(at_once, master(0).choose(&sight));
            assert_eq!(in_the_end, master(500).choose(&sight));
        });
    }
    assert!(searches > 0 && rounds > searches, "{searches} searches of {rounds} rounds");
}
