//! Measures one player against three of another, duplicate style: every wall is played four times,
//! with the challenger at each seat, so that the luck of the deal cancels.

use std::fmt;

use protocol::room::BotLevel;
use rules::fujian::{Event, Outcome, Rules, Table, WinWay};
use rules::seat::{BySeat, Seat};

use crate::selfplay::{self, Shuffler};
use crate::{Bot, Greedy, Master, PLAYOUTS_MAX, TwoStep, of_level};

/// Hands played with one wall: the challenger sits at each seat once.
pub const HANDS_PER_WALL: u32 = 4;

/// Somebody to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// A level people can play against.
    Level(BotLevel),
    /// The nearest win and nothing else.
    Greedy,
    /// Two-step useful tiles, blind to value: what the stronger levels are measured by.
    TwoStep,
    /// Master with another number of hands played on for one choice.
    Search(u32),
}

impl Contender {
    /// Everybody there is.
    pub const ALL: [Self; 7] = [
        Self::Level(BotLevel::Random),
        Self::Level(BotLevel::Easy),
        Self::Level(BotLevel::Medium),
        Self::Level(BotLevel::Hard),
        Self::Level(BotLevel::Master),
        Self::Greedy,
        Self::TwoStep,
    ];

    /// Hands it plays on for one choice at most, if it does.
    pub fn playouts(self) -> Option<u32> {
        match self {
            Self::Level(BotLevel::Master) => Some(PLAYOUTS_MAX),
            Self::Search(playouts) => Some(playouts),
            Self::Level(_) | Self::Greedy | Self::TwoStep => None,
        }
    }

    /// Seats it, with choices that follow from `seed`.
    pub fn seat(self, seed: u64) -> Box<dyn Bot + Send> {
        match self {
            Self::Level(level) => of_level(level, seed),
            Self::Greedy => Box::new(Greedy),
            Self::TwoStep => Box::new(TwoStep),
            Self::Search(playouts) => Box::new(Master::new(seed).with_playouts(playouts)),
        }
    }
}

/// What it is called, and named by: `hard`, `master:200`.
impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => f.write_str(level.name()),
            Self::Greedy => f.write_str("greedy"),
            Self::TwoStep => f.write_str("two-step"),
            Self::Search(playouts) => write!(f, "master:{playouts}"),
        }
    }
}

/// One against three, on the walls that follow from a seed.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The rules; a match of one hand is played by them.
    pub rules: Rules,
    /// What the walls and all choices follow from.
    pub seed: u64,
}

/// How the four hands on one wall went for the challenger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallResult {
    /// Points won or lost in the four hands together.
    pub points: i32,
    /// What all four seats won and lost in the four hands: zero, or something is wrong.
    pub sum: i32,
    /// Hands won.
    pub wins: u32,
    /// Of those, on the own draw.
    pub self_draws: u32,
    /// Hands somebody else won on the challenger's discard.
    pub dealt_in: u32,
    /// Hands nobody won.
    pub drawn: u32,
    /// Discards of the four hands.
    pub turns: u32,
}

impl Duel {
    /// Plays wall number `wall` with the challenger at each seat. `seat` makes the players: it is
    /// told whether it is the challenger, and what its choices are to follow from.
    ///
    /// # Panics
    /// The rules can't be played.
    pub fn play<B: Bot>(&self, wall: u64, mut seat: impl FnMut(bool, u64) -> B) -> WallResult {
        let rules = Rules { hands: 1, ..self.rules };
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(wall);
        let mut result = WallResult::default();
        for challenger in Seat::ALL {
            let mut table = Table::new(rules, Seat::S0).expect("rules that can be played");
            let mut bots = BySeat::from_fn(|place| {
                seat(place == challenger, seed ^ ((place.index() as u64 + 1) << 56))
            });
            let saw = |_: &Table, event: &Event| {
                result.turns += u32::from(matches!(event, Event::TileDiscarded { .. }));
            };
            selfplay::play_hand(&mut table, &mut bots, &mut Shuffler::new(seed), saw);
            result.count(&table, challenger);
        }
        result
    }
}

impl WallResult {
    fn count(&mut self, table: &Table, challenger: Seat) {
        self.points += table.scores()[challenger];
        self.sum += table.scores().iter().sum::<i32>();
        match table.deal().and_then(|deal| deal.outcome) {
            Some(Outcome::Won(win)) if win.seat == challenger => {
                self.wins += 1;
                self.self_draws += u32::from(win.way.from().is_none());
            }
            Some(Outcome::Won(win)) => {
                let from = WinWay::from(win.way);
                self.dealt_in += u32::from(from == Some(challenger));
            }
            Some(Outcome::Drawn | Outcome::Aborted) | None => self.drawn += 1,
        }
    }
}

/// Results of many walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    walls: u64,
    points: i64,
    squares: f64,
    total: WallResult,
}

impl Standing {
    /// Counts one wall.
    pub fn add(&mut self, result: &WallResult) {
        self.walls += 1;
        self.points += i64::from(result.points);
        let per_hand = f64::from(result.points) / f64::from(HANDS_PER_WALL);
        self.squares += per_hand * per_hand;
        self.total.sum += result.sum;
        self.total.wins += result.wins;
        self.total.self_draws += result.self_draws;
        self.total.dealt_in += result.dealt_in;
        self.total.drawn += result.drawn;
        self.total.turns += result.turns;
    }

    /// Hands played.
    pub fn hands(&self) -> u64 {
        self.walls * u64::from(HANDS_PER_WALL)
    }

    /// Points a hand; an equal player gets 0.
    pub fn mean(&self) -> f64 {
        self.points as f64 / self.hands().max(1) as f64
    }

    /// Standard error of [`Standing::mean`], taken over walls: the hands on one wall are not
    /// independent.
    pub fn error(&self) -> f64 {
        let walls = self.walls as f64;
        let variance = (self.squares - walls * self.mean().powi(2)) / (walls - 1.0).max(1.0);
        (variance.max(0.0) / walls.max(1.0)).sqrt()
    }

    /// Walls played.
    pub fn walls(&self) -> u64 {
        self.walls
    }

    /// How far [`Standing::mean`] may be off, with 99 % confidence: any distance after a single wall.
    pub fn margin_99(&self) -> f64 {
        match self.walls {
            0 | 1 => f64::INFINITY,
            walls => student_99(walls - 1) * self.error(),
        }
    }

    /// What all seats won and lost together: zero.
    pub fn sum(&self) -> i32 {
        self.total.sum
    }

    /// Share of hands won.
    pub fn win_rate(&self) -> f64 {
        self.share(self.total.wins)
    }

    /// Share of hands won on the own draw.
    pub fn self_draw_rate(&self) -> f64 {
        self.share(self.total.self_draws)
    }

    /// Share of hands lost on the own discard.
    pub fn deal_in_rate(&self) -> f64 {
        self.share(self.total.dealt_in)
    }

    /// Share of hands nobody won.
    pub fn drawn_rate(&self) -> f64 {
        self.share(self.total.drawn)
    }

    /// Discards in a hand.
    pub fn turns(&self) -> f64 {
        self.share(self.total.turns)
    }

    fn share(&self, count: u32) -> f64 {
        f64::from(count) / self.hands().max(1) as f64
    }
}

/// What Student's t does not exceed either way in 99 of 100 cases, with so many degrees of freedom: where there are few
/// the spread is itself known badly, and the normal quantile would promise too much.
fn student_99(freedom: u64) -> f64 {
    const FEW: [f64; 10] = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169];
    const NORMAL: f64 = 2.575_829;
    let listed = usize::try_from(freedom).ok().and_then(|freedom| FEW.get(freedom.checked_sub(1)?));
    listed.copied().unwrap_or_else(|| {
        // The expansion in one over the degrees of freedom (Abramowitz and Stegun 26.7.5).
        let (z, v) = (NORMAL, freedom.max(1) as f64);
        let first = (z.powi(3) + z) / 4.0;
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
        let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
        z + first / v + second / v.powi(2) + third / v.powi(3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two walls promised as much as two thousand.
    #[test]
    fn with_few_walls_a_mean_may_be_further_off() {
        let standing = |walls: u64| {
            let mut standing = Standing::default();
            for wall in 0..walls {
                let points = if wall % 2 == 0 { 8 } else { 0 };
                standing.add(&WallResult { points, ..WallResult::default() });
            }
            standing
        };

        // One point either way of the mean: the error of two walls is 1.
        assert!((standing(2).margin_99() - 63.657).abs() < 1e-3);
        assert!(standing(1).margin_99().is_infinite());
        assert!(standing(0).margin_99().is_infinite());
        let many = standing(10_000);
        assert!((many.margin_99() / many.error() - 2.576).abs() < 1e-3);
    }

    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        for (freedom, expected) in
            [(1, 63.657), (10, 3.169), (11, 3.106), (20, 2.845), (30, 2.750), (120, 2.617)]
        {
            assert!((student_99(freedom) - expected).abs() < 2e-3, "{freedom}");
        }
    }

    #[test]
    fn contenders_are_told_apart_by_name() {
        let names = [Contender::Level(BotLevel::Master), Contender::Search(0), Contender::TwoStep];

        assert_eq!(names.map(|name| name.to_string()), ["master", "master:0", "two-step"]);
        assert_eq!(names.map(Contender::playouts), [Some(PLAYOUTS_MAX), Some(0), None]);
    }
}
