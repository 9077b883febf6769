//! Folding changes into a view: the same as taking the view anew.

use rules::seat::{BySeat, Seat};
use rules::tile::SuitTile;

use super::change::{OwnChange, PublicChange};
use super::view::{
    CallOnView, DiscardView, HandView, KongView, MeldView, OwnView, PhaseView, PlayerView,
    SeatView, TableView,
};

/// Tiles dealt to a player; the dealer gets one more.
const HAND_TILES: u8 = 16;

impl PhaseView {
    /// Folds what a change says about the phase besides [`PublicChange::Phase`].
    pub(super) fn hear(&mut self, change: &PublicChange) {
        match (self, change) {
            (this, PublicChange::Phase { phase }) => *this = phase.clone(),
            (this, PublicChange::Discarded { seat, tile, .. }) => {
                let (on, from, tile) = (CallOnView::Discard, *seat, *tile);
                *this = Self::Calling { on, from, tile, answered: BySeat::default() };
            }
            (Self::Calling { answered, .. }, PublicChange::Answered { seat }) => {
                answered[*seat] = true;
            }
            (Self::Between { ready } | Self::Finished { ready }, PublicChange::Ready { seat }) => {
                ready[*seat] = true;
            }
            _ => {}
        }
    }
}

impl TableView {
    /// Folds one change in.
    pub fn apply(&mut self, change: &PublicChange) {
        self.phase.hear(change);
        match change {
            PublicChange::Phase { .. }
            | PublicChange::Answered { .. }
            | PublicChange::Ready { .. } => {}
            PublicChange::Table { table } => *self = (**table).clone(),
            PublicChange::Dealt { wall_left } => self.hand = Some(dealt(self.dealer, *wall_left)),
            PublicChange::Next { dealer, streak, game, hands_played, scores } => {
                (self.dealer, self.streak, self.game) = (*dealer, *streak, *game);
                (self.hands_played, self.scores) = (*hands_played, *scores);
            }
            PublicChange::Ended { end, .. } => {
                if let super::view::OutcomeView::Won { deltas, .. } = &end.outcome {
                    for seat in Seat::ALL {
                        self.scores[seat] = self.scores[seat].saturating_add(deltas[seat]);
                    }
                }
                if !matches!(end.outcome, super::view::OutcomeView::Aborted {}) {
                    self.hands_played = self.hands_played.saturating_add(1);
                }
                self.change_hand(change);
            }
            PublicChange::Drew { .. }
            | PublicChange::Bonus { .. }
            | PublicChange::BonusFlipped { .. }
            | PublicChange::Gold { .. }
            | PublicChange::Discarded { .. }
            | PublicChange::Called { .. }
            | PublicChange::Kong { .. } => self.change_hand(change),
        }
    }

    fn change_hand(&mut self, change: &PublicChange) {
        let dealer = self.dealer;
        if let Some(hand) = &mut self.hand {
            hand.apply(change, dealer);
        }
    }
}

fn dealt(dealer: Seat, wall_left: u8) -> HandView {
    let player = |seat| PlayerView {
        concealed: if seat == dealer { HAND_TILES + 1 } else { HAND_TILES },
        ..PlayerView::default()
    };
    HandView {
        wall_left,
        gold: None,
        flipped: None,
        players: BySeat::from_fn(player),
        discards: Vec::new(),
        end: None,
    }
}

impl HandView {
    fn apply(&mut self, change: &PublicChange, dealer: Seat) {
        match change {
            PublicChange::Drew { seat } => {
                self.drew_from_wall();
                self.players[*seat].add(1);
            }
            PublicChange::Bonus { seat, tile } => {
                self.players[*seat].lose(1);
                insert_sorted(&mut self.players[*seat].bonus, *tile);
            }
            PublicChange::BonusFlipped { tile } => {
                self.drew_from_wall();
                insert_sorted(&mut self.players[dealer].bonus, *tile);
            }
            PublicChange::Gold { tile } => {
                self.drew_from_wall();
                (self.gold, self.flipped) = (Some(*tile), Some(*tile));
            }
            PublicChange::Discarded { seat, tile, drawn } => {
                self.players[*seat].lose(1);
                let thrown =
                    DiscardView { seat: *seat, tile: *tile, drawn: *drawn, taken_by: None };
                self.discards.push(thrown);
            }
            PublicChange::Called { seat, meld } => {
                self.take_discard(*seat);
                let player = &mut self.players[*seat];
                player.lose(meld_from_hand(meld));
                player.melds.push(meld.clone());
            }
            PublicChange::Kong { seat, meld } => self.players[*seat].lay_kong(meld),
            PublicChange::Ended { end, flipped } => {
                self.end(end, *flipped);
            }
            PublicChange::Phase { .. }
            | PublicChange::Dealt { .. }
            | PublicChange::Answered { .. }
            | PublicChange::Ready { .. }
            | PublicChange::Table { .. }
            | PublicChange::Next { .. } => {}
        }
    }

    fn drew_from_wall(&mut self) {
        self.wall_left = self.wall_left.saturating_sub(1);
    }

    fn take_discard(&mut self, seat: Seat) {
        if let Some(thrown) = self.discards.last_mut() {
            thrown.taken_by = Some(seat);
        }
    }

    /// Everything lies open: what each held says how many tiles went where.
    fn end(&mut self, end: &super::view::HandEnd, flipped: Option<SuitTile>) {
        use super::view::{OutcomeView, WayView};
        if let OutcomeView::Won { seat, way: WayView::Discard { .. }, .. } = &end.outcome
            && usize::from(self.players[*seat].concealed) < end.hands[*seat].len()
        {
            self.take_discard(*seat);
        }
        for seat in Seat::ALL {
            self.players[seat].concealed = end.hands[seat].len() as u8;
        }
        self.flipped = flipped;
        self.end = Some(end.clone());
    }
}

impl PlayerView {
    // Saturating: a server that tells nonsense gets a strange table shown, and nobody brought down.
    fn add(&mut self, tiles: u8) {
        self.concealed = self.concealed.saturating_add(tiles);
    }

    fn lose(&mut self, tiles: u8) {
        self.concealed = self.concealed.saturating_sub(tiles);
    }

    fn lay_kong(&mut self, kong: &MeldView) {
        let MeldView::Kong { tile, kind } = kong else { return };
        match kind {
            KongView::Upgraded { .. } => {
                self.lose(1);
                let is_pung = |meld: &&mut MeldView| matches!(meld, MeldView::Pung { tile: pung, .. } if pung == tile);
                if let Some(pung) = self.melds.iter_mut().find(is_pung) {
                    *pung = kong.clone();
                }
            }
            KongView::Concealed {} | KongView::Discard { .. } => {
                self.lose(4);
                self.melds.push(kong.clone());
            }
        }
    }
}

/// Tiles of a called meld that come from the hand: all but the discard.
fn meld_from_hand(meld: &MeldView) -> u8 {
    match meld {
        MeldView::Chow { .. } | MeldView::Pung { .. } => 2,
        MeldView::Kong { .. } => 3,
    }
}

fn insert_sorted<T: Ord + Copy>(tiles: &mut Vec<T>, tile: T) {
    tiles.insert(tiles.partition_point(|other| *other <= tile), tile);
}

impl SeatView {
    /// What the player at `seat` sees of a table before its first hand.
    pub fn before_the_deal(table: TableView, seat: Seat) -> Self {
        Self { table, seat, own: OwnView::default(), prompt: None }
    }

    /// Folds one step in: what anybody hears, then what this seat alone does.
    pub fn apply(&mut self, public: &[PublicChange], own: &[OwnChange]) {
        for change in public {
            self.table.apply(change);
            self.own.hear(self.seat, change);
        }
        // In the step of the deal every draw replaces a bonus tile; none is drawn for a turn.
        let dealt = public.iter().any(|change| matches!(change, PublicChange::Dealt { .. }));
        for change in own {
            match change {
                OwnChange::Dealt { tiles } => self.own.tiles.clone_from(tiles),
                OwnChange::Drew { tile } => {
                    insert_sorted(&mut self.own.tiles, *tile);
                    self.own.drawn = Some(*tile).filter(|_| !dealt);
                }
                OwnChange::Answered { answer } => self.own.answer = Some(answer.clone()),
                OwnChange::Prompt { prompt } => self.prompt.clone_from(prompt),
            }
        }
    }
}

impl OwnView {
    fn hear(&mut self, own_seat: Seat, change: &PublicChange) {
        match change {
            PublicChange::Phase { phase } => {
                if !matches!(phase, PhaseView::Turn { seat } if *seat == own_seat) {
                    self.drawn = None;
                }
                self.answer = None;
            }
            PublicChange::Discarded { seat, tile, .. } => {
                (self.drawn, self.answer) = (None, None);
                if *seat == own_seat {
                    self.remove(*tile);
                }
            }
            PublicChange::Called { seat, meld } if *seat == own_seat => {
                // The discard joins the hand for a moment, and the meld leaves it.
                let (tiles, called) = meld_tiles(meld);
                insert_sorted(&mut self.tiles, called);
                tiles.iter().for_each(|tile| self.remove(*tile));
            }
            PublicChange::Kong { seat, meld: MeldView::Kong { tile, kind } }
                if *seat == own_seat =>
            {
                let from_hand = if matches!(kind, KongView::Upgraded { .. }) { 1 } else { 4 };
                (0..from_hand).for_each(|_| self.remove(*tile));
            }
            PublicChange::Ended { end, .. } => self.tiles = end.hands[own_seat].clone(),
            _ => {}
        }
    }

    fn remove(&mut self, tile: SuitTile) {
        if let Some(place) = self.tiles.iter().position(|other| *other == tile) {
            self.tiles.remove(place);
        }
    }
}

/// The tiles of a called meld, and which of them was called.
fn meld_tiles(meld: &MeldView) -> (Vec<SuitTile>, SuitTile) {
    match meld {
        MeldView::Chow { low, called, .. } => {
            (low.run().map(Vec::from).unwrap_or_default(), *called)
        }
        MeldView::Pung { tile, .. } => (vec![*tile; 3], *tile),
        MeldView::Kong { tile, .. } => (vec![*tile; 4], *tile),
    }
}
