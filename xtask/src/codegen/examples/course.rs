//! A match as two audiences hear it: a snapshot, every step, and now and then a snapshot again,
//! which must be what folding the steps has led to.

use protocol::fujian::{Batch, SeatMessage, SeatView, SpectatorMessage, TableView, redact, set_up};
use protocol::ids::Seq;
use protocol::room::{BotLevel, Occupant, RoomChange, RoomView, Stage};
use rules::fujian::{Action, Event, Phase, Rules, Table};
use rules::seat::{BySeat, Seat};
use rules::shape;
use rules::wall::Wall;

use super::{name, room_view};

/// Chosen because its match is short and has chows, pungs and all kinds of kongs.
const SEED: u64 = 5_198;
const SEAT: Seat = Seat::S1;
/// The last step of the room before the match begins.
const WAITING_SEQ: u64 = 6;
const STEPS_BETWEEN_SNAPSHOTS: u64 = 25;

type Heard<T> = Vec<(String, T)>;

/// What the player at a seat hears of a short match, and what somebody who watches does.
pub(super) fn played() -> (Heard<SeatMessage>, Heard<SpectatorMessage>) {
    let mut chance = Chance(SEED);
    let mut table = Table::new(Rules { hands: 2, ..Rules::FULL }, Seat::S0).expect("sound rules");
    let mut heard = Course::default();
    heard.snapshot(Seq(WAITING_SEQ), room(Stage::Waiting), None);
    let begun = RoomChange::Stage { stage: Stage::Playing };
    heard.step(Seq(WAITING_SEQ + 1), vec![begun], set_up(&table));
    for seq in WAITING_SEQ + 2.. {
        heard.step(Seq(seq), Vec::new(), chance.step(&mut table));
        let is_over = matches!(table.phase(), Phase::Finished(_));
        if is_over || seq % STEPS_BETWEEN_SNAPSHOTS == 0 {
            heard.snapshot(Seq(seq), room(Stage::Playing), Some(&table));
        }
        if is_over {
            break;
        }
    }
    (heard.seat, heard.spectator)
}

#[derive(Default)]
struct Course {
    seat: Heard<SeatMessage>,
    spectator: Heard<SpectatorMessage>,
}

impl Course {
    fn snapshot(&mut self, seq: Seq, room: RoomView, table: Option<&Table>) {
        let name = format!("snapshot {}", seq.0);
        let (room, view) = (Box::new(room), table.map(|table| SeatView::of(table, SEAT)));
        let to_seat = SeatMessage::Snapshot { seq, room: room.clone(), view };
        self.seat.push((name.clone(), to_seat));
        let to_anybody = SpectatorMessage::Snapshot { seq, room, table: table.map(TableView::of) };
        self.spectator.push((name, to_anybody));
    }

    fn step(&mut self, seq: Seq, room: Vec<RoomChange>, batch: Batch) {
        let name = format!("step {}", seq.0);
        let Batch { public, mut own } = batch;
        let own = std::mem::take(&mut own[SEAT]);
        let to_seat = SeatMessage::Step { seq, room: room.clone(), public: public.clone(), own };
        self.seat.push((name.clone(), to_seat));
        self.spectator.push((name, SpectatorMessage::Step { seq, room, public }));
    }
}

fn room(stage: Stage) -> RoomView {
    let bot = |level| Occupant::Bot { level };
    let seats = BySeat([
        Occupant::Human { name: name("美 Mei"), profile: None },
        Occupant::Human { name: name("Koki"), profile: None },
        bot(BotLevel::Random),
        bot(BotLevel::Medium),
    ]);
    RoomView { seats, ..room_view(stage) }
}

/// The same choices every time (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }

    fn step(&mut self, table: &mut Table) -> Batch {
        let event = match table.phase() {
            Phase::AwaitingWall => {
                let wall = Wall::shuffled(table.rules().tiles, || self.below(256) as u8);
                table.begin(wall).expect("the table waits for a wall")
            }
            _ => self.action(table),
        };
        redact(table, event)
    }

    /// Whoever is first to act calls whatever can be called, and throws what costs no distance.
    fn action(&mut self, table: &Table) -> Event {
        let seat = Seat::ALL.into_iter().find(|seat| table.waits_for(*seat));
        let seat = seat.expect("a table at rest waits for somebody");
        let legal = table.legal(seat);
        let player = table.player(seat);
        let bold = legal.actions().find(|action| match action {
            Action::Pass => legal.chows.is_empty() || self.below(2) == 0,
            Action::Discard(_) => false,
            _ => true,
        });
        let left = shape::discard_distances(&player.hand, player.sets());
        let free = left.filter(|(tile, _)| legal.discards.contains(*tile));
        let nearest = || free.min_by_key(|(_, left)| *left).map(|(tile, _)| Action::Discard(tile));
        let action = bold.or_else(nearest).expect("something can be done");
        table.decide(seat, action).expect("a legal action is accepted")
    }
}
