//! What a player at one seat sees: all a bot has to choose by.

use rules::bonus::BonusTiles;
use rules::fujian::{CallOn, Discarded, Legal, Phase, Player, Rules, Table, TurnCause};
use rules::kinds::KindSet;
use rules::meld::Meld;
use rules::seat::{BySeat, Seat};
use rules::tile::{COPIES, SuitTile};

/// What a player at one seat sees of a table with a hand on it.
///
/// Taken from a table by [`Sight::of`], or from what a client was told by [`crate::Told`]: the two
/// are the same, and there is no field for anything that seat can't see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight<'a> {
    /// Which seat this is.
    pub seat: Seat,
    /// The own tiles.
    pub own: &'a Player,
    /// What may be done.
    pub legal: Legal,
    /// What is asked.
    pub asked: Asked,
    /// What lies open.
    pub open: Open<'a>,
}

/// What the table asks of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To play its turn.
    Turn(TurnCause),
    /// To answer a call.
    Call {
        /// On what.
        on: CallOn,
        /// Whose tile it is.
        from: Seat,
        /// The tile.
        tile: SuitTile,
    },
    /// To get ready, or nothing.
    Nothing,
}

/// What anybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open<'a> {
    /// What is played by.
    pub rules: &'a Rules,
    /// The dealer of this hand.
    pub dealer: Seat,
    /// Hands the dealer has kept the deal before this one.
    pub streak: u8,
    /// The Gold kind, once flipped.
    pub gold: Option<SuitTile>,
    /// The tile that lies where the Gold was flipped.
    pub flipped: Option<SuitTile>,
    /// Tiles that can still be drawn.
    pub wall_left: usize,
    /// The sets laid open.
    pub melds: BySeat<&'a [Meld]>,
    /// The bonus tiles laid open.
    pub bonus: BySeat<&'a BonusTiles>,
    /// Everything thrown, in order.
    pub discards: &'a [Discarded],
}

impl<'a> Sight<'a> {
    /// What the player at `seat` sees of a table at rest.
    ///
    /// # Panics
    /// No hand was ever dealt.
    #[inline(always)] // a random player looks at little of it, and the compiler then leaves the rest out
    pub fn of(table: &'a Table, seat: Seat) -> Self {
        let deal = table.deal().expect("a hand is on the table");
        let asked = match table.phase() {
            Phase::Turn(turn) if turn.seat == seat => Asked::Turn(turn.cause),
            Phase::Calling(calling) if table.waits_for(seat) => {
                Asked::Call { on: calling.on, from: calling.from, tile: calling.tile }
            }
            Phase::Turn(_)
            | Phase::Calling(_)
            | Phase::Setup
            | Phase::AwaitingWall
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. }
            | Phase::Between(_)
            | Phase::Finished(_) => Asked::Nothing,
        };
        let open = Open {
            rules: table.rules(),
            dealer: table.dealer(),
            streak: table.streak(),
            gold: deal.gold,
            flipped: deal.flipped,
            wall_left: deal.wall.left(),
            melds: BySeat::from_fn(|seat| deal.players[seat].melds.as_slice()),
            bonus: BySeat::from_fn(|seat| &deal.players[seat].bonus),
            discards: &deal.discards,
        };
        Self { seat, own: &deal.players[seat], legal: table.legal(seat), asked, open }
    }

    /// How many tiles of each kind this seat can't see: in the wall or in other hands.
    pub fn unseen(&self) -> Unseen {
        let mut unseen = Unseen::everything();
        self.own.hand.tiles().for_each(|tile| unseen.see(tile));
        self.open.melds.iter().flat_map(|melds| melds.iter()).for_each(|meld| {
            meld.tiles().for_each(|tile| unseen.see(tile));
        });
        // A taken discard lies in a meld, or in the hand of who won with it.
        let lying = self.open.discards.iter().filter(|thrown| thrown.taken_by.is_none());
        lying.for_each(|thrown| unseen.see(thrown.tile));
        if let Some(flipped) = self.open.flipped {
            unseen.see(flipped);
        }
        // The tile of a kong that can still be robbed is shown, and still in its owner's hand.
        if let Asked::Call { on: CallOn::Kong, tile, .. } = self.asked {
            unseen.see(tile);
        }
        unseen
    }

    /// Tiles concealed in the hand of another player.
    pub fn concealed(&self, seat: Seat) -> usize {
        let sets = rules::meld::SETS - self.open.melds[seat].len();
        let shown_only =
            matches!(self.asked, Asked::Call { on: CallOn::Kong, from, .. } if from == seat);
        3 * sets + 1 + usize::from(shown_only || self.is_dealers_gold(seat))
    }

    /// Before the first discard the dealer holds a tile more.
    fn is_dealers_gold(&self, seat: Seat) -> bool {
        seat == self.open.dealer && matches!(self.asked, Asked::Call { on: CallOn::Gold, .. })
    }
}

/// How many tiles of each kind a seat can't see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unseen {
    of: [u8; SuitTile::COUNT],
    /// The kinds of which at least one, two, three and four are not seen: many kinds are counted
    /// together for every hand that is thought of.
    at_least: [KindSet; COPIES as usize],
}

impl Unseen {
    fn everything() -> Self {
        let all = SuitTile::ALL.into_iter().collect();
        Self { of: [COPIES; SuitTile::COUNT], at_least: [all; COPIES as usize] }
    }

    fn see(&mut self, tile: SuitTile) {
        let left = &mut self.of[tile.index()];
        if *left > 0 {
            *left -= 1;
            self.at_least[usize::from(*left)].remove(tile);
        }
    }

    /// How many of this kind.
    #[inline]
    pub fn of(&self, tile: SuitTile) -> u8 {
        self.of[tile.index()]
    }

    /// How many of these kinds together.
    #[inline]
    pub fn among(&self, kinds: KindSet) -> u32 {
        self.at_least.iter().map(|those| kinds.intersection(*those).len() as u32).sum()
    }

    /// How many in all.
    pub fn total(&self) -> u32 {
        self.of.iter().map(|left| u32::from(*left)).sum()
    }

    /// Every one of them.
    pub fn tiles(&self) -> impl Iterator<Item = SuitTile> + '_ {
        SuitTile::ALL
            .into_iter()
            .flat_map(|tile| std::iter::repeat_n(tile, usize::from(self.of(tile))))
    }
}
