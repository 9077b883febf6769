//! What each audience hears of the events of one step.
//!
//! Every event has its public side here, and with it what its own seat hears besides. Nothing is
//! blanked out: what an audience may not know is never put in.

use rules::fujian::{CallOn, Event, Phase, Table};
use rules::meld::{KongKind, Meld};
use rules::seat::{BySeat, Seat};
use rules::tile::Tile;

use super::change::{OwnChange, PublicChange};
use super::prompt::Prompt;
use super::view::{HandEnd, MeldView, PhaseView, TableView};

/// What one step of a table says to each audience.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// To anybody.
    pub public: Vec<PublicChange>,
    /// To one seat alone, besides.
    pub own: BySeat<Vec<OwnChange>>,
}

/// What everybody hears of a table that has just been set up.
pub fn set_up(table: &Table) -> Batch {
    let table = Box::new(TableView::of(table));
    Batch { public: vec![PublicChange::Table { table }], own: BySeat::default() }
}

/// Applies `event` and all that follows by itself to `table`, and says what each audience hears.
///
/// The table must be at rest, and is again afterwards.
pub fn redact(table: &mut Table, event: Event) -> Batch {
    let mut batch = Batch::default();
    let mut phase = PhaseView::of(table.phase());
    let asked = Asked::by(table);
    let mut before = *table.phase();
    table.apply_all(event, |table, event| {
        split(&mut batch, table, &before, event);
        before = *table.phase();
    });
    batch.public.iter().for_each(|change| phase.hear(change));
    let now = PhaseView::of(table.phase());
    if phase != now {
        batch.public.push(PublicChange::Phase { phase: now.clone() });
    }
    if batch.public.iter().any(|change| matches!(change, PublicChange::Ended { .. })) {
        // Everything lies open: what was drawn or answered on the way is told with it.
        batch.own = BySeat::default();
    } else if !matches!(now, PhaseView::Calling { .. }) {
        batch
            .own
            .iter_mut()
            .for_each(|own| own.retain(|change| !matches!(change, OwnChange::Answered { .. })));
    }
    for seat in Seat::ALL {
        if let Some(prompt) = asked.changed(table, seat) {
            batch.own[seat].push(OwnChange::Prompt { prompt });
        }
    }
    batch
}

/// What a table asked before a step. A prompt takes a while to make, and most steps leave most of them as they were.
struct Asked {
    phase: Phase,
    /// What was asked of the seat whose turn it was.
    turn: Option<Prompt>,
}

impl Asked {
    fn by(table: &Table) -> Self {
        let phase = *table.phase();
        let turn = if let Phase::Turn(turn) = phase { Prompt::of(table, turn.seat) } else { None };
        Self { phase, turn }
    }

    /// What the table asks of `seat` by now, if that is something else.
    fn changed(&self, table: &Table, seat: Seat) -> Option<Option<Prompt>> {
        match (self.phase.waits_for(seat), table.waits_for(seat)) {
            (false, false) => None,
            (true, false) => Some(None),
            (false, true) => Some(Prompt::of(table, seat)),
            (true, true) if is_same_question(&self.phase, table.phase()) => None,
            (true, true) => Some(Prompt::of(table, seat)).filter(|prompt| *prompt != self.turn),
        }
    }
}

/// Whether whoever has not answered yet is asked just what they were. What a call asks does not depend on what
/// others answer.
fn is_same_question(before: &Phase, now: &Phase) -> bool {
    match (before, now) {
        (Phase::Calling(before), Phase::Calling(now)) => {
            (before.on, before.from, before.tile) == (now.on, now.from, now.tile)
        }
        (Phase::Between(_), Phase::Between(_)) | (Phase::Finished(_), Phase::Finished(_)) => true,
        _ => false,
    }
}

/// The public side of an event, and what its own seat hears besides.
fn split(batch: &mut Batch, table: &Table, before: &Phase, event: &Event) {
    let deal = table.deal().expect("events are of a hand");
    match event {
        Event::HandBegan { .. } => {
            batch.public.push(PublicChange::Dealt { wall_left: deal.wall.left() as u8 });
            for seat in Seat::ALL {
                let tiles = deal.players[seat].hand.tiles().collect();
                batch.own[seat].push(OwnChange::Dealt { tiles });
            }
        }
        Event::TileDrawn { seat, tile } => {
            batch.public.push(PublicChange::Drew { seat: *seat });
            if let Tile::Suit(tile) = tile {
                batch.own[*seat].push(OwnChange::Drew { tile: *tile });
            }
        }
        Event::BonusExposed { seat, tile } => {
            batch.public.push(PublicChange::Bonus { seat: *seat, tile: *tile });
        }
        Event::BonusFlipped { tile } => {
            batch.public.push(PublicChange::BonusFlipped { tile: *tile });
        }
        Event::GoldFlipped { tile } => batch.public.push(PublicChange::Gold { tile: *tile }),
        Event::TileDiscarded { seat, tile, drawn } => {
            batch.public.push(PublicChange::Discarded { seat: *seat, tile: *tile, drawn: *drawn });
        }
        Event::Answered { seat, answer } => {
            batch.public.push(PublicChange::Answered { seat: *seat });
            batch.own[*seat].push(OwnChange::Answered { answer: (*answer).into() });
        }
        Event::CallsPassed => tell_upgraded(batch, table, before),
        Event::MeldCalled { seat, meld } => {
            batch.public.push(PublicChange::Called { seat: *seat, meld: (*meld).into() });
        }
        Event::KongDeclared { seat, meld } => match meld {
            // It can still be robbed: the phase says what is up, and the meld follows if it stands.
            Meld::Kong { kind: KongKind::Upgraded { .. }, .. } => {}
            _ => batch.public.push(PublicChange::Kong { seat: *seat, meld: (*meld).into() }),
        },
        Event::HandWon { .. } | Event::HandDrawn | Event::HandAborted => {
            let end = Box::new(HandEnd::of(deal).expect("the hand has just ended"));
            batch.public.push(PublicChange::Ended { end, flipped: deal.flipped });
        }
        Event::SeatReady { seat } => {
            batch.public.push(PublicChange::Ready { seat: *seat });
            if *table.phase() == Phase::AwaitingWall {
                batch.public.push(PublicChange::Next {
                    dealer: table.dealer(),
                    streak: table.streak(),
                    game: table.game(),
                    hands_played: table.hands_played(),
                    scores: *table.scores(),
                });
            }
        }
    }
}

/// A kong made from a pung stands once nobody has robbed it.
fn tell_upgraded(batch: &mut Batch, table: &Table, before: &Phase) {
    let Phase::Calling(calling) = before else { return };
    if calling.on != CallOn::Kong {
        return;
    }
    let player = table.player(calling.from);
    let is_it = |meld: &&Meld| matches!(meld, Meld::Kong { tile, .. } if *tile == calling.tile);
    if let Some(meld) = player.melds.iter().find(is_it) {
        batch.public.push(PublicChange::Kong { seat: calling.from, meld: MeldView::from(*meld) });
    }
}
