//! Every question people ask is answered from an index, whatever the ledger holds.

use rusqlite::Connection;

use super::{history, ledger, reads, schema};
use crate::store::{ratings, sheets};

/// How SQLite would go about a statement, step by step.
fn plan(connection: &Connection, statement: &str) -> Vec<String> {
    let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap();
    let parameters = vec![rusqlite::types::Null; explain.parameter_count()];
    let steps = explain.query_map(rusqlite::params_from_iter(parameters), |row| row.get(3));
    steps.unwrap().map(Result::unwrap).collect()
}

#[test]
fn no_question_walks_a_whole_table_or_sorts() {
    let connection = Connection::open_in_memory().unwrap();
    schema::migrate(&connection).unwrap();
    let statements = [
        history::FOUND.to_owned(),
        format!("{} {}", history::GAMES, history::BY_ROW),
        format!("{} {}", history::GAMES, history::BY_NAME),
        format!("{} {}", history::GAMES, history::BY_SHEET),
        history::TALLIES.to_owned(),
        ledger::SEATS.to_owned(),
        format!("{} {}", reads::EVENTS, reads::OF_FEED),
        format!("{} {}", reads::EVENTS, reads::OF_GAME),
        reads::RECORD.to_owned(),
        sheets::SHEET.to_owned(),
        sheets::BY_SECRET.to_owned(),
        sheets::AUDIT.to_owned(),
    ];

    for statement in statements.into_iter().chain(ratings::questions()) {
        let steps = plan(&connection, &statement);
        let in_vain = |step: &String| step.contains("SCAN") && !step.contains("CONSTANT ROW");
        let sorts = |step: &String| step.contains("TEMP B-TREE");
        assert!(!steps.iter().any(|step| in_vain(step) || sorts(step)), "{statement}\n{steps:#?}");
    }
}

/// It is about everybody, so it goes through all profiles, and for each of them through a range of the tallies.
#[test]
fn everybodys_figures_are_read_profile_by_profile() {
    let connection = Connection::open_in_memory().unwrap();
    schema::migrate(&connection).unwrap();

    let steps = plan(&connection, &ratings::select_tallies());

    let range = "SEARCH tally USING PRIMARY KEY (player=?)";
    assert!(steps.iter().any(|step| step == range), "{steps:#?}");
    let walked: Vec<_> = steps.iter().filter(|step| step.contains("SCAN")).collect();
    assert_eq!(walked, ["SCAN rating_player"], "{steps:#?}");
}

#[test]
fn who_has_risen_is_found_among_the_rounds_since() {
    let connection = Connection::open_in_memory().unwrap();
    schema::migrate(&connection).unwrap();

    let steps = plan(&connection, ratings::RISEN);

    assert_eq!(steps[0], "SEARCH rating_seat USING PRIMARY KEY (session>?)", "{steps:#?}");
}

#[test]
fn a_list_of_games_is_a_range_of_the_index() {
    let connection = Connection::open_in_memory().unwrap();
    schema::migrate(&connection).unwrap();

    let steps = plan(&connection, history::FOUND);

    assert!(
        steps[0].starts_with("SEARCH found USING PRIMARY KEY (feature=? AND player=? AND class=?"),
        "{steps:#?}"
    );
}
