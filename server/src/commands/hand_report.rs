//! What a hand is, to be written as JSON or as text.

use std::fmt;

use rules::fujian::{Points, WinWay, Winning};
use rules::meld::{Meld, SETS};
use rules::seat::Seat;
use rules::shape::{self, AfterDiscard, Reading};
use rules::tile::{COPIES, SuitTile};
use serde::Serialize;

use super::hand_request::CheckedHand;

/// What a hand is.
#[derive(Debug, Default, Serialize)]
pub(super) struct HandReport {
    /// Of a hand of 17: whether it is five sets and a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) complete: Option<bool>,
    /// Tiles still to be drawn.
    pub(super) distance: u8,
    /// Of a hand of 16: what completes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) waits: Option<Vec<SuitTile>>,
    /// Of a complete hand: melds, then sets, then the pair; a Gold as what it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sets: Option<Vec<Vec<SuitTile>>>,
    /// Where in `sets` the Golds are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) golds: Option<Vec<GoldPlace>>,
    /// Of a won hand: what each loser pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<u32>,
    /// How the points come about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) breakdown: Option<Breakdown>,
    /// Of an incomplete hand of 17: what the best discards leave; only for people.
    #[serde(skip)]
    pub(super) discards: Vec<AfterDiscard>,
}

/// A Gold's place in `sets`, both counted from 0.
#[derive(Debug, Serialize)]
pub(super) struct GoldPlace {
    set: usize,
    tile: usize,
}

/// How points come about: the first lines count `multiplier` times, the specials once.
#[derive(Debug, Serialize)]
pub(super) struct Breakdown {
    base: u32,
    bonus: u8,
    golds: u8,
    concealed_kongs: u8,
    exposed_kongs: u8,
    multiplier: u8,
    three_golds: u16,
    golden_pair: u16,
    no_bonus_no_kong: u16,
    all_one_suit: u16,
}

impl HandReport {
    pub(super) fn of(asked: &CheckedHand) -> Self {
        let sets = SETS - asked.melds.len();
        let distance = shape::distance(&asked.hand, sets);
        let waiting = asked.hand.len() == 3 * sets + 1;
        let mut report = Self { distance, ..Self::default() };
        if waiting {
            report.waits = Some(waits(asked, sets));
        } else {
            report.complete = Some(distance == 0);
        }
        if !waiting && distance == 0 {
            report.read(asked, sets);
        } else if !waiting {
            let after = shape::discards(&asked.hand, sets);
            report.discards =
                after.into_iter().filter(|after| after.distance == distance).collect();
        }
        if asked.three_golds || report.complete == Some(true) {
            let points = points(asked);
            report.points = Some(points.total());
            report.breakdown = Some(Breakdown::of(&points));
        }
        report
    }

    /// Fills in the sets of the reading that pays most.
    fn read(&mut self, asked: &CheckedHand, sets: usize) {
        let readings = shape::readings(&asked.hand, sets);
        let best = readings.iter().find(|reading| reading.has_golden_pair()).or(readings.first());
        let Some(Reading { groups }) = best else { return };
        let melds = asked.melds.iter().map(|meld| meld.tiles().collect());
        let concealed =
            groups.iter().map(|group| group.pieces.iter().map(|piece| piece.tile).collect());
        self.sets = Some(melds.chain(concealed).collect());
        let mut golds = Vec::new();
        for (set, group) in groups.iter().enumerate() {
            for (tile, _) in group.pieces.iter().enumerate().filter(|(_, piece)| piece.gold) {
                golds.push(GoldPlace { set: asked.melds.len() + set, tile });
            }
        }
        self.golds = Some(golds);
    }
}

/// What completes the hand, without kinds of which the player holds all there are.
fn waits(asked: &CheckedHand, sets: usize) -> Vec<SuitTile> {
    if shape::distance(&asked.hand, sets) != 1 {
        return Vec::new();
    }
    let melded = |tile| {
        asked.melds.iter().flat_map(|meld: &Meld| meld.tiles()).filter(|t| *t == tile).count()
    };
    let held = |tile| usize::from(asked.hand.count(tile)) + melded(tile);
    let exist = |tile| usize::from(if tile == asked.gold { COPIES - 1 } else { COPIES });
    shape::helps(&asked.hand, sets).into_iter().filter(|tile| held(*tile) < exist(*tile)).collect()
}

fn points(asked: &CheckedHand) -> Points {
    let way = match (asked.three_golds, asked.self_draw) {
        (true, _) => WinWay::ThreeGolds,
        (false, true) => WinWay::SelfDraw,
        (false, false) => WinWay::Discard { from: Seat::S0 },
    };
    let (hand, melds, bonus) = (&asked.hand, &asked.melds[..], asked.bonus.len());
    Winning { hand, melds, bonus, way, streak: 0 }.points(&asked.rules)
}

impl Breakdown {
    fn of(points: &Points) -> Self {
        Self {
            base: 1,
            bonus: points.bonus,
            golds: points.golds,
            concealed_kongs: points.concealed_kongs,
            exposed_kongs: points.exposed_kongs,
            multiplier: if points.doubled { 2 } else { 1 },
            three_golds: points.three_golds,
            golden_pair: points.golden_pair,
            no_bonus_no_kong: points.no_bonus_no_kong,
            all_one_suit: points.all_one_suit,
        }
    }
}

impl fmt::Display for HandReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.distance, &self.waits) {
            (0, _) => writeln!(f, "complete")?,
            (1, Some(_)) => writeln!(f, "waiting")?,
            (1, None) => writeln!(f, "1 tile away")?,
            (distance, _) => writeln!(f, "{distance} tiles away")?,
        }
        if let Some(waits) = self.waits.as_ref().filter(|waits| !waits.is_empty()) {
            writeln!(f, "waits for  {}", names(waits))?;
        }
        for (place, set) in self.sets.iter().flatten().enumerate() {
            let golds = self.golds.iter().flatten().filter(|gold| gold.set == place).count();
            let note = if golds > 0 { format!("   ({golds} Gold)") } else { String::new() };
            writeln!(
                f,
                "{:<10} {}{note}",
                if set.len() == 2 { "pair" } else { "set" },
                names(set)
            )?;
        }
        for after in &self.discards {
            let helps: Vec<SuitTile> = after.helps.into_iter().collect();
            writeln!(
                f,
                "throw      {}   then {} kinds help: {}",
                after.tile,
                helps.len(),
                names(&helps)
            )?;
        }
        match (self.points, &self.breakdown) {
            (Some(points), Some(breakdown)) => writeln!(f, "points     {points} = {breakdown}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = [
            (u32::from(self.bonus), "bonus"),
            (u32::from(self.golds), "Golds"),
            (2 * u32::from(self.concealed_kongs), "concealed kongs"),
            (u32::from(self.exposed_kongs), "exposed kongs"),
        ];
        let specials = [
            (self.three_golds, "Three Golds"),
            (self.golden_pair, "Golden Pair"),
            (self.no_bonus_no_kong, "no bonus, no kong"),
            (self.all_one_suit, "all one suit"),
        ];
        write!(f, "({}", self.base)?;
        for (points, name) in counted.into_iter().filter(|(points, _)| *points > 0) {
            write!(f, " + {points} {name}")?;
        }
        write!(f, ") x {}", self.multiplier)?;
        for (points, name) in specials.into_iter().filter(|(points, _)| *points > 0) {
            write!(f, " + {points} {name}")?;
        }
        Ok(())
    }
}

fn names(tiles: &[SuitTile]) -> String {
    tiles.iter().map(SuitTile::to_string).collect::<Vec<_>>().join(" ")
}
