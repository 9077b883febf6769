//! The yaku of riichi mahjong, as the rules have them.

use axum::http::HeaderMap;
use axum::response::Response;
use rules::riichi::{Options, YAKU, Yaku, Yakuman};
use serde::Serialize;
use utoipa::ToSchema;

use super::respond::json;

/// A yaku, and what it is worth.
#[derive(Debug, Serialize, ToSchema)]
struct YakuBody {
    /// What programs go by.
    #[schema(example = "honitsu")]
    code: &'static str,
    /// What it is called in English.
    #[schema(example = "one suit and honours")]
    name: &'static str,
    /// Han in a closed hand.
    #[schema(example = 3)]
    closed_han: u8,
    /// Han in an open hand; absent where only a closed hand has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 2)]
    open_han: Option<u8>,
    /// The lesser yaku it stands in for.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead_of: Option<&'static str>,
}

impl From<Yaku> for YakuBody {
    fn from(yaku: Yaku) -> Self {
        let Yaku { code, name, closed, open, instead_of } = yaku;
        Self { code, name, closed_han: closed, open_han: open, instead_of }
    }
}

/// A yakuman.
#[derive(Debug, Serialize, ToSchema)]
struct YakumanBody {
    /// What programs go by.
    #[schema(example = "daisuushii")]
    code: &'static str,
    /// What it is called in English.
    #[schema(example = "big four winds")]
    name: &'static str,
    /// Whether only a closed hand has it.
    closed_only: bool,
    /// Whether it counts two where tables count so.
    can_count_two: bool,
    /// Whether somebody can be liable for it.
    can_be_liable: bool,
}

impl From<Yakuman> for YakumanBody {
    fn from(yakuman: Yakuman) -> Self {
        Self {
            code: yakuman.code(),
            name: yakuman.name(),
            closed_only: !yakuman.can_be_open(),
            can_count_two: yakuman.can_count_two(),
            can_be_liable: Options::STANDARD.pao.has(yakuman),
        }
    }
}

/// The yaku of riichi mahjong.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct YakuList {
    /// Those that are worth han.
    yaku: Vec<YakuBody>,
    /// Those at the top of the scale.
    yakuman: Vec<YakumanBody>,
}

/// Lists the yaku of riichi mahjong
#[utoipa::path(
    get, path = "/api/yaku", tag = "riichi",
    responses(
        (status = 200, description = "The yaku", body = YakuList),
        (status = 304, description = "Nothing has changed"),
    )
)]
pub(super) async fn yaku(headers: HeaderMap) -> Response {
    let yaku = YAKU.into_iter().map(YakuBody::from).collect();
    let yakuman = Yakuman::ALL.into_iter().map(YakumanBody::from).collect();
    json(&headers, &YakuList { yaku, yakuman })
}
