//! Every question people ask is answered from an index, whatever the ledger holds.

use super::{Session, history, known, open_writer, reads};
use crate::store::fresh::Fresh;
use crate::store::{Database, apart, ratings, sheets};

/// How PostgreSQL would go about a statement, step by step.
fn plan(session: &mut Session, number: usize, statement: &str) -> Vec<String> {
    let given = (1..=8).take_while(|number| statement.contains(&format!("${number}"))).count();
    let nothing = match given {
        0 => String::new(),
        _ => format!("({})", vec!["NULL"; given].join(", ")),
    };
    // One plan for whatever is asked, and small tables are not to be walked through because they are small.
    let explain = format!(
        "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_sort = off;
        SET enable_bitmapscan = off; PREPARE plan{number} AS {statement}"
    );
    session.say(&explain).unwrap();
    let rows = session.rows(&format!("EXPLAIN EXECUTE plan{number} {nothing}"), &[]).unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// On a server, if there is one to test on.
fn on_server(test: impl FnOnce(&mut Session) + Send) {
    let fresh = Fresh::new();
    if let Database::Postgres(url) = fresh.url.parse().unwrap() {
        apart(|| test(&mut open_writer(&url).unwrap()));
    }
}

#[test]
fn no_question_walks_a_whole_table_or_sorts_on_a_server() {
    on_server(|session| {
        let statements = [
            history::FOUND.to_owned(),
            history::FOUND_BOTH.to_owned(),
            format!("{} {}", history::GAMES, history::BY_ROWS),
            format!("{} {}", history::GAMES, history::BY_NAME),
            format!("{} {}", history::GAMES, history::BY_SHEET),
            history::TALLIES.to_owned(),
            known::SEATS.to_owned(),
            format!("{} {}", reads::EVENTS, reads::OF_FEED),
            format!("{} {}", reads::EVENTS, reads::OF_GAME),
            reads::RECORD.to_owned(),
            sheets::SHEET.replace('?', "$"),
            sheets::BY_SECRET.replace('?', "$"),
            sheets::AUDIT.replace('?', "$"),
        ];
        let of_ratings =
            ratings::questions().into_iter().map(|question| question.replace('?', "$"));
        let statements = statements.into_iter().chain(of_ratings);
        for (number, statement) in statements.enumerate() {
            let statement = &statement;
            let steps = plan(session, number, statement);
            // The few kinds of games are all in one page. The seats of a page of games are sorted when they are there, and
            // those of a season session by session.
            let in_vain = |step: &String| step.contains("Seq Scan") && !step.contains("on class");
            let is_sorted =
                [known::SEATS, &ratings::ROUNDS.replace('?', "$")].contains(&&**statement);
            let sorts = |step: &String| step.contains("Sort") && !is_sorted;
            let is_bad = |step: &String| in_vain(step) || sorts(step);
            assert!(!steps.iter().any(is_bad), "{statement}\n{steps:#?}");
        }
    });
}

/// It is about everybody, so it goes through all profiles, and for each of them through a range of the tallies.
#[test]
fn everybodys_figures_are_read_profile_by_profile_on_a_server() {
    on_server(|session| {
        let steps = plan(session, 0, &ratings::select_tallies());
        let mut asked = steps.windows(2).filter(|pair| pair[0].contains(" on tally "));
        // Without the condition it would be all of the index, for each of them.
        let is_range = |pair: &[String]| {
            pair[0].contains("using tally_pkey") && pair[1].contains("Index Cond: (player = ")
        };
        assert!(asked.next().is_some_and(is_range) && asked.next().is_none(), "{steps:#?}");
    });
}

#[test]
fn who_has_risen_is_found_among_the_rounds_since_on_a_server() {
    on_server(|session| {
        let steps = plan(session, 0, &ratings::RISEN.replace('?', "$")).join("\n");
        assert!(steps.contains("Index Cond: (session >= $1)"), "{steps}");
    });
}

#[test]
fn a_list_of_games_is_a_range_of_the_index_on_a_server() {
    on_server(|session| {
        let steps = plan(session, 0, history::FOUND).join("\n");
        assert!(steps.contains("Index Only Scan Backward using found_by_pkey"), "{steps}");
        let range = "(feature = $1) AND (player = $2) AND (class = $3) AND (ROW(started_at, game) < ROW($4, $5))";
        assert!(steps.contains(range), "{steps}");
    });
}
