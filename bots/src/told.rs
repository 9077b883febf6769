//! What a client was told over the wire, as a bot sees it.

use arrayvec::ArrayVec;
use protocol::fujian::{CallOnView, KongView, MeldView, PhaseView, Prompt, SeatView};
use rules::bonus::BonusTiles;
use rules::fujian::{CallOn, DISCARDS_MAX, Discarded, Legal, Player, Rules, TurnCause};
use rules::hand::Hand;
use rules::kinds::KindSet;
use rules::meld::{KongKind, Meld, SETS};
use rules::seat::{BySeat, Seat};
use rules::tile::{COPIES, SuitTile};

use crate::sight::{Asked, Open, Sight};

/// What a client at one seat was told, kept in the words of the rules.
#[derive(Clone, Debug)]
pub struct Told {
    seat: Seat,
    own: Player,
    legal: Legal,
    asked: Asked,
    rules: Rules,
    dealer: Seat,
    streak: u8,
    gold: Option<SuitTile>,
    flipped: Option<SuitTile>,
    wall_left: usize,
    melds: BySeat<ArrayVec<Meld, SETS>>,
    bonus: BySeat<BonusTiles>,
    discards: Vec<Discarded>,
}

/// A view that no table can be seen as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSight {
    /// No hand is on the table.
    #[error("no hand was dealt yet")]
    NoHand,
    /// There are more tiles of a kind, or more melds, than there can be.
    #[error("the view shows more than a table holds")]
    TooMuch,
    /// What is asked or said to be legal does not go with the tiles.
    #[error("what the view asks does not fit the tiles it shows")]
    Contradiction,
}

impl Told {
    /// What `view` tells.
    ///
    /// # Errors
    /// No hand was dealt, or the view can't be of a real table.
    pub fn new(view: &SeatView) -> Result<Self, NoSight> {
        let (seat, table) = (view.seat, &view.table);
        let hand = table.hand.as_ref().ok_or(NoSight::NoHand)?;
        let mut melds: BySeat<ArrayVec<Meld, SETS>> = BySeat::default();
        let mut bonus: BySeat<BonusTiles> = BySeat::default();
        for seat in Seat::ALL {
            let player = &hand.players[seat];
            let shown: Option<_> = player.melds.iter().map(meld).collect::<Option<Vec<_>>>();
            melds[seat] =
                shown.and_then(|melds| melds.as_slice().try_into().ok()).ok_or(NoSight::TooMuch)?;
            player.bonus.iter().for_each(|tile| bonus[seat].add(*tile));
        }
        let discards: Vec<_> = hand
            .discards
            .iter()
            .map(|thrown| Discarded {
                seat: thrown.seat,
                tile: thrown.tile,
                drawn: thrown.drawn,
                taken_by: thrown.taken_by,
            })
            .collect();
        let own = Player {
            hand: own_hand(hand.gold, &view.own.tiles)?,
            unexposed: BonusTiles::default(),
            melds: melds[seat].clone(),
            bonus: bonus[seat],
        };
        let told = Self {
            seat,
            own,
            legal: view.prompt.as_ref().map_or_else(Legal::default, |prompt| legal(prompt, view)),
            asked: asked(view, &discards),
            rules: table.rules,
            dealer: table.dealer,
            streak: table.streak,
            gold: hand.gold,
            flipped: hand.flipped,
            wall_left: hand.wall_left.into(),
            melds,
            bonus,
            discards,
        };
        if told.shows_too_much() {
            Err(NoSight::TooMuch)
        } else if !(told.hand_fits() && told.call_fits() && told.legal_fits()) {
            Err(NoSight::Contradiction)
        } else {
            Ok(told)
        }
    }

    /// Whether a tile is seen in more places than it has copies.
    fn shows_too_much(&self) -> bool {
        let melded = self.melds.iter().flatten().flat_map(|meld| meld.tiles());
        let taken = |thrown: &&Discarded| thrown.taken_by.is_some();
        let lying = self.discards.iter().filter(|thrown| !taken(thrown)).map(|thrown| thrown.tile);
        let mut seen = [0; SuitTile::COUNT];
        let open = melded.chain(lying).chain(self.flipped);
        open.chain(self.own.hand.tiles()).for_each(|tile| seen[tile.index()] += 1);
        let melds: usize = self.melds.iter().map(ArrayVec::len).sum();
        // A win takes a discard too.
        seen.into_iter().any(|seen| seen > COPIES)
            || self.discards.iter().filter(taken).count() > melds + 1
            || self.discards.len() > DISCARDS_MAX
    }

    /// Whether the hand is as large as who is asked so has it.
    fn hand_fits(&self) -> bool {
        let waiting = 3 * self.own.sets() + 1;
        let deals = self.seat == self.dealer;
        match self.asked {
            Asked::Turn(_) => self.own.hand.len() == waiting + 1,
            Asked::Call { on: CallOn::Gold, .. } => {
                self.own.hand.len() == waiting + usize::from(deals)
            }
            Asked::Call { .. } => self.own.hand.len() == waiting,
            Asked::Nothing => true,
        }
    }

    /// Whether the tile that is up is where it is said to be.
    fn call_fits(&self) -> bool {
        match self.asked {
            Asked::Call { on: CallOn::Discard, from, tile } => {
                let is_it = |thrown: &Discarded| (thrown.seat, thrown.tile) == (from, tile);
                from != self.seat && self.discards.last().is_some_and(is_it)
            }
            Asked::Call { on: CallOn::Kong, from, tile } => {
                from != self.seat && self.melds[from].iter().any(|meld| is_pung_of(meld, tile))
            }
            Asked::Call { on: CallOn::Gold, .. } | Asked::Turn(_) | Asked::Nothing => true,
        }
    }

    /// Whether the tiles are there for what is said to be legal.
    fn legal_fits(&self) -> bool {
        let (hand, legal) = (&self.own.hand, &self.legal);
        let has_kong = |tile| match hand.natural(tile) {
            COPIES => true,
            0 => false,
            _ => self.own.melds.iter().any(|meld| is_pung_of(meld, tile)),
        };
        let Asked::Call { on, tile, .. } = self.asked else {
            let asks_turn = matches!(self.asked, Asked::Turn(_));
            return !legal.pass
                && asks_turn != legal.discards.is_empty()
                && legal.kongs.into_iter().all(has_kong);
        };
        let has = |tile| hand.natural(tile) > 0;
        let has_run = |low: SuitTile| {
            low.run().is_some_and(|run| {
                run.contains(&tile) && run.into_iter().all(|other| other == tile || has(other))
            })
        };
        let held = hand.natural(tile);
        legal.pass
            && (!legal.pung || held >= 2)
            && (!legal.kong || held >= 3)
            && (!legal.win || on == CallOn::Gold || held < COPIES)
            && legal.chows.into_iter().all(has_run)
    }

    /// The same as a bot sees it.
    pub fn sight(&self) -> Sight<'_> {
        Sight {
            seat: self.seat,
            own: &self.own,
            legal: self.legal,
            asked: self.asked,
            open: Open {
                rules: &self.rules,
                dealer: self.dealer,
                streak: self.streak,
                gold: self.gold,
                flipped: self.flipped,
                wall_left: self.wall_left,
                melds: BySeat::from_fn(|seat| self.melds[seat].as_slice()),
                bonus: BySeat::from_fn(|seat| &self.bonus[seat]),
                discards: &self.discards,
            },
        }
    }
}

fn is_pung_of(meld: &Meld, kind: SuitTile) -> bool {
    matches!(meld, Meld::Pung { tile, .. } if *tile == kind)
}

fn own_hand(gold: Option<SuitTile>, tiles: &[SuitTile]) -> Result<Hand, NoSight> {
    let most = |tile| tiles.iter().filter(|other| **other == tile).count();
    if SuitTile::ALL.into_iter().any(|tile| most(tile) > COPIES.into()) {
        return Err(NoSight::TooMuch);
    }
    Ok(Hand::new(gold, tiles.iter().copied()))
}

fn meld(view: &MeldView) -> Option<Meld> {
    Some(match *view {
        MeldView::Chow { low, called, from } => {
            low.run()?;
            Meld::Chow { low, called, from }
        }
        MeldView::Pung { tile, from } => Meld::Pung { tile, from },
        MeldView::Kong { tile, ref kind } => Meld::Kong {
            tile,
            kind: match *kind {
                KongView::Concealed {} => KongKind::Concealed,
                KongView::Discard { from } => KongKind::Discard { from },
                KongView::Upgraded { from } => KongKind::Upgraded { from },
            },
        },
    })
}

fn legal(prompt: &Prompt, view: &SeatView) -> Legal {
    match prompt {
        Prompt::Turn { win, kongs, barred } => {
            let mut discards: KindSet = view.own.tiles.iter().copied().collect();
            barred.iter().for_each(|(tile, _)| discards.remove(*tile));
            let kongs = kongs.iter().copied().collect();
            Legal { discards, kongs, win: win.is_none(), ..Legal::default() }
        }
        Prompt::Call { win, kong, pung, chow: _, chows } => Legal {
            win: win.is_none(),
            kong: kong.is_none(),
            pung: pung.is_none(),
            chows: chows.iter().copied().collect(),
            pass: true,
            ..Legal::default()
        },
        Prompt::Ready {} => Legal { ready: true, ..Legal::default() },
    }
}

fn asked(view: &SeatView, discards: &[Discarded]) -> Asked {
    match (&view.prompt, &view.table.phase) {
        (Some(Prompt::Turn { .. }), _) => Asked::Turn(match (view.own.drawn, discards.last()) {
            (Some(drawn), _) => TurnCause::Drawn(drawn),
            (None, Some(thrown)) => TurnCause::Called { kind: thrown.tile, from: thrown.seat },
            (None, None) => TurnCause::Dealt,
        }),
        (Some(Prompt::Call { .. }), PhaseView::Calling { on, from, tile, .. }) => {
            let on = match on {
                CallOnView::Discard => CallOn::Discard,
                CallOnView::Kong => CallOn::Kong,
                CallOnView::Gold => CallOn::Gold,
            };
            Asked::Call { on, from: *from, tile: *tile }
        }
        _ => Asked::Nothing,
    }
}
