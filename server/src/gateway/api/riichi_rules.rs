//! What riichi games are played by, as the document says it; `rules::riichi::Options` is what reads it.

use serde::Deserialize;
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type,
};
use utoipa::{PartialSchema, ToSchema};

/// What can differ between riichi tables.
#[derive(Deserialize, ToSchema)]
#[schema(as = RiichiRules)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only described")]
pub(super) struct RulesSchema {
    /// Whether 4 han 30 fu and 3 han 60 fu are a mangan.
    #[schema(required = false, default = false)]
    kiriage: bool,
    /// Whether 13 han without a yakuman are one; else they are a sanbaiman.
    #[schema(required = false, default = true)]
    kazoe_yakuman: bool,
    /// Whether the rarest of named yakuman count two.
    #[schema(required = false, default = false)]
    double_yakuman: bool,
    /// Whether several named yakuman add up; else the largest counts alone.
    #[schema(required = false, default = true)]
    composite_yakuman: bool,
    /// Whether of several winners only the nearest after the discarder wins.
    #[schema(required = false, default = false)]
    atamahane: bool,
    /// Whether two can win on one discard.
    #[schema(required = false, default = true)]
    double_ron: bool,
    /// Whether three can; else three winners are an abortive draw.
    #[schema(required = false, default = false)]
    triple_ron: bool,
    /// Whether a hand can be broken off.
    #[schema(required = false, default = true)]
    abortive_draws: bool,
    /// Whether discarding only terminals and honours pays.
    #[schema(required = false, default = true)]
    nagashi_mangan: bool,
    /// When the dealer keeps the deal after an exhaustive draw.
    #[schema(required = false, pattern = "^(agari|tenpai|always)$", example = "tenpai")]
    renchan: String,
    /// The game ends below this score; null: it goes on.
    #[schema(minimum = -1000000, maximum = 1000000)]
    tobi: Option<i32>,
    /// The yakuman somebody can be liable for.
    #[schema(required = false)]
    pao: PaoSchema,
    /// Who pays the honba when two pay for a liable hand.
    #[schema(required = false, pattern = "^(liable|discarder)$", example = "liable")]
    pao_honba: String,
    /// When the points of a stick leave the player.
    #[schema(required = false, pattern = "^(upfront|at_next_win)$", example = "upfront")]
    riichi_deposit: String,
    /// What a chombo costs.
    #[schema(required = false)]
    chombo: ChomboSchema,
    /// What everybody begins with, in hundreds.
    #[schema(required = false, minimum = 100, maximum = 1000000, example = 25000)]
    starting_points: i32,
    /// What final points are counted from, in hundreds.
    #[schema(required = false, minimum = 100, maximum = 1000000, example = 30000)]
    return_points: i32,
    /// What each place gets, from the first; sums to zero.
    #[schema(required = false, min_items = 4, max_items = 4, example = json!([15000, 5000, -5000, -15000]))]
    uma: [i32; 4],
    /// How long a game is.
    #[schema(required = false, pattern = "^(hanchan|tonpuusen)$", example = "hanchan")]
    length: String,
    /// Whether one more round is played when nobody has reached the return points.
    #[schema(required = false, default = false)]
    extension: bool,
}

/// The yakuman somebody can be liable for: those that are named, or each with yes or no.
#[derive(Deserialize)]
struct PaoSchema;

impl ToSchema for PaoSchema {
    fn name() -> std::borrow::Cow<'static, str> {
        "RiichiPao".into()
    }
}

impl PartialSchema for PaoSchema {
    fn schema() -> RefOr<Schema> {
        let all = [
            ("daisangen", "For the third dragon."),
            ("daisuushii", "For the fourth wind."),
            ("suukantsu", "For the fourth kan."),
        ];
        let each = |object: ObjectBuilder, (name, about): (&str, &str)| {
            let is_on = ObjectBuilder::new().schema_type(Type::Boolean).default(Some(json!(true)));
            object.property(name, is_on.description(Some(about)))
        };
        let object = all.into_iter().fold(ObjectBuilder::new(), each);
        let name = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(all.map(|(name, _)| name)));
        OneOfBuilder::new()
            .description(Some("The yakuman somebody can be liable for."))
            .item(
                object.additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false))),
            )
            .item(ArrayBuilder::new().items(name))
            .into()
    }
}

/// What a chombo costs: in words, or a total of its own.
#[derive(Deserialize)]
struct ChomboSchema;

impl ToSchema for ChomboSchema {
    fn name() -> std::borrow::Cow<'static, str> {
        "RiichiChombo".into()
    }
}

impl PartialSchema for ChomboSchema {
    fn schema() -> RefOr<Schema> {
        let words = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(["reverse_mangan", "none"]))
            .description(Some("As much as a mangan by tsumo would have brought, or nothing."));
        let total = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(1_000_000))
            .multiple_of(Some(400))
            .description(Some("From a player who is not the dealer, half of it to the dealer."));
        let custom = ObjectBuilder::new()
            .property("custom", total)
            .required("custom")
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)));
        OneOfBuilder::new()
            .description(Some("What a chombo costs."))
            .item(words)
            .item(custom)
            .default(Some(json!("reverse_mangan")))
            .into()
    }
}
