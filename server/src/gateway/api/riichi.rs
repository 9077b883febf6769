//! Riichi scores for whoever asks, from the rules alone.

use axum::Json;
use axum::response::{IntoResponse, Response};
use rules::riichi::{
    BadOptions, BadValue, BadYaku, Limit, Openness, Options, STICK, Situation, Step, Value, WinBy,
    Winner, Yaku, check_fu, count_han, most_yakuman,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::body::{Raw, read};
use super::problem::{Code, Problem, ProblemBody};
use super::riichi_named::Named;

/// The most honba, and the most sticks, that can be asked about.
pub(super) const COUNT_MAX: u16 = 99;
/// The most dora anybody counts.
pub(super) const DORA_MAX: u8 = 40;
/// A question is a few numbers.
pub(super) const BODY_BYTES_MAX: usize = 4096;

/// How a hand was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WinName {
    /// On another player's tile.
    Ron,
    /// On a tile drawn.
    Tsumo,
}

impl WinName {
    pub(super) const fn by(self) -> WinBy {
        match self {
            Self::Ron => WinBy::Ron,
            Self::Tsumo => WinBy::Tsumo,
        }
    }
}

/// A hand to be scored: by han and fu, by its yaku and fu, by how many yakuman, or by which. What is `null` is left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoreRequest {
    #[serde(default, deserialize_with = "given")]
    han: Option<u32>,
    #[serde(default, deserialize_with = "given")]
    fu: Option<u32>,
    #[serde(default, deserialize_with = "given")]
    yakuman: Option<u32>,
    /// The yaku, to be summed up in the place of `han`.
    yaku: Option<Vec<String>>,
    open: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    dora: Option<u32>,
    /// Which yakuman, in the place of how many.
    yakuman_codes: Option<Vec<String>>,
    /// The yakuman somebody is liable for who neither won nor discarded.
    pao: Option<String>,
    dealer: bool,
    win: WinName,
    #[serde(default, deserialize_with = "given")]
    honba: Option<u32>,
    #[serde(default, deserialize_with = "given")]
    riichi_sticks: Option<u32>,
    /// What is played by, as of a whole game; what is left out is as usual.
    #[serde(default, deserialize_with = "or_usual")]
    options: Options,
}

/// A whole number, also written `3.0`: in JSON that is the same. `null` is none.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let Some(number) = Option::<f64>::deserialize(deserializer)? else { return Ok(None) };
    let fits = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    let refused = || D::Error::custom("expected a whole number from 0");
    fits.then_some(Some(number as u32)).ok_or_else(refused)
}

/// What is usual where nothing or `null` is said.
fn or_usual<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl ScoreRequest {
    const fn situation(&self) -> Situation {
        let winner = if self.dealer { Winner::Dealer } else { Winner::NonDealer };
        Situation { winner, by: self.win.by() }
    }

    fn value(&self) -> Result<Value, Problem> {
        let situation = self.situation();
        let han = match &self.yaku {
            None => self.han,
            Some(_) if self.han.is_some() => {
                let detail = "give han or yaku";
                return Err(Problem::refused(Code::IllegalHand, "han_or_yaku", detail));
            }
            Some(codes) => Some(self.count(codes)?),
        };
        match (han, self.fu, self.yakuman) {
            (Some(han), fu, None) => {
                let han = u8::try_from(han).map_err(|_| BadValue::Han)?;
                let fu = fu.map(u8::try_from).transpose().map_err(|_| BadValue::Fu)?;
                Ok(Value::counted(situation, han, fu, &self.options)?)
            }
            (None, None, Some(times)) => {
                let most = most_yakuman(&self.options);
                let times = u8::try_from(times).ok().filter(|times| *times <= most);
                let detail = || format!("yakuman must be 1 to {most} by these options");
                let none = || Problem::refused(Code::IllegalHand, "bad_yakuman", detail());
                let times = times.ok_or_else(none)?;
                Ok(Value::yakuman(situation, times)?)
            }
            (None, _, _) | (Some(_), _, Some(_)) => {
                Err(Problem::refused(Code::IllegalHand, "han_or_yakuman", "give han or yakuman"))
            }
        }
    }
}

impl ScoreRequest {
    /// The han of these yaku.
    fn count(&self, codes: &[String]) -> Result<u32, Problem> {
        let refused = |reason, detail: String| Problem::refused(Code::IllegalHand, reason, detail);
        let named = |code: &String| {
            let unknown = || refused("unknown_yaku", format!("no yaku is called {code:?}"));
            Yaku::named(code).ok_or_else(unknown)
        };
        let yaku = codes.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        let is_open = self.open.unwrap_or(false);
        let openness = if is_open { Openness::Open } else { Openness::Closed };
        let dora = u8::try_from(self.dora.unwrap_or(0)).ok().filter(|dora| *dora <= DORA_MAX);
        let many = || refused("bad_count", format!("dora must be 0 to {DORA_MAX}"));
        let dora = dora.ok_or_else(many)?;
        let bad_yaku = |bad: BadYaku| refused("bad_yaku", bad.to_string());
        let han = count_han(&yaku, openness, self.win.by(), dora).map_err(bad_yaku)?;
        if let Some(fu) = self.fu {
            let fu = u8::try_from(fu).map_err(|_| BadValue::Fu)?;
            check_fu(&yaku, self.win.by(), fu).map_err(bad_yaku)?;
        }
        Ok(han.into())
    }

    /// The hand of named yakuman, if it is one.
    fn named(&self) -> Result<Option<Named>, Problem> {
        let is_lost = self.yaku.is_none() && (self.open.is_some() || self.dora.is_some());
        if is_lost || self.yakuman_codes.is_none() && self.pao.is_some() {
            let detail = "open and dora go with yaku, pao with yakuman_codes";
            return Err(Problem::refused(Code::IllegalHand, "without_yaku", detail));
        }
        let Some(codes) = &self.yakuman_codes else { return Ok(None) };
        let others = [self.han, self.fu, self.yakuman];
        if others.iter().any(Option::is_some) || self.yaku.is_some() {
            let detail = "yakuman_codes stand alone";
            return Err(Problem::refused(Code::IllegalHand, "han_or_yakuman", detail));
        }
        Named::new(codes, self.pao.as_deref(), self.situation(), self.options).map(Some)
    }
}

impl From<BadValue> for Problem {
    fn from(bad: BadValue) -> Self {
        Self::refused(Code::IllegalHand, bad.code(), bad.to_string())
    }
}

fn count(name: &'static str, count: u32) -> Result<u16, Problem> {
    let fits = u16::try_from(count).ok().filter(|count| *count <= COUNT_MAX);
    let detail = || format!("{name} must be 0 to {COUNT_MAX}");
    fits.ok_or_else(|| Problem::refused(Code::IllegalHand, "bad_count", detail()))
}

/// A step of the scale at which fu no longer count.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LimitName {
    /// 5 han, or 2000 base points.
    Mangan,
    /// 6 or 7 han.
    Haneman,
    /// 8 to 10 han.
    Baiman,
    /// 11 or 12 han.
    Sanbaiman,
    /// 13 han or a yakuman.
    Yakuman,
}

impl From<Limit> for LimitName {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Mangan => Self::Mangan,
            Limit::Haneman => Self::Haneman,
            Limit::Baiman => Self::Baiman,
            Limit::Sanbaiman => Self::Sanbaiman,
            Limit::Yakuman { .. } => Self::Yakuman,
        }
    }
}

/// What is paid for a hand. Payments are with honba, the winner's total also with sticks.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScoreAnswer {
    /// What the winner gets, with honba and sticks.
    #[schema(example = 7500)]
    winner_total: u32,
    /// What the discarder pays; only for ron.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 5500)]
    from_discarder: Option<u32>,
    /// What the dealer pays, 0 where the dealer has won; only for tsumo.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_dealer: Option<u32>,
    /// What each of the others pays; only for tsumo.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_each_other: Option<u32>,
    /// What the liable player pays, where somebody is.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_liable: Option<u32>,
    /// The limit the hand reaches, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<LimitName>,
    /// How it comes about.
    steps: Vec<ScoreStep>,
}

/// A step of the calculation.
#[derive(Debug, Serialize, ToSchema)]
struct ScoreStep {
    /// `yakuman`, `base`, `from_liable`, `from_discarder`, `from_dealer`, `from_each_other`, `honba`,
    /// `riichi_sticks` or `total`.
    #[schema(example = "base")]
    step: &'static str,
    /// How it is worked out.
    #[schema(example = "40 x 2^(3 + 2)")]
    formula: String,
    /// What comes out.
    #[schema(example = 1280)]
    points: u32,
}

impl From<Step> for ScoreStep {
    fn from(step: Step) -> Self {
        Self { step: step.kind.code(), formula: step.formula, points: step.points }
    }
}

impl ScoreAnswer {
    fn new(value: &Value, honba: u16, sticks: u16) -> Self {
        let paid = value.payments().with_honba(honba);
        let is_ron = value.situation().by == WinBy::Ron;
        Self {
            winner_total: paid.total() + STICK * u32::from(sticks),
            from_discarder: is_ron.then(|| paid.from_discarder()),
            from_dealer: (!is_ron).then(|| paid.from_dealer()),
            from_each_other: (!is_ron).then(|| paid.from_each_other()),
            from_liable: None,
            limit: value.limit().map(LimitName::from),
            steps: value.steps(honba, sticks).into_iter().map(ScoreStep::from).collect(),
        }
    }
}

impl ScoreAnswer {
    fn named(named: &Named, honba: u16, sticks: u16) -> Result<Self, Problem> {
        let paid = named.paid(honba)?;
        let is_ron = named.situation.by == WinBy::Ron;
        Ok(Self {
            winner_total: paid.winner + STICK * u32::from(sticks),
            from_discarder: is_ron.then_some(paid.discarder),
            from_dealer: (!is_ron).then_some(paid.dealer),
            from_each_other: (!is_ron).then_some(paid.each_other),
            from_liable: named.liable_for.map(|_| paid.liable),
            limit: Some(LimitName::Yakuman),
            steps: named.steps(honba, sticks)?.into_iter().map(ScoreStep::from).collect(),
        })
    }
}

/// Scores a riichi hand
///
/// By han and fu, by its yaku and fu, by how many yakuman it counts as, or by which it has. From 5 han fu may be left
/// out. Nothing is kept.
#[utoipa::path(
    post, path = "/api/riichi/score", tag = "riichi",
    request_body(
        content = ScoreRequest,
        example = json!({"han": 3, "fu": 40, "dealer": false, "win": "ron", "honba": 1, "riichi_sticks": 2})
    ),
    responses(
        (status = 200, description = "What is paid", body = ScoreAnswer),
        (status = 400, description = "The body is not what it should be", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, description = "The body is not JSON", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "There is no such hand, and the reason says why; or nobody can play by these options", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn score(Raw(body): Raw) -> Result<Response, Problem> {
    let asked: ScoreRequest = read(&body)?;
    let honba = count("honba", asked.honba.unwrap_or(0))?;
    let sticks = count("riichi_sticks", asked.riichi_sticks.unwrap_or(0))?;
    let bad_rules = |bad: BadOptions| Problem::because(Code::BadRules, bad.to_string());
    asked.options.check().map_err(bad_rules)?;
    if let Some(named) = asked.named()? {
        return Ok(Json(ScoreAnswer::named(&named, honba, sticks)?).into_response());
    }
    let value = asked.value()?;
    Ok(Json(ScoreAnswer::new(&value, honba, sticks)).into_response())
}
