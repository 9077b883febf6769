//! What many hands add up to.

use std::fmt;

use rules::fujian::{Event, Outcome, Table, WinWay};

/// Counts of finished hands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) hands: u64,
    discard: u64,
    self_draw: u64,
    three_golds: u64,
    robbed_gold: u64,
    robbed_kong: u64,
    drawn: u64,
    points: u64,
    discards: u64,
    kongs: u64,
    matches: u64,
}

impl Tally {
    /// Counts what happens while a hand is played.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            Event::TileDiscarded { .. } => self.discards += 1,
            Event::KongDeclared { .. } => self.kongs += 1,
            Event::MeldCalled { meld, .. } => self.kongs += u64::from(meld.is_kong()),
            _ => {}
        }
    }

    /// Counts a hand that is over.
    pub(super) fn count(&mut self, table: &Table) {
        self.hands += 1;
        self.matches += u64::from(table.hands_played() == table.rules().hands);
        match table.deal().and_then(|deal| deal.outcome) {
            Some(Outcome::Won(win)) => {
                self.points += u64::from(win.points.total());
                *match win.way {
                    WinWay::Discard { .. } => &mut self.discard,
                    WinWay::SelfDraw => &mut self.self_draw,
                    WinWay::ThreeGolds => &mut self.three_golds,
                    WinWay::RobbedGold { .. } => &mut self.robbed_gold,
                    WinWay::RobbedKong { .. } => &mut self.robbed_kong,
                } += 1;
            }
            Some(Outcome::Drawn) => self.drawn += 1,
            Some(Outcome::Aborted) | None => {}
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands = self.hands.max(1) as f64;
        let share = |count: u64| format!("{:6.2} %", 100.0 * count as f64 / hands);
        let won = (self.hands - self.drawn).max(1) as f64;
        writeln!(f, "  hands            {:>9}   ({} whole matches)", self.hands, self.matches)?;
        writeln!(f, "  win on discard   {}", share(self.discard))?;
        writeln!(f, "  self-draw        {}", share(self.self_draw))?;
        writeln!(f, "  Three Golds      {}", share(self.three_golds))?;
        writeln!(f, "  robbing the Gold {}", share(self.robbed_gold))?;
        writeln!(f, "  robbing a kong   {}", share(self.robbed_kong))?;
        writeln!(f, "  drawn            {}", share(self.drawn))?;
        writeln!(
            f,
            "  mean points      {:6.2}   each loser pays, of hands won",
            self.points as f64 / won
        )?;
        writeln!(f, "  mean length      {:6.2}   discards", self.discards as f64 / hands)?;
        writeln!(f, "  mean kongs       {:6.2}", self.kongs as f64 / hands)
    }
}
