//! How a score comes about, step by step, for people to follow.

use super::score::{STICK, WinBy, Winner, honba_points};
use super::value::{Limit, Source, Value};

/// What a step works out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// What one yakuman of a hand counts for, where they are named.
    Yakuman,
    /// The base points, from fu and han or from a limit.
    Base,
    /// What the discarder pays for the hand.
    FromDiscarder,
    /// What the dealer pays for the hand.
    FromDealer,
    /// What each other pays for the hand.
    FromEachOther,
    /// What the player pays who is liable for a part of the hand, for that part.
    FromLiable,
    /// What the honba add.
    Honba,
    /// What the riichi sticks add.
    RiichiSticks,
    /// What the winner gets.
    Total,
}

impl StepKind {
    /// What it is called in data.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Yakuman => "yakuman",
            Self::Base => "base",
            Self::FromDiscarder => "from_discarder",
            Self::FromDealer => "from_dealer",
            Self::FromEachOther => "from_each_other",
            Self::FromLiable => "from_liable",
            Self::Honba => "honba",
            Self::RiichiSticks => "riichi_sticks",
            Self::Total => "total",
        }
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is worked out.
    pub kind: StepKind,
    /// How.
    pub formula: String,
    /// What comes out.
    pub points: u32,
}

/// A part of what the winner gets.
pub(super) struct Share {
    /// Who pays it.
    pub(super) kind: StepKind,
    pub(super) formula: String,
    /// What each of them pays.
    pub(super) points: u32,
    pub(super) payers: u32,
}

/// Adds each share as a step, what honba and sticks bring, and everything together.
pub(super) fn add_up(
    steps: &mut Vec<Step>,
    shares: Vec<Share>,
    (honba, who_pays): (u16, &str),
    sticks: u16,
) {
    let (mut sum, mut total) = (Vec::new(), 0);
    for Share { kind, formula, points, payers } in shares {
        steps.push(Step { kind, formula, points });
        sum.push(if payers == 1 { points.to_string() } else { format!("{points} x {payers}") });
        total += points * payers;
    }
    let bonuses = [
        (StepKind::Honba, honba, honba_points(honba), who_pays),
        (StepKind::RiichiSticks, sticks, STICK * u32::from(sticks), ""),
    ];
    for (kind, count, points, who) in bonuses.into_iter().filter(|(_, count, ..)| *count > 0) {
        let each = points / u32::from(count);
        steps.push(Step { kind, formula: format!("{each} x {count}{who}"), points });
        sum.push(points.to_string());
        total += points;
    }
    steps.push(Step { kind: StepKind::Total, formula: sum.join(" + "), points: total });
}

impl Value {
    /// How the winner's points come about with `honba` and `sticks` on the table.
    pub fn steps(&self, honba: u16, sticks: u16) -> Vec<Step> {
        let (kind, formula) = (StepKind::Base, self.base_formula());
        let mut steps = vec![Step { kind, formula, points: self.base() }];
        add_up(&mut steps, self.shares(), (honba, ""), sticks);
        steps
    }

    /// What is paid, and by whom.
    pub(super) fn shares(&self) -> Vec<Share> {
        let (paid, situation) = (self.payments(), self.situation());
        let share = |kind, factor, points, payers| {
            let formula = format!("{} x {factor}, rounded up to 100", self.base());
            Share { kind, formula, points, payers }
        };
        match (situation.by, situation.winner) {
            (WinBy::Ron, Winner::Dealer) => {
                vec![share(StepKind::FromDiscarder, 6, paid.from_discarder(), 1)]
            }
            (WinBy::Ron, Winner::NonDealer) => {
                vec![share(StepKind::FromDiscarder, 4, paid.from_discarder(), 1)]
            }
            (WinBy::Tsumo, Winner::Dealer) => {
                vec![share(StepKind::FromEachOther, 2, paid.from_each_other(), 3)]
            }
            (WinBy::Tsumo, Winner::NonDealer) => vec![
                share(StepKind::FromDealer, 2, paid.from_dealer(), 1),
                share(StepKind::FromEachOther, 1, paid.from_each_other(), 2),
            ],
        }
    }

    fn base_formula(&self) -> String {
        match (self.source, self.limit()) {
            (Source::Counted { han, fu: Some(fu) }, None) => format!("{fu} x 2^({han} + 2)"),
            (Source::Counted { han, .. }, Some(limit @ Limit::Yakuman { .. })) => {
                format!("{han} han, counted {}", limit.code())
            }
            (Source::Counted { han, fu: Some(fu) }, Some(limit)) if han < 5 => {
                format!("{han} han {fu} fu, {}", limit.code())
            }
            (Source::Counted { han, .. }, Some(limit)) => format!("{han} han, {}", limit.code()),
            (Source::Yakuman, Some(Limit::Yakuman { times })) => format!("8000 x {times}, yakuman"),
            (Source::Counted { fu: None, .. } | Source::Yakuman, limit) => {
                limit.map_or_else(String::new, |limit| limit.code().to_owned())
            }
        }
    }
}
