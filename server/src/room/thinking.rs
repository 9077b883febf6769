//! Bots at the seats of a room: quick ones act at once, others think beside it.

use protocol::room::{BotLevel, Occupant};
use rules::seat::Seat;
use tokio::time::Instant;

use super::game::Game;
use super::live::LiveRoom;

/// What a bot is to think about, away from the room.
#[derive(Debug)]
pub(crate) struct Question<G: Game> {
    seat: Seat,
    level: BotLevel,
    chance: u64,
    game: G,
}

/// What a bot has come to.
#[derive(Debug)]
pub(crate) struct Thought<G: Game> {
    seat: Seat,
    action: Option<G::Action>,
}

impl<G: Game> Question<G> {
    /// What it is if nothing comes of it: the bot is asked again.
    pub(crate) fn given_up(&self) -> Thought<G> {
        Thought { seat: self.seat, action: None }
    }

    /// Thinks; may take its time.
    pub(crate) fn think(self) -> Thought<G> {
        let Self { seat, level, chance, game } = self;
        Thought { seat, action: game.bot_action(seat, level, chance) }
    }
}

impl<G: Game> LiveRoom<G> {
    /// The next thing to be thought about; [`Self::hear_thought`] takes what came of it.
    pub(crate) fn next_question(&mut self) -> Option<Question<G>> {
        self.questions.pop_front()
    }

    /// A bot has thought. If the table has gone on meanwhile, that was for nothing.
    pub(crate) fn hear_thought(&mut self, thought: Thought<G>, now: Instant) {
        let Thought { seat, action } = thought;
        if !std::mem::take(&mut self.thinking[seat]) {
            return;
        }
        let is_bot = match self.core.view().seats[seat] {
            Occupant::Bot { .. } | Occupant::StandIn { .. } => true,
            Occupant::Empty {} | Occupant::Human { .. } => false,
        };
        if let (true, Some(action)) = (is_bot, action) {
            let taken = self.core.act(seat, None, action).ok();
            self.store(taken, now);
        }
        self.go_on(now);
        self.release(now);
    }

    pub(super) fn act_for_bots(&mut self, now: Instant) {
        let bots: Vec<_> = self.idle_bots().collect();
        for (seat, level) in bots {
            let chance = self.chance.number();
            let Some(game) = self.core.game() else { return };
            if G::thinks_long(level) {
                self.thinking[seat] = true;
                let game = game.clone();
                self.questions.push_back(Question { seat, level, chance, game });
                continue;
            }
            let action = game.bot_action(seat, level, chance);
            let taken = action.and_then(|action| self.core.act(seat, None, action).ok());
            self.store(taken, now);
        }
    }

    /// The bots that are to act and don't think yet.
    pub(super) fn idle_bots(&self) -> impl Iterator<Item = (Seat, BotLevel)> + '_ {
        self.core.bots_to_act().filter(|(seat, _)| !self.thinking[*seat])
    }
}
