//! Reads cases of riichi games, plays them, and compares the game with what a case expects.

use rules::riichi::{
    Config, EditError, Game, Hand, LineError, Note, Options, Players, Round, Start, Wind,
};
use rules::seat::{BySeat, Seat};
use serde_json::{Map, Value};

/// A case as it is played.
struct Case {
    options: Options,
    players: Players,
    start: Option<Start>,
    game: Option<Game>,
    has_expected: bool,
}

/// Plays all cases of a file; says where one and the game part ways.
pub(crate) fn run_file(text: &str) -> Result<(), String> {
    let mut case: Option<Case> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let at = |failure: String| format!("line {number}: {line}\n  got: {failure}");
        if line.starts_with("case ") {
            finish(case.as_ref()).map_err(at)?;
            case = Some(Case::new());
        } else if !line.is_empty() {
            let case = case.as_mut().ok_or_else(|| at("no case before it".to_owned()))?;
            case.step(line).map_err(at)?;
        }
    }
    let case = case.ok_or("there is no case")?;
    finish(Some(&case))
}

fn finish(case: Option<&Case>) -> Result<(), String> {
    match case {
        Some(case) if !case.has_expected => Err("the case before expects nothing".to_owned()),
        Some(_) | None => Ok(()),
    }
}

impl Case {
    fn new() -> Self {
        Self {
            options: Options::STANDARD,
            players: Players::new(["east", "south", "west", "north"]).expect("four names"),
            start: None,
            game: None,
            has_expected: false,
        }
    }

    fn step(&mut self, line: &str) -> Result<(), String> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "options" => self.set_options(rest),
            "players" => self.set_players(rest),
            "start" => self.set_start(rest),
            "expect" => self.expect(rest),
            "refused" => self.expect_refusal(rest),
            "edit" => {
                let (number, hand) = self.numbered(rest)?;
                self.game()?.replace(number, hand).map_err(|error| edit_text(&error))
            }
            "remove" => {
                let number = rest.parse().map_err(|_| "no number".to_owned())?;
                self.game()?.remove(number).map_err(|error| edit_text(&error))
            }
            "undo" => self.game()?.undo().map(|_| ()).ok_or_else(|| "nothing to undo".to_owned()),
            _ => self.play(line),
        }
    }

    fn set_options(&mut self, text: &str) -> Result<(), String> {
        let value = serde_json::to_value(self.options).map_err(|error| error.to_string())?;
        let Value::Object(mut fields) = value else { return Err("options are an object".into()) };
        for setting in text.split_whitespace() {
            let (name, value) = setting.split_once('=').ok_or("a setting is name=value")?;
            let read = serde_json::from_str(value);
            let read = read.unwrap_or_else(|_| Value::String(value.to_owned()));
            fields.insert(name.to_owned(), read);
        }
        self.options = read_options(fields)?;
        Ok(())
    }

    fn set_players(&mut self, text: &str) -> Result<(), String> {
        let names: Vec<&str> = text.split_whitespace().collect();
        let names: [&str; 4] = names.try_into().map_err(|_| "four names".to_owned())?;
        self.players = Players::new(names).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// `S3 honba=1 sticks=2 scores=25000,25000,25000,23000`
    fn set_start(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        let round = read_round(words.next().unwrap_or_default()).ok_or("no such deal")?;
        let mut start = Start {
            round,
            honba: 0,
            riichi_sticks: 0,
            scores: BySeat([self.options.starting_points; 4]),
        };
        for setting in words {
            let (name, value) = setting.split_once('=').ok_or("a setting is name=value")?;
            match name {
                "honba" => start.honba = value.parse().map_err(|_| "bad honba")?,
                "sticks" => start.riichi_sticks = value.parse().map_err(|_| "bad sticks")?,
                "scores" => {
                    let scores = value.split(',').map(str::parse).collect::<Result<Vec<i32>, _>>();
                    let scores = scores.map_err(|_| "bad scores")?;
                    start.scores = BySeat(scores.try_into().map_err(|_| "four scores")?);
                }
                _ => return Err(format!("no setting {name}")),
            }
        }
        self.start = Some(start);
        self.game().map(|_| ())
    }

    fn game(&mut self) -> Result<&mut Game, String> {
        if self.game.is_none() {
            let config = match self.start {
                Some(start) => {
                    Config::mid_game(self.options, start).map_err(|error| error.to_string())?
                }
                None => Config::new(self.options).map_err(|error| error.to_string())?,
            };
            self.game = Some(Game::begin(config));
        }
        self.game.as_mut().ok_or_else(|| "no game".to_owned())
    }

    /// Adds a line of notes to the game.
    fn add(&mut self, line: &str) -> Result<(), LineError> {
        let note = Note::read(line, &self.players)?.expect("a line with words in it");
        let game = self.game().expect("a game that can be played");
        game.record(note.hand).map(|_| ()).map_err(|error| LineError::Refused(error.why))
    }

    fn play(&mut self, line: &str) -> Result<(), String> {
        self.add(line).map_err(|error| format!("refused with {}", error.code()))
    }

    fn numbered(&self, text: &str) -> Result<(usize, Hand), String> {
        let (number, hand) = text.split_once(": ").ok_or("edit <number>: <hand>")?;
        let number = number.parse().map_err(|_| "no number".to_owned())?;
        let note = Note::read(hand, &self.players).map_err(|error| error.to_string())?;
        Ok((number, note.ok_or("no hand")?.hand))
    }

    /// `<code>: <hand>`, or `<number> <code>: edit <number>: <hand>`
    fn expect_refusal(&mut self, text: &str) -> Result<(), String> {
        let (code, line) = text.split_once(": ").ok_or("refused <code>: <line>")?;
        let before = self.game()?.clone();
        let got = match line.split_once(' ') {
            Some(("edit", rest)) => {
                let (number, hand) = self.numbered(rest)?;
                self.game()?.replace(number, hand).err().map(|error| edit_text(&error))
            }
            Some(("remove", number)) => {
                let number = number.parse().map_err(|_| "no number".to_owned())?;
                self.game()?.remove(number).err().map(|error| edit_text(&error))
            }
            Some(_) | None => self.add(line).err().map(|error| error.code().to_owned()),
        };
        let unchanged = *self.game()? == before;
        self.has_expected = true;
        match got {
            Some(got) if got == code && unchanged => Ok(()),
            Some(got) if unchanged => Err(got),
            Some(_) => Err("a refusal that changes the game".to_owned()),
            None => Err("no refusal".to_owned()),
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        self.has_expected = true;
        for wanted in text.split(';').map(str::trim) {
            let what = wanted.split(' ').next().unwrap_or_default();
            let got = self.show(what)?;
            if got != wanted {
                return Err(got);
            }
        }
        Ok(())
    }

    fn show(&mut self, what: &str) -> Result<String, String> {
        let game = self.game()?;
        let state = game.state();
        let of = |values: BySeat<i32>| values.0.map(|value| value.to_string()).join(" ");
        let shown = match what {
            "scores" => of(state.scores),
            "deltas" => of(game.settled().last().ok_or("no hand yet")?.deltas),
            "next" => match state.ended {
                Some(_) => "over".to_owned(),
                None => format!("{}.{}", state.round, state.honba),
            },
            "sticks" => state.riichi_sticks.to_string(),
            "owed" => state.owed.0.map(|owed| owed.to_string()).join(" "),
            "dealer" => state.dealer().to_string(),
            "winds" => Seat::ALL.map(|seat| format!("{:?}", state.wind(seat))).join(" "),
            "winners" => {
                let winners = game.settled().last().ok_or("no hand yet")?.winners;
                winners.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
            }
            "places" => {
                let places = state.ended.ok_or("it goes on")?.places;
                places.map(|place| place.seat.to_string()).join(" ")
            }
            "points" => {
                let places = state.ended.ok_or("it goes on")?.places;
                of(BySeat::from_fn(|seat| {
                    places.iter().find(|place| place.seat == seat).map_or(0, |place| place.points)
                }))
            }
            "labels" => {
                let labels =
                    game.settled().iter().map(|hand| format!("{}.{}", hand.round, hand.honba));
                labels.collect::<Vec<_>>().join(" ")
            }
            _ => return Err(format!("nothing is called {what}")),
        };
        Ok(format!("{what} {shown}").trim_end().to_owned())
    }
}

fn read_options(fields: Map<String, Value>) -> Result<Options, String> {
    let options: Options =
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    options.check().map_err(|error| error.to_string())?;
    Ok(options)
}

fn read_round(text: &str) -> Option<Round> {
    let wind = match text.get(..1)? {
        "E" => Wind::East,
        "S" => Wind::South,
        "W" => Wind::West,
        _ => return None,
    };
    let number: usize = text.get(1..)?.parse().ok()?;
    Some(Round::new(wind, Seat::from_index(number.checked_sub(1)?)?))
}

fn edit_text(error: &EditError) -> String {
    match error {
        EditError::NoSuchHand { number } => format!("{number} no_such_hand"),
        EditError::Impossible(impossible) => {
            format!("{} {}", impossible.number, impossible.why.code())
        }
    }
}
