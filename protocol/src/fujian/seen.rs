//! Views taken of a table. Here, and in `redact`, hidden state turns into what somebody may see.

use rules::fujian::{
    Answer, CallOn, Deal, Outcome, Phase, Player, Points, Table, TurnCause, Win, WinWay,
};
use rules::meld::{KongKind, Meld};
use rules::seat::{BySeat, Seat};
use rules::shape::{self, Reading};
use rules::tile::{SuitTile, Tile};

use super::prompt::Prompt;
use super::view::{
    AnswerView, CallOnView, DiscardView, GroupView, HandEnd, HandView, KongView, MeldView,
    OpenHands, OutcomeView, OwnView, PhaseView, PieceView, PlayerView, PointsView, SeatView,
    TableView, WayView,
};

impl TableView {
    /// What anybody sees of a table at rest.
    pub fn of(table: &Table) -> Self {
        Self {
            rules: *table.rules(),
            game: table.game(),
            hands_played: table.hands_played(),
            dealer: table.dealer(),
            streak: table.streak(),
            scores: *table.scores(),
            phase: PhaseView::of(table.phase()),
            hand: table.deal().map(HandView::of),
        }
    }
}

impl HandView {
    fn of(deal: &Deal) -> Self {
        Self {
            wall_left: deal.wall.left() as u8,
            gold: deal.gold,
            flipped: deal.flipped,
            players: BySeat::from_fn(|seat| PlayerView::of(&deal.players[seat])),
            discards: deal
                .discards
                .iter()
                .map(|thrown| DiscardView {
                    seat: thrown.seat,
                    tile: thrown.tile,
                    drawn: thrown.drawn,
                    taken_by: thrown.taken_by,
                })
                .collect(),
            end: HandEnd::of(deal),
        }
    }
}

impl PlayerView {
    fn of(player: &Player) -> Self {
        Self {
            concealed: (player.hand.len() + player.unexposed.len()) as u8,
            melds: player.melds.iter().map(|meld| MeldView::from(*meld)).collect(),
            bonus: player.bonus.tiles().collect(),
        }
    }
}

impl HandEnd {
    /// What is revealed of a hand that is over; nothing of one that runs.
    pub(super) fn of(deal: &Deal) -> Option<Self> {
        let outcome = match deal.outcome? {
            Outcome::Won(win) => OutcomeView::Won {
                seat: win.seat,
                way: win.way.into(),
                points: win.points.into(),
                deltas: win.transfer.deltas(),
                groups: groups_of(&deal.players[win.seat]),
                drawn: drawn_to_win(deal, &win),
            },
            Outcome::Drawn => OutcomeView::Drawn {},
            Outcome::Aborted => OutcomeView::Aborted {},
        };
        let hands = BySeat::from_fn(|seat| deal.players[seat].hand.tiles().collect());
        Some(Self { outcome, hands })
    }
}

/// What the winner drew last, if they won on it: a dealer may have been dealt the whole hand.
fn drawn_to_win(deal: &Deal, win: &Win) -> Option<SuitTile> {
    let was_dealt = deal.discards.is_empty() && deal.players[win.seat].melds.is_empty();
    match (win.way, deal.wall.last_taken()) {
        (WinWay::SelfDraw, Some(Tile::Suit(tile))) if !was_dealt => Some(tile),
        (
            WinWay::SelfDraw
            | WinWay::Discard { .. }
            | WinWay::RobbedKong { .. }
            | WinWay::ThreeGolds
            | WinWay::RobbedGold { .. },
            _,
        ) => None,
    }
}

/// The concealed groups of a winner, in the reading that pays most.
fn groups_of(winner: &Player) -> Vec<GroupView> {
    let readings = shape::readings(&winner.hand, winner.sets());
    let best = readings.iter().find(|reading| reading.has_golden_pair()).or(readings.first());
    let view = |Reading { groups }: &Reading| {
        let pieces = groups.iter().map(|group| &group.pieces);
        let piece = |piece: &shape::Piece| PieceView { tile: piece.tile, gold: piece.gold };
        pieces.map(|pieces| GroupView(pieces.iter().map(piece).collect())).collect()
    };
    best.map(view).unwrap_or_default()
}

impl PhaseView {
    /// What anybody sees of a phase at rest.
    ///
    /// # Panics
    /// Something is about to happen by itself: views are taken after it has.
    pub(super) fn of(phase: &Phase) -> Self {
        match phase {
            Phase::AwaitingWall => Self::AwaitingWall {},
            Phase::Turn(turn) => Self::Turn { seat: turn.seat },
            Phase::Calling(calling) => Self::Calling {
                on: calling.on.into(),
                from: calling.from,
                tile: calling.tile,
                answered: calling.answers.map(|answer| answer.is_some()),
            },
            Phase::Between(ready) => Self::Between { ready: *ready },
            Phase::Finished(ready) => Self::Finished { ready: *ready },
            Phase::Setup | Phase::Drawing { .. } | Phase::ThreeGolds { .. } => {
                unreachable!("views are taken at rest")
            }
        }
    }
}

impl SeatView {
    /// What the player at `seat` sees of a table at rest.
    pub fn of(table: &Table, seat: Seat) -> Self {
        Self {
            table: TableView::of(table),
            seat,
            own: OwnView::of(table, seat),
            prompt: Prompt::of(table, seat),
        }
    }
}

impl OpenHands {
    /// What everybody holds: for those who watch with open hands, when it is late enough.
    pub fn of(table: &Table) -> Self {
        Self(BySeat::from_fn(|seat| OwnView::of(table, seat).tiles))
    }
}

impl OwnView {
    fn of(table: &Table, seat: Seat) -> Self {
        let tiles = table.deal().map(|deal| deal.players[seat].hand.tiles().collect());
        let (drawn, answer) = match table.phase() {
            Phase::Turn(turn) if turn.seat == seat => match turn.cause {
                TurnCause::Drawn(tile) => (Some(tile), None),
                TurnCause::Dealt | TurnCause::Called { .. } => (None, None),
            },
            Phase::Calling(calling) => (None, calling.answers[seat].map(AnswerView::from)),
            Phase::Turn(_)
            | Phase::Setup
            | Phase::AwaitingWall
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. }
            | Phase::Between(_)
            | Phase::Finished(_) => (None, None),
        };
        Self { tiles: tiles.unwrap_or_default(), drawn, answer }
    }
}

impl From<Meld> for MeldView {
    fn from(meld: Meld) -> Self {
        match meld {
            Meld::Chow { low, called, from } => Self::Chow { low, called, from },
            Meld::Pung { tile, from } => Self::Pung { tile, from },
            Meld::Kong { tile, kind } => Self::Kong {
                tile,
                kind: match kind {
                    KongKind::Concealed => KongView::Concealed {},
                    KongKind::Discard { from } => KongView::Discard { from },
                    KongKind::Upgraded { from } => KongView::Upgraded { from },
                },
            },
        }
    }
}

impl From<CallOn> for CallOnView {
    fn from(on: CallOn) -> Self {
        match on {
            CallOn::Discard => Self::Discard,
            CallOn::Kong => Self::Kong,
            CallOn::Gold => Self::Gold,
        }
    }
}

impl From<Answer> for AnswerView {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Pass => Self::Pass {},
            Answer::Chow(low) => Self::Chow { low },
            Answer::Pung => Self::Pung {},
            Answer::Kong => Self::Kong {},
            Answer::Win => Self::Win {},
        }
    }
}

impl From<WinWay> for WayView {
    fn from(way: WinWay) -> Self {
        match way {
            WinWay::SelfDraw => Self::SelfDraw {},
            WinWay::Discard { from } => Self::Discard { from },
            WinWay::RobbedKong { from } => Self::RobbedKong { from },
            WinWay::ThreeGolds => Self::ThreeGolds {},
            WinWay::RobbedGold { exchanged } => Self::RobbedGold { exchanged },
        }
    }
}

impl From<Points> for PointsView {
    fn from(points: Points) -> Self {
        Self {
            total: points.total(),
            bonus: points.bonus,
            golds: points.golds,
            concealed_kongs: points.concealed_kongs,
            exposed_kongs: points.exposed_kongs,
            streak: points.streak,
            doubled: points.doubled,
            three_golds: points.three_golds,
            golden_pair: points.golden_pair,
            no_bonus_no_kong: points.no_bonus_no_kong,
            robbing_the_gold: points.robbing_the_gold,
            all_one_suit: points.all_one_suit,
        }
    }
}
