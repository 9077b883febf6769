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

/// A level, its name, how many hands it plays, the unit and how many of it are a second, and what a choice should take
/// on average; the longest of a level that is timed should take no more either.
const ROWS: [(BotLevel, &str, u32, &str, f64, f64); 2] = [
    (BotLevel::Hard, "hard", 400, "us", 1e6, 50.0),
    (BotLevel::Master, "master", 60, "ms", 1e3, 50.0),
];

/// Notes how long each choice takes within the time it has at a table; getting ready is none.
struct Timed {
    bot: Box<dyn Bot + Send>,
    took: Vec<Duration>,
}

impl Bot for Timed {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        if sight.legal.ready {
            return self.bot.choose(sight);
        }
        let begun = Instant::now();
        let action = self.bot.choose_while(sight, &mut || begun.elapsed() < CHOICE_MAX);
        self.took.push(begun.elapsed());
        action
    }
}

fn main() {
    shape::warm_up();
    match Purpose::of_this_process() {
        Purpose::Nothing | Purpose::Repeat { .. } => {}
        Purpose::Measure => {
            let rules = ["classic", "full"];
            let rows = ROWS.iter().flat_map(|row| rules.map(|rules| (row, rules)));
            let figures: Vec<Figure> = rows.flat_map(|(row, rules)| figures(row, rules)).collect();
            measure::report("decisions", &figures);
        }
    }
}

/// The mean, the 99th percentile and the longest of one level by one preset of rules.
fn figures(row: &(BotLevel, &str, u32, &'static str, f64, f64), rules: &str) -> [Figure; 3] {
    let (level, name, hands, unit, per_second, most) = *row;
    let took = choices(level, Rules::preset(rules).expect("a preset"), hands);
    let total: Duration = took.iter().sum();
    let mean = total.as_secs_f64() * per_second / took.len() as f64;
    let p99 = took[took.len() * 99 / 100].as_secs_f64() * per_second;
    let figure = |what, value, target| {
        Figure::exact(&format!("{name}, {rules}, a choice, {what}"), unit, value, target)
    };
    let longest = took.last().expect("some choice").as_secs_f64() * per_second;
    let timed = match level {
        BotLevel::Master => Target::AtMost(most),
        BotLevel::Random | BotLevel::Easy | BotLevel::Medium | BotLevel::Hard => Target::None,
    };
    [
        figure("mean", mean, Target::AtMost(most)),
        figure("p99", p99, Target::None),
        figure("longest", longest, timed),
    ]
}

/// How long every choice took, the shortest first. Whoever can only pass is not asked.
fn choices(level: BotLevel, rules: Rules, hands: u32) -> Vec<Duration> {
    let mut table = Table::new(rules, Seat::S0).expect("a preset can be played");
    let mut bots =
        BySeat([1, 2, 3, 4].map(|seed| Timed { bot: of_level(level, seed), took: Vec::new() }));
    let mut shuffler = Shuffler::new(7);
    for _ in 0..hands {
        selfplay::play_hand(&mut table, &mut bots, &mut shuffler, |_, _| ());
    }
    let mut took: Vec<_> = bots.iter().flat_map(|bot| bot.took.iter().copied()).collect();
    took.sort_unstable();
    took
}
