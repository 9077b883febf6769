//! What a hand is worth in points, looking two draws ahead and reckoning with the rest.

use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::shape;

use super::race::{CYCLES, Line, Prize, Race};

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
    /// What hands not looked at are worth, by Golds and distance.
    usual: [[Line; 6]; 3],
    /// What hands with two Golds are worth, by how far a Golden Pair is.
    usual_golden: [Line; 6],
}

impl<'a> Reckoner<'a> {
    pub(super) fn new(race: &'a Race, prize: Prize) -> Self {
        let nothing = [0.0; CYCLES + 1];
        let mut this = Self { race, prize, usual: [[nothing; 6]; 3], usual_golden: [nothing; 6] };
        if prize.golden_pair() > 0.0 {
            for far in 1..6u8 {
                let golden = Some((far, USUAL_GOLDEN[usize::from(far)] * race.share));
                let stand = Stand { golden, ..this.usual_stand(2, 1) };
                this.usual_golden[usize::from(far)] = this.worth(&stand, &nothing).line;
            }
        }
        for golds in 0..3u8 {
            for distance in 1..6u8 {
                let stand = this.usual_stand(golds, distance);
                let next = this.usual[usize::from(golds)][usize::from(distance) - 1];
                let worth = this.worth(&stand, &next);
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
        Stand {
            golds,
            distance,
            useful: USUAL[usize::from(golds)][usize::from(distance)] * share,
            gold: (3.0 - f32::from(golds)) * 0.5 * share,
            gold_makes_pair: false,
            golden,
        }
    }

    fn stand(&self, hand: &Hand, sets: usize) -> (Stand, KindSet) {
        let helps = shape::helps(hand, sets);
        let (unseen, share) = (&self.race.unseen, self.race.share);
        let gold = hand.gold().map_or(0.0, |gold| f32::from(unseen.of(gold)) * share);
        let on = self.prize.golden_pair() > 0.0;
        let golden = shape::golden_pair_nearer_with(hand, sets).filter(|_| on);
        let stand = Stand {
            golds: hand.golds().min(2),
            distance: shape::distance(hand, sets),
            useful: unseen.among(helps) as f32 * share,
            gold,
            gold_makes_pair: on && hand.golds() == 1 && gold_makes_pair(hand, sets),
            golden: golden.map(|(far, kinds)| (far.min(5), unseen.among(kinds) as f32 * share)),
        };
        (stand, helps)
    }

    /// What a hand of `3 * sets + 1` tiles is worth, by its useful tiles and what is usual after.
    pub(super) fn glance(&self, hand: &Hand, sets: usize) -> Worth {
        let (stand, _) = self.stand(hand, sets);
        self.worth(&stand, &self.usual_next(&stand))
    }

    fn usual_next(&self, stand: &Stand) -> Line {
        self.usual[usize::from(stand.golds)][usize::from(stand.distance.saturating_sub(1)).min(5)]
    }

    /// The same, looking at every useful tile and what is best thrown then.
    pub(super) fn look(&self, hand: &Hand, sets: usize) -> Worth {
        let (stand, helps) = self.stand(hand, sets);
        if stand.distance <= 1 {
            return self.worth(&stand, &self.usual_next(&stand));
        }
        let (mut next, mut weight) = ([0.0; CYCLES + 1], 0.0);
        for tile in helps {
            let count = f32::from(self.race.unseen.of(tile));
            if count == 0.0 || (hand.gold() == Some(tile) && hand.golds() >= 2) {
                continue;
            }
            let mut with = *hand;
            with.add(tile);
            let best = self.best_after(&with, sets);
            next.iter_mut().zip(best.line).for_each(|(sum, line)| *sum += count * line);
            weight += count;
        }
        if weight > 0.0 {
            next.iter_mut().for_each(|sum| *sum /= weight);
        }
        self.worth(&stand, &next)
    }

    /// What is left after the best discard of a hand of `3 * sets + 2` tiles, at a glance.
    fn best_after(&self, hand: &Hand, sets: usize) -> Worth {
        let nearest = shape::discard_distances(hand, sets).map(|(_, left)| left).min();
        let near = shape::discard_distances(hand, sets).filter(|(_, left)| Some(*left) == nearest);
        let worths = near.map(|(tile, _)| {
            let mut rest = *hand;
            rest.remove(tile);
            self.glance(&rest, sets)
        });
        worths.max_by(|one, other| one.line[0].total_cmp(&other.line[0])).unwrap_or(LOST)
    }

    /// Each of these discards with what is then left of a hand of `3 * sets + 2` tiles; the ones
    /// that seem best at a glance are looked at closely.
    pub(super) fn discards(
        &self,
        hand: &Hand,
        sets: usize,
        legal: KindSet,
    ) -> Vec<(rules::tile::SuitTile, Worth)> {
        let rest_of = |tile| {
            let mut rest = *hand;
            rest.remove(tile);
            rest
        };
        let nearest = shape::discard_distances(hand, sets)
            .filter(|(tile, _)| legal.contains(*tile))
            .map(|(_, left)| left)
            .min()
            .unwrap_or_default();
        let mut glances: Vec<_> = shape::discard_distances(hand, sets)
            .filter(|(tile, left)| legal.contains(*tile) && *left == nearest)
            .map(|(tile, _)| (tile, self.glance(&rest_of(tile), sets)))
            .collect();
        glances.sort_by(|(_, one), (_, other)| other.line[0].total_cmp(&one.line[0]));
        for (tile, worth) in glances.iter_mut().take(CLOSE_LOOKS_MAX) {
            *worth = self.look(&rest_of(*tile), sets);
        }
        glances.truncate(CLOSE_LOOKS_MAX);
        glances
    }

    /// Plays the race out for a hand that stands so; `next` is what it is worth one step nearer.
    fn worth(&self, stand: &Stand, next: &Line) -> Worth {
        let (mut line, mut draw) = ([0.0; CYCLES + 1], 0.0);
        for cycle in (0..self.race.cycles).rev() {
            let later = line[cycle + 1];
            let (at_draw, at_discards) = if stand.distance <= 1 {
                self.waiting_cycle(stand, later, cycle)
            } else {
                nearing_cycle(stand, next, later, cycle)
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
        let at_draw = stand.gold * by_gold.max(later)
            + completes * (drawn + prize.golden_pair()).max(later)
            + steps * drawn.max(golden_later.max(later))
            + plain * drawn.max(later)
            + rest * later;
        let hit = |share: f32| 1.0 - (1.0 - THROWN * share).max(0.0).powi(3);
        let (hit_golden, hit_plain) = (hit(completes), hit(plain + steps));
        let at_discards = hit_golden * (thrown + prize.golden_pair()).max(at_draw)
            + (1.0 - hit_golden) * (hit_plain * thrown.max(at_draw) + (1.0 - hit_plain) * at_draw);
        (at_draw, at_discards)
    }
}

/// A hand that can't win any more.
const LOST: Worth = Worth { line: [0.0; CYCLES + 1], draw: 0.0 };

/// One go-around of a hand that is not waiting yet.
fn nearing_cycle(stand: &Stand, next: &Line, later: f32, cycle: usize) -> (f32, f32) {
    let nearer = next[cycle + 1].max(later);
    let at_draw = stand.useful * nearer + (1.0 - stand.useful) * later;
    let called = (CALLED * (stand.useful - stand.gold)).clamp(0.0, 0.9);
    let at_discards = called * next[cycle].max(at_draw) + (1.0 - called) * at_draw;
    (at_draw, at_discards)
}

fn gold_makes_pair(hand: &Hand, sets: usize) -> bool {
    let mut with = *hand;
    if let Some(gold) = hand.gold() {
        with.add(gold);
    }
    shape::has_golden_pair(&with, sets)
}
