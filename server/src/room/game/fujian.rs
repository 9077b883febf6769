//! Fujian mahjong as a room plays it.

mod running;

use bots::{Bot as _, Sight};
use protocol::fujian::{
    ActionView, Batch, CallOnView, OpenHands, OwnChange, PhaseView, PublicChange, SeatView,
    TableView, redact, set_up,
};
use protocol::record::SeatAction;
use protocol::refusal::Refusal;
use protocol::room::BotLevel;
use protocol::setup::Setup;
use rules::fair::HandId;
use rules::fujian::{Action, Event, Illegal, Phase, Table};
use rules::seat::{BySeat, Seat};
use rules::wall::Wall;

pub(crate) use self::running::Finished;
use self::running::{BeforeHand, Running, tip_of};
use super::{Doing, FairWall, Game, Heard, Past, Players, Standing};
use crate::recorder::{HandPosting, RoomId};

/// How long players have to go on to the next hand at a table where turns have a time.
pub(in crate::room) const READY_SECONDS: u8 = 60;

/// A table, and what is written down of its running hand.
#[derive(Clone, Debug)]
pub(crate) struct Fujian {
    table: Table,
    running: Option<Running>,
    finished: Option<Finished>,
    /// Hands dealt in this game, those that were broken off included.
    dealt: u32,
}

impl Game for Fujian {
    type Action = ActionView;
    type Table = TableView;
    type View = SeatView;
    type Public = PublicChange;
    type Own = OwnChange;
    type Hands = OpenHands;
    type Finished = Finished;

    fn fits(setup: &Setup) -> bool {
        match setup {
            Setup::Fujian { rules } => rules.check().is_ok(),
        }
    }

    fn begin(setup: &Setup, dealer: Seat) -> Option<(Self, Heard<Self>)> {
        let Setup::Fujian { rules } = setup;
        let table = Table::new(*rules, dealer).ok()?;
        let heard = heard(set_up(&table));
        Some((Self { table, running: None, finished: None, dealt: 0 }, heard))
    }

    fn is_between_hands(&self) -> bool {
        match self.table.phase() {
            Phase::AwaitingWall | Phase::Between(_) | Phase::Finished(_) => true,
            Phase::Setup
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. }
            | Phase::Turn(_)
            | Phase::Calling(_) => false,
        }
    }

    fn awaits_wall(&self) -> bool {
        *self.table.phase() == Phase::AwaitingWall
    }

    fn waits_for(&self, seat: Seat) -> bool {
        self.table.waits_for(seat)
    }

    fn seconds(&self) -> Option<u8> {
        let rules = self.table.rules();
        match self.table.phase() {
            Phase::Turn(_) => rules.turn_seconds,
            Phase::Calling(_) => rules.call_seconds,
            Phase::Between(_) => rules.turn_seconds.map(|_| READY_SECONDS),
            Phase::Setup
            | Phase::AwaitingWall
            | Phase::Drawing { .. }
            | Phase::ThreeGolds { .. }
            | Phase::Finished(_) => None,
        }
    }

    fn check(&self, seat: Seat, action: &ActionView) -> Result<(), Refusal> {
        self.table.check(seat, action.clone().into()).map_err(Refusal::from)
    }

    fn check_abort(&self) -> Result<(), Refusal> {
        self.table.abort().map(|_| ()).map_err(Refusal::from)
    }

    fn deal(&mut self, fair: &FairWall) -> Option<Heard<Self>> {
        let id = HandId::new(fair.room.as_str(), fair.hand)?;
        let links = BySeat::from_fn(|seat| match fair.links[seat] {
            Some(link) => link.0,
            None => id.withheld_link(&tip_of(fair, seat)),
        });
        let wall = id.wall(self.table.rules().tiles, &fair.seed.0, &links);
        self.deal_from(fair, wall)
    }

    fn act(&mut self, seat: Seat, action: &ActionView) -> Option<Heard<Self>> {
        let action = action.clone().into();
        let event = self.table.decide(seat, action).ok()?;
        if let Some(running) = &mut self.running {
            running.actions.push(SeatAction { seat, action });
        }
        Some(self.live(event))
    }

    fn act_unheard(&mut self, seat: Seat, action: &ActionView) -> Option<()> {
        let game = self.table.game();
        let event = self.table.decide(seat, action.clone().into()).ok()?;
        self.table.apply_all(event, |_, _| ());
        self.mind_end(game);
        Some(())
    }

    fn abort(&mut self) -> Option<Heard<Self>> {
        let event = self.table.abort().ok()?;
        Some(self.live(event))
    }

    fn expired(&self, seat: Seat) -> Option<ActionView> {
        self.table.expired(seat).map(ActionView::from)
    }

    fn thinks_long(level: BotLevel) -> bool {
        match level {
            BotLevel::Master => true,
            BotLevel::Random | BotLevel::Easy | BotLevel::Medium | BotLevel::Hard => false,
        }
    }

    fn bot_action(
        &self,
        seat: Seat,
        level: BotLevel,
        chance: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<ActionView> {
        if !self.table.waits_for(seat) {
            return None;
        }
        let sight = Sight::of(&self.table, seat);
        Some(bots::of_level(level, chance).choose_while(&sight, keep_going).into())
    }

    fn table(&self) -> TableView {
        TableView::of(&self.table)
    }

    fn view(&self, seat: Seat) -> SeatView {
        SeatView::of(&self.table, seat)
    }

    fn past(&self) -> Result<Past<Self>, Refusal> {
        let running = self.running.as_ref().zip(self.table.deal());
        let past = running.and_then(|(running, deal)| running.past(*self.table.rules(), deal));
        past.ok_or(Illegal::NoHand.into())
    }

    fn hands(&self) -> OpenHands {
        OpenHands::of(&self.table)
    }

    fn fold(table: &mut Option<TableView>, change: &PublicChange) {
        match (change, table) {
            (PublicChange::Table { table: set_up }, table) => *table = Some((**set_up).clone()),
            (change, Some(table)) => table.apply(change),
            (_, None) => {}
        }
    }

    fn standing_of(table: &TableView) -> Standing {
        let hand = table.hand.as_ref();
        let (doing, waits_for) = doing_at(&table.phase);
        Standing {
            game: table.game,
            hands_played: table.hands_played.into(),
            is_over: doing == Doing::Finished,
            doing,
            waits_for,
            wall_left: hand.map(|hand| hand.wall_left),
            gold: hand.and_then(|hand| hand.gold),
            scores: table.scores,
        }
    }

    fn seconds_of(table: &TableView) -> Option<u8> {
        match table.phase {
            PhaseView::Turn { .. } => table.rules.turn_seconds,
            PhaseView::Calling { .. } => table.rules.call_seconds,
            PhaseView::Between { .. } => table.rules.turn_seconds.map(|_| READY_SECONDS),
            PhaseView::AwaitingWall {} | PhaseView::Finished { .. } => None,
        }
    }

    fn is_calling(&self) -> bool {
        matches!(self.table.phase(), Phase::Calling(_))
    }

    fn quick_pass(&self, seat: Seat) -> Option<ActionView> {
        let is_asked = self.is_calling() && self.table.waits_for(seat);
        let can_win = self.table.check(seat, Action::Win).is_ok();
        (is_asked && !can_win).then_some(ActionView::Pass {})
    }

    fn take_finished(&mut self) -> Option<Finished> {
        self.finished.take()
    }

    fn posting(finished: Finished, room: RoomId, players: Players) -> HandPosting {
        HandPosting::of(room, &finished.record(players))
    }

    fn standing(&self) -> Standing {
        let phase = self.table.phase();
        Standing {
            game: self.table.game(),
            hands_played: self.table.hands_played().into(),
            is_over: matches!(phase, Phase::Finished(_)),
            doing: doing_in(phase),
            waits_for: BySeat::from_fn(|seat| phase.waits_for(seat)),
            wall_left: self.table.deal().map(|deal| deal.wall.left() as u8),
            gold: self.table.gold(),
            scores: *self.table.scores(),
        }
    }
}

impl Fujian {
    /// Deals from the wall that was made.
    pub(super) fn deal_from(&mut self, fair: &FairWall, wall: Wall) -> Option<Heard<Self>> {
        let begun = self.table.begin(wall).ok()?;
        self.dealt += 1;
        let before = BeforeHand {
            game: self.table.game() + 1,
            hand_of_game: self.dealt,
            hands_played: self.table.hands_played(),
            dealer: self.table.dealer(),
            streak: self.table.streak(),
            scores: *self.table.scores(),
        };
        self.running = Some(Running { fair: fair.clone(), before, actions: Vec::new() });
        Some(self.live(begun))
    }

    fn live(&mut self, event: Event) -> Heard<Self> {
        let game = self.table.game();
        let heard = heard(redact(&mut self.table, event));
        self.mind_end(game);
        heard
    }

    /// Takes note if that was the end of the running hand, or of the game with this number.
    fn mind_end(&mut self, game: u32) {
        if self.table.game() != game {
            self.dealt = 0;
        }
        if let Some(deal) = self.table.deal()
            && let Some(outcome) = deal.outcome
            && let Some(running) = self.running.take()
        {
            let (rules, scores) = (*self.table.rules(), *self.table.scores());
            let wall = deal.wall.all().to_vec();
            self.finished = Some(Finished { running, wall, rules, scores, outcome });
        }
    }
}

fn heard(batch: Batch) -> Heard<Fujian> {
    // After a kong from the hand it is the same player's turn, but another decision.
    let asks = |change: &PublicChange| {
        matches!(
            change,
            PublicChange::Phase { .. } | PublicChange::Discarded { .. } | PublicChange::Kong { .. }
        )
    };
    let asks_anew = batch.public.iter().any(asks);
    Heard { public: batch.public, own: batch.own, asks_anew }
}

/// What is being done at a table that anybody sees, and whom it waits for.
fn doing_at(phase: &PhaseView) -> (Doing, BySeat<bool>) {
    match phase {
        PhaseView::AwaitingWall {} => (Doing::AwaitingWall, BySeat::default()),
        PhaseView::Turn { seat } => (Doing::Turn, BySeat::from_fn(|each| each == *seat)),
        PhaseView::Calling { on, from, answered, .. } => {
            let asks = |seat| seat != *from || *on == CallOnView::Gold;
            (Doing::Calling, BySeat::from_fn(|seat| asks(seat) && !answered[seat]))
        }
        PhaseView::Between { ready } => (Doing::Between, ready.map(|is_ready| !is_ready)),
        PhaseView::Finished { ready } => (Doing::Finished, ready.map(|is_ready| !is_ready)),
    }
}

fn doing_in(phase: &Phase) -> Doing {
    match phase {
        Phase::AwaitingWall => Doing::AwaitingWall,
        Phase::Setup | Phase::Drawing { .. } | Phase::ThreeGolds { .. } | Phase::Turn(_) => {
            Doing::Turn
        }
        Phase::Calling(_) => Doing::Calling,
        Phase::Between(_) => Doing::Between,
        Phase::Finished(_) => Doing::Finished,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::fujian::Rules;

    use super::*;

    /// What is said of a table is the same whether it is asked, or what anybody sees of it: the first is asked at every
    /// step, too often to draw a view for it.
    #[test]
    fn a_table_stands_as_it_is_seen_to_at_every_moment_of_a_game() {
        let rules =
            Rules { hands: 4, turn_seconds: Some(20), call_seconds: Some(10), ..Rules::FULL };
        let (mut game, _) = Fujian::begin(&Setup::Fujian { rules }, Seat::S0).unwrap();
        let (mut hand, mut steps, mut seconds) = (0, 0, BTreeSet::new());
        let mut doings = BTreeSet::new();

        while hand < 12 {
            if game.awaits_wall() {
                hand += 1;
                let (seed, none) = (protocol::ids::Digest([hand as u8; 32]), BySeat::default());
                let room = "K7Q2XM".parse().unwrap();
                game.deal(&FairWall { room, hand, seed, tips: none, links: none }).unwrap();
            } else {
                let seat = Seat::ALL.into_iter().find(|seat| game.waits_for(*seat)).unwrap();
                steps += 1;
                let action = game.bot_action(seat, BotLevel::Easy, steps, &mut || true).unwrap();
                game.act(seat, &action).unwrap();
            }

            let seen = game.table();
            assert_eq!(game.standing(), Fujian::standing_of(&seen));
            assert_eq!(game.seconds(), Fujian::seconds_of(&seen));
            seconds.insert(game.seconds());
            doings.insert(format!("{:?}", game.standing().doing));
        }
        assert_eq!(doings.len(), 5, "{doings:?}");
        assert_eq!(seconds, [None, Some(10), Some(20), Some(READY_SECONDS)].into());
        assert!(game.standing().game > 0, "no game came to its end");
    }
}
