//! Wins as they come about at a table: which tiles count, how, and for whom.

use super::phase::{CallOn, Calling, Turn, TurnCause};
use super::score::{Transfer, Win, WinWay, Winning};
use super::table::Table;
use crate::hand::Hand;
use crate::seat::Seat;
use crate::shape;
use crate::tile::SuitTile;

impl Table {
    /// The win of `seat` with these concealed tiles.
    pub(super) fn win(&self, seat: Seat, way: WinWay, hand: &Hand) -> Win {
        let player = self.player(seat);
        let streak =
            if self.rules().dealer_streak && seat == self.dealer() { self.streak() } else { 0 };
        let winning =
            Winning { hand, melds: &player.melds, bonus: player.bonus.len(), way, streak };
        let points = winning.points(self.rules());
        let transfer = Transfer::of_win(seat, way, points.total(), self.rules().payers);
        Win { seat, way, points, transfer }
    }

    /// The win of the player whose turn it is; through a called meld it is a win on that discard.
    pub(super) fn win_in_turn(&self, turn: &Turn) -> Win {
        let way = match turn.cause {
            TurnCause::Called { from, .. } => WinWay::Discard { from },
            TurnCause::Dealt | TurnCause::Drawn(_) => WinWay::SelfDraw,
        };
        self.win(turn.seat, way, &self.player(turn.seat).hand)
    }

    /// The win of a player who answered so; robbing the Gold, the way that pays most.
    pub(super) fn win_on_call(&self, calling: &Calling, seat: Seat) -> Win {
        let from = calling.from;
        let way =
            match calling.on {
                CallOn::Discard => WinWay::Discard { from },
                CallOn::Kong => WinWay::RobbedKong { from },
                CallOn::Gold => {
                    let wins = self.robbed_gold_hands(seat).map(|(exchanged, hand)| {
                        self.win(seat, WinWay::RobbedGold { exchanged }, &hand)
                    });
                    let best = wins.reduce(|best, win| {
                        if win.points.total() > best.points.total() { win } else { best }
                    });
                    return best.expect("only who can rob the Gold answers so");
                }
            };
        let mut hand = self.player(seat).hand;
        hand.add(calling.tile);
        self.win(seat, way, &hand)
    }

    /// Whether `seat` can win with the flipped Gold.
    #[inline(never)] // asked once a hand, on a way that is gone for every discard
    pub(super) fn can_rob_gold(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        // A Gold brings any hand one tile nearer, an exchange none: most need not be tried.
        shape::distance(&player.hand, player.sets()) <= 1
            && self.robbed_gold_hands(seat).next().is_some()
    }

    /// The complete hands `seat` can have with the flipped Gold; the dealer, who holds a tile more,
    /// leaves one that is not a Gold in its place.
    pub(super) fn robbed_gold_hands(
        &self,
        seat: Seat,
    ) -> impl Iterator<Item = (Option<SuitTile>, Hand)> + '_ {
        let player = self.player(seat);
        let is_dealer = seat == self.dealer();
        let naturals = player.hand.kinds().into_iter().filter(|tile| self.gold() != Some(*tile));
        let exchanges = naturals.map(Some).filter(move |_| is_dealer);
        let plain = std::iter::once(None).filter(move |_| !is_dealer);
        plain.chain(exchanges).filter_map(move |exchanged| {
            let mut hand = player.hand;
            if let Some(tile) = exchanged {
                hand.remove(tile);
            }
            hand.add(self.gold()?);
            shape::is_complete(&hand, player.sets()).then_some((exchanged, hand))
        })
    }
}
