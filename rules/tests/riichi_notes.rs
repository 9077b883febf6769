//! A game from notes: what is fine is taken over, what is not is told line by line.

use rules::riichi::{Config, Import, Options, Players, import};

fn read(text: &str) -> Import {
    let players = Players::new(["Josh", "Mikey", "Koki", "Jo"]).expect("four names");
    import(Config::new(Options::STANDARD).expect("a game"), &players, text)
}

fn problems(import: &Import) -> Vec<(usize, &str)> {
    import.problems.iter().map(|problem| (problem.line, problem.why.code())).collect()
}

#[test]
fn a_game_is_read_whole() {
    let notes = "# Friday\n\ne1 josh riichi, jo ron mikey 8000\ne2 mikey ron josh 1500\n\
                 e2.1 koki tsumo 1000/2000\ne3 draw koki jo tenpai\n";

    let read = read(notes);

    assert_eq!(problems(&read), []);
    assert_eq!(read.game.hands().len(), 4);
    assert_eq!(read.game.state().scores.0, [19_900, 14_900, 30_800, 34_400]);
    assert_eq!(read.game.state().honba, 1);
}

#[test]
fn every_typo_is_told_and_nothing_after_the_first_is_taken_over() {
    let notes = "jo ron mikey 8000\njo ron mickey 8000\nmikey ron josh 1500\n\
                 draw koki\ndraw\nkoki tsumoo 1000/2000\n";

    let read = read(notes);

    assert_eq!(problems(&read), [(2, "unknown_word"), (5, "missing"), (6, "unknown_word")]);
    assert_eq!(read.game.hands().len(), 1);
    assert_eq!(read.problems[0].why.to_string(), "\"mickey\" is not understood here");
}

#[test]
fn a_deal_that_cannot_be_is_told() {
    let other_round = read("e1 jo ron mikey 8000\ne3 koki ron jo 1000\n");
    let other_honba = read("e1.1 jo ron mikey 8000\n");
    let impossible = read("jo ron mikey 8100\n");

    assert_eq!(problems(&other_round), [(2, "other_deal")]);
    assert_eq!(other_round.problems[0].why.to_string(), "by the hands before this is E2.0");
    assert_eq!(problems(&other_honba), [(1, "other_deal")]);
    assert_eq!(problems(&impossible), [(1, "no_such_points")]);
}

#[test]
fn a_name_of_several_words_is_one_name() {
    let players = Players::new(["Uncle Chen", "Uncle", "Koki", "Anna Maria Li"]).expect("names");
    let config = Config::new(Options::STANDARD).expect("a game");

    let notes = "e1 uncle chen riichi, Anna  Maria Li ron uncle 8000\ne2 uncle chen ron koki 1000\n\
                 e3 draw uncle chen uncle tenpai\n";
    let read = import(config, &players, notes);
    let half = import(config, &players, "anna ron uncle 8000\n");

    assert_eq!(problems(&read), []);
    assert_eq!(read.game.state().scores.0, [26_500, 18_500, 22_500, 32_500]);
    assert_eq!(problems(&half), [(1, "unknown_word")]);
}

#[test]
fn names_that_could_mean_something_else_are_refused() {
    for names in [
        ["jo", "JO", "koki", "mikey"],
        ["ron", "jo", "koki", "mikey"],
        ["", "jo", "koki", "mikey"],
        ["jo ron", "jo", "koki", "mikey"],
        ["uncle  chen", "Uncle Chen", "koki", "mikey"],
        ["8000", "jo", "koki", "mikey"],
        ["daisangen", "jo", "koki", "mikey"],
    ] {
        assert!(Players::new(names).is_err(), "{names:?}");
    }
}
