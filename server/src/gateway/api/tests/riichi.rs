//! Riichi scores as people ask for them.

use serde_json::{Value, json};

use super::TestApi;

const SCORE: &str = "/api/riichi/score";

async fn score(api: &TestApi, asked: &Value) -> Value {
    let answer = api.send(SCORE, "application/json", &asked.to_string()).await;
    assert_eq!(answer.status, 200, "{asked}: {}", answer.body);
    answer.json()
}

#[tokio::test]
async fn a_ron_is_paid_by_the_discarder_with_honba_and_brings_the_sticks() {
    let api = TestApi::start().await;

    let asked =
        json!({"han": 3, "fu": 40, "dealer": false, "win": "ron", "honba": 1, "riichi_sticks": 2});
    let answer = score(&api, &asked).await;

    let steps = json!([
        {"step": "base", "formula": "40 x 2^(3 + 2)", "points": 1280},
        {"step": "from_discarder", "formula": "1280 x 4, rounded up to 100", "points": 5200},
        {"step": "honba", "formula": "300 x 1", "points": 300},
        {"step": "riichi_sticks", "formula": "1000 x 2", "points": 2000},
        {"step": "total", "formula": "5200 + 300 + 2000", "points": 7500},
    ]);
    assert_eq!(answer, json!({"winner_total": 7500, "from_discarder": 5500, "steps": steps}));
}

#[tokio::test]
async fn a_tsumo_is_paid_by_all_and_its_limit_is_named() {
    let api = TestApi::start().await;

    let others = score(&api, &json!({"han": 6, "dealer": false, "win": "tsumo", "honba": 2})).await;
    let dealers = score(&api, &json!({"han": 3, "fu": 30, "dealer": true, "win": "tsumo"})).await;

    assert_eq!(others["limit"], "haneman");
    assert_eq!(others["winner_total"], 12_600);
    assert_eq!((&others["from_dealer"], &others["from_each_other"]), (&6200.into(), &3200.into()));
    assert_eq!(others.get("from_discarder"), None);
    assert_eq!((&dealers["from_dealer"], &dealers["from_each_other"]), (&0.into(), &2000.into()));
    assert_eq!((&dealers["winner_total"], dealers.get("limit")), (&6000.into(), None));
}

#[tokio::test]
async fn options_change_what_a_hand_is_worth() {
    let api = TestApi::start().await;
    let hand = |han: u8, options: Value| json!({"han": han, "fu": 30, "dealer": false, "win": "ron", "options": options});

    let mut totals = Vec::new();
    for (han, options) in [
        (4, json!({})),
        (4, json!({"kiriage": true})),
        (13, json!({})),
        (13, json!({"kazoe_yakuman": false})),
    ] {
        totals.push(score(&api, &hand(han, options)).await["winner_total"].clone());
    }

    assert_eq!(totals, [7700, 8000, 32_000, 24_000]);
    let whole = score(&api, &json!({"han": 5.0, "dealer": false, "win": "ron"})).await;
    assert_eq!(whole["winner_total"], 8000);
    let twice = score(&api, &json!({"yakuman": 2, "dealer": true, "win": "ron"})).await;
    assert_eq!(twice["winner_total"], 96_000);
}

#[tokio::test]
async fn a_hand_that_cannot_be_is_refused_with_its_reason() {
    let api = TestApi::start().await;
    let hand =
        |han: u32, fu: u32, win: &str| json!({"han": han, "fu": fu, "dealer": false, "win": win});

    for (asked, reason) in [
        (hand(3, 20, "ron"), "fu_not_by_ron"),
        (hand(1, 25, "ron"), "fu_needs_more_han"),
        (hand(2, 25, "tsumo"), "fu_needs_more_han"),
        (hand(1, 20, "tsumo"), "fu_needs_more_han"),
        (hand(1, 110, "tsumo"), "fu_needs_more_han"),
        (hand(3, 35, "ron"), "bad_fu"),
        (hand(3, 1000, "ron"), "bad_fu"),
        (hand(0, 30, "ron"), "bad_han"),
        (hand(100, 30, "ron"), "bad_han"),
        (hand(300, 30, "ron"), "bad_han"),
        (json!({"han": 4, "dealer": true, "win": "ron"}), "fu_missing"),
        (json!({"dealer": true, "win": "ron"}), "han_or_yakuman"),
        (json!({"yaku": ["haitei"], "fu": 30, "dealer": true, "win": "ron"}), "bad_yaku"),
        (json!({"yaku": ["chiitoitsu"], "fu": 40, "dealer": true, "win": "ron"}), "bad_yaku"),
        (json!({"yaku": ["toitoi"], "fu": 25, "dealer": true, "win": "ron"}), "bad_yaku"),
        (
            json!({"yaku": ["pinfu", "menzen_tsumo"], "fu": 30, "dealer": true, "win": "tsumo"}),
            "bad_yaku",
        ),
        (json!({"yakuman_codes": ["tenhou"], "dealer": false, "win": "tsumo"}), "bad_yakuman"),
        (json!({"yakuman_codes": ["tenhou"], "dealer": true, "win": "ron"}), "bad_yakuman"),
        (json!({"yakuman_codes": ["suuankou"], "dealer": true, "win": "ron"}), "bad_yakuman"),
        (
            json!({"yakuman_codes": ["daisangen", "daisuushii"], "dealer": true, "win": "ron"}),
            "bad_yakuman",
        ),
        (
            json!({"yaku": ["riichi", "tanyao"], "fu": 30, "dealer": true, "win": "tsumo"}),
            "bad_yaku",
        ),
        (json!({"yaku": ["tanyao"], "fu": 300, "dealer": true, "win": "ron"}), "bad_fu"),
        (json!({"yakuman_codes": ["chiihou"], "dealer": true, "win": "tsumo"}), "bad_yakuman"),
        (json!({"han": 13, "yakuman": 1, "dealer": true, "win": "ron"}), "han_or_yakuman"),
        (json!({"yakuman": 7, "dealer": true, "win": "ron"}), "bad_yakuman"),
        (
            json!({"yakuman": 2, "dealer": true, "win": "ron", "options": {"composite_yakuman": false}}),
            "bad_yakuman",
        ),
        (json!({"han": 5, "dealer": true, "win": "ron", "honba": 100}), "bad_count"),
    ] {
        let answer = api.send(SCORE, "application/json", &asked.to_string()).await;
        assert_eq!(answer.problem(), (422, "illegal_hand".to_owned()), "{asked}");
        assert_eq!(answer.json()["reason"], reason, "{asked}");
    }
}

#[tokio::test]
async fn a_body_that_is_no_question_is_refused() {
    let api = TestApi::start().await;
    let large = format!("{{\"han\": {}}}", " ".repeat(5000));

    for (kind, body, expected) in [
        ("application/json", "{\"han\": 3", (400, "bad_body")),
        ("application/json", "{\"dealer\": true, \"win\": \"luck\"}", (400, "bad_body")),
        (
            "application/json",
            "{\"han\": 5, \"dealer\": true, \"win\": \"ron\", \"red\": 1}",
            (400, "bad_body"),
        ),
        (
            "application/json",
            "{\"han\": null, \"dealer\": true, \"win\": \"ron\"}",
            (422, "illegal_hand"),
        ),
        (
            "application/json",
            "{\"han\": 5.5, \"dealer\": true, \"win\": \"ron\"}",
            (400, "bad_body"),
        ),
        (
            "application/json",
            "{\"han\": -5, \"dealer\": true, \"win\": \"ron\"}",
            (400, "bad_body"),
        ),
        ("application/json", " [3, 40, null]", (400, "bad_body")),
        ("text/plain", "{}", (415, "unsupported_media_type")),
        ("application/json", &large, (413, "body_too_large")),
    ] {
        let (status, code) = api.send(SCORE, kind, body).await.problem();
        assert_eq!((status, code.as_str()), expected, "{body}");
    }
    assert_eq!(api.read(SCORE).await.problem(), (405, "method_not_allowed".to_owned()));
}

#[tokio::test]
async fn the_yaku_are_listed_with_their_han() {
    let api = TestApi::start().await;

    let listed = api.read("/api/yaku").await.json();

    let find = |kind: &str, code: &str| {
        let all = listed[kind].as_array().unwrap();
        all.iter().find(|one| one["code"] == code).unwrap().clone()
    };
    let (honitsu, seven) = (find("yaku", "honitsu"), find("yaku", "chiitoitsu"));
    assert_eq!((&honitsu["closed_han"], &honitsu["open_han"]), (&3.into(), &2.into()));
    assert_eq!((&seven["closed_han"], seven.get("open_han")), (&2.into(), None));
    assert_eq!(find("yaku", "double_riichi")["closed_han"], 2);
    assert_eq!(find("yakuman", "daisuushii")["can_count_two"], true);
    assert_eq!(find("yakuman", "daisangen")["can_count_two"], false);
    assert_eq!(find("yakuman", "daisangen")["can_be_liable"], true);
}

#[tokio::test]
async fn yaku_are_summed_up_closed_or_open_with_their_dora() {
    let api = TestApi::start().await;
    let asked = |yaku: &[&str], open: bool, dora: u8| json!({"yaku": yaku, "open": open, "dora": dora, "fu": 30, "dealer": false, "win": "ron"});

    let closed = score(&api, &asked(&["riichi", "honitsu"], false, 1)).await;
    let open = score(&api, &asked(&["honitsu"], true, 0)).await;

    assert_eq!((&closed["limit"], &closed["winner_total"]), (&json!("mangan"), &json!(8000)));
    assert_eq!(open["winner_total"], 2000);
    for (wrong, reason) in [
        (asked(&["riichi"], true, 0), "bad_yaku"),
        (asked(&["honitsu", "chinitsu"], false, 0), "bad_yaku"),
        (asked(&["tanyao", "tanyao"], false, 0), "bad_yaku"),
        (asked(&[], false, 3), "bad_yaku"),
        (asked(&["nothing"], false, 0), "unknown_yaku"),
        (json!({"han": 5, "dora": 1, "dealer": true, "win": "ron"}), "without_yaku"),
        (json!({"han": 5, "pao": "daisangen", "dealer": true, "win": "ron"}), "without_yaku"),
    ] {
        let answer = api.send(SCORE, "application/json", &wrong.to_string()).await;
        assert_eq!((answer.status, &answer.json()["reason"]), (422, &json!(reason)), "{wrong}");
    }
}

#[tokio::test]
async fn named_yakuman_count_by_the_options_and_the_liable_player_pays() {
    let api = TestApi::start().await;
    let asked = |win: &str, codes: &[&str], more: Value| {
        let mut asked = json!({"yakuman_codes": codes, "dealer": false, "win": win, "honba": 2});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        asked
    };
    let both = ["daisangen", "tsuuiisou"];

    let ron = score(&api, &asked("ron", &both, json!({}))).await;
    let alone =
        score(&api, &asked("ron", &both, json!({"options": {"composite_yakuman": false}}))).await;
    let double =
        score(&api, &asked("ron", &["daisuushii"], json!({"options": {"double_yakuman": true}})))
            .await;
    let liable = score(&api, &asked("tsumo", &["daisangen"], json!({"pao": "daisangen"}))).await;
    let shared = score(
        &api,
        &asked(
            "ron",
            &["daisangen"],
            json!({"pao": "daisangen", "options": {"pao_honba": "discarder"}}),
        ),
    )
    .await;

    assert_eq!(ron["from_discarder"], 64600);
    assert_eq!(alone["from_discarder"], 32600);
    assert_eq!(double["from_discarder"], 64600);
    assert_eq!((&liable["from_liable"], &liable["from_dealer"]), (&json!(32600), &json!(0)));
    assert_eq!((&shared["from_liable"], &shared["from_discarder"]), (&json!(16000), &json!(16600)));
    let together = asked("ron", &["kokushi_musou", "daisangen"], json!({}));
    let answer = api.send(SCORE, "application/json", &together.to_string()).await;
    assert_eq!((answer.status, &answer.json()["reason"]), (422, &json!("bad_yakuman")));
}

#[tokio::test]
async fn the_whole_rules_of_a_game_are_options_of_the_calculator_and_other_names_are_refused() {
    let kept = super::sheets::Kept::start(
        json!({ "rules": { "double_yakuman": true, "chombo": { "custom": 8000 } } }),
    )
    .await;
    let rules = kept.read("").await["rules"].clone();
    let asked = |options: Value| json!({"yakuman_codes": ["daisuushii"], "dealer": false, "win": "ron", "options": options});

    let whole = score(&kept.api, &asked(rules)).await;
    let unknown = asked(json!({"double_yakumans": true}));
    let unknown = kept.api.send(SCORE, "application/json", &unknown.to_string()).await;
    let unplayable = asked(json!({"uma": [1, 2, 3, 4]}));
    let unplayable = kept.api.send(SCORE, "application/json", &unplayable.to_string()).await;
    let mut nobody = asked(json!({"pao": {"daisuushii": false}}));
    nobody["pao"] = json!("daisuushii");
    let nobody = kept.api.send(SCORE, "application/json", &nobody.to_string()).await;

    assert_eq!(whole["winner_total"], 64_000);
    assert_eq!(unknown.problem(), (400, "bad_body".to_owned()));
    assert_eq!(unplayable.problem(), (422, "bad_rules".to_owned()));
    assert_eq!(nobody.json()["reason"], "no_liability");
}

#[tokio::test]
async fn named_yakuman_are_told_step_by_step_with_who_is_liable() {
    let api = TestApi::start().await;
    let asked = json!({
        "yakuman_codes": ["daisuushii", "tsuuiisou"], "pao": "daisuushii", "dealer": false, "win": "ron",
        "honba": 1, "riichi_sticks": 2, "options": {"double_yakuman": true},
    });

    let answer = score(&api, &asked).await;

    let steps = json!([
        {"step": "yakuman", "formula": "8000 x 2, daisuushii", "points": 16000},
        {"step": "yakuman", "formula": "8000 x 1, tsuuiisou", "points": 8000},
        {"step": "base", "formula": "8000 x (2 + 1)", "points": 24000},
        {"step": "from_liable", "formula": "16000 x 4 / 2", "points": 32000},
        {"step": "from_discarder", "formula": "16000 x 4 / 2 + 8000 x 4", "points": 64000},
        {"step": "honba", "formula": "300 x 1, from the liable player", "points": 300},
        {"step": "riichi_sticks", "formula": "1000 x 2", "points": 2000},
        {"step": "total", "formula": "32000 + 64000 + 300 + 2000", "points": 98300},
    ]);
    assert_eq!((&answer["winner_total"], &answer["steps"]), (&json!(98300), &steps));
    assert_eq!((&answer["from_liable"], &answer["from_discarder"]), (&json!(32300), &json!(64000)));
}

#[tokio::test]
async fn the_document_says_what_a_chombo_can_cost() {
    let api = TestApi::start().await;

    let schemas = api.read("/api/openapi.json").await.json()["components"]["schemas"].clone();

    let rules = &schemas["RiichiRules"]["properties"]["chombo"];
    assert!(rules.to_string().contains("#/components/schemas/RiichiChombo"), "{rules}");
    let either = &schemas["RiichiChombo"]["oneOf"];
    assert_eq!(either[0]["enum"], json!(["reverse_mangan", "none"]), "{either}");
    assert_eq!(either[1]["properties"]["custom"]["multipleOf"], 400, "{either}");
    let request = schemas["ScoreRequest"].to_string();
    assert!(request.contains("#/components/schemas/RiichiRules"), "{request}");
}

/// The hand of a kept game may be sent on as it is told, where what is not known is null.
#[tokio::test]
async fn what_is_null_is_left_out() {
    let api = TestApi::start().await;
    let ask = async |said: &str| {
        let answer = api.send(SCORE, "application/json", said).await;
        assert_eq!(answer.status, 200, "{said}: {}", answer.body);
        answer.json()
    };

    let nulls = r#"{"han":5,"fu":null,"yakuman":null,"yaku":null,"open":null,"dora":null,"yakuman_codes":null,
        "pao":null,"dealer":true,"win":"ron","honba":null,"riichi_sticks":null,"options":null}"#;
    assert_eq!(ask(nulls).await, ask(r#"{"han":5,"dealer":true,"win":"ron"}"#).await);
}
