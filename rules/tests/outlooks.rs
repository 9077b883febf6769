//! Hands looked at with what was kept from others, against each of them looked at by itself.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::shape::{self, Calls, Outlook, Outlooks};
use rules::tile::{COPIES, SuitTile};

/// Choices, each with tiles left of its own.
const CHOICES: u64 = 3_000;
/// Draws and discards of one choice: enough for what was kept to be asked again, and overwritten.
const STEPS: usize = 60;

/// How many tiles of each kind are left, as it may be.
type Left = [u8; SuitTile::COUNT];

/// A hand of `3 * sets + 2` tiles off a full wall, with the fourth Gold flipped.
fn dealt(rng: &mut Pcg64Mcg, gold: Option<SuitTile>, sets: usize) -> Hand {
    let copies = |tile| usize::from(if gold == Some(tile) { COPIES - 1 } else { COPIES });
    let each = SuitTile::ALL.into_iter().flat_map(|tile| std::iter::repeat_n(tile, copies(tile)));
    let mut wall: Vec<SuitTile> = each.collect();
    wall.shuffle(rng);
    Hand::new(gold, wall.into_iter().take(3 * sets + 2))
}

fn without(hand: &Hand, tiles: &[SuitTile]) -> Hand {
    let mut rest = *hand;
    tiles.iter().for_each(|tile| rest.remove(*tile));
    rest
}

/// Some kind that can still be drawn; every other time one that helps, if any does.
fn drawn(rng: &mut Pcg64Mcg, hand: &Hand, sets: usize) -> SuitTile {
    let most = |tile| if hand.gold() == Some(tile) { COPIES - 1 } else { COPIES };
    let can_come = |tile: &SuitTile| hand.count(*tile) < most(*tile);
    let all: Vec<SuitTile> = SuitTile::ALL.into_iter().filter(can_come).collect();
    let helps: Vec<SuitTile> = shape::helps(hand, sets).into_iter().filter(can_come).collect();
    let from = if rng.random() && !helps.is_empty() { helps } else { all };
    *from.choose(rng).expect("there are more kinds than a hand can hold all of")
}

/// The discards that can be called, by taking the tiles out of the hand.
fn discards_by_taking(hand: &Hand, sets: usize, tile: SuitTile) -> u16 {
    if hand.gold() == Some(tile) || sets == 0 {
        return 0;
    }
    let nearer = |taken: &[SuitTile]| {
        shape::distance(&without(hand, taken), sets - 1) < shape::distance(hand, sets)
    };
    if hand.natural(tile) >= 2 && nearer(&[tile; 2]) {
        return 3;
    }
    let runs = hand.natural_kinds().runs_with(tile).into_iter().any(|low| {
        let run = low.run().into_iter().flatten();
        nearer(&run.filter(|other| *other != tile).collect::<Vec<_>>())
    });
    u16::from(runs)
}

fn outlook_by_itself(hand: &Hand, sets: usize, left: &Left, calls: Calls) -> Outlook {
    let left = |tile: SuitTile| u16::from(left[tile.index()]);
    let helps = shape::helps(hand, sets);
    let callable = match calls {
        Calls::Ignored => 0,
        Calls::Counted => {
            helps.into_iter().map(|tile| left(tile) * discards_by_taking(hand, sets, tile)).sum()
        }
    };
    let useful = helps.into_iter().map(left).sum();
    Outlook { distance: shape::distance(hand, sets), useful, callable }
}

/// Every discard that leaves the hand nearest, each tried by itself.
fn nearest_by_itself(
    hand: &Hand,
    sets: usize,
    legal: KindSet,
    left: &Left,
    calls: Calls,
) -> Vec<(SuitTile, Outlook)> {
    let legal = legal.intersection(hand.kinds()).into_iter();
    let all: Vec<_> = legal
        .map(|tile| (tile, outlook_by_itself(&without(hand, &[tile]), sets, left, calls)))
        .collect();
    let nearest = all.iter().map(|(_, after)| after.distance).min();
    all.into_iter().filter(|(_, after)| Some(after.distance) == nearest).collect()
}

#[test]
fn what_is_kept_from_other_hands_changes_no_answer() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let (mut golds_thrown, mut callable, mut golden_pairs) = (0, 0, 0);
    for choice in 0..CHOICES {
        let gold = rng.random_range(0..9) > 0;
        let gold = gold.then(|| *SuitTile::ALL.choose(&mut rng).expect("kinds"));
        let sets = rng.random_range(0..=5);
        let left: Left = std::array::from_fn(|_| rng.random_range(0..=COPIES));
        let calls = if choice % 2 == 0 { Calls::Ignored } else { Calls::Counted };
        let left_of = |tile: SuitTile| u16::from(left[tile.index()]);
        let mut outlooks = Outlooks::new(gold, |tile| left[tile.index()], calls);
        let mut hand = dealt(&mut rng, gold, sets);

        for _ in 0..STEPS {
            let some: KindSet = hand.kinds().into_iter().filter(|_| rng.random()).collect();
            for legal in [hand.kinds(), some] {
                let nearest = outlooks.nearest_discards(&hand, sets, legal);
                let expected = nearest_by_itself(&hand, sets, legal, &left, calls);
                assert_eq!(nearest.to_vec(), expected, "{legal:?} of {:?}", hand.kinds());
                golds_thrown += usize::from(nearest.iter().any(|(tile, _)| Some(*tile) == gold));
            }
            let nearest = nearest_by_itself(&hand, sets, hand.kinds(), &left, calls);
            let (thrown, _) = nearest.choose(&mut rng).expect("a hand has tiles");
            hand.remove(*thrown);

            let outlook = outlooks.of(&hand, sets);
            assert_eq!(outlook, outlook_by_itself(&hand, sets, &left, calls), "{:?}", hand.kinds());
            let golden = shape::golden_pair_nearer_with(&hand, sets)
                .map(|(far, kinds)| (far, kinds.into_iter().map(left_of).sum()));
            assert_eq!(outlooks.golden_pair(&hand, sets), golden, "{:?}", hand.kinds());
            for tile in shape::helps(&hand, sets) {
                let discards = shape::discards_to_call(&hand, sets, tile);
                assert_eq!(discards, discards_by_taking(&hand, sets, tile), "{tile}");
            }
            callable += usize::from(outlook.callable > 0);
            golden_pairs += usize::from(golden.is_some());
            hand.add(drawn(&mut rng, &hand, sets));
        }
    }

    let counts = [golds_thrown, callable, golden_pairs];
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
}
