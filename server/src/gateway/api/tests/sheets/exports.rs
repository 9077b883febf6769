//! Hands of kept games as a table.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Kept, ron, tsumo};

/// A table as spreadsheets read it: the lines below the first, each by the names of its columns.
fn read(table: &str) -> Vec<BTreeMap<String, String>> {
    let (mut lines, mut line) = (Vec::new(), vec![String::new()]);
    let (mut quoted, mut chars) = (false, table.chars().peekable());
    while let Some(char) = chars.next() {
        let last = line.last_mut().unwrap();
        match char {
            '"' if quoted && chars.peek() == Some(&'"') => last.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\n' if !quoted => lines.push(std::mem::replace(&mut line, vec![String::new()])),
            _ => last.push(char),
        }
    }
    assert!(!quoted && line == [""], "{table}");
    let head = lines.remove(0);
    let named = |line: Vec<String>| {
        assert_eq!(line.len(), head.len(), "{line:?}");
        head.iter().cloned().zip(line).collect()
    };
    lines.into_iter().map(named).collect()
}

impl Kept {
    async fn table(&self) -> Vec<BTreeMap<String, String>> {
        read(&self.api.read("/api/export/hands.csv?origin=recorded").await.body)
    }
}

fn of<const N: usize>(line: &BTreeMap<String, String>, columns: [&str; N]) -> [String; N] {
    columns.map(|column| line[column].clone())
}

#[tokio::test]
async fn a_line_says_what_a_hand_was_worth_and_all_who_won_it() {
    let mut kept = Kept::start(json!({})).await;
    let win = |winner: u8, worth: Value, yaku: Value| json!({ "winner": winner, "worth": worth, "yaku": yaku });
    let first = win(1, json!({ "han": 3, "fu": 40 }), json!(["riichi", "tanyao"]));
    let second = win(3, json!({ "han": 5 }), json!([]));

    kept.record("a", &[1], json!({ "type": "ron", "from": 2, "wins": [second, first] })).await;
    kept.record("b", &[], tsumo(2, &json!({ "yakuman": ["suuankou"] }))).await;
    let table = kept.table().await;

    let columns = ["round", "honba", "outcome", "way", "winners", "from", "riichi", "specials"];
    assert_eq!(
        of(&table[0], columns),
        ["E1", "0", "won", "discard", "3;1", "2", "1", ";riichi tanyao"]
    );
    let worth = ["points", "han", "fu", "limit"];
    assert_eq!(of(&table[0], worth), ["8000;5200", "5;3", ";40", "mangan;"]);
    assert_eq!(of(&table[1], columns), ["E2", "0", "won", "self_draw", "2", "", "", "suuankou"]);
    assert_eq!(of(&table[1], worth), ["32000", "", "", "yakuman"]);
    assert_eq!(
        of(&table[0], ["delta0", "delta1", "delta2", "delta3", "after2"]),
        ["0", "4200", "-13200", "9000", "11800"]
    );
}

/// Each ending, and what games with such a hand are found by.
#[tokio::test]
async fn the_words_of_a_table_are_those_games_are_found_by() {
    let chombo = json!({ "type": "chombo", "offender": 2 });
    let nagashi = json!({ "type": "nagashi_mangan", "winners": [1], "tenpai": [0, 1] });
    let all_three: Vec<_> =
        [0, 1, 3].map(|seat| json!({ "winner": seat, "worth": { "han": 5 } })).into();
    for (outcome, told) in [
        (ron(1, 2, 8000), ["won", "discard", "1", "2", ""]),
        (
            json!({ "type": "exhaustive_draw", "tenpai": [0, 3] }),
            ["drawn", "exhaustive_draw", "", "", "0 3"],
        ),
        (nagashi, ["drawn", "nagashi_mangan", "1", "", "0 1"]),
        (
            json!({ "type": "abortive_draw", "kind": "suufon_renda" }),
            ["aborted", "suufon_renda", "", "", ""],
        ),
        (
            json!({ "type": "ron", "from": 2, "wins": all_three }),
            ["aborted", "sanchahou", "", "2", ""],
        ),
        (json!({ "type": "no_contest" }), ["aborted", "no_contest", "", "", ""]),
        (chombo, ["chombo", "", "", "2", ""]),
    ] {
        let mut kept = Kept::start(json!({})).await;
        kept.record("a", &[], outcome.clone()).await;

        let table = kept.table().await;
        let found = kept.api.read(&format!("/api/games?outcome={}", told[0])).await.json();

        assert_eq!(of(&table[0], ["outcome", "way", "winners", "from", "tenpai"]), told);
        assert_eq!(found["games"][0]["id"], kept.id, "{outcome}");
    }
}

#[tokio::test]
async fn a_hand_nobody_is_sure_of_moves_nothing_and_a_correction_is_one() {
    let mut kept = Kept::start(json!({})).await;
    let unsure = json!({ "id": "a", "uncertain": { "note": "who?" } });
    assert_eq!(kept.write("POST", "/hands", &unsure).await.status, 201);
    kept.record("b", &[], json!({ "type": "correction", "points": [0, -300, 300, 0] })).await;

    let table = kept.table().await;

    let columns = ["outcome", "way", "round", "delta1", "after1"];
    assert_eq!(of(&table[0], columns), ["uncertain", "", "", "", ""]);
    assert_eq!(of(&table[1], columns), ["correction", "", "E1", "-300", "24700"]);
}

#[tokio::test]
async fn no_name_breaks_out_of_its_field_or_is_a_formula() {
    let names = ["=1+1", "a,b", "say \"hi\"", "@sum"];
    let mut kept = Kept::start(json!({ "players": names })).await;
    kept.record("a", &[], ron(1, 2, 8000)).await;

    let hands = kept.table().await;
    let games = read(&kept.api.read("/api/export/games.csv").await.body);

    for line in [&hands[0], &games[0]] {
        let told = of(line, ["player0", "player1", "player2", "player3"]);
        assert_eq!(told, ["'=1+1", "a,b", "say \"hi\"", "'@sum"]);
    }
}
