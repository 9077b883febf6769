//! What a hand is worth in points, looking two draws ahead and reckoning with the rest.

use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::shape::{self, Calls, Outlook, Outlooks};
use rules::tile::SuitTile;

use super::known::{Counts, Known};
use super::race::{CYCLES, Line, Prize, Race};
use crate::moves::without;

/// Share of useful tiles that others throw rather than keep.
const THROWN: f32 = 0.9;
/// Chance that a useful tile thrown by another can be called for a meld, against one that is drawn.
const CALLED: f32 = 1.0;
/// Useful tiles of a hand not looked at closely, by Golds held and by distance.
const USUAL: [[f32; 6]; 3] = [
    [0.0, 7.0, 18.0, 30.0, 40.0, 45.0],
    [0.0, 18.0, 34.0, 45.0, 50.0, 50.0],
    [0.0, 55.0, 55.0, 55.0, 55.0, 55.0],
];
/// Tiles that bring a Golden Pair nearer, by how far it is.
const USUAL_GOLDEN: [f32; 6] = [0.0, 7.0, 16.0, 26.0, 34.0, 40.0];
/// Discards looked at closely.
const CLOSE_LOOKS_MAX: usize = 4;

/// How closely to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Any useful tile that others throw can as well be called as drawn.
    Quick,
    /// Every useful tile is looked at for whether it can be called, and from whom.
    Thorough,
}

/// What a hand that has just thrown a tile is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// After each go-around from now.
    pub(super) line: Line,
    /// Right before the own draw.
    pub(super) draw: f32,
}

/// How a hand stands: what helps it, and how likely that comes.
#[derive(Clone, Copy, Debug)]
struct Stand {
    golds: u8,
    distance: u8,
    useful: f32,
    /// Chance that one of them can be called in a go-around.
    called: f32,
    gold: f32,
    gold_makes_pair: bool,
    /// Distance to a Golden Pair, and how likely what brings it nearer is.
    golden: Option<(u8, f32)>,
}

/// Reckons what hands are worth in one race.
#[derive(Debug)]
pub(super) struct Reckoner<'a> {
    pub(super) race: &'a Race,
    pub(super) prize: Prize,
    care: Care,
    /// What hands not looked at are worth, by Golds and distance.
    usual: [[Line; 6]; 3],
    /// What hands with two Golds are worth, by how far a Golden Pair is.
    usual_golden: [Line; 6],
    glances: Known,
    outlooks: Outlooks,
}

impl<'a> Reckoner<'a> {
    pub(super) fn new(race: &'a Race, prize: Prize, care: Care) -> Self {
        let nothing = [0.0; CYCLES + 1];
        let calls = match care {
            Care::Quick => Calls::Ignored,
            Care::Thorough => Calls::Counted,
        };
        let outlooks = Outlooks::new(race.gold_kind, |tile| race.unseen.of(tile), calls);
        let (usual, usual_golden) = ([[nothing; 6]; 3], [nothing; 6]);
        let mut this =
            Self { race, prize, care, usual, usual_golden, glances: Known::default(), outlooks };
        if prize.golden_pair() > 0.0 {
            for far in 1..6u8 {
                let golden = Some((far, USUAL_GOLDEN[usize::from(far)] * race.share));
                let stand = Stand { golden, ..this.usual_stand(2, 1) };
                this.usual_golden[usize::from(far)] = this.worth(&stand, &nothing, &nothing).line;
            }
        }
        for golds in 0..3u8 {
            for distance in 1..6u8 {
                let stand = this.usual_stand(golds, distance);
                let next = this.usual[usize::from(golds)][usize::from(distance) - 1];
                let worth = this.worth(&stand, &next, &next);
                this.usual[usize::from(golds)][usize::from(distance)] = worth.line;
            }
        }
        this
    }

    fn usual_stand(&self, golds: u8, distance: u8) -> Stand {
        let share = self.race.share;
        let far = (distance + 1).min(5);
        let on = golds == 2 && self.prize.golden_pair() > 0.0;
        let golden = on.then(|| (far, USUAL_GOLDEN[usize::from(far)] * share));
        let useful = USUAL[usize::from(golds)][usize::from(distance)] * share;
        let gold = (3.0 - f32::from(golds)) * 0.5 * share;
        Stand {
            golds,
            distance,
            useful,
            called: as_likely_called(useful - gold),
            gold,
            gold_makes_pair: false,
            golden,
        }
    }

    /// How a hand of `3 * sets + 1` tiles with this outlook counts.
    fn counts(&mut self, hand: &Hand, sets: usize, outlook: Outlook) -> Counts {
        let mut counts = Counts::far(hand.golds(), outlook);
        if outlook.distance <= 1 {
            counts.callable = 0;
            if self.prize.golden_pair() > 0.0 {
                let golden = self.outlooks.golden_pair(hand, sets);
                counts.golden = golden.map(|(far, nearer)| (far.min(5), nearer.into()));
                counts.gold_makes_pair = hand.golds() == 1 && gold_makes_pair(hand, sets);
            }
        }
        counts
    }

    fn stand(&self, counts: &Counts) -> Stand {
        let (share, gold) = (self.race.share, self.race.gold);
        let useful = counts.useful as f32 * share;
        let called = match self.care {
            Care::Quick => as_likely_called(useful - gold),
            Care::Thorough if counts.distance <= 1 => 0.0,
            Care::Thorough => 1.0 - (-THROWN * share * counts.callable as f32).exp(),
        };
        Stand {
            golds: counts.golds,
            distance: counts.distance,
            useful,
            called,
            gold,
            gold_makes_pair: counts.gold_makes_pair,
            golden: counts.golden.map(|(far, nearer)| (far, nearer as f32 * share)),
        }
    }

    /// Where in `glances` the worth is of what is left after this discard, by its outlook and what
    /// is usual after.
    #[inline(always)]
    fn glance(&mut self, hand: &Hand, sets: usize, tile: SuitTile, outlook: Outlook) -> usize {
        if outlook.distance <= 1 {
            return self.near_glance(hand, sets, tile, outlook);
        }
        let golds = hand.golds() - u8::from(hand.gold() == Some(tile));
        match self.glances.find(Counts::far(golds, outlook).key()) {
            Some(at) => at,
            None => self.far_glance(golds, outlook),
        }
    }

    #[inline(never)]
    fn far_glance(&mut self, golds: u8, outlook: Outlook) -> usize {
        self.glance_at(&Counts::far(golds, outlook))
    }

    #[inline(never)]
    fn near_glance(&mut self, hand: &Hand, sets: usize, tile: SuitTile, outlook: Outlook) -> usize {
        let rest = without(hand, &[tile]);
        let counts = self.counts(&rest, sets, outlook);
        self.glance_at(&counts)
    }

    /// Where in `glances` the worth of a hand that counts so is.
    fn glance_at(&mut self, counts: &Counts) -> usize {
        let key = counts.key();
        self.glances.find(key).unwrap_or_else(|| {
            let stand = self.stand(counts);
            let next = self.usual_next(&stand);
            let worth = self.worth(&stand, &next, &next);
            self.glances.insert(key, worth)
        })
    }

    fn usual_next(&self, stand: &Stand) -> Line {
        self.usual[usize::from(stand.golds)][usize::from(stand.distance.saturating_sub(1)).min(5)]
    }

    /// The same, looking at every useful tile and what is best thrown then.
    pub(super) fn look(&mut self, hand: &Hand, sets: usize) -> Worth {
        let helps = shape::helps(hand, sets);
        let outlook = self.outlooks.of(hand, sets);
        let counts = self.counts(hand, sets, outlook);
        if counts.distance <= 1 {
            let at = self.glance_at(&counts);
            return self.glances[at];
        }
        let (mut drawn, mut called) = (Mean::default(), Mean::default());
        for tile in helps {
            let count = f32::from(self.race.unseen.of(tile));
            if count == 0.0 || (hand.gold() == Some(tile) && hand.golds() >= 2) {
                continue;
            }
            let mut with = *hand;
            with.add(tile);
            let Some(best) = self.best_after(&with, sets) else { continue };
            let line = &self.glances[best].line;
            drawn.add(line, count);
            if self.care == Care::Thorough {
                called.add(line, count * f32::from(shape::discards_to_call(hand, sets, tile)));
            }
        }
        let (stand, drawn) = (self.stand(&counts), drawn.line());
        match self.care {
            Care::Quick => self.worth(&stand, &drawn, &drawn),
            Care::Thorough => self.worth(&stand, &drawn, &called.line()),
        }
    }

    /// Where in `glances` the worth is of what is left after the best discard of a hand of
    /// `3 * sets + 2` tiles.
    fn best_after(&mut self, hand: &Hand, sets: usize) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for (tile, outlook) in self.outlooks.nearest_discards(hand, sets, hand.kinds()) {
            let at = self.glance(hand, sets, tile, outlook);
            let points = self.glances[at].line[0];
            if best.is_none_or(|(_, most)| points >= most) {
                best = Some((at, points));
            }
        }
        best.map(|(at, _)| at)
    }

    /// Each of these discards with what is then left of a hand of `3 * sets + 2` tiles; the ones
    /// that seem best at a glance are looked at closely.
    pub(super) fn discards(
        &mut self,
        hand: &Hand,
        sets: usize,
        legal: KindSet,
    ) -> Vec<(SuitTile, Worth)> {
        let mut worths: Vec<_> = self
            .outlooks
            .nearest_discards(hand, sets, legal)
            .into_iter()
            .map(|(tile, outlook)| {
                let at = self.glance(hand, sets, tile, outlook);
                (tile, self.glances[at])
            })
            .collect();
        worths.sort_by(|(_, one), (_, other)| other.line[0].total_cmp(&one.line[0]));
        worths.truncate(CLOSE_LOOKS_MAX);
        for (tile, worth) in &mut worths {
            *worth = self.look(&without(hand, &[*tile]), sets);
        }
        worths
    }

    /// Plays the race out for a hand that stands so; `drawn` and `called` are what it is worth one
    /// step nearer.
    fn worth(&self, stand: &Stand, drawn: &Line, called: &Line) -> Worth {
        let (mut line, mut draw) = ([0.0; CYCLES + 1], 0.0);
        for cycle in (0..self.race.cycles).rev() {
            let later = line[cycle + 1];
            let (at_draw, at_discards) = if stand.distance <= 1 {
                self.waiting_cycle(stand, later, cycle)
            } else {
                nearing_cycle(stand, drawn, called, later, cycle)
            };
            let hazard = self.race.hazard[cycle];
            line[cycle] = (1.0 - hazard) * at_discards - hazard * self.race.loss;
            draw = at_draw;
        }
        Worth { line, draw }
    }

    /// One go-around of a waiting hand: before the own draw, and before the others' discards.
    fn waiting_cycle(&self, stand: &Stand, later: f32, cycle: usize) -> (f32, f32) {
        let (prize, golds) = (&self.prize, stand.golds);
        let drawn = prize.win(golds, true, cycle);
        let thrown = prize.win(golds, false, cycle);
        let by_gold = match golds {
            2 => prize.three_golds(cycle),
            _ if stand.gold_makes_pair => prize.win(2, true, cycle) + prize.golden_pair(),
            _ => prize.win(golds + 1, true, cycle),
        };
        let (far, nearer) = stand.golden.unwrap_or((u8::MAX, 0.0));
        let completes = if far == 1 { nearer } else { 0.0 };
        let steps = if far == 1 { 0.0 } else { nearer.min(stand.useful - stand.gold).max(0.0) };
        let golden_later = if far < 6 && far > 1 {
            self.usual_golden[usize::from(far) - 1][cycle + 1]
        } else {
            later
        };
        let plain = (stand.useful - stand.gold - completes - steps).max(0.0);
        let rest = (1.0 - stand.gold - completes - steps - plain).max(0.0);
        let at_draw = stand.gold * larger(by_gold, later)
            + completes * larger(drawn + prize.golden_pair(), later)
            + steps * larger(drawn, larger(golden_later, later))
            + plain * larger(drawn, later)
            + rest * later;
        let hit = |share: f32| 1.0 - (1.0 - THROWN * share).max(0.0).powi(3);
        let (hit_golden, hit_plain) = (hit(completes), hit(plain + steps));
        let without_golden = hit_plain * larger(thrown, at_draw) + (1.0 - hit_plain) * at_draw;
        let at_discards = hit_golden * larger(thrown + prize.golden_pair(), at_draw)
            + (1.0 - hit_golden) * without_golden;
        (at_draw, at_discards)
    }
}

/// One go-around of a hand that is not waiting yet.
fn nearing_cycle(
    stand: &Stand,
    drawn: &Line,
    called: &Line,
    later: f32,
    cycle: usize,
) -> (f32, f32) {
    let nearer = larger(drawn[cycle + 1], later);
    let at_draw = stand.useful * nearer + (1.0 - stand.useful) * later;
    let nearer = larger(called[cycle], at_draw);
    let at_discards = stand.called * nearer + (1.0 - stand.called) * at_draw;
    (at_draw, at_discards)
}

/// The larger of two numbers. Points are always numbers, so that what `f32::max` does about others
/// need not be paid for: it is asked thousands of times for one choice.
#[inline]
fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// Chance of a call where useful tiles can as well be called as drawn.
fn as_likely_called(useful: f32) -> f32 {
    (CALLED * useful).clamp(0.0, 0.9)
}

/// A weighted mean of lines.
#[derive(Default)]
struct Mean {
    sum: Line,
    weight: f32,
}

impl Mean {
    fn add(&mut self, line: &Line, weight: f32) {
        self.sum.iter_mut().zip(line).for_each(|(sum, points)| *sum += weight * points);
        self.weight += weight;
    }

    fn line(self) -> Line {
        let mut line = self.sum;
        if self.weight > 0.0 {
            line.iter_mut().for_each(|points| *points /= self.weight);
        }
        line
    }
}

fn gold_makes_pair(hand: &Hand, sets: usize) -> bool {
    let mut with = *hand;
    if let Some(gold) = hand.gold() {
        with.add(gold);
    }
    shape::has_golden_pair(&with, sets)
}
