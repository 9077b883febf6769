//! What riichi hands are worth and which there are, as the page's own scoring is compared with.

use rules::riichi::{
    FU, Limit, Options, Situation, Value, WinBy, Winner, YAKU, Yaku, Yakuman, are_crowded,
    check_fu, fit_together,
};
use serde_json::{Value as Json, json};

pub(super) const PATH: &str = "web-client/src/riichi/testing/rules.generated.json";

/// More yaku than four sets are the fewest too many for.
const CROWD_MAX: usize = 5;

/// One more than a counted yakuman has.
const HAN_MAX: u8 = 14;

const SITUATIONS: [(Situation, &str, &str); 4] = [
    (Situation { winner: Winner::Dealer, by: WinBy::Ron }, "dealer", "ron"),
    (Situation { winner: Winner::Dealer, by: WinBy::Tsumo }, "dealer", "tsumo"),
    (Situation { winner: Winner::NonDealer, by: WinBy::Ron }, "other", "ron"),
    (Situation { winner: Winner::NonDealer, by: WinBy::Tsumo }, "other", "tsumo"),
];

/// The tables, one entry a line.
pub(super) fn table() -> String {
    let parts = [
        ("scores", scores()),
        ("yakuman_together", pairs(&Yakuman::ALL, Yakuman::fits_beside, Yakuman::code)),
        ("yakuman_won", yakuman_won()),
        ("yaku_together", pairs(&YAKU, |one, other| fit_together(&one, &other), |one| one.code)),
        ("yaku_crowded", yaku_crowded()),
        ("yaku_fu", yaku_fu()),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .map(|(name, rows)| {
            let rows: Vec<_> = rows.iter().map(|row| format!("    {row}")).collect();
            format!("  \"{name}\": [\n{}\n  ]", rows.join(",\n"))
        })
        .collect();
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

/// Every hand by han and fu: what is paid by the discarder, the dealer and each other, with the limit; or why not.
fn scores() -> Vec<Json> {
    let mut rows = Vec::new();
    for (kiriage, kazoe_yakuman) in [(false, true), (true, true), (false, false), (true, false)] {
        let options = Options { kiriage, kazoe_yakuman, ..Options::STANDARD };
        for (situation, winner, by) in SITUATIONS {
            for han in 1..=HAN_MAX {
                let all_fu = FU.into_iter().map(Some).chain([None]);
                let hands: Vec<_> =
                    all_fu.map(|fu| json!([fu, worth(situation, han, fu, &options)])).collect();
                rows.push(json!({
                    "kiriage": kiriage, "kazoe_yakuman": kazoe_yakuman,
                    "winner": winner, "by": by, "han": han, "hands": hands,
                }));
            }
        }
    }
    rows
}

fn worth(situation: Situation, han: u8, fu: Option<u8>, options: &Options) -> Json {
    match Value::counted(situation, han, fu, options) {
        Ok(value) => {
            let paid = value.payments();
            let shares = [paid.from_discarder(), paid.from_dealer(), paid.from_each_other()];
            json!([shares, value.limit().map(Limit::code)])
        }
        Err(bad) => json!(bad.code()),
    }
}

/// The fewest that no hand has together, though each two of them go together.
fn yaku_crowded() -> Vec<Json> {
    let mut all: Vec<Vec<&Yaku>> = vec![Vec::new()];
    let mut crowded = Vec::new();
    for yaku in &YAKU {
        for chosen in all.clone() {
            if !chosen.iter().all(|other| fit_together(yaku, other)) {
                continue;
            }
            let more: Vec<_> = chosen.into_iter().chain([yaku]).collect();
            let codes: Vec<_> = more.iter().map(|yaku| yaku.code).collect();
            let is_least = |left_out: &&str| {
                !are_crowded(|code: &str| code != *left_out && codes.contains(&code))
            };
            match are_crowded(|code: &str| codes.contains(&code)) {
                true if codes.iter().all(is_least) => crowded.push(json!(codes)),
                true => {}
                false if more.len() < CROWD_MAX => all.push(more),
                false => {}
            }
        }
    }
    crowded
}

/// Each two that one hand can have.
fn pairs<T: Copy>(
    all: &[T],
    fit: impl Fn(T, T) -> bool,
    code: impl Fn(T) -> &'static str,
) -> Vec<Json> {
    let mut rows = Vec::new();
    for (place, one) in all.iter().enumerate() {
        let others = all[place + 1..].iter().filter(|other| fit(*one, **other));
        rows.push(json!([code(*one), others.map(|other| code(*other)).collect::<Vec<_>>()]));
    }
    rows
}

/// How each yakuman is won.
fn yakuman_won() -> Vec<Json> {
    let ways = |one: Yakuman| {
        let ways = SITUATIONS.into_iter().filter(move |(situation, ..)| one.is_won(*situation));
        ways.map(|(_, winner, by)| [winner, by]).collect::<Vec<_>>()
    };
    Yakuman::ALL.into_iter().map(|one| json!([one.code(), ways(one)])).collect()
}

/// The fu a hand can have by each of its yaku.
fn yaku_fu() -> Vec<Json> {
    let mut rows = Vec::new();
    for (by, way) in [(WinBy::Ron, "ron"), (WinBy::Tsumo, "tsumo")] {
        for one in &YAKU {
            let fu = FU.into_iter().filter(|fu| check_fu(&[one], by, *fu).is_ok());
            rows.push(json!([one.code, way, fu.collect::<Vec<_>>()]));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_hand_and_is_json() {
        let table: Json = serde_json::from_str(&table()).unwrap();

        let hands = |row: &Json| row["hands"].as_array().unwrap().len();
        let scores = table["scores"].as_array().unwrap();
        assert_eq!(scores.iter().map(hands).sum::<usize>(), 4 * 4 * 14 * 12);
        assert_eq!(scores[0]["hands"][2], json!([30, [[1500, 0, 0], null]]));
        assert_eq!(scores[0]["hands"][0], json!([20, "fu_not_by_ron"]));
    }
}
