//! A hand as it is written down while it runs: what its record is made of, and its past as anybody heard it.

use protocol::fujian::{TableView, redact};
use protocol::record::{HandRecord, RECORD_VERSION, SeatAction, SeatEntropy, Variant};
use rules::fair::HandId;
use rules::fujian::{Deal, Outcome, Rules, Standing, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::Tile;
use rules::wall::Wall;

use super::Fujian;
use crate::room::game::{FairWall, Past, Players};

/// A hand as it is written down while it runs. Its wall is the table's.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) fair: FairWall,
    pub(super) before: BeforeHand,
    pub(super) actions: Vec<SeatAction>,
}

/// How the game stood before a hand.
#[derive(Clone, Debug)]
pub(super) struct BeforeHand {
    pub(super) game: u32,
    pub(super) hand_of_game: u32,
    pub(super) hands_played: u8,
    pub(super) dealer: Seat,
    pub(super) streak: u8,
    pub(super) scores: BySeat<i32>,
}

/// A hand that is over.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(super) running: Running,
    pub(super) wall: Vec<Tile>,
    pub(super) rules: Rules,
    pub(super) scores: BySeat<i32>,
    pub(super) outcome: Outcome,
}

impl Running {
    /// Plays the hand again, up to where it is, and says what anybody hears of that.
    pub(super) fn past(&self, rules: Rules, deal: &Deal) -> Option<Past<Fujian>> {
        let BeforeHand { game, hands_played, dealer, streak, scores, .. } = self.before;
        let standing = Standing { dealer, streak, scores, hands_played, game: game - 1 };
        let mut table = Table::standing(rules, standing).ok()?;
        let before = TableView::of(&table);
        let begun = table.begin(Wall::from_tiles(rules.tiles, deal.wall.all()).ok()?).ok()?;
        let mut steps = vec![redact(&mut table, begun).public];
        for SeatAction { seat, action } in &self.actions {
            let event = table.decide(*seat, *action).ok()?;
            steps.push(redact(&mut table, event).public);
        }
        Some(Past { before, steps })
    }
}

impl Finished {
    pub(super) fn record(self, players: Players) -> HandRecord {
        let Running { fair, before, actions } = self.running;
        let id = HandId::new(fair.room.as_str(), fair.hand).expect("the hand was dealt");
        let entropy = |seat| SeatEntropy {
            tip: tip_of(&fair, seat),
            link: fair.links[seat].map(|link| link.0),
        };
        HandRecord {
            version: RECORD_VERSION,
            variant: Variant::Fujian,
            room: fair.room.as_str().to_owned(),
            hand: fair.hand,
            game: before.game,
            hand_of_game: before.hand_of_game,
            hands_played: before.hands_played,
            players,
            scores_before: before.scores,
            scores_after: self.scores,
            rules: self.rules,
            dealer: before.dealer,
            streak: before.streak,
            commitment: id.commitment(&fair.seed.0),
            seed: fair.seed.0,
            seats: BySeat::from_fn(entropy),
            wall: self.wall,
            actions,
            outcome: self.outcome.into(),
        }
    }
}

/// What a seat's part of every wall is fixed with; zeros for one that takes no part.
pub(super) fn tip_of(fair: &FairWall, seat: Seat) -> [u8; 32] {
    fair.tips[seat].map_or([0; 32], |tip| tip.0)
}
