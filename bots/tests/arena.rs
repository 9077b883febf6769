//! `sanjin-bot arena` as people call it, and what no command of it takes.

use std::path::PathBuf;
use std::process::Command;

use bots::arena::Contender;
use serde_json::Value;

fn sanjin_bot(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanjin-bot"));
    command.args(words);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_arena_tells_who_is_better_and_the_same_on_any_number_of_threads() {
    let measured = |threads: &str| {
        let json = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{threads}.json"));
        let words = ["arena", "--levels", "easy,random", "--hands", "200", "--threads", threads];
        let done = sanjin_bot(&words).arg("--json").arg(&json).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        let found: Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
        (text(&done.stdout), found)
    };

    let ((said, alone), (_, together)) = (measured("1"), measured("3"));

    assert!(said.starts_with("easy v 3 random: +"), "{said}");
    assert_eq!(alone["pairs"][0]["hands"], 200);
    for figure in ["points", "margin_99", "wins", "drawn"] {
        let (one, other) = (&alone["pairs"][0][figure], &together["pairs"][0][figure]);
        assert!((one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-9, "{figure}");
    }
}

#[test]
fn an_arena_tells_searches_apart_and_what_a_single_wall_is_worth() {
    let json = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena-playouts.json");
    let words = ["arena", "--levels", "master:0,greedy", "--hands", "3"];

    let done = sanjin_bot(&words).arg("--json").arg(&json).output().unwrap();

    assert!(done.status.success(), "{}", text(&done.stderr));
    let said = text(&done.stdout);
    assert!(said.starts_with("master:0 v 3 greedy: ") && said.contains("a single wall"), "{said}");
    let found: Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    let pair = &found["pairs"][0];
    assert_eq!(
        (&pair["challenger"], &pair["challenger_playouts"]),
        (&"master:0".into(), &0.into())
    );
    assert_eq!((&pair["field_playouts"], &pair["margin_99"]), (&Value::Null, &Value::Null));
}

#[test]
fn what_cannot_be_done_is_refused_with_what_can() {
    let at = "--code=K7Q2XM --url=ws://127.0.0.1:1";
    for (words, hint) in [
        ("arena --levels=easy,genius", "two-step, master:N"),
        ("arena --levels=easy,master:many", "master:200"),
        ("arena --levels=easy", "at least two"),
        ("arena --levels=easy,hard --hands=0", "1..="),
        ("arena --levels=easy,hard --rules=foo", "choose classic, full, or options in JSON"),
        ("arena --levels=easy,hard --json=/nowhere/found.json", "name another file"),
        (&format!("play {at}/ws --count=0"), "1..=4"),
        (&format!("play {at}/ws --count=5"), "1..=4"),
        (&format!("play {at}/"), "add /ws"),
        (&format!("watch {at}"), "add /ws"),
    ] {
        let done = sanjin_bot(&words.split(' ').collect::<Vec<_>>()).output().unwrap();

        let error = text(&done.stderr);
        assert!(!done.status.success() && error.contains(hint), "{words}: {error}");
    }
    let help = text(&sanjin_bot(&["arena", "--help"]).output().unwrap().stdout);
    for level in Contender::ALL {
        assert!(help.contains(&level.to_string()), "{level}: {help}");
    }
}
