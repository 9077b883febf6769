//! Plays on in its head: tries what seems best in many worlds that agree with what is shown.

mod calibration;
mod playout;
mod world;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, CallOn};
use rules::shape;

use self::playout::play_out;
use self::world::Imagination;
use crate::Bot;
use crate::hard::{self, Care};
use crate::sight::{Asked, Sight};

/// Hands played on for one choice, at most, where nobody stops it before: about what there is time for
/// at a table. Four times as many were not seen to play better.
pub const PLAYOUTS_MAX: u32 = 256;
/// Actions tried.
const TRIED_MAX: usize = 3;
/// Worlds after which it is asked again whether to go on.
const ROUND: usize = 8;
/// Worlds before which nothing is given up.
const WORLDS_MIN: usize = 32;
/// Standard errors by which an action must beat the one that seemed best before.
const SURE: f64 = 2.0;
/// Standard errors behind the best from which an action is not tried any more.
const HOPELESS: f64 = 3.0;

/// Searches over sampled worlds, beginning with what seems best on a thorough look.
#[derive(Clone, Debug)]
pub struct Master {
    rng: Pcg64Mcg,
    playouts: u32,
}

impl Master {
    /// The player whose imagination follows from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(seed), playouts: PLAYOUTS_MAX }
    }

    /// The same with another number of hands played on for one choice.
    #[must_use]
    pub fn with_playouts(self, playouts: u32) -> Self {
        Self { playouts, ..self }
    }
}

/// An action, and how it went.
#[derive(Clone, Debug)]
struct Try {
    action: Action,
    /// Points in every world so far.
    points: Vec<f64>,
}

impl Bot for Master {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        self.choose_while(sight, &mut || true)
    }

    fn choose_while(&mut self, sight: &Sight<'_>, keep_going: &mut dyn FnMut() -> bool) -> Action {
        if sight.legal.is_only_pass() {
            return Action::Pass;
        }
        if !is_weighty(sight) || self.playouts == 0 {
            return hard::best(sight, Care::Thorough);
        }
        let mut tries = tries(sight);
        let Some(first) = tries.first().map(|first| first.action) else { return Action::Ready };
        self.search(sight, &mut tries, keep_going);
        verdict(&tries, first)
    }
}

impl Master {
    /// Tries everything in the same worlds, round after round, and goes on only with what may still
    /// turn out best, as long as it may.
    fn search(
        &mut self,
        sight: &Sight<'_>,
        tries: &mut Vec<Try>,
        keep_going: &mut dyn FnMut() -> bool,
    ) {
        let imagination = Imagination::new(sight);
        let mut left = self.playouts as usize;
        while tries.len() > 1 && left >= tries.len() && keep_going() {
            let worlds = ROUND.min(left / tries.len());
            for _ in 0..worlds {
                let Some(world) = imagination.world(&mut self.rng) else { return };
                for one in tries.iter_mut() {
                    let points = play_out(world.clone(), sight.seat, one.action);
                    one.points.push(points.map_or(f64::MIN, f64::from));
                }
            }
            left -= worlds * tries.len();
            drop_hopeless(tries);
        }
    }
}

/// Whether what is asked is told better by worlds than by looking: which tiles to wait for, and the
/// way to a Golden Pair. Further from a win which of two like tiles to throw drowns in their noise.
fn is_weighty(sight: &Sight<'_>) -> bool {
    let own = sight.own;
    match sight.asked {
        Asked::Nothing | Asked::Call { on: CallOn::Gold, .. } => false,
        _ if sight.open.rules.golden_pair > 0 && own.hand.golds() == 2 => true,
        Asked::Call { .. } => false,
        Asked::Turn(_) => shape::distance(&own.hand, own.sets()) <= 1,
    }
}

/// What is worth trying, the most promising at a look first.
fn tries(sight: &Sight<'_>) -> Vec<Try> {
    let mut ranked = hard::ranked(sight, Care::Thorough);
    // Of equal ones the last, as `hard::best` has it.
    ranked.reverse();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranked.truncate(TRIED_MAX);
    ranked.into_iter().map(|(action, _)| Try { action, points: Vec::new() }).collect()
}

/// Drops what is surely worse than the best so far.
fn drop_hopeless(tries: &mut Vec<Try>) {
    let best = best(tries).points.clone();
    tries.retain(|one| {
        let (gain, error) = gain(&best, &one.points);
        best.len() < WORLDS_MIN || gain <= HOPELESS * error
    });
}

/// The action that did best, if it is surely better than the one that seemed so at a look; that one
/// may have been dropped, and then it is.
fn verdict(tries: &[Try], first: Action) -> Action {
    let best = best(tries);
    let first = tries.iter().find(|one| one.action == first);
    match first.map(|first| (first, gain(&best.points, &first.points))) {
        Some((first, (gain, error))) if gain <= SURE * error => first.action,
        Some(_) | None => best.action,
    }
}

fn best(tries: &[Try]) -> &Try {
    tries
        .iter()
        .max_by(|one, other| one.mean().total_cmp(&other.mean()))
        .expect("the best is never dropped")
}

/// By how much one did better than another in the same worlds, and the standard error of that.
fn gain(one: &[f64], other: &[f64]) -> (f64, f64) {
    let worlds = one.len().max(1) as f64;
    let gains = || one.iter().zip(other).map(|(one, other)| one - other);
    let mean = gains().sum::<f64>() / worlds;
    let variance = gains().map(|gain| (gain - mean).powi(2)).sum::<f64>() / worlds;
    (mean, (variance / worlds).sqrt())
}

impl Try {
    fn mean(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.points.len().max(1) as f64
    }
}
