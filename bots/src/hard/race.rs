//! The race a hand is in: how soon the others end it, and what it pays to end it oneself.

use rules::fujian::{CallOn, Payers, Rules};
use rules::meld::{KongKind, Meld};
use rules::seat::Seat;
use rules::tile::SuitTile;

use crate::sight::{Asked, Sight, Unseen};

/// Go-arounds looked ahead; few hands last longer.
pub(super) const CYCLES: usize = 10;
/// What something is worth in points when it comes about in each go-around from now.
pub(super) type Line = [f32; CYCLES + 1];

// These three are fitted: what plays best over the same walls, not what is counted in self-play
// (0.37, 8 and 0.1). Others are reckoned to win before oneself in every go-around, and one's hand is
// reckoned without what calls add later, so that the counted figures give hands up too early.
/// How much a waiting player hastens the end, for each go-around.
const WIN_WHEN_WAITING: f32 = 0.25;
/// What another player's win costs.
const MEAN_LOSS: f32 = 6.0;
/// How much a tile thrown at a waiting player risks.
const HIT: f32 = 0.05;

/// What a seat knows of the race.
#[derive(Clone, Debug)]
pub(super) struct Race {
    /// Chance that another player ends the hand, for each go-around from now.
    pub(super) hazard: [f32; CYCLES],
    /// Go-arounds until the wall is out.
    pub(super) cycles: usize,
    /// What it costs when another player wins.
    pub(super) loss: f32,
    /// How likely each other player is waiting.
    waiting: [(Seat, f32); 3],
    pub(super) unseen: Unseen,
    /// One over the number of suit tiles not seen.
    pub(super) share: f32,
    pub(super) gold_kind: Option<SuitTile>,
    /// How likely the next tile is a Gold.
    pub(super) gold: f32,
}

impl Race {
    pub(super) fn new(sight: &Sight<'_>) -> Self {
        let open = &sight.open;
        let thrown = |seat| open.discards.iter().filter(|thrown| thrown.seat == seat).count();
        let others = sight.seat.others().map(|seat| (seat, thrown(seat), open.melds[seat].len()));
        let mut hazard = [0.0; CYCLES];
        for (cycle, hazard) in hazard.iter_mut().enumerate() {
            let nobody: f32 = others
                .iter()
                .map(|(_, thrown, melds)| {
                    let later = *thrown as f32 + cycle as f32 + 0.5;
                    1.0 - WIN_WHEN_WAITING * waiting(later, *melds)
                })
                .product();
            *hazard = 1.0 - nobody;
        }
        let unseen = sight.unseen();
        let loss = match open.rules.payers {
            Payers::Everyone => MEAN_LOSS,
            // A third of the wins on a discard are on one's own, and pay for all.
            Payers::Discarder => MEAN_LOSS / 2.0,
        };
        let share = 1.0 / (unseen.total().max(1) as f32);
        Self {
            hazard,
            cycles: (open.wall_left / 4).min(CYCLES),
            loss,
            waiting: others.map(|(seat, thrown, melds)| (seat, waiting(thrown as f32, melds))),
            unseen,
            share,
            gold_kind: open.gold,
            gold: open.gold.map_or(0.0, |gold| f32::from(unseen.of(gold)) * share),
        }
    }

    /// What throwing this tile risks: that somebody wins on it.
    pub(super) fn risk(&self, sight: &Sight<'_>, tile: SuitTile) -> f32 {
        let cost = match sight.open.rules.payers {
            Payers::Everyone => MEAN_LOSS,
            Payers::Discarder => 3.0 * MEAN_LOSS,
        };
        if sight.open.gold == Some(tile) {
            return 0.0;
        }
        let middle = if matches!(tile.rank(), 1 | 9) { 0.7 } else { 1.0 };
        let chance: f32 = self
            .waiting
            .iter()
            .map(|(seat, waiting)| {
                let mut thrown = sight.open.discards.iter().filter(|thrown| thrown.tile == tile);
                let own = if thrown.any(|thrown| thrown.seat == *seat) { 0.6 } else { 1.0 };
                waiting * own
            })
            .sum();
        chance * HIT * middle * cost
    }
}

/// How likely a player who has thrown so many tiles and laid so many melds open is waiting,
/// measured in self-play.
fn waiting(thrown: f32, melds: usize) -> f32 {
    const MORE_BY_MELDS: [f32; 6] = [0.0, 0.09, 0.22, 0.42, 0.6, 0.7];
    (0.1 * (thrown - 1.5) + MORE_BY_MELDS[melds.min(5)]).clamp(0.005, 0.92)
}

/// What a win of one's own pays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prize {
    /// Points counted before Golds, and doubled on the own draw.
    pub(super) base: f32,
    /// Points for having neither bonus tile nor kong, while that holds.
    pub(super) plain: f32,
    golden_pair: f32,
    three_golds: f32,
}

impl Prize {
    pub(super) fn new(sight: &Sight<'_>) -> Self {
        let rules: &Rules = sight.open.rules;
        let kongs: u32 = sight.own.melds.iter().map(|meld| kong_points(*meld)).sum();
        let streak = if rules.dealer_streak && sight.seat == sight.open.dealer {
            u32::from(sight.open.streak)
        } else {
            0
        };
        let bonus = sight.own.bonus.len() as u32;
        let is_plain = bonus + kongs == 0;
        Self {
            base: (1 + bonus + kongs + streak) as f32,
            plain: if is_plain { f32::from(rules.no_bonus_no_kong) } else { 0.0 },
            golden_pair: f32::from(rules.golden_pair),
            three_golds: f32::from(rules.three_golds),
        }
    }

    /// The prize once a kong worth so many points is laid open.
    pub(super) fn with_kong(self, points: u32) -> Self {
        Self { base: self.base + points as f32, plain: 0.0, ..self }
    }

    /// A win in so many go-arounds: three losers pay.
    pub(super) fn win(&self, golds: u8, doubled: bool, cycle: usize) -> f32 {
        /// Chance that a go-around brings no bonus tile.
        const STILL_PLAIN: [f32; 4] = [1.0, 0.86, 0.74, 0.64];
        let plain = self.plain * STILL_PLAIN[cycle.min(3)];
        let counted = self.base + f32::from(golds);
        3.0 * (if doubled { 2.0 * counted } else { counted } + plain)
    }

    /// What a pair of Golds adds.
    pub(super) fn golden_pair(&self) -> f32 {
        3.0 * self.golden_pair
    }

    /// The win by the third Gold.
    pub(super) fn three_golds(&self, cycle: usize) -> f32 {
        self.win(3, true, cycle) + 3.0 * self.three_golds
    }
}

fn kong_points(meld: Meld) -> u32 {
    match meld {
        Meld::Kong { kind: KongKind::Concealed, .. } => 2,
        Meld::Kong { kind: KongKind::Discard { .. } | KongKind::Upgraded { .. }, .. } => 1,
        Meld::Chow { .. } | Meld::Pung { .. } => 0,
    }
}

/// Opponents who act between the tile that is up and the own draw.
pub(super) fn others_before_draw(sight: &Sight<'_>) -> usize {
    match sight.asked {
        Asked::Call { on: CallOn::Discard, from, .. } => {
            let steps = (sight.seat.index() + 4 - from.index()) % 4;
            steps.saturating_sub(1)
        }
        Asked::Call { on: CallOn::Kong | CallOn::Gold, .. } | Asked::Turn(_) | Asked::Nothing => 2,
    }
}
