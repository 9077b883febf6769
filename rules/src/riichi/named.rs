//! A hand of named yakuman: which of them count and how often, who pays for which, and how that comes about.

use super::fold::Refused;
use super::options::{Options, PaoHonba};
use super::score::{Payments, Situation, WinBy};
use super::steps::{Share, Step, StepKind, add_up};
use super::value::{BadValue, Value, YAKUMAN};
use super::yakuman::{Yakuman, YakumanSet};

/// A hand of named yakuman, one of which somebody may be liable for.
#[derive(Clone, Copy, Debug)]
pub struct NamedHand<'a> {
    /// The yakuman.
    pub set: YakumanSet,
    /// The one somebody is liable for who neither won nor discarded.
    pub liable_for: Option<Yakuman>,
    /// Who won, and how.
    pub situation: Situation,
    /// What is played by.
    pub options: &'a Options,
}

/// What a hand is worth.
pub(super) struct Priced {
    pub(super) all: Value,
    /// What somebody is liable for.
    pub(super) liable: Option<LiablePart>,
}

/// The part of a hand somebody is liable for.
pub(super) struct LiablePart {
    pub(super) part: Value,
    /// What is paid as ever.
    pub(super) rest: Option<Value>,
}

impl NamedHand<'_> {
    /// What it is worth, with the part somebody is liable for apart.
    pub(super) fn price(&self) -> Result<Priced, Refused> {
        if self.liable_for.is_some_and(|yakuman| !self.options.pao.has(yakuman)) {
            return Err(Refused::NoLiability);
        }
        let (mut split, mut rest) = (0, 0);
        for (yakuman, times) in self.counted() {
            let part = if Some(yakuman) == self.liable_for { &mut split } else { &mut rest };
            *part += times;
        }
        let value = |times| match times {
            0 => Ok(None),
            times => Value::yakuman(self.situation, times).map(Some),
        };
        let Some(all) = value(split + rest)? else { return Err(BadValue::Yakuman.into()) };
        let liable = match value(split)? {
            None => None,
            Some(part) => Some(LiablePart { part, rest: value(rest)? }),
        };
        Ok(Priced { all, liable })
    }

    /// How the winner's points come about with `honba` and `sticks` on the table.
    ///
    /// # Errors
    /// When nobody can be liable for what somebody is said to be.
    pub fn steps(&self, honba: u16, sticks: u16) -> Result<Vec<Step>, Refused> {
        let Priced { all, liable } = self.price()?;
        let (mut steps, mut counting) = (Vec::new(), Vec::new());
        for (yakuman, times) in self.counted() {
            let formula = format!("{YAKUMAN} x {times}, {}", yakuman.code());
            let points = YAKUMAN * u32::from(times);
            steps.push(Step { kind: StepKind::Yakuman, formula, points });
            if times > 0 {
                counting.push(times.to_string());
            }
        }
        let formula = match counting.as_slice() {
            [times] => format!("{YAKUMAN} x {times}"),
            times => format!("{YAKUMAN} x ({})", times.join(" + ")),
        };
        steps.push(Step { kind: StepKind::Base, formula, points: all.base() });
        match liable {
            None => add_up(&mut steps, all.shares(), (honba, ""), sticks),
            Some(liable) => {
                let shares = self.shares_with(&liable);
                add_up(&mut steps, shares, (honba, self.who_pays_honba()), sticks);
            }
        }
        Ok(steps)
    }

    /// Each yakuman, and how often it counts; where the largest counts alone, that somebody is liable for it decides
    /// between equals.
    fn counted(&self) -> impl Iterator<Item = (Yakuman, u8)> {
        let Self { set, liable_for, options, .. } = *self;
        let times =
            move |yakuman: Yakuman| 1 + u8::from(options.double_yakuman && yakuman.can_count_two());
        let rank = |yakuman: &Yakuman| (times(*yakuman), Some(*yakuman) == liable_for);
        let alone = if options.composite_yakuman { None } else { set.iter().max_by_key(rank) };
        let counts = move |yakuman| alone.is_none_or(|alone| alone == yakuman);
        set.iter().map(move |yakuman| (yakuman, if counts(yakuman) { times(yakuman) } else { 0 }))
    }

    /// Who pays what for a hand of which somebody is liable for a part.
    fn shares_with(&self, liable: &LiablePart) -> Vec<Share> {
        let LiablePart { part, rest } = liable;
        let by_ron = Situation { by: WinBy::Ron, ..self.situation };
        let whole = Payments::of(part.base(), by_ron).from_discarder();
        let factor = whole / part.base();
        let share = |kind, formula, points| Share { kind, formula, points, payers: 1 };
        let alone = format!("{} x {factor}", part.base());
        if self.situation.by == WinBy::Tsumo {
            let liable = share(StepKind::FromLiable, alone, whole);
            let rest = rest.iter().flat_map(Value::shares);
            return std::iter::once(liable).chain(rest).collect();
        }
        let half = format!("{alone} / 2");
        let (formula, points) = match rest {
            None => (half.clone(), whole / 2),
            Some(rest) => {
                let as_ever = rest.payments().from_discarder();
                (format!("{half} + {} x {factor}", rest.base()), whole / 2 + as_ever)
            }
        };
        vec![
            share(StepKind::FromLiable, half, whole / 2),
            share(StepKind::FromDiscarder, formula, points),
        ]
    }

    fn who_pays_honba(&self) -> &'static str {
        match (self.situation.by, self.options.pao_honba) {
            (WinBy::Ron, PaoHonba::Discarder) => ", from the discarder",
            (WinBy::Tsumo, PaoHonba::Discarder) | (_, PaoHonba::Liable) => {
                ", from the liable player"
            }
        }
    }
}
