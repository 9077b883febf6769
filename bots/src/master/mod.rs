//! Plays on in its head: tries what seems best in many worlds that agree with what is shown.

mod calibration;
mod playout;
mod world;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use rules::fujian::{Action, CallOn};

use self::playout::{Plan, golden_discard, play_out};
use self::world::Imagination;
use crate::Bot;
use crate::hard::{self, Care};
use crate::sight::{Asked, Sight};

/// Hands played on for one choice, at most; sized to take well under 50 ms.
pub const PLAYOUTS_MAX: u32 = 2_000;
/// Actions tried at all, and of those in the second half of the worlds.
const TRIED_MAX: usize = 7;
const FINALISTS_MAX: usize = 3;
/// Standard errors by which an action must beat the one that seemed best before.
const SURE: f64 = 1.5;

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

/// An action with what is planned after it, and how it went.
#[derive(Clone, Debug)]
struct Try {
    action: Action,
    plan: Plan,
    /// Points in every world so far.
    points: Vec<f64>,
}

impl Bot for Master {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        if sight.legal.is_only_pass() {
            return Action::Pass;
        }
        let simple = hard::best(sight, Care::Thorough);
        if !is_weighty(sight) || self.playouts == 0 {
            return simple;
        }
        let mut tries = tries(sight, simple);
        if tries.iter().all(|other| other.action == simple) {
            return simple;
        }
        self.search(sight, &mut tries);
        verdict(&tries)
    }
}

impl Master {
    fn search(&mut self, sight: &Sight<'_>, tries: &mut Vec<Try>) {
        let imagination = Imagination::new(sight);
        let first = self.playouts as usize / 2 / tries.len();
        self.play_worlds(&imagination, sight, tries, first);
        // The first try is what all others are compared with: it stays.
        tries[1..].sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        tries.truncate(FINALISTS_MAX);
        let second = self.playouts as usize / 2 / tries.len();
        self.play_worlds(&imagination, sight, tries, second);
    }

    fn play_worlds(
        &mut self,
        imagination: &Imagination<'_>,
        sight: &Sight<'_>,
        tries: &mut [Try],
        worlds: usize,
    ) {
        for _ in 0..worlds {
            let Some(world) = imagination.world(&mut self.rng) else { return };
            for one in tries.iter_mut() {
                let points = play_out(world.clone(), sight.seat, one.action, one.plan);
                one.points.push(points.map_or(f64::MIN, f64::from));
            }
        }
    }
}

/// Whether what is asked makes enough of a difference for worlds to tell: a win to take or leave, a
/// kong, or the way to a Golden Pair. Which of two like tiles to throw drowns in their noise, and
/// whether to call is told better by looking: in the worlds everybody plays simply.
fn is_weighty(sight: &Sight<'_>) -> bool {
    let legal = &sight.legal;
    let golden = sight.open.rules.golden_pair > 0 && sight.own.hand.golds() == 2;
    match sight.asked {
        Asked::Nothing | Asked::Call { on: CallOn::Gold, .. } => false,
        Asked::Call { .. } => legal.win || golden,
        Asked::Turn(_) => legal.win || golden || !legal.kongs.is_empty(),
    }
}

/// What is worth trying; what the simpler player would do comes first.
fn tries(sight: &Sight<'_>, simple: Action) -> Vec<Try> {
    let new = |action, plan| Try { action, plan, points: Vec::new() };
    let mut ranked = hard::ranked(sight, Care::Thorough);
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut tries = vec![new(simple, Plan::Fast)];
    let others = ranked.iter().map(|(action, _)| *action).filter(|action| *action != simple);
    tries.extend(others.map(|action| new(action, Plan::Fast)));
    tries.truncate(TRIED_MAX - 2);
    let keeps = if sight.legal.pass {
        Some(Action::Pass)
    } else {
        ranked.iter().map(|(action, _)| *action).find(|action| matches!(action, Action::Discard(_)))
    };
    if let (Some(keeps), true) = (keeps, sight.legal.win) {
        tries.push(new(keeps, Plan::SelfDraw));
    }
    if sight.open.rules.golden_pair > 0 && sight.own.hand.golds() == 2 {
        let action = match keeps {
            Some(Action::Pass) => Action::Pass,
            _ => Action::Discard(golden_discard(sight, sight.legal.discards, &sight.unseen())),
        };
        tries.push(new(action, Plan::Golden));
    }
    tries
}

/// The try that did best, if it is surely better than the first.
fn verdict(tries: &[Try]) -> Action {
    let first = &tries[0];
    let best = tries
        .iter()
        .max_by(|one, other| one.mean().total_cmp(&other.mean()))
        .expect("something was tried");
    let worlds = first.points.len().min(best.points.len()) as f64;
    let gains = || best.points.iter().zip(&first.points).map(|(best, first)| best - first);
    let mean = gains().sum::<f64>() / worlds.max(1.0);
    let variance = gains().map(|gain| (gain - mean).powi(2)).sum::<f64>() / worlds.max(1.0);
    let error = (variance / worlds.max(1.0)).sqrt();
    if mean > SURE * error { best.action } else { first.action }
}

impl Try {
    fn mean(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.points.len().max(1) as f64
    }
}
