//! The lines of a case, read before anything is dealt.

use rules::fujian::{Action, Rules};
use rules::seat::Seat;
use serde_json::{Map, Value};

use super::deal::Place;
use super::tiles;
use rules::tile::Tile;

/// One statement of a case.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// `rules full hands=4`
    Rules(Box<Rules>),
    /// `refused rules full dead_wall=17: dead_wall`
    BadRules(Box<Rules>, String),
    /// `dealer 2`
    Dealer(Seat),
    /// `hand 1: 123d`, `gold: 5d` and the like.
    Put(Place, Vec<Tile>),
    /// `1 discards 5d`
    Act(Seat, Action),
    /// `refused 1 discards 5d: not_held`
    Refused(Seat, Action, String),
    /// `others pass`
    OthersPass,
    /// `all are ready`
    AllReady,
    /// `the clock runs out for 1`
    ClockOut(Seat),
    /// `play on until ...`
    PlayOn(Until),
    /// `expect ...`
    Expect(Topic, String),
}

impl Statement {
    /// Whether a case can fail by it, other than by being refused a move.
    pub(crate) fn is_a_check(&self) -> bool {
        matches!(self, Self::Expect(..) | Self::Refused(..) | Self::BadRules(..))
    }
}

/// How long everybody throws what they draw and passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// `the wall has 3 tiles`
    Wall(usize),
    /// `the turn of 2`
    Turn(Seat),
    /// `the hand is drawn`
    Drawn,
}

/// What an expectation is about; `README.md` says what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Answered,
    Bonus(Seat),
    Call,
    Clock(Seat),
    Dealer,
    Discards,
    Drawn,
    Flipped,
    Game,
    Gold,
    Hand(Seat),
    HandsPlayed,
    Legal(Seat),
    Melds(Seat),
    Pays,
    Phase,
    Points,
    Rules,
    Scores,
    Settles,
    Streak,
    Turn,
    Waits,
    Wall,
    Won,
}

/// A statement with its place in the file.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// From 1.
    pub(crate) number: usize,
    /// As written.
    pub(crate) text: String,
    /// What it says.
    pub(crate) statement: Result<Statement, String>,
}

/// The statements of a case. `;` separates several on a line; after `expect` or `refused` they are
/// all such.
pub(crate) fn parse(case: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, line) in case.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let opening = ["expect ", "refused "].into_iter().find(|word| line.starts_with(word));
        for (place, clause) in line.split(';').map(str::trim).enumerate() {
            let text = match opening {
                Some(opening) if place > 0 => format!("{opening}{clause}"),
                _ => clause.to_owned(),
            };
            if !clause.is_empty() {
                let statement = statement(&text);
                lines.push(Line { number: index + 1, text, statement });
            }
        }
    }
    lines
}

fn statement(text: &str) -> Result<Statement, String> {
    if let Some(rest) = text.strip_prefix("refused rules ") {
        let (rules_text, field) = rest.split_once(':').ok_or("name the field after a colon")?;
        return Ok(Statement::BadRules(Box::new(rules(rules_text)?), field.trim().to_owned()));
    }
    if let Some(rest) = text.strip_prefix("refused ") {
        let (action_text, code) = rest.split_once(':').ok_or("give the reason after a colon")?;
        let (seat, action) = act(action_text)?;
        return Ok(Statement::Refused(seat, action, code.trim().to_owned()));
    }
    if let Some(rest) = text.strip_prefix("expect ") {
        return expectation(rest);
    }
    if let Some(rest) = text.strip_prefix("rules ") {
        return rules(rest).map(|rules| Statement::Rules(Box::new(rules)));
    }
    if let Some(rest) = text.strip_prefix("dealer ") {
        return seat(rest).map(Statement::Dealer);
    }
    if let Some(rest) = text.strip_prefix("play on until ") {
        return until(rest).map(Statement::PlayOn);
    }
    if let Some(rest) = text.strip_prefix("the clock runs out for ") {
        return seat(rest).map(Statement::ClockOut);
    }
    match text {
        "others pass" | "all pass" => Ok(Statement::OthersPass),
        "all are ready" => Ok(Statement::AllReady),
        _ => match text.split_once(':') {
            Some((place_text, list)) => Ok(Statement::Put(place(place_text)?, tiles::read(list)?)),
            None => act(text).map(|(seat, action)| Statement::Act(seat, action)),
        },
    }
}

fn place(text: &str) -> Result<Place, String> {
    match text.split_once(' ') {
        Some(("hand", number)) => seat(number).map(Place::Hand),
        None if text == "replacements" => Ok(Place::Replacements),
        None if text == "gold" => Ok(Place::Gold),
        None if text == "draws" => Ok(Place::Draws),
        None if text == "last" => Ok(Place::Last),
        _ => Err(format!("{text} is no place for tiles")),
    }
}

fn act(text: &str) -> Result<(Seat, Action), String> {
    let (number, deed) = text.split_once(' ').ok_or("not a statement")?;
    let seat = seat(number)?;
    let action = match deed.split_once(' ').unwrap_or((deed, "")) {
        ("discards", tile) => Action::Discard(tiles::read_one(tile)?),
        ("declares", kong) => {
            let tile = kong.strip_prefix("kong ").ok_or("only a kong is declared")?;
            Action::DeclareKong(tiles::read_one(tile)?)
        }
        ("chows", run) => match tiles::read(run)?.first() {
            Some(Tile::Suit(low)) => Action::Chow(*low),
            _ => return Err(format!("{run} is no run")),
        },
        ("wins", "") => Action::Win,
        ("passes", "") => Action::Pass,
        ("pungs", "") => Action::Pung,
        ("kongs", "") => Action::Kong,
        ("is", "ready") => Action::Ready,
        _ => return Err(format!("nobody can do this: {deed}")),
    };
    Ok((seat, action))
}

fn until(text: &str) -> Result<Until, String> {
    if text == "the hand is drawn" {
        return Ok(Until::Drawn);
    }
    if let Some(number) = text.strip_prefix("the turn of ") {
        return seat(number).map(Until::Turn);
    }
    let number = text.strip_prefix("the wall has ").and_then(|rest| rest.split(' ').next());
    let number = number.and_then(|number| number.parse().ok());
    number.map(Until::Wall).ok_or_else(|| format!("cannot wait for this: {text}"))
}

fn expectation(text: &str) -> Result<Statement, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let of_seat = |topic: fn(Seat) -> Topic| {
        let (number, value) = rest.split_once(':').ok_or("give a seat, a colon and a value")?;
        Ok::<_, String>((topic(seat(number)?), value))
    };
    let (topic, value) = match word {
        "answered" => (Topic::Answered, rest),
        "bonus" => of_seat(Topic::Bonus)?,
        "call" => (Topic::Call, rest),
        "clock" => of_seat(Topic::Clock)?,
        "dealer" => (Topic::Dealer, rest),
        "discards:" => (Topic::Discards, rest),
        "drawn" => (Topic::Drawn, "drawn"),
        "flipped" => (Topic::Flipped, rest),
        "game" => (Topic::Game, rest),
        "gold" => (Topic::Gold, rest),
        "hand" => of_seat(Topic::Hand)?,
        "played" => (Topic::HandsPlayed, rest),
        "legal" => of_seat(Topic::Legal)?,
        "melds" => of_seat(Topic::Melds)?,
        "pays" => (Topic::Pays, rest),
        "phase" => (Topic::Phase, rest),
        "points" => (Topic::Points, rest),
        "rules" => (Topic::Rules, rest),
        "scores" => (Topic::Scores, rest),
        "settles" => (Topic::Settles, rest),
        "streak" => (Topic::Streak, rest),
        "turn" => (Topic::Turn, rest),
        "waits" => (Topic::Waits, rest),
        "wall" => (Topic::Wall, rest),
        "won" => (Topic::Won, rest),
        _ => return Err(format!("nothing is known of {word}")),
    };
    Ok(Statement::Expect(topic, value.trim().to_owned()))
}

fn seat(text: &str) -> Result<Seat, String> {
    let number = text.trim().parse().ok();
    number.and_then(Seat::from_index).ok_or_else(|| format!("{text} is no seat"))
}

fn rules(text: &str) -> Result<Rules, String> {
    let mut words = text.split_whitespace();
    let preset = words.next().and_then(Rules::preset).ok_or("begin with classic or full")?;
    let mut fields = fields_of(&preset);
    for word in words {
        let (field, value) = word.split_once('=').ok_or("write field=value")?;
        fields.insert(field.to_owned(), rule_value(value));
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}

/// The rules field by field.
pub(crate) fn fields_of(rules: &Rules) -> Map<String, Value> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("rules are written as an object"),
    }
}

/// The value of a field: what JSON reads, else a word.
pub(crate) fn rule_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}
