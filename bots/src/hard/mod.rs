//! Plays for points: what a win pays, how soon it comes, and what the others are up to.

mod known;
mod race;
mod worth;

use rules::fujian::{Action, CallOn, TurnCause, WinWay, Winning};
use rules::hand::Hand;
use rules::shape;
use rules::tile::SuitTile;

use self::race::{Prize, Race, others_before_draw};
pub(crate) use self::worth::Care;
use self::worth::Reckoner;
use crate::Bot;
use crate::moves::{after_kong, meldings};
use crate::sight::{Asked, Sight};

/// Plays for expected points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hard;

impl Bot for Hard {
    fn choose(&mut self, sight: &Sight<'_>) -> Action {
        if sight.legal.is_only_pass() {
            return Action::Pass;
        }
        best(sight, Care::Quick)
    }
}

/// The action reckoned to bring most.
pub(crate) fn best(sight: &Sight<'_>, care: Care) -> Action {
    let ranked = ranked(sight, care);
    let best = ranked.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    best.map_or(Action::Ready, |(action, _)| *action)
}

/// Actions worth thinking about with the points each is reckoned to bring; none but to get ready
/// when nothing else is asked.
pub(crate) fn ranked(sight: &Sight<'_>, care: Care) -> Vec<(Action, f32)> {
    match sight.asked {
        Asked::Nothing => Vec::new(),
        Asked::Call { on: CallOn::Gold, .. } if sight.legal.win => vec![(Action::Win, 0.0)],
        Asked::Call { .. } => answers(sight, care),
        Asked::Turn(cause) => turn(sight, cause, care),
    }
}

fn turn(sight: &Sight<'_>, cause: TurnCause, care: Care) -> Vec<(Action, f32)> {
    let (own, race, prize) = (sight.own, Race::new(sight), Prize::new(sight));
    let mut reckoner = Reckoner::new(&race, prize, care);
    let mut ranked: Vec<_> = reckoner
        .discards(&own.hand, own.sets(), sight.legal.discards)
        .into_iter()
        .map(|(tile, worth)| (Action::Discard(tile), worth.line[0] - race.risk(sight, tile)))
        .collect();
    for tile in sight.legal.kongs {
        let (rest, sets) = after_kong(own, tile);
        let points = if sets < own.sets() { 2 } else { 1 };
        let mut reckoner = Reckoner::new(&race, prize.with_kong(points), care);
        ranked.push((Action::DeclareKong(tile), reckoner.look(&rest, sets).draw));
    }
    if sight.legal.win {
        let way = match cause {
            TurnCause::Called { from, .. } => WinWay::Discard { from },
            TurnCause::Dealt | TurnCause::Drawn(_) => WinWay::SelfDraw,
        };
        ranked.push((Action::Win, win_now(sight, &own.hand, way)));
    }
    ranked
}

fn answers(sight: &Sight<'_>, care: Care) -> Vec<(Action, f32)> {
    let Asked::Call { on, from, tile } = sight.asked else { return Vec::new() };
    let (own, race, prize) = (sight.own, Race::new(sight), Prize::new(sight));
    let mut reckoner = Reckoner::new(&race, prize, care);
    let before = others_before_draw(sight) as f32 / 3.0;
    let hazard = race.hazard[0] * before;
    let waited = reckoner.look(&own.hand, own.sets()).draw;
    let mut ranked = vec![(Action::Pass, (1.0 - hazard) * waited - hazard * race.loss)];
    for melding in meldings(sight) {
        let (sets, is_kong) = (own.sets() - 1, melding.action == Action::Kong);
        let gained = shape::distance(&own.hand, own.sets())
            .saturating_sub(shape::distance(&melding.rest, sets));
        if is_kong {
            let mut reckoner = Reckoner::new(&race, prize.with_kong(1), care);
            ranked.push((melding.action, reckoner.look(&melding.rest, sets).draw));
        } else if gained > 0 {
            // A call that brings a win no nearer only loses a draw: measured, half a point a hand.
            ranked.push((melding.action, after_call(sight, &mut reckoner, &melding.rest, tile)));
        }
    }
    if sight.legal.win {
        let mut hand = own.hand;
        hand.add(tile);
        let way = match on {
            CallOn::Kong => WinWay::RobbedKong { from },
            CallOn::Discard | CallOn::Gold => WinWay::Discard { from },
        };
        ranked.push((Action::Win, win_now(sight, &hand, way)));
    }
    ranked
}

/// What is left after a call for a meld and the best discard.
fn after_call(
    sight: &Sight<'_>,
    reckoner: &mut Reckoner<'_>,
    rest: &Hand,
    called: SuitTile,
) -> f32 {
    let mut legal = rest.kinds();
    if !sight.open.rules.discard_called_kind {
        legal.remove(called);
    }
    let after = reckoner.discards(rest, sight.own.sets() - 1, legal);
    after.iter().map(|(_, worth)| worth.line[0]).max_by(f32::total_cmp).unwrap_or(f32::MIN)
}

/// What winning now pays.
fn win_now(sight: &Sight<'_>, hand: &Hand, way: WinWay) -> f32 {
    let rules = sight.open.rules;
    let deals = rules.dealer_streak && sight.seat == sight.open.dealer;
    let winning = Winning {
        hand,
        melds: &sight.own.melds,
        bonus: sight.own.bonus.len(),
        way,
        streak: if deals { sight.open.streak } else { 0 },
    };
    3.0 * winning.points(rules).total() as f32
}
