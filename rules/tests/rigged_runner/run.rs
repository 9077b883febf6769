//! Plays a case, line by line.

use rules::fujian::{Action, Outcome, Phase, Rules, Table, Turn, TurnCause};
use rules::seat::Seat;

use super::deal::Setup;
use super::parse::{Line, Statement, Until, parse};
use super::{Failure, show, tiles};

/// What a line expected, and what it got instead.
struct Differs {
    expected: String,
    got: String,
}

impl Differs {
    fn new(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { expected: expected.into(), got: got.into() }
    }
}

impl From<String> for Differs {
    fn from(error: String) -> Self {
        Self::new("a line that makes sense here", error)
    }
}

type Played = Result<(), Differs>;

/// Plays the case to its end.
///
/// # Errors
/// The first line that can't be read, or that the table does not agree with.
pub(crate) fn run_case(case: &str) -> Result<(), Failure> {
    let lines = parse(case);
    let mut stage = Stage::default();
    for line in &lines {
        let played = match &line.statement {
            Ok(statement) => stage.play(statement),
            Err(error) => Err(error.clone().into()),
        };
        played.map_err(|differs| failure(line, differs))?;
    }
    let checks = |line: &Line| matches!(&line.statement, Ok(statement) if statement.is_a_check());
    let missing = if !lines.iter().any(checks) {
        "an expect line somewhere"
    } else if stage.setup.is_some() {
        "something to be done or expected after the last deal"
    } else {
        return Ok(());
    };
    let (line, text) = lines.last().map_or((1, ""), |last| (last.number, &last.text));
    Err(Failure {
        line,
        text: text.to_owned(),
        expected: missing.to_owned(),
        got: "none".to_owned(),
    })
}

fn failure(line: &Line, differs: Differs) -> Failure {
    let Differs { expected, got } = differs;
    Failure { line: line.number, text: line.text.clone(), expected, got }
}

/// The table of a case, and the deal it is about to get.
#[derive(Default)]
struct Stage {
    rules: Rules,
    dealer: Option<Seat>,
    table: Option<Table>,
    setup: Option<Setup>,
}

impl Stage {
    fn play(&mut self, statement: &Statement) -> Played {
        match statement {
            Statement::Rules(_) | Statement::Dealer(_) if self.table.is_some() => {
                Err("rules and dealer come before the first deal".to_owned().into())
            }
            Statement::Rules(rules) => {
                self.rules = **rules;
                Ok(())
            }
            Statement::BadRules(rules, field) => check_refused_rules(rules, field),
            Statement::Dealer(seat) => {
                self.dealer = Some(*seat);
                Ok(())
            }
            Statement::Put(place, tiles) => {
                self.setup.get_or_insert_default().put(*place, tiles);
                Ok(())
            }
            Statement::Act(seat, action) => act(self.table()?, *seat, *action),
            Statement::Refused(seat, action, code) => {
                check_refused(self.table()?, *seat, *action, code)
            }
            Statement::OthersPass => all_who_are_asked(self.table()?, Action::Pass),
            Statement::AllReady => all_who_are_asked(self.table()?, Action::Ready),
            Statement::ClockOut(seat) => run_out(self.table()?, *seat),
            Statement::PlayOn(until) => play_on(self.table()?, *until),
            Statement::Expect(topic, value) => {
                let (expected, got) = show::compare(self.table()?, *topic, value)?;
                if expected == got { Ok(()) } else { Err(Differs::new(expected, got)) }
            }
        }
    }

    /// The table, once the deal that was being set up is dealt.
    fn table(&mut self) -> Result<&mut Table, Differs> {
        if let Some(setup) = self.setup.take() {
            self.deal(&setup)?;
        }
        self.table
            .as_mut()
            .ok_or_else(|| "nothing is dealt yet: a gold line at least".to_owned().into())
    }

    fn deal(&mut self, setup: &Setup) -> Played {
        if self.table.is_none() {
            let dealer = self.dealer.unwrap_or(Seat::S0);
            self.table = Some(Table::new(self.rules, dealer).map_err(|error| error.to_string())?);
        }
        let table = self.table.as_mut().expect("a table was made");
        let wall = setup.wall(table.rules(), table.dealer())?;
        let began = table.begin(wall).map_err(|error| error.to_string())?;
        table.apply_all(began, |_, _| {});
        let (wanted, flipped) = (setup.gold()?, table.gold());
        if flipped == Some(wanted) {
            return Ok(());
        }
        let expected = format!("{} flipped as Gold", tiles::write_suit([wanted]));
        let hint = "is the number of replacements right?";
        Err(Differs::new(expected, format!("{}; {hint}", tiles::write_suit(flipped))))
    }
}

fn act(table: &mut Table, seat: Seat, action: Action) -> Played {
    let played = table.play(seat, action, |_, _| {});
    played.map_err(|illegal| {
        Differs::new(format!("{seat} may {action}"), format!("refused: {}", illegal.code()))
    })
}

fn check_refused(table: &mut Table, seat: Seat, action: Action, code: &str) -> Played {
    let before = table.clone();
    let got = match table.play(seat, action, |_, _| {}) {
        Ok(()) => "it is allowed".to_owned(),
        Err(_) if *table != before => "refused, and yet the table changed".to_owned(),
        Err(illegal) => illegal.code().to_owned(),
    };
    if got == code { Ok(()) } else { Err(Differs::new(code, got)) }
}

fn check_refused_rules(rules: &Rules, field: &str) -> Played {
    match Table::new(*rules, Seat::S0) {
        Err(error) if error.to_string().contains(field) => Ok(()),
        Err(error) => Err(Differs::new(field, error.to_string())),
        Ok(_) => Err(Differs::new(field, "these rules are taken")),
    }
}

/// Everybody the table waits for does the same.
fn all_who_are_asked(table: &mut Table, action: Action) -> Played {
    let asked: Vec<_> = Seat::ALL.into_iter().filter(|seat| table.waits_for(*seat)).collect();
    if asked.is_empty() {
        return Err(Differs::new("somebody is asked", "the table waits for nobody"));
    }
    asked.into_iter().try_for_each(|seat| act(table, seat, action))
}

fn run_out(table: &mut Table, seat: Seat) -> Played {
    let action = table.expired(seat);
    let action = action.ok_or_else(|| Differs::new("the clock acts", "it has nothing to do"))?;
    act(table, seat, action)
}

/// Everybody throws what they draw, else the last tile that can go, and passes.
fn play_on(table: &mut Table, until: Until) -> Played {
    loop {
        let left = table.deal().map_or(0, |deal| deal.wall.left());
        match (*table.phase(), until) {
            (Phase::Turn(turn), Until::Turn(seat)) if turn.seat == seat => return Ok(()),
            (Phase::Turn(_), Until::Wall(wanted)) if left == wanted => return Ok(()),
            (Phase::Turn(turn), _) => act(table, turn.seat, throw(table, &turn))?,
            (Phase::Calling(_), _) => all_who_are_asked(table, Action::Pass)?,
            (_, Until::Drawn) if is_drawn(table) => return Ok(()),
            _ => {
                return Err(Differs::new(format!("{until:?}"), format!("over, {left} tiles left")));
            }
        }
    }
}

fn throw(table: &Table, turn: &Turn) -> Action {
    let can_go = table.legal(turn.seat).discards;
    let drawn = match turn.cause {
        TurnCause::Drawn(tile) if can_go.contains(tile) => Some(tile),
        TurnCause::Drawn(_) | TurnCause::Dealt | TurnCause::Called { .. } => None,
    };
    Action::Discard(drawn.or(can_go.into_iter().last()).expect("some tile can always go"))
}

fn is_drawn(table: &Table) -> bool {
    table.deal().is_some_and(|deal| deal.outcome == Some(Outcome::Drawn))
}
