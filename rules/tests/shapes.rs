//! The shape tables against the slow reference, on a million random hands.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::shape;
use rules::tile::{COPIES, SuitTile};

use self::shape_reference::{HandPlan, ReferenceHand, random_hand};

mod shape_reference;

const HANDS: usize = 1_000_000;

/// The same number of random hands of every plan, `hands` in all.
fn random_hands(seed: u64, hands: usize) -> impl Iterator<Item = (HandPlan, ReferenceHand)> {
    let plans = HandPlan::all();
    let per_plan = hands.div_ceil(plans.len());
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    plans.into_iter().flat_map(move |plan| {
        let hands: Vec<_> = (0..per_plan).map(|_| (plan, random_hand(&mut rng, plan))).collect();
        hands
    })
}

fn hand_of(reference: &ReferenceHand) -> (Hand, usize) {
    let gold = SuitTile::from_index(reference.gold_kind.into()).unwrap();
    let naturals = SuitTile::ALL
        .into_iter()
        .flat_map(|tile| std::iter::repeat_n(tile, reference.counts[tile.index()].into()));
    let golds = std::iter::repeat_n(gold, reference.golds.into());
    (Hand::new(Some(gold), naturals.chain(golds)), reference.sets.into())
}

#[test]
fn completeness_and_distance_agree_with_the_reference_on_a_million_hands() {
    let (mut checked, mut complete) = (0, 0);

    for (plan, reference) in random_hands(1, HANDS) {
        let (hand, sets) = hand_of(&reference);
        let ReferenceHand { counts, golds, sets: needed, .. } = &reference;

        let is_complete = shape::is_complete(&hand, sets);
        assert_eq!(
            is_complete,
            shape_reference::complete(counts, *golds, *needed),
            "{reference:?}"
        );
        assert_eq!(
            shape::distance(&hand, sets),
            shape_reference::distance(counts, *golds, *needed),
            "{reference:?}"
        );
        if plan.drawn {
            assert_eq!(
                shape::has_golden_pair(&hand, sets),
                shape_reference::golden_pair(counts, *golds, *needed),
                "{reference:?}"
            );
        }
        checked += 1;
        complete += usize::from(is_complete);
    }

    assert!(checked >= HANDS && complete > HANDS / 10, "{complete} of {checked} complete");
}

/// What helps, worked out by trying every draw.
fn helps_by_trying(hand: &Hand, sets: usize) -> KindSet {
    let nearer = |tile: &SuitTile| {
        let mut more = *hand;
        more.add(*tile);
        shape::distance(&more, sets) < shape::distance(hand, sets)
    };
    SuitTile::ALL.into_iter().filter(|tile| hand.natural(*tile) < COPIES).filter(nearer).collect()
}

#[test]
fn useful_tiles_are_those_that_shorten_the_distance() {
    for (plan, reference) in random_hands(2, 100_000) {
        let (hand, sets) = hand_of(&reference);
        if hand.golds() == COPIES - 1 || plan.drawn && shape::distance(&hand, sets) == 0 {
            continue; // no Gold is left to be drawn; nothing is needed
        }

        assert_eq!(shape::helps(&hand, sets), helps_by_trying(&hand, sets), "{reference:?}");
    }
}

#[test]
fn a_tile_completes_a_hand_exactly_when_the_hand_with_it_is_complete() {
    for (_, reference) in random_hands(3, 100_000).filter(|(plan, _)| !plan.drawn) {
        let (hand, sets) = hand_of(&reference);

        for tile in SuitTile::ALL.into_iter().filter(|tile| hand.natural(*tile) < COPIES) {
            let mut more = hand;
            more.add(tile);
            let (said, is_so) = if hand.gold() == Some(tile) {
                (shape::is_complete_with_gold(&hand, sets), shape::is_complete(&more, sets))
            } else {
                (shape::is_complete_with(&hand, tile, sets), shape::is_complete(&more, sets))
            };
            assert_eq!(said, is_so, "{tile} to {reference:?}");
        }
    }
}

#[test]
fn discards_say_what_remains() {
    for (_, reference) in random_hands(4, 100_000).filter(|(plan, _)| plan.drawn) {
        let (hand, sets) = hand_of(&reference);

        let discards = shape::discards(&hand, sets);

        assert!(discards.iter().map(|after| after.tile).eq(hand.kinds()), "{reference:?}");
        for after in &discards {
            let mut rest = hand;
            rest.remove(after.tile);
            let expected = (shape::distance(&rest, sets), shape::helps(&rest, sets));
            assert_eq!((after.distance, after.helps), expected, "{} of {reference:?}", after.tile);
        }
        let distances = discards.iter().map(|after| (after.tile, after.distance));
        assert!(shape::discard_distances(&hand, sets).eq(distances), "{reference:?}");
    }
}

#[test]
fn a_complete_hand_can_be_read_and_every_reading_is_the_hand() {
    for (_, reference) in random_hands(5, 50_000).filter(|(plan, _)| plan.drawn) {
        let (hand, sets) = hand_of(&reference);

        let readings = shape::readings(&hand, sets);

        assert_eq!(!readings.is_empty(), shape::is_complete(&hand, sets), "{reference:?}");
        let golden = readings.iter().any(shape::Reading::has_golden_pair);
        assert_eq!(golden, shape::has_golden_pair(&hand, sets), "{reference:?}");
        for reading in &readings {
            let pieces = reading.groups.iter().flat_map(|group| &group.pieces);
            let gold = hand.gold().unwrap();
            let tiles = pieces.map(|piece| if piece.gold { gold } else { piece.tile });
            assert_eq!(Hand::new(Some(gold), tiles), hand, "{reading:?}");
            assert!(reading.groups.iter().all(is_group), "{reading:?}");
            assert_eq!(reading.groups.len(), sets + 1);
        }
    }
}

fn is_group(group: &shape::HandGroup) -> bool {
    let tiles: Vec<_> = group.pieces.iter().map(|piece| piece.tile).collect();
    match group.shape {
        shape::GroupShape::Run => tiles[0].run().is_some_and(|run| run[..] == tiles[..]),
        shape::GroupShape::Triplet => {
            tiles.len() == 3 && tiles.iter().all(|tile| *tile == tiles[0])
        }
        shape::GroupShape::Pair => tiles.len() == 2 && tiles[0] == tiles[1],
    }
}
