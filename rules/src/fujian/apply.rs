//! Making events so. Nothing here decides, and nothing can be refused.

use super::deal::{Deal, Discarded, Outcome};
use super::event::Event;
use super::phase::{Answer, CallOn, Calling, Phase, Ready, Turn, TurnCause};
use super::score::{Win, WinWay};
use super::table::Table;
use crate::meld::{KongKind, Meld};
use crate::seat::{BySeat, Seat};
use crate::tile::{BonusTile, SuitTile, Tile};
use crate::wall::Wall;

/// Golds in play: the fourth lies flipped.
const GOLDS: u8 = 3;

impl Table {
    /// Makes `event` so.
    ///
    /// # Panics
    /// The event does not come from [`Table::decide`], [`Table::begin`], [`Table::abort`] or
    /// [`Table::follow`] of a table in this state.
    #[inline(always)]
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::HandBegan { wall } => self.apply_deal(wall),
            Event::TileDrawn { seat, tile } => self.apply_drawn(*seat, *tile),
            Event::BonusExposed { seat, tile } => self.apply_exposed(*seat, *tile),
            Event::BonusFlipped { tile } => self.apply_bonus_flipped(*tile),
            Event::GoldFlipped { tile } => self.apply_gold(*tile),
            Event::TileDiscarded { seat, tile, drawn } => {
                self.apply_discard(*seat, *tile, *drawn);
            }
            Event::Answered { seat, answer } => self.apply_answer(*seat, *answer),
            Event::CallsPassed => self.apply_passed(),
            Event::MeldCalled { seat, meld } => self.apply_meld(*seat, *meld),
            Event::KongDeclared { seat, meld } => self.apply_kong(*seat, *meld),
            Event::HandWon { win } => self.apply_win(win),
            Event::HandDrawn => self.end_hand(Outcome::Drawn),
            Event::HandAborted => self.end_hand(Outcome::Aborted),
            Event::SeatReady { seat } => self.apply_ready(*seat),
        }
    }

    fn on_table(&mut self) -> &mut Deal {
        self.deal.as_mut().expect("a hand is on the table")
    }

    fn apply_deal(&mut self, wall: &Wall) {
        self.deal = Some(Deal::new(wall.clone(), self.dealer));
        self.phase = Phase::Setup;
    }

    fn apply_exposed(&mut self, seat: Seat, tile: BonusTile) {
        let player = &mut self.on_table().players[seat];
        player.unexposed.remove(tile);
        player.bonus.add(tile);
    }

    fn apply_bonus_flipped(&mut self, tile: BonusTile) {
        let dealer = self.dealer;
        let deal = self.on_table();
        deal.wall.draw();
        deal.players[dealer].bonus.add(tile);
    }

    fn apply_discard(&mut self, seat: Seat, tile: SuitTile, drawn: bool) {
        let deal = self.on_table();
        deal.players[seat].hand.remove(tile);
        deal.discards.push(Discarded { seat, tile, drawn, taken_by: None });
        self.phase = Phase::Calling(Calling::new(CallOn::Discard, seat, tile));
    }

    fn apply_answer(&mut self, seat: Seat, answer: Answer) {
        let Phase::Calling(calling) = &mut self.phase else {
            unreachable!("answers are given to calls")
        };
        calling.answers[seat] = Some(answer);
        calling.missing -= 1;
        calling.wanted |= answer != Answer::Pass;
    }

    fn apply_drawn(&mut self, seat: Seat, tile: Tile) {
        let deal = self.on_table();
        let drawn = deal.wall.draw();
        debug_assert_eq!(drawn, Some(tile), "a draw takes the next tile");
        deal.players[seat].take(tile);
        let golds = deal.players[seat].hand.golds();
        if let (Phase::Drawing { .. }, Tile::Suit(tile)) = (self.phase, tile) {
            self.phase = if golds == GOLDS {
                Phase::ThreeGolds { seat }
            } else {
                Phase::Turn(Turn { seat, cause: TurnCause::Drawn(tile) })
            };
        }
    }

    fn apply_gold(&mut self, tile: SuitTile) {
        let dealer = self.dealer;
        let deal = self.on_table();
        deal.wall.draw();
        deal.turn_gold(tile);
        let holder =
            dealer.round().into_iter().find(|&seat| deal.players[seat].hand.golds() == GOLDS);
        self.phase = match holder {
            Some(seat) => Phase::ThreeGolds { seat },
            None if self.rules.robbing_the_gold.is_some() => {
                Phase::Calling(Calling::new(CallOn::Gold, dealer, tile))
            }
            None => first_turn(dealer),
        };
    }

    fn apply_passed(&mut self) {
        let Phase::Calling(calling) = self.phase else { unreachable!("only a call can be passed") };
        self.phase = match calling.on {
            CallOn::Discard => Phase::Drawing { seat: calling.from.next() },
            CallOn::Gold => first_turn(self.dealer),
            CallOn::Kong => {
                let player = &mut self.on_table().players[calling.from];
                let place = player.pung_of(calling.tile).expect("a pung to upgrade");
                player.hand.remove(calling.tile);
                if let Meld::Pung { tile, from } = player.melds[place] {
                    player.melds[place] = Meld::Kong { tile, kind: KongKind::Upgraded { from } };
                }
                Phase::Drawing { seat: calling.from }
            }
        };
    }

    fn apply_meld(&mut self, seat: Seat, meld: Meld) {
        let deal = self.on_table();
        deal.take_discard(seat);
        let player = &mut deal.players[seat];
        player.melds.push(meld);
        let (called, phase) = match meld {
            Meld::Chow { called, from, .. } => (called, called_turn(seat, called, from)),
            Meld::Pung { tile, from } => (tile, called_turn(seat, tile, from)),
            Meld::Kong { tile, .. } => (tile, Phase::Drawing { seat }),
        };
        let mut called = Some(called);
        for tile in meld.tiles() {
            // One of the tiles is the called one, which never was in the hand.
            if called.take_if(|called| *called == tile).is_none() {
                player.hand.remove(tile);
            }
        }
        self.phase = phase;
    }

    fn apply_kong(&mut self, seat: Seat, meld: Meld) {
        let Meld::Kong { tile, kind } = meld else { unreachable!("a declared kong is a kong") };
        self.phase = match kind {
            KongKind::Upgraded { .. } => Phase::Calling(Calling::new(CallOn::Kong, seat, tile)),
            KongKind::Concealed | KongKind::Discard { .. } => {
                let player = &mut self.on_table().players[seat];
                meld.tiles().for_each(|tile| player.hand.remove(tile));
                player.melds.push(meld);
                Phase::Drawing { seat }
            }
        };
    }

    fn apply_win(&mut self, win: &Win) {
        let phase = self.phase;
        let deal = self.on_table();
        match (win.way, phase) {
            (WinWay::Discard { .. }, Phase::Calling(calling)) => {
                deal.take_discard(win.seat);
                deal.players[win.seat].hand.add(calling.tile);
            }
            (WinWay::RobbedKong { from }, Phase::Calling(calling)) => {
                deal.players[from].hand.remove(calling.tile);
                deal.players[win.seat].hand.add(calling.tile);
            }
            (WinWay::RobbedGold { exchanged }, Phase::Calling(calling)) => {
                let hand = &mut deal.players[win.seat].hand;
                if let Some(tile) = exchanged {
                    hand.remove(tile);
                }
                hand.add(calling.tile);
                deal.flipped = exchanged;
            }
            // Every other win is with the tiles already in the hand.
            _ => {}
        }
        let deltas = win.transfer.deltas();
        self.scores = BySeat::from_fn(|seat| self.scores[seat] + deltas[seat]);
        self.end_hand(Outcome::Won(*win));
    }

    fn end_hand(&mut self, outcome: Outcome) {
        self.on_table().outcome = Some(outcome);
        if outcome != Outcome::Aborted {
            self.hands_played += 1;
        }
        let over = self.hands_played == self.rules.hands;
        self.phase =
            if over { Phase::Finished(Ready::default()) } else { Phase::Between(Ready::default()) };
    }

    fn apply_ready(&mut self, seat: Seat) {
        let (Phase::Between(ready) | Phase::Finished(ready)) = &mut self.phase else {
            unreachable!("players get ready between hands")
        };
        ready[seat] = true;
        if ready.iter().all(|ready| *ready) {
            let again = matches!(self.phase, Phase::Finished(_));
            self.pass_the_deal();
            if again {
                self.game += 1;
                self.hands_played = 0;
                self.streak = 0;
                self.scores = BySeat::default();
            }
            self.phase = Phase::AwaitingWall;
        }
    }

    /// The dealer stays after winning or a drawn hand; an aborted hand is played again.
    fn pass_the_deal(&mut self) {
        let outcome = self.on_table().outcome;
        match outcome {
            Some(Outcome::Won(win)) if win.seat != self.dealer => {
                self.dealer = self.dealer.next();
                self.streak = 0;
            }
            Some(Outcome::Won(_) | Outcome::Drawn) => self.streak += 1,
            Some(Outcome::Aborted) | None => {}
        }
    }
}

fn first_turn(dealer: Seat) -> Phase {
    Phase::Turn(Turn { seat: dealer, cause: TurnCause::Dealt })
}

fn called_turn(seat: Seat, kind: SuitTile, from: Seat) -> Phase {
    Phase::Turn(Turn { seat, cause: TurnCause::Called { kind, from } })
}
