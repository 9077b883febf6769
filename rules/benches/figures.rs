//! The figures of the shape tables: each question's time, beside the seed's way of answering it; and of a riichi game.
//!
//! Every question is asked of 4096 different hands one after another, so that neither caches nor
//! branch predictors know the answers by heart. A hand keeps the classes of its suits up to date as
//! tiles come and go; what that costs is in the row of the draw.

mod measure;
mod seed_recursion;
#[path = "../tests/shape_reference/mod.rs"]
mod shape_reference;

use std::hint::black_box;

use measure::{Figure, Purpose, Target};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::riichi::{self, Config, Options, Players};
use rules::shape;
use rules::tile::SuitTile;
use shape_reference::{HandPlan, HandSort, ReferenceHand, random_hand};

/// Different hands per figure.
const HANDS: usize = 4096;
/// Sets to be made from the hand: no meld lies open.
const SETS: usize = 5;
/// Hands of a long riichi game.
const RIICHI_HANDS: usize = 100;
/// Passes over the hands when instructions are counted.
const COUNTED_PASSES: u64 = 4;

/// What is asked of a hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Is it complete?
    Win,
    /// Is it with one more tile, which goes again after?
    DrawAndWin,
    /// How many tiles must still be drawn?
    Distance,
    /// Which kinds help?
    Helps,
    /// What does each discard leave, and which kinds help then?
    Discards,
}

/// One row of the table.
struct Row {
    question: Question,
    sort: HandSort,
    golds: u8,
}

/// One hand, as the tables and as the seed want it.
struct Sample {
    hand: Hand,
    drawn: SuitTile,
    naturals: Vec<u8>,
    golds: u8,
}

fn main() {
    let rows = rows();
    match Purpose::of_this_process() {
        Purpose::Nothing => {}
        Purpose::Repeat { work, times } => {
            let mut samples = rows[work].samples();
            (0..times).for_each(|_| rows[work].pass(&mut samples));
        }
        Purpose::Measure => {
            let asked = rows.iter().enumerate().map(|(place, row)| row.figure(place));
            let figures: Vec<Figure> = asked.chain(tables()).chain([riichi_game()]).collect();
            measure::report("rules", &figures);
        }
    }
}

fn rows() -> Vec<Row> {
    let sorts = [HandSort::Deal, HandSort::NearComplete];
    let mut rows = Vec::new();
    for question in [Question::Win, Question::Distance] {
        for sort in sorts {
            rows.extend((0..=3).map(|golds| Row { question, sort, golds }));
        }
    }
    for question in [Question::DrawAndWin, Question::Helps, Question::Discards] {
        rows.extend(sorts.map(|sort| Row { question, sort, golds: 1 }));
    }
    rows
}

/// How large the tables are, and how long they take to build.
fn tables() -> [Figure; 2] {
    let bytes = shape::warm_up() as f64;
    let (median, best) = measure::seconds(|| {
        black_box(shape::rebuild_tables());
    });
    let build = Figure {
        best: best * 1e3,
        ..Figure::exact("tables, build", "ms", median * 1e3, Target::AtMost(50.0))
    };
    [Figure::exact("tables, size", "bytes", bytes, Target::AtMost(1e6)), build]
}

/// How long the fold of a long riichi game takes; points as they are typed take longest.
fn riichi_game() -> Figure {
    let options = Options { tobi: None, ..Options::STANDARD };
    let config = Config::new(options).expect("options that can be played by");
    let players = Players::new(["east", "south", "west", "north"]).expect("four names");
    let hands = "east riichi, east ron west 48000\n".repeat(RIICHI_HANDS / 2)
        + &"south riichi, draw east south tenpai\n".repeat(RIICHI_HANDS / 2);
    let game = riichi::import(config, &players, &hands).game;
    assert_eq!(game.hands().len(), RIICHI_HANDS, "every hand can be");
    let (median, best) = measure::seconds(|| {
        black_box(riichi::fold(&config, black_box(game.hands())).is_ok());
    });
    let name = "riichi, fold of 100 hands";
    Figure { best: best * 1e6, ..Figure::exact(name, "us", median * 1e6, Target::AtMost(1000.0)) }
}

impl Row {
    fn name(&self) -> String {
        let question = match self.question {
            Question::Win => "win check",
            Question::DrawAndWin => "draw, win check, discard",
            Question::Distance => "distance",
            Question::Helps => "which of 27 kinds help",
            Question::Discards => "all discards, which kinds help",
        };
        let sort = if self.sort == HandSort::Deal { "deal" } else { "near" };
        format!("{question}, {sort}, golds {}", self.golds)
    }

    fn target(&self) -> Target {
        match self.question {
            Question::Win | Question::Distance => Target::AtMost(10.0),
            Question::DrawAndWin => Target::None,
            Question::Helps => Target::AtMost(60.0),
            Question::Discards => Target::AtMost(600.0),
        }
    }

    fn samples(&self) -> Vec<Sample> {
        let mut rng = Pcg64Mcg::seed_from_u64(17);
        let drawn = matches!(self.question, Question::Win | Question::Discards);
        let plan = HandPlan { sort: self.sort, sets: SETS as u8, drawn, golds: Some(self.golds) };
        (0..HANDS).map(|place| Sample::new(&random_hand(&mut rng, plan), place)).collect()
    }

    fn figure(&self, place: usize) -> Figure {
        let mut samples = self.samples();
        let (median, best) = measure::seconds(|| self.pass(&mut samples));
        let seed = self.seed_can_answer().then(|| {
            let ask = |sample: &Sample| self.ask_seed(sample);
            1e9 * measure::slow_seconds(&samples, ask)
        });
        let hands = HANDS as f64;
        Figure {
            name: self.name(),
            unit: "ns",
            measured: median * 1e9 / hands,
            best: best * 1e9 / hands,
            target: self.target(),
            seed,
            instructions: measure::instructions(place, COUNTED_PASSES).map(|count| count / hands),
        }
    }

    /// Asks the question of every hand.
    fn pass(&self, samples: &mut [Sample]) {
        match self.question {
            Question::Win => each(samples, |sample| shape::is_complete(&sample.hand, SETS)),
            Question::DrawAndWin => each(samples, |sample| {
                sample.hand.add(sample.drawn);
                let complete = shape::is_complete(&sample.hand, SETS);
                sample.hand.remove(sample.drawn);
                complete
            }),
            Question::Distance => each(samples, |sample| shape::distance(&sample.hand, SETS)),
            Question::Helps => each(samples, |sample| shape::helps(&sample.hand, SETS)),
            Question::Discards => each(samples, |sample| shape::discards(&sample.hand, SETS)),
        }
    }

    /// The seed's plan knows no distance: it can only say what completes a hand.
    fn seed_can_answer(&self) -> bool {
        self.question != Question::Distance
    }

    fn ask_seed(&self, sample: &Sample) {
        let Sample { naturals, golds, drawn, .. } = sample;
        match self.question {
            Question::Win => {
                black_box(seed_recursion::is_winning_hand_with_gold(naturals, *golds, SETS as u8));
            }
            Question::DrawAndWin => {
                black_box(seed_wins_with(naturals, *golds, drawn.index() as u8));
            }
            Question::Distance => unreachable!("the seed can't answer it"),
            Question::Helps => {
                black_box(seed_completing(naturals, *golds));
            }
            Question::Discards => {
                let mut kinds = naturals.clone();
                kinds.dedup();
                for kind in kinds {
                    let mut rest = naturals.clone();
                    rest.remove(rest.partition_point(|&tile| tile < kind));
                    black_box(seed_completing(&rest, *golds));
                }
            }
        }
    }
}

/// The work of one pass: the answers are made, and nobody looks at them.
fn each<T>(samples: &mut [Sample], mut ask: impl FnMut(&mut Sample) -> T) {
    for sample in samples {
        black_box(ask(black_box(sample)));
    }
}

/// The kinds that complete the hand, by the seed's recursion.
fn seed_completing(naturals: &[u8], golds: u8) -> KindSet {
    let wins = |tile: &SuitTile| seed_wins_with(naturals, golds, tile.index() as u8);
    SuitTile::ALL.into_iter().filter(wins).collect()
}

fn seed_wins_with(naturals: &[u8], golds: u8, kind: u8) -> bool {
    let mut tiles = naturals.to_vec();
    tiles.insert(tiles.partition_point(|&tile| tile < kind), kind);
    seed_recursion::is_winning_hand_with_gold(&tiles, golds, SETS as u8)
}

impl Sample {
    fn new(reference: &ReferenceHand, place: usize) -> Self {
        let gold = SuitTile::ALL[usize::from(reference.gold_kind)];
        let held = |tile: SuitTile| usize::from(reference.counts[tile.index()]);
        let copies = |tile| std::iter::repeat_n(tile, held(tile));
        let naturals: Vec<SuitTile> = SuitTile::ALL.into_iter().flat_map(copies).collect();
        let golds = std::iter::repeat_n(gold, reference.golds.into());
        let drawable = |tile: &SuitTile| *tile != gold && held(*tile) < 4;
        let kinds = SuitTile::ALL.into_iter().cycle().skip(place % SuitTile::COUNT);
        Self {
            hand: Hand::new(Some(gold), naturals.iter().copied().chain(golds)),
            drawn: kinds.take(SuitTile::COUNT).find(drawable).expect("some kind can be drawn"),
            naturals: naturals.iter().map(|tile| tile.index() as u8).collect(),
            golds: reference.golds,
        }
    }
}
