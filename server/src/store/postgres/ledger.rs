//! Posts games, finished hands and ends of games: decides in memory, and leaves rows to be written together.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use rules::seat::{BySeat, Seat};

use super::known::{self, Game, RoomGames};
use super::rows::Rows;
use super::{Session, sql, stored};
use crate::clock::UnixMs;
use crate::ratings::online::FinishedMatch;
use crate::store::tables::{self, Value};
use crate::store::{
    GameId, GamePosting, HandPosting, Posting, PostingRefused, RoomId, Seated, StoreError,
    WriteError, feature, ratings,
    refusal::{self, Following},
};

/// The tables that rows wait for, in the order they are written.
const GAME: usize = 0;
const SEAT: usize = 1;
const EVENT: usize = 2;
const HAND: usize = 3;
const RECORD: usize = 4;
const END: usize = 5;
const FOUND: usize = 6;

/// Something that happened to a player, to be counted: who, in games of which kind, what, and how much of it.
type Counted = (String, i64, String, i64);

/// Kinds of games and their rows.
pub(super) type Classes = HashMap<[String; 3], i64>;

/// Games, and what waits to be written of them.
pub(super) struct Ledger {
    rooms: HashMap<RoomId, RoomGames>,
    classes: Classes,
    next_game: i64,
    next_event: i64,
    waiting: [Rows; 7],
    counted: Vec<Counted>,
    /// Matches that wait to be rated.
    rated: Vec<FinishedMatch>,
    mark: Option<Mark>,
    /// When what is being written became so.
    pub(super) now: UnixMs,
}

/// Where things stood before something was written for a room.
struct Mark {
    room: RoomId,
    games: Option<RoomGames>,
    lens: [usize; 7],
    counted: usize,
    rated: usize,
    next: (i64, i64),
}

impl Ledger {
    /// Reads how far the ledger has come.
    pub(super) fn read(session: &mut Session) -> Result<Self, StoreError> {
        let doing = "prepare to write";
        let select = "SELECT coalesce((SELECT max(id) FROM game), 0), coalesce((SELECT max(id) FROM score_event), 0)";
        let row = session.row(select, &[]).map_err(sql(doing))?.ok_or(StoreError::NotOurs)?;
        let classes = session
            .rows("SELECT id, variant, origin, quality FROM class", &[])
            .map_err(sql(doing))?;
        let tables = [
            &tables::GAME,
            &tables::SEAT,
            &tables::SCORE_EVENT,
            &tables::HAND,
            &tables::HAND_RECORD,
            &tables::GAME_END,
            &tables::FOUND_BY,
        ];
        Ok(Self {
            rooms: HashMap::new(),
            classes: classes
                .iter()
                .map(|row| ([row.get(1), row.get(2), row.get(3)], row.get(0)))
                .collect(),
            next_game: row.get::<_, i64>(0) + 1,
            next_event: row.get::<_, i64>(1) + 1,
            waiting: tables.map(Rows::of),
            counted: Vec::new(),
            rated: Vec::new(),
            mark: None,
            now: 0,
        })
    }

    /// The row of a game that is written at once.
    pub(super) fn next_row(&mut self) -> i64 {
        self.next_game += 1;
        self.next_game - 1
    }

    /// Whether anything waits to be written.
    pub(super) fn is_empty(&self) -> bool {
        self.counted.is_empty()
            && self.rated.is_empty()
            && self.waiting.iter().all(|rows| rows.len() == 0)
    }

    /// Writes what waits.
    pub(super) fn write(&mut self, session: &mut Session) -> Result<(), StoreError> {
        let doing = "write to the ledger";
        self.mark = None;
        for (which, rows) in self.waiting.iter_mut().enumerate() {
            // A game is found by something once, however often it happens.
            let conflict = if which == FOUND { "ON CONFLICT DO NOTHING" } else { "" };
            rows.write(session, conflict).map_err(sql(doing))?;
        }
        let mut sums: BTreeMap<(String, i64, String), (i64, i64)> = BTreeMap::new();
        for (player, class, what, amount) in self.counted.drain(..) {
            let (count, sum) = sums.entry((player, class, what)).or_default();
            *count += 1;
            *sum += amount;
        }
        let mut tallies = Rows::of(&tables::TALLY);
        for ((player, class, what), (count, sum)) in sums {
            tallies.push([player.into(), class.into(), what.into(), count.into(), sum.into()]);
        }
        let add = "ON CONFLICT (player, class, what) DO UPDATE
            SET count = tally.count + excluded.count, sum = tally.sum + excluded.sum";
        tallies.write(session, add).map_err(sql(doing))?;
        for finished in std::mem::take(&mut self.rated) {
            ratings::rate_match(session, &finished, self.now)?;
        }
        Ok(())
    }

    /// Marks a place that [`Self::take_back`] goes back to, before something is posted for a room.
    pub(super) fn mark(&mut self, room: RoomId) {
        self.mark = Some(Mark {
            room,
            games: self.rooms.get(&room).cloned(),
            lens: std::array::from_fn(|which| self.waiting[which].len()),
            counted: self.counted.len(),
            rated: self.rated.len(),
            next: (self.next_game, self.next_event),
        });
    }

    /// Forgets what was posted since the mark.
    pub(super) fn take_back(&mut self) {
        let Some(mark) = self.mark.take() else { return };
        match mark.games {
            Some(games) => self.rooms.insert(mark.room, games),
            None => self.rooms.remove(&mark.room),
        };
        for (rows, len) in self.waiting.iter_mut().zip(mark.lens) {
            rows.truncate(len);
        }
        self.counted.truncate(mark.counted);
        self.rated.truncate(mark.rated);
        (self.next_game, self.next_event) = mark.next;
    }

    /// Forgets what is known of a room that is closed.
    pub(super) fn forget(&mut self, room: RoomId) {
        self.rooms.remove(&room);
    }

    /// Posts something, and says which score event it became, if any.
    pub(super) fn post(
        &mut self,
        session: &mut Session,
        posting: &Posting,
    ) -> Result<Option<u64>, WriteError> {
        match posting {
            Posting::Game(game) => self.post_game(session, game, Following::Next).map(|()| None),
            Posting::Hand(hand) => self.post_hand(session, hand).map(Some),
            Posting::GameFinished(game) => self.finish_game(session, *game).map(|()| None),
            Posting::Rated(finished) => {
                self.rated.push((**finished).clone());
                Ok(None)
            }
            Posting::RoomClosed { room, .. } => {
                Ok(self.abandon_games(session, *room).map(|()| None)?)
            }
        }
    }

    /// Posts a game that begins.
    pub(super) fn post_game(
        &mut self,
        session: &mut Session,
        posting: &GamePosting,
        following: Following,
    ) -> Result<(), WriteError> {
        let GameId { room, number } = posting.game;
        refusal::check_game(posting, self.room(session, room)?.last, following)?;
        let class = self.class(session, [posting.variant.name(), "online", "complete"])?;
        let (row, now) = (self.next_game, self.now);
        self.next_game += 1;
        self.waiting[GAME].push([
            row.into(),
            class.into(),
            stored(room.0).into(),
            number.into(),
            posting.code.as_str().into(),
            posting.public.into(),
            posting.rules.as_str().into(),
            now.into(),
        ]);
        let mut game = Game {
            row,
            class,
            public: posting.public,
            started_at: now,
            last_hand: 0,
            scores: [0; 4],
            is_over: false,
            seats: BySeat::default(),
        };
        self.found(&game, feature::ANY, String::new());
        self.seat(&mut game, 0, posting.seated());
        let known = self.room(session, room)?;
        known.last = number;
        known.games.insert(number, game);
        Ok(())
    }

    /// Posts a finished hand, and says which score event it became.
    pub(super) fn post_hand(
        &mut self,
        session: &mut Session,
        posting: &HandPosting,
    ) -> Result<u64, WriteError> {
        refusal::check_hand(posting)?;
        let mut game = self.open_game(session, posting.game)?;
        refusal::check_order(posting, game.last_hand)?;
        let event = self.push_hand(&mut game, posting);
        let seats = posting.seated();
        let notes = feature::notes(&posting.outcome, &seats);
        self.seat(&mut game, posting.hand, seats);
        for (what, key) in notes.found {
            self.found(&game, what, key);
        }
        for (key, what, amount) in notes.counted {
            self.count(&game, key, what, amount);
        }
        self.know(session, posting.game, game)?;
        Ok(event.unsigned_abs())
    }

    /// Posts the end of a game.
    pub(super) fn finish_game(
        &mut self,
        session: &mut Session,
        game: GameId,
    ) -> Result<(), WriteError> {
        let mut open = self.open_game(session, game)?;
        for (key, place) in feature::places(&open.seats, open.scores) {
            self.count(&open, key, feature::PLACE, place);
        }
        self.end(&mut open, "finished");
        Ok(self.know(session, game, open)?)
    }

    /// Ends the games of a room that closes in the middle of them.
    pub(super) fn abandon_games(
        &mut self,
        session: &mut Session,
        room: RoomId,
    ) -> Result<(), StoreError> {
        let game = GameId { room, number: self.room(session, room)?.last };
        match self.open_game(session, game) {
            Ok(mut open) => {
                self.end(&mut open, "abandoned");
                self.know(session, game, open)
            }
            Err(WriteError::Refused(_)) => Ok(()),
            Err(WriteError::Store(error)) => Err(error),
        }
    }

    fn room(&mut self, session: &mut Session, room: RoomId) -> Result<&mut RoomGames, StoreError> {
        Ok(match self.rooms.entry(room) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let read = known::read_room(session, room).map_err(sql("find the last game"))?;
                place.insert(read)
            }
        })
    }

    fn open_game(&mut self, session: &mut Session, game: GameId) -> Result<Game, WriteError> {
        let known = self.room(session, game.room)?.games.get(&game.number).cloned();
        let found = match known {
            Some(found) => Some(found),
            None => known::read_game(session, game).map_err(sql("read where a game stands"))?,
        };
        match found {
            None => Err(PostingRefused::UnknownGame { game: game.number }.into()),
            Some(game_over) if game_over.is_over => {
                Err(PostingRefused::GameOver { game: game.number }.into())
            }
            Some(open) => Ok(open),
        }
    }

    fn know(&mut self, session: &mut Session, id: GameId, game: Game) -> Result<(), StoreError> {
        self.room(session, id.room)?.games.insert(id.number, game);
        Ok(())
    }

    /// The kind of games that are like this, made if it is the first.
    pub(super) fn known_classes(&self) -> Classes {
        self.classes.clone()
    }

    /// Knows of these alone: others were not written after all.
    pub(super) fn know_classes(&mut self, classes: Classes) {
        self.classes = classes;
    }

    pub(super) fn class(
        &mut self,
        session: &mut Session,
        kind: [&str; 3],
    ) -> Result<i64, StoreError> {
        let kind = kind.map(str::to_owned);
        if let Some(id) = self.classes.get(&kind) {
            return Ok(*id);
        }
        let id = self.classes.values().max().copied().unwrap_or(0) + 1;
        let mut rows = Rows::of(&tables::CLASS);
        let [variant, origin, quality] = kind.clone();
        rows.push([id.into(), variant.into(), origin.into(), quality.into()]);
        rows.write(session, "").map_err(sql("post a game"))?;
        self.classes.insert(kind, id);
        Ok(id)
    }

    fn push_hand(&mut self, game: &mut Game, posting: &HandPosting) -> i64 {
        let event = self.next_event;
        self.next_event += 1;
        let (before, deltas) = (game.scores, posting.deltas);
        game.scores = std::array::from_fn(|seat| before[seat] + i64::from(deltas[seat]));
        game.last_hand = posting.hand;
        let key: [Value; 4] = [event.into(), game.row.into(), posting.hand.into(), self.now.into()];
        self.waiting[EVENT].push(key.into_iter().chain(deltas.map(Value::from)));
        let outcome = serde_json::to_string(&posting.outcome).expect("outcomes can be written");
        let key: [Value; 3] = [event.into(), game.row.into(), posting.hand.into()];
        let scores = before.into_iter().chain(game.scores).map(Value::from);
        self.waiting[HAND].push(key.into_iter().chain(scores).chain([outcome.into()]));
        self.waiting[RECORD].push([event.into(), posting.record.as_str().into()]);
        event
    }

    /// Writes down who sits somewhere else than before.
    fn seat(&mut self, game: &mut Game, hand: u32, seats: BySeat<Seated>) {
        for (seat, taken) in Seat::ALL.into_iter().zip(seats.0) {
            if game.seats[seat].as_ref() == Some(&taken) {
                continue;
            }
            let place = seat.index() as i64;
            let key: [Value; 3] = [game.row.into(), place.into(), hand.into()];
            self.waiting[SEAT].push(key.into_iter().chain(taken.columns().map(Value::from)));
            for key in taken.keys() {
                self.found(game, feature::ANY, key);
            }
            game.seats[seat] = Some(taken);
        }
    }

    fn end(&mut self, game: &mut Game, way: &str) {
        let key: [Value; 3] = [game.row.into(), self.now.into(), way.into()];
        self.waiting[END].push(key.into_iter().chain(game.scores.map(Value::from)));
        game.is_over = true;
    }

    fn found(&mut self, game: &Game, what: &str, key: String) {
        if game.public {
            self.waiting[FOUND].push([
                what.into(),
                key.into(),
                game.class.into(),
                game.started_at.into(),
                game.row.into(),
            ]);
        }
    }

    fn count(&mut self, game: &Game, key: String, what: &str, amount: u32) {
        self.counted.push((key, game.class, what.to_owned(), amount.into()));
    }
}
