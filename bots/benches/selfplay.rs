//! The figures of self-play: whole hands per second on one core, through the same `decide`, `apply`
//! and `follow` a room uses.

#[path = "../../rules/benches/measure/mod.rs"]
mod measure;

use bots::selfplay::{self, Shuffler};
use bots::{Bot, Greedy, Random};
use measure::{Figure, Purpose, Target};
use rules::fujian::{Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::shape;

/// Hands played in one go.
const HANDS: u32 = 500;

/// Who plays, by which rules, and how many hands a second it should be.
const ROWS: [(Players, &str, f64); 4] = [
    (Players::Random, "classic", 100_000.0),
    (Players::Random, "full", 100_000.0),
    (Players::Greedy, "classic", 50_000.0),
    (Players::Greedy, "full", 50_000.0),
];

#[derive(Clone, Copy)]
enum Players {
    Random,
    Greedy,
}

fn main() {
    shape::warm_up();
    match Purpose::of_this_process() {
        Purpose::Nothing => {}
        Purpose::Repeat { work, times } => {
            let mut play = player(work);
            for _ in 0..times {
                play();
            }
        }
        Purpose::Measure => {
            let figures: Vec<Figure> = (0..ROWS.len()).flat_map(figures).collect();
            measure::report("selfplay", &figures);
        }
    }
}

/// The speed of one row, and how much happens in a hand.
fn figures(row: usize) -> [Figure; 2] {
    let (players, rules, target) = ROWS[row];
    let name = match players {
        Players::Random => format!("random players, {rules}"),
        Players::Greedy => format!("greedy players, {rules}"),
    };
    let hands = f64::from(HANDS);
    let mut play = player(row);
    let events = f64::from(play()) / hands;
    let (median, best) = measure::seconds(|| {
        play();
    });
    let speed = Figure {
        best: hands / best,
        instructions: measure::instructions(row, 1).map(|count| count / hands),
        ..Figure::exact(&name, "hands/s", hands / median, Target::AtLeast(target))
    };
    [speed, Figure::exact(&format!("{name}, events"), "a hand", events, Target::None)]
}

/// What plays on from where it stopped: [`HANDS`] more hands, and says how many events they took.
fn player(row: usize) -> Box<dyn FnMut() -> u32> {
    let (players, rules, _) = ROWS[row];
    let rules = Rules::preset(rules).expect("a preset");
    match players {
        Players::Random => Box::new(hands(rules, BySeat([1, 2, 3, 4].map(Random::new)))),
        Players::Greedy => Box::new(hands(rules, BySeat([Greedy; 4]))),
    }
}

fn hands<B: Bot>(rules: Rules, mut bots: BySeat<B>) -> impl FnMut() -> u32 {
    let mut table = Table::new(rules, Seat::S0).expect("a preset can be played");
    let mut shuffler = Shuffler::new(7);
    move || {
        let mut events = 0;
        for _ in 0..HANDS {
            selfplay::play_hand(&mut table, &mut bots, &mut shuffler, |_, _| events += 1);
        }
        events
    }
}
