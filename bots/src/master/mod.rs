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

/// Hands played on for one choice, at most, where nobody stops it before.
pub const PLAYOUTS_MAX: u32 = 2_000;
/// Actions tried at all.
const TRIED_MAX: usize = 7;
/// Worlds after which it is asked again what is still worth trying.
const ROUND: usize = 32;
/// Standard errors by which an action must beat the one that seemed best before.
const SURE: f64 = 3.0;
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
        self.choose_while(sight, &mut || true)
    }

    fn choose_while(&mut self, sight: &Sight<'_>, keep_going: &mut dyn FnMut() -> bool) -> Action {
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
        self.search(sight, &mut tries, keep_going);
        verdict(&tries, simple)
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
                    let points = play_out(world.clone(), sight.seat, one.action, one.plan);
                    one.points.push(points.map_or(f64::MIN, f64::from));
                }
            }
            left -= worlds * tries.len();
            drop_hopeless(tries);
        }
    }
}

/// Whether what is asked is told better by worlds than by looking: the way to a Golden Pair, for
/// which most is given up. Which of two like tiles to throw, a kong, or whether a win waits for the
/// own draw, drowns in their noise, for in them everybody plays simply.
fn is_weighty(sight: &Sight<'_>) -> bool {
    let golden = sight.open.rules.golden_pair > 0 && sight.own.hand.golds() == 2;
    match sight.asked {
        Asked::Nothing | Asked::Call { on: CallOn::Gold, .. } => false,
        Asked::Call { .. } | Asked::Turn(_) => golden,
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

/// Drops what is surely worse than the best so far.
fn drop_hopeless(tries: &mut Vec<Try>) {
    let best = best(tries).points.clone();
    tries.retain(|one| {
        let (gain, error) = gain(&best, &one.points);
        gain <= HOPELESS * error
    });
}

/// The action that did best, if it is surely better than what the simpler player would do; that
/// one may have been dropped, and then it is.
fn verdict(tries: &[Try], simple: Action) -> Action {
    let best = best(tries);
    let first = tries.iter().find(|one| one.action == simple && one.plan == Plan::Fast);
    match first.map(|first| gain(&best.points, &first.points)) {
        Some((gain, error)) if gain <= SURE * error => simple,
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
