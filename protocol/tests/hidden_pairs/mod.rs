//! Pairs of hands with the same public course, dealt from walls that differ only in tiles somebody
//! can't see.

#![allow(dead_code, reason = "each test that includes this module uses only some of it")]

use protocol::fujian::{Batch, SeatView, TableView, redact};
use rand::seq::SliceRandom;
use rules::fujian::{Action, Answer, Event, Phase, Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::tile::Tile;
use rules::wall::Wall;

/// Who looks on.
pub(crate) type Audience = Option<Seat>;

/// A hand played from a wall up to some step.
pub(crate) struct Played {
    pub(crate) table: Table,
    /// What was decided at each step.
    pub(crate) decided: Vec<Event>,
    pub(crate) batches: Vec<Batch>,
    /// Where in the wall each player's concealed tiles come from.
    concealed: BySeat<Vec<usize>>,
    taken: usize,
}

impl Played {
    /// Deals a hand from a wall.
    pub(crate) fn new(rules: Rules, dealer: Seat, wall: Wall) -> Self {
        let table = Table::new(rules, dealer).unwrap();
        let mut played = Self {
            decided: Vec::new(),
            batches: Vec::new(),
            concealed: BySeat::default(),
            taken: 0,
            table,
        };
        let begun = played.table.begin(wall).unwrap();
        played.step(begun);
        played
    }

    /// Plays on.
    pub(crate) fn step(&mut self, event: Event) {
        let Self { table, batches, decided, concealed, taken } = self;
        let (dealer, mut events) = (table.dealer(), Vec::new());
        table.clone().apply_all(event.clone(), |_, event| events.push(event.clone()));
        batches.push(redact(table, event.clone()));
        decided.push(event);
        let wall = table.deal().unwrap().wall.all();
        for event in &events {
            follow_tiles(event, dealer, wall, concealed, taken);
        }
    }

    /// Whether the hand waits for somebody.
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.table.phase(), Phase::Turn(_) | Phase::Calling(_))
    }

    /// Whether the hand is still running after this: one that is over is open to all.
    pub(crate) fn goes_on_with(&self, event: &Event) -> bool {
        let mut next = self.table.clone();
        next.apply_all(event.clone(), |_, _| ());
        matches!(next.phase(), Phase::Turn(_) | Phase::Calling(_))
    }

    /// The places of the wall whose tiles `audience` has never seen.
    pub(crate) fn hidden_from(&self, audience: Audience) -> Vec<usize> {
        let wall = self.table.deal().unwrap().wall.all();
        let others = Seat::ALL.into_iter().filter(|seat| Some(*seat) != audience);
        let in_hands = others.flat_map(|seat| self.concealed[seat].iter().copied());
        let hidden = in_hands.chain(self.taken..wall.len());
        hidden.filter(|place| matches!(wall[*place], Tile::Suit(_))).collect()
    }

    /// Everything `audience` was sent, and the view it gets if it joins now, in both encodings.
    pub(crate) fn stream(&self, audience: Audience) -> Vec<u8> {
        let mut bytes = Vec::new();
        for batch in &self.batches {
            bytes.extend(rmp_serde::to_vec(&batch.public).unwrap());
            if let Some(seat) = audience {
                bytes.extend(rmp_serde::to_vec(&batch.own[seat]).unwrap());
            }
        }
        match audience {
            Some(seat) => {
                bytes.extend(serde_json::to_vec(&SeatView::of(&self.table, seat)).unwrap());
            }
            None => bytes.extend(serde_json::to_vec(&TableView::of(&self.table)).unwrap()),
        }
        bytes
    }
}

/// Keeps track of which tiles of the wall lie concealed before whom.
fn follow_tiles(
    event: &Event,
    dealer: Seat,
    wall: &[Tile],
    concealed: &mut BySeat<Vec<usize>>,
    taken: &mut usize,
) {
    let mut lose = |seat: Seat, tile: Tile| {
        // The newest of its kind: a discard of the tile just drawn is that very tile.
        let place = concealed[seat].iter().rposition(|place| wall[*place] == tile).unwrap();
        concealed[seat].remove(place);
    };
    match event {
        Event::HandBegan { .. } => {
            for seat in dealer.round() {
                let count = if seat == dealer { 17 } else { 16 };
                concealed[seat] = (*taken..*taken + count).collect();
                *taken += count;
            }
        }
        Event::TileDrawn { seat, .. } => {
            concealed[*seat].push(*taken);
            *taken += 1;
        }
        Event::BonusFlipped { .. } | Event::GoldFlipped { .. } => *taken += 1,
        Event::BonusExposed { seat, tile } => lose(*seat, Tile::Bonus(*tile)),
        Event::TileDiscarded { seat, tile, .. } => lose(*seat, Tile::Suit(*tile)),
        Event::MeldCalled { seat, meld } => {
            let called = match meld {
                rules::meld::Meld::Chow { called, .. } => *called,
                rules::meld::Meld::Pung { tile, .. } | rules::meld::Meld::Kong { tile, .. } => {
                    *tile
                }
            };
            let mut tiles: Vec<_> = meld.tiles().collect();
            tiles.remove(tiles.iter().position(|tile| *tile == called).unwrap());
            tiles.into_iter().for_each(|tile| lose(*seat, Tile::Suit(tile)));
        }
        // The tile of a kong on a pung is seen as soon as it is declared.
        Event::KongDeclared { seat, meld } => match meld {
            rules::meld::Meld::Kong { tile, kind: rules::meld::KongKind::Upgraded { .. } } => {
                lose(*seat, Tile::Suit(*tile));
            }
            _ => meld.tiles().for_each(|tile| lose(*seat, Tile::Suit(tile))),
        },
        Event::Answered { .. }
        | Event::CallsPassed
        | Event::HandWon { .. }
        | Event::HandDrawn
        | Event::HandAborted
        | Event::SeatReady { .. } => {}
    }
}

/// What somebody did to have this decided; nothing if nobody did.
pub(crate) fn action_of(event: &Event) -> Option<(Seat, Action)> {
    Some(match event {
        Event::TileDiscarded { seat, tile, .. } => (*seat, Action::Discard(*tile)),
        Event::KongDeclared { seat, meld } => {
            (*seat, Action::DeclareKong(meld.tiles().next().unwrap()))
        }
        Event::Answered { seat, answer } => (*seat, answer_action(*answer)),
        _ => return None,
    })
}

fn answer_action(answer: Answer) -> Action {
    match answer {
        Answer::Pass => Action::Pass,
        Answer::Chow(low) => Action::Chow(low),
        Answer::Pung => Action::Pung,
        Answer::Kong => Action::Kong,
        Answer::Win => Action::Win,
    }
}

impl Played {
    /// The same public course over a wall that differs only in tiles `audience` has never seen;
    /// `None` where those make it impossible.
    pub(crate) fn with_others_hidden(
        &self,
        audience: Audience,
        rng: &mut impl rand::Rng,
    ) -> Option<Self> {
        let hidden = self.hidden_from(audience);
        let mut shuffled = hidden.clone();
        shuffled.shuffle(rng);
        let tiles = self.table.deal().unwrap().wall.all();
        let mut other = tiles.to_vec();
        for (to, from) in hidden.iter().zip(&shuffled) {
            other[*to] = tiles[*from];
        }
        let rules = *self.table.rules();
        self.replayed(rules, Wall::from_tiles(rules.tiles, &other).unwrap())
    }

    fn replayed(&self, rules: Rules, wall: Wall) -> Option<Self> {
        let mut played = Self::new(rules, self.table.dealer(), wall);
        for event in &self.decided[1..] {
            let (seat, action) = action_of(event)?;
            let decided = played.table.decide(seat, action).ok()?;
            // Whether a tile had just been drawn is for all to see.
            if decided != *event {
                return None;
            }
            played.step(decided);
        }
        (played.is_running() && played.batches.len() == self.batches.len()).then_some(played)
    }
}
