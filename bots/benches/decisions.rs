//! How long a level takes for one choice, in hands that four of it play.

#[path = "../../rules/benches/measure/mod.rs"]
mod measure;

use std::time::{Duration, Instant};

use bots::selfplay::{self, Shuffler};
use bots::{Bot, CHOICE_MAX, Sight, of_level};
use measure::{Figure, Purpose, Target};
use protocol::room::BotLevel;
use rules::fujian::{Action, Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::shape;

/// Who is timed.
struct Row {
    level: BotLevel,
    name: &'static str,
    hands: u32,
    /// How often a choice is made. The first go counts, as at a table; but for the longest choice the
    /// quickest, so that it is one of the level and not of the machine. Who rolls dice has one.
    goes: u32,
    unit: &'static str,
    per_second: f64,
    /// What a choice should take at most.
    most: f64,
}

const HARD: Row = Row {
    level: BotLevel::Hard,
    name: "hard",
    hands: 400,
    goes: 5,
    unit: "us",
    per_second: 1e6,
    most: 50.0,
};
const MASTER: Row = Row {
    level: BotLevel::Master,
    name: "master",
    hands: 60,
    goes: 1,
    unit: "ms",
    per_second: 1e3,
    most: 50.0,
};
/// What is measured, in this order.
const RUNS: [(Row, &str); 4] =
    [(HARD, "classic"), (HARD, "full"), (MASTER, "classic"), (MASTER, "full")];

/// More choices than a seat has in one run.
const CHOICES_MAX: usize = 100_000;
/// How often a choice is repeated for its instructions to be counted.
const REPEATS: u64 = 200;

/// How long one choice took.
#[derive(Clone, Copy)]
struct Took {
    first: Duration,
    quickest: Duration,
}

/// Notes how long each choice takes within the time it has at a table; getting ready is none.
struct Timed {
    bot: Box<dyn Bot + Send>,
    goes: u32,
    took: Vec<Took>,
    /// The choice to repeat, and how often.
    repeat: Option<(usize, u64)>,
}

impl Bot for Timed {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        if sight.legal.ready {
            return self.bot.choose(sight);
        }
        let (action, first) = self.timed(sight);
        let again = (1..self.goes).map(|_| self.timed(sight).1);
        let quickest = again.fold(first, Duration::min);
        if let Some((choice, times)) = self.repeat
            && choice == self.took.len()
        {
            for _ in 0..times {
                self.timed(sight);
            }
        }
        self.took.push(Took { first, quickest });
        action
    }
}

impl Timed {
    fn timed(&mut self, sight: &Sight<'_>) -> (Action, Duration) {
        let begun = Instant::now();
        let action = self.bot.choose_while(sight, &mut || begun.elapsed() < CHOICE_MAX);
        (action, begun.elapsed())
    }
}

fn main() {
    shape::warm_up();
    match Purpose::of_this_process() {
        Purpose::Nothing => {}
        Purpose::Repeat { work, times } => {
            let (place, choice) = (work / CHOICES_MAX, work % CHOICES_MAX);
            let repeat = (Seat::ALL[place % 4], choice, times);
            played(&RUNS[place / 4], Some(repeat));
        }
        Purpose::Measure => {
            let figures: Vec<Figure> = (0..RUNS.len()).flat_map(figures).collect();
            measure::report("decisions", &figures);
        }
    }
}

/// The mean, the 99th percentile and the longest of one run.
fn figures(run: usize) -> [Figure; 3] {
    let (Row { name, goes, unit, per_second, most, .. }, rules) = RUNS[run];
    let bots = played(&RUNS[run], None);
    let mut first: Vec<Duration> = Vec::new();
    let mut longest = (Duration::ZERO, 0);
    for (seat, bot) in bots.iter().enumerate() {
        first.extend(bot.took.iter().map(|took| took.first));
        let at = |choice| (4 * run + seat) * CHOICES_MAX + choice;
        let quickest =
            bot.took.iter().enumerate().map(|(choice, took)| (took.quickest, at(choice)));
        longest = quickest.fold(longest, Ord::max);
    }
    first.sort_unstable();
    let mean = first.iter().sum::<Duration>().as_secs_f64() * per_second / first.len() as f64;
    let p99 = first[first.len() * 99 / 100].as_secs_f64() * per_second;
    let (longest, work) = longest;
    let figure = |what, value, target| {
        Figure::exact(&format!("{name}, {rules}, a choice, {what}"), unit, value, target)
    };
    // Who rolls dice would not come to the same choice again.
    let instructions = (goes > 1).then(|| measure::instructions(work, REPEATS)).flatten();
    let longest = longest.as_secs_f64() * per_second;
    [
        figure("mean", mean, Target::AtMost(most)),
        figure("p99", p99, Target::None),
        Figure { instructions, ..figure("longest", longest, Target::AtMost(most)) },
    ]
}

/// The players of a run once it is over. Whoever can only pass was not asked.
fn played((row, rules): &(Row, &str), repeat: Option<(Seat, usize, u64)>) -> BySeat<Timed> {
    let rules = Rules::preset(rules).expect("a preset");
    let mut table = Table::new(rules, Seat::S0).expect("a preset can be played");
    let mut bots = BySeat::from_fn(|seat| Timed {
        bot: of_level(row.level, seat.index() as u64 + 1),
        goes: if repeat.is_some() { 1 } else { row.goes },
        took: Vec::new(),
        repeat: repeat.filter(|at| at.0 == seat).map(|(_, choice, times)| (choice, times)),
    });
    let mut shuffler = Shuffler::new(7);
    for _ in 0..row.hands {
        selfplay::play_hand(&mut table, &mut bots, &mut shuffler, |_, _| ());
    }
    bots
}
