//! How a score comes about, step by step, for people to follow.

use super::score::{Payments, STICK, WinBy, Winner, honba_points};
use super::value::{Limit, Source, Value};

/// What a step works out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The base points, from fu and han or from a limit.
    Base,
    /// What the discarder pays for the hand.
    FromDiscarder,
    /// What the dealer pays for the hand.
    FromDealer,
    /// What each other pays for the hand.
    FromEachOther,
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
            Self::Base => "base",
            Self::FromDiscarder => "from_discarder",
            Self::FromDealer => "from_dealer",
            Self::FromEachOther => "from_each_other",
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

impl Value {
    /// How the winner's points come about with `honba` and `sticks` on the table.
    pub fn steps(&self, honba: u16, sticks: u16) -> Vec<Step> {
        let step = |kind, formula, points| Step { kind, formula, points };
        let mut steps = vec![step(StepKind::Base, self.base_formula(), self.base())];
        let paid = self.payments();
        let mut sum = Vec::new();
        for (kind, factor, points, payers) in self.shares(paid) {
            let formula = format!("{} x {factor}, rounded up to 100", self.base());
            steps.push(step(kind, formula, points));
            sum.push(if payers == 1 { points.to_string() } else { format!("{points} x {payers}") });
        }
        let bonuses = [
            (StepKind::Honba, honba, honba_points(honba)),
            (StepKind::RiichiSticks, sticks, STICK * u32::from(sticks)),
        ];
        let mut total = paid.total();
        for (kind, count, points) in bonuses.into_iter().filter(|(_, count, _)| *count > 0) {
            let each = points / u32::from(count);
            steps.push(step(kind, format!("{each} x {count}"), points));
            sum.push(points.to_string());
            total += points;
        }
        steps.push(step(StepKind::Total, sum.join(" + "), total));
        steps
    }

    /// What is paid: by whom, how many times the base, how much, and how many pay it.
    fn shares(&self, paid: Payments) -> Vec<(StepKind, u32, u32, u32)> {
        let situation = self.situation();
        match (situation.by, situation.winner) {
            (WinBy::Ron, Winner::Dealer) => {
                vec![(StepKind::FromDiscarder, 6, paid.from_discarder(), 1)]
            }
            (WinBy::Ron, Winner::NonDealer) => {
                vec![(StepKind::FromDiscarder, 4, paid.from_discarder(), 1)]
            }
            (WinBy::Tsumo, Winner::Dealer) => {
                vec![(StepKind::FromEachOther, 2, paid.from_each_other(), 3)]
            }
            (WinBy::Tsumo, Winner::NonDealer) => vec![
                (StepKind::FromDealer, 2, paid.from_dealer(), 1),
                (StepKind::FromEachOther, 1, paid.from_each_other(), 2),
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
