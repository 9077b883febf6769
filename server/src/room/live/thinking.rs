//! Bots at the seats of a room: they think while their pace runs, and act in the order of their seats at one moment,
//! so that nothing tells what each had to think about.

use protocol::room::BotLevel;
use rules::seat::{BySeat, Seat};
use tokio::time::Instant;

use super::LiveRoom;
use crate::room::game::Game;

/// What a bot is to think about, away from the room.
#[derive(Debug)]
pub(crate) struct Question<G: Game> {
    seat: Seat,
    level: BotLevel,
    chance: u64,
    game: G,
    about: Moment,
}

/// What a bot has come to.
#[derive(Debug)]
pub(crate) struct Thought<G: Game> {
    seat: Seat,
    action: Option<G::Action>,
    about: Moment,
}

/// Which of the things the table has asked for; never the same again, also where steps are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Moment(u64);

/// What the bots of a room think about what the table asks now.
#[derive(Debug)]
pub(super) struct Thinking<G: Game> {
    about: Moment,
    seats: BySeat<Mind<G>>,
}

/// One bot's.
#[derive(Clone, Debug)]
enum Mind<G: Game> {
    /// It has not been asked.
    Free,
    Thinks,
    Knows(G::Action),
}

impl<G: Game> Default for Thinking<G> {
    fn default() -> Self {
        Self { about: Moment(0), seats: BySeat::from_fn(|_| Mind::Free) }
    }
}

impl<G: Game> Thinking<G> {
    /// The table asks for something else: what is thought about now is for nothing.
    pub(super) fn start_anew(&mut self) {
        *self = Self { about: Moment(self.about.0 + 1), ..Self::default() };
    }

    /// Whether one of them has not come to anything yet.
    pub(super) fn is_under_way(&self) -> bool {
        self.seats.iter().any(|mind| matches!(mind, Mind::Thinks))
    }
}

impl<G: Game> Question<G> {
    /// What it is if nothing comes of it: the bot is asked again.
    pub(crate) fn given_up(&self) -> Thought<G> {
        Thought { seat: self.seat, action: None, about: self.about }
    }

    /// Thinks; may take its time, as long as `keep_going` says so.
    pub(crate) fn think(self, keep_going: &mut dyn FnMut() -> bool) -> Thought<G> {
        let Self { seat, level, chance, game, about } = self;
        Thought { seat, action: game.bot_action(seat, level, chance, keep_going), about }
    }
}

impl<G: Game> LiveRoom<G> {
    /// The next thing to be thought about; [`Self::hear_thought`] takes what came of it.
    pub(crate) fn next_question(&mut self) -> Option<Question<G>> {
        self.questions.pop_front()
    }

    /// A bot has thought. If the table asks for something else by now, that was for nothing.
    pub(crate) fn hear_thought(&mut self, thought: Thought<G>, now: Instant) {
        self.mind_time(now);
        let Thought { seat, action, about } = thought;
        if about != self.thinking.about {
            return;
        }
        match action {
            Some(action) => self.thinking.seats[seat] = Mind::Knows(action),
            None => self.thinking.seats[seat] = Mind::Free,
        }
        self.go_on(now);
        self.release(now);
        self.members.hand_over();
    }

    /// Asks those who think long; whether anybody is to act at all.
    pub(super) fn ask_bots(&mut self) -> bool {
        let bots: Vec<_> = self.core.bots_to_act().collect();
        for (seat, level) in &bots {
            let Some(game) = self.core.game().filter(|_| G::thinks_long(*level)) else { continue };
            if let Mind::Free = self.thinking.seats[*seat] {
                let (game, about) = (game.clone(), self.thinking.about);
                let (seat, level, chance) = (*seat, *level, self.chance.number());
                self.thinking.seats[seat] = Mind::Thinks;
                self.questions.push_back(Question { seat, level, chance, game, about });
            }
        }
        !bots.is_empty()
    }

    /// The bots' time has come: all of them act, if all know what they do. If not, their pace runs once more: a room
    /// that went on the moment the last one knew would tell that somebody had something to weigh.
    pub(super) fn act_for_bots(&mut self, now: Instant) {
        let bots: Vec<_> = self.core.bots_to_act().collect();
        if self.thinking.is_under_way() {
            return;
        }
        let about = self.thinking.about;
        for (seat, level) in bots {
            // What one did may have changed what the others are asked.
            if self.thinking.about != about {
                return;
            }
            let Some(game) = self.core.game() else { return };
            let action = match std::mem::replace(&mut self.thinking.seats[seat], Mind::Free) {
                Mind::Knows(action) => Some(action),
                Mind::Free | Mind::Thinks if G::thinks_long(level) => None,
                Mind::Free | Mind::Thinks => {
                    game.bot_action(seat, level, self.chance.number(), &mut || true)
                }
            };
            let taken = action.and_then(|action| self.core.act(seat, None, action).ok());
            self.store(taken, now);
        }
    }
}
