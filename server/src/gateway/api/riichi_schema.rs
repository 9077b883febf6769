//! Which hands can be scored, as the document says it: made from the rules, so that both agree.

use rules::riichi::{
    FU, HAN_MAX, Options, Situation, Value, WinBy, Winner, YAKU, YAKUMAN_MAX, Yakuman,
};
use serde_json::{Value as Json, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::{PartialSchema, ToSchema};

use super::riichi::{COUNT_MAX, DORA_MAX, ScoreRequest, WinName};
use super::riichi_rules::RulesSchema;

/// The first han from which fu may be left out.
const FU_OPTIONAL: u8 = 5;

impl ToSchema for ScoreRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((RulesSchema::name().into_owned(), RulesSchema::schema()));
        RulesSchema::schemas(schemas);
    }
}

impl PartialSchema for ScoreRequest {
    fn schema() -> RefOr<Schema> {
        let mut cases = OneOfBuilder::new().description(Some("A hand to be scored."));
        for win in [WinName::Ron, WinName::Tsumo] {
            for han in 1..=FU_OPTIONAL {
                cases = cases.item(counted(win, han));
            }
            let yakuman = common(win).property("yakuman", whole(1, YAKUMAN_MAX.into()));
            cases = cases.item(rest_absent(yakuman.required("yakuman"), &["yakuman"]));
        }
        for win in [WinName::Ron, WinName::Tsumo] {
            cases = cases.item(by_yaku(win)).item(named(win));
        }
        cases.into()
    }
}

/// A hand by its yaku. Which of them go together no schema can say.
fn by_yaku(win: WinName) -> ObjectBuilder {
    let codes = YAKU.iter().map(|yaku| Json::from(yaku.code));
    let fu = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .enum_values(Some(FU.into_iter().map(Json::from)));
    let object = common(win)
        .property("yaku", list(codes.collect()))
        .required("yaku")
        .property("open", ObjectBuilder::new().schema_type(or_null(Type::Boolean)))
        .property("dora", count(DORA_MAX.into()))
        .property("fu", fu)
        .required("fu");
    rest_absent(object, &["yaku", "open", "dora", "fu"])
}

/// A hand by its yakuman, one of which somebody may be liable for.
fn named(win: WinName) -> ObjectBuilder {
    let codes = || Yakuman::ALL.iter().map(|yakuman| Json::from(yakuman.code()));
    let liable = Yakuman::ALL.iter().filter(|yakuman| Options::STANDARD.pao.has(**yakuman));
    let liable = liable.map(|yakuman| Json::from(yakuman.code())).chain([Json::Null]);
    let pao = ObjectBuilder::new().schema_type(or_null(Type::String)).enum_values(Some(liable));
    let object = common(win).property("yakuman_codes", list(codes().collect()));
    let object = object.required("yakuman_codes").property("pao", pao);
    rest_absent(object, &["yakuman_codes", "pao"])
}

fn list(codes: Vec<Json>) -> ArrayBuilder {
    let item = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes));
    ArrayBuilder::new().items(item).min_items(Some(1)).max_items(Some(20)).unique_items(true)
}

/// A hand of this many han, or more where fu may be left out.
fn counted(win: WinName, han: u8) -> ObjectBuilder {
    let situation = Situation { winner: Winner::Dealer, by: win.by() };
    let is_legal = |fu: &u8| Value::counted(situation, han, Some(*fu), &Options::STANDARD).is_ok();
    let mut fu: Vec<Json> = FU.into_iter().filter(is_legal).map(Json::from).collect();
    let is_optional = han == FU_OPTIONAL;
    let kind = if is_optional { or_null(Type::Integer) } else { Type::Integer.into() };
    fu.extend(is_optional.then_some(Json::Null));
    let fu = ObjectBuilder::new().schema_type(kind).enum_values(Some(fu));
    let most = if is_optional { HAN_MAX } else { han };
    let object = common(win)
        .property("han", whole(han.into(), most.into()))
        .required("han")
        .property("fu", fu);
    let object = rest_absent(object, &["han", "fu"]);
    if is_optional { object } else { object.required("fu") }
}

/// What a hand is said by, in one way or another: what is not of this way is left out, or null.
fn rest_absent(object: ObjectBuilder, way: &[&str]) -> ObjectBuilder {
    let all = ["han", "fu", "yakuman", "yaku", "open", "dora", "yakuman_codes", "pao"];
    let rest = all.into_iter().filter(|name| !way.contains(name));
    let null = || ObjectBuilder::new().schema_type(Type::Null);
    rest.fold(object, |object, name| object.property(name, null()))
}

/// What every hand has.
fn common(win: WinName) -> ObjectBuilder {
    let name = match win.by() {
        WinBy::Ron => "ron",
        WinBy::Tsumo => "tsumo",
    };
    let count = || ObjectBuilder::from(count(COUNT_MAX)).default(Some(json!(0)));
    let options = OneOfBuilder::new()
        .item(utoipa::openapi::Ref::from_schema_name(RulesSchema::name()))
        .item(ObjectBuilder::new().schema_type(Type::Null));
    ObjectBuilder::new()
        .property("dealer", ObjectBuilder::new().schema_type(Type::Boolean))
        .property("win", ObjectBuilder::new().schema_type(Type::String).enum_values(Some([name])))
        .property("honba", count())
        .property("riichi_sticks", count())
        .property("options", options)
        .required("dealer")
        .required("win")
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

fn whole(least: u16, most: u16) -> utoipa::openapi::Object {
    let object = ObjectBuilder::new().schema_type(Type::Integer);
    object.minimum(Some(least)).maximum(Some(most)).build()
}

/// A count that may be left out.
fn count(most: u16) -> utoipa::openapi::Object {
    ObjectBuilder::from(whole(0, most)).schema_type(or_null(Type::Integer)).build()
}

fn or_null(kind: Type) -> SchemaType {
    SchemaType::from_iter([kind, Type::Null])
}
