//! Games between simple players on fair walls, with everything that is recorded of them: to fill a database with.

use bots::{Bot, Greedy, Sight};
use protocol::ids::RoomCode;
use protocol::record::{
    HandRecord, RECORD_VERSION, RecordedPlayer, SeatAction, SeatEntropy, Variant,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rules::fair::{self, Bytes32, HandId};
use rules::fujian::{Phase, Rules, Table};
use rules::seat::BySeat;
use rules::seat::Seat;

use crate::recorder::{GameId, GamePosting, HandPosting, Posting, Profiles, RoomId};

/// Links of each seat's chain.
const LINKS: u32 = 256;

/// A room in which games are played to their end, all chance following from a seed.
#[derive(Clone, Debug)]
pub struct DemoRoom {
    room: RoomId,
    code: RoomCode,
    players: BySeat<RecordedPlayer>,
    profiles: Profiles,
    table: Table,
    hands: u32,
    hands_of_game: u32,
    secrets: BySeat<Bytes32>,
    chance: Pcg64Mcg,
}

impl DemoRoom {
    /// A room before its first game.
    ///
    /// # Panics
    ///
    /// If the rules can't be played.
    pub fn new(room: RoomId, players: BySeat<RecordedPlayer>, rules: Rules, seed: u64) -> Self {
        let mut chance = Pcg64Mcg::seed_from_u64(seed ^ (room.0 << 20));
        let code = loop {
            let mut bytes = [0; protocol::ids::CODE_LEN];
            chance.fill_bytes(&mut bytes);
            if let Some(code) = RoomCode::from_random(bytes) {
                break code;
            }
        };
        let secrets = BySeat::from_fn(|_| bytes32(&mut chance));
        let table = Table::new(rules, Seat::S0).expect("rules that can be played");
        let profiles = Profiles::default();
        Self { room, code, players, profiles, table, hands: 0, hands_of_game: 0, secrets, chance }
    }

    /// Has everybody play for a profile from now on, or for none.
    pub fn play_for(&mut self, profiles: Profiles) {
        self.profiles = profiles;
    }

    /// Seats somebody else.
    pub fn seat(&mut self, seat: Seat, player: RecordedPlayer) {
        self.players[seat] = player;
    }

    /// What the room posts when its next game begins.
    pub fn begin_game(&mut self) -> Posting {
        self.make_ready();
        self.hands_of_game = 0;
        Posting::Game(Box::new(GamePosting {
            game: self.game(),
            code: self.code,
            public: true,
            variant: Variant::Fujian,
            rules: serde_json::to_string(self.table.rules()).expect("rules can be written"),
            players: self.players.clone(),
            profiles: self.profiles.clone(),
        }))
    }

    /// Plays a whole game, and gives what the room posts of it.
    pub fn play_game(&mut self) -> Vec<Posting> {
        let mut postings = vec![self.begin_game()];
        while !matches!(self.table.phase(), Phase::Finished(_)) {
            let hand = HandPosting::of(self.room, &self.play_hand());
            let hand = HandPosting { profiles: self.profiles.clone(), ..hand };
            postings.push(Posting::Hand(Box::new(hand)));
        }
        postings.push(Posting::GameFinished(self.game()));
        postings
    }

    /// Plays the next hand of the game.
    pub fn play_hand(&mut self) -> HandRecord {
        self.make_ready();
        self.hands += 1;
        self.hands_of_game += 1;
        let id = HandId::new(self.code.as_str(), self.hands).expect("few hands in a short room");
        let seed = bytes32(&mut self.chance);
        let hands = self.hands;
        let links = self.secrets.map(|secret| fair::link(&secret, LINKS.saturating_sub(hands)));
        let wall = id.wall(self.table.rules().tiles, &seed, &links);
        let (before, tiles, commitment) =
            (self.table.clone(), wall.all().to_vec(), id.commitment(&seed));
        let begun = self.table.begin(wall).expect("the table waits for a wall of its own set");
        self.table.apply_all(begun, |_, _| ());
        let actions = self.play_on();
        let outcome = self.table.deal().and_then(|deal| deal.outcome).expect("the hand is over");
        HandRecord {
            version: RECORD_VERSION,
            variant: Variant::Fujian,
            room: self.code.to_string(),
            hand: self.hands,
            game: before.game() + 1,
            hand_of_game: self.hands_of_game,
            hands_played: before.hands_played(),
            players: self.players.clone(),
            scores_before: *before.scores(),
            scores_after: *self.table.scores(),
            rules: *before.rules(),
            dealer: before.dealer(),
            streak: before.streak(),
            commitment,
            seed,
            seats: links
                .map(|link| SeatEntropy { tip: fair::link(&link, hands), link: Some(link) }),
            wall: tiles,
            actions,
            outcome: outcome.into(),
        }
    }

    fn game(&self) -> GameId {
        GameId { room: self.room, number: self.table.game() + 1 }
    }

    fn is_over(&self) -> bool {
        matches!(self.table.phase(), Phase::Between(_) | Phase::Finished(_))
    }

    /// Everybody is ready for what comes next.
    fn make_ready(&mut self) {
        while self.is_over() {
            self.act();
        }
    }

    fn play_on(&mut self) -> Vec<SeatAction> {
        let mut actions = Vec::new();
        while !self.is_over() {
            actions.push(self.act());
        }
        actions
    }

    /// Somebody the table waits for acts.
    fn act(&mut self) -> SeatAction {
        let seat = self.table.awaited().expect("what happens by itself has happened");
        let action = Greedy.choose(&Sight::of(&self.table, seat));
        self.table.play(seat, action, |_, _| ()).expect("bots pick legal actions");
        SeatAction { seat, action }
    }
}

fn bytes32(chance: &mut Pcg64Mcg) -> Bytes32 {
    let mut bytes = [0; 32];
    chance.fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use protocol::room::BotLevel;

    use super::*;

    #[test]
    fn every_hand_of_every_game_verifies() {
        let players = BySeat::from_fn(|_| RecordedPlayer::Bot { level: BotLevel::Medium });
        let rules = Rules { hands: 4, ..Rules::FULL };
        let mut room = DemoRoom::new(RoomId(7), players, rules, 1);

        let postings: Vec<_> = (0..3).flat_map(|_| room.play_game()).collect();

        let hands = postings.iter().filter_map(|posting| match posting {
            Posting::Hand(hand) => Some(hand),
            Posting::Game(_)
            | Posting::GameFinished(_)
            | Posting::Rated(_)
            | Posting::RoomClosed { .. } => None,
        });
        let verified = hands.map(|hand| {
            let record: HandRecord = serde_json::from_str(&hand.record).unwrap();
            record.verify().unwrap();
            hand.game.number
        });
        assert_eq!(verified.collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    }
}
