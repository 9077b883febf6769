//! Options as people write them: what is refused is said in words, not in names of types.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::options::{Chombo, PaoOn};

impl<'de> Deserialize<'de> for PaoOn {
    /// As an object that says yes or no to each, those left out being yes, or as the list of those that are meant.
    fn deserialize<D: Deserializer<'de>>(said: D) -> Result<Self, D::Error> {
        said.deserialize_any(PaoVisitor)
    }
}

struct PaoVisitor;

/// Whether somebody is liable for the yakuman of this name, to be changed.
fn named<'a, E: Error>(pao: &'a mut PaoOn, name: &str) -> Result<&'a mut bool, E> {
    match name {
        "daisangen" => Ok(&mut pao.daisangen),
        "daisuushii" => Ok(&mut pao.daisuushii),
        "suukantsu" => Ok(&mut pao.suukantsu),
        other => Err(E::unknown_field(other, &["daisangen", "daisuushii", "suukantsu"])),
    }
}

impl<'de> Visitor<'de> for PaoVisitor {
    type Value = PaoOn;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("the yakuman somebody can be liable for, such as [\"daisangen\"] or {\"suukantsu\": false}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PaoOn, A::Error> {
        let mut pao = PaoOn::default();
        while let Some(name) = map.next_key::<String>()? {
            *named(&mut pao, &name)? = map.next_value()?;
        }
        Ok(pao)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PaoOn, A::Error> {
        let mut pao = PaoOn { daisangen: false, daisuushii: false, suukantsu: false };
        while let Some(Name(name)) = list.next_element()? {
            *named(&mut pao, &name)? = true;
        }
        Ok(pao)
    }
}

/// A name in a list.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(said: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = Name;

            fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
                text.write_str("the name of a yakuman")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name, E> {
                Ok(Name(name.to_owned()))
            }
        }
        said.deserialize_any(NameVisitor)
    }
}

impl<'de> Deserialize<'de> for Chombo {
    fn deserialize<D: Deserializer<'de>>(said: D) -> Result<Self, D::Error> {
        said.deserialize_any(ChomboVisitor)
    }
}

struct ChomboVisitor;

impl<'de> Visitor<'de> for ChomboVisitor {
    type Value = Chombo;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("\"reverse_mangan\", \"none\" or {\"custom\": 8000}")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Chombo, E> {
        match name {
            "reverse_mangan" => Ok(Chombo::ReverseMangan),
            "none" => Ok(Chombo::None),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Chombo, A::Error> {
        let Some("custom") = map.next_key::<String>()?.as_deref() else {
            return Err(A::Error::invalid_value(Unexpected::Map, &self));
        };
        let Points(total) = map.next_value()?;
        if map.next_key::<IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_value(Unexpected::Map, &self));
        }
        let negative =
            |_| A::Error::invalid_value(Unexpected::Signed(total.into()), &"points from 0");
        u32::try_from(total).map(Chombo::Custom).map_err(negative)
    }
}

/// Points, as far as anybody can write them.
struct Points(i32);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(said: D) -> Result<Self, D::Error> {
        struct PointsVisitor;
        impl Visitor<'_> for PointsVisitor {
            type Value = Points;

            fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
                text.write_str("a whole number of points")
            }

            fn visit_i64<E: Error>(self, points: i64) -> Result<Points, E> {
                let many = |_| E::invalid_value(Unexpected::Signed(points), &self);
                i32::try_from(points).map(Points).map_err(many)
            }

            fn visit_u64<E: Error>(self, points: u64) -> Result<Points, E> {
                let many = |_| E::invalid_value(Unexpected::Unsigned(points), &self);
                i32::try_from(points).map(Points).map_err(many)
            }
        }
        said.deserialize_any(PointsVisitor)
    }
}

/// A number of points.
pub(super) fn points<'de, D: Deserializer<'de>>(said: D) -> Result<i32, D::Error> {
    Points::deserialize(said).map(|Points(points)| points)
}

/// Points for each place.
pub(super) fn by_place<'de, D: Deserializer<'de>>(said: D) -> Result<[i32; 4], D::Error> {
    <[Points; 4]>::deserialize(said).map(|all| all.map(|Points(points)| points))
}

/// A score below which the game ends, or `null` where it goes on.
pub(super) fn threshold<'de, D: Deserializer<'de>>(said: D) -> Result<Option<i32>, D::Error> {
    struct ThresholdVisitor;
    impl<'de> Visitor<'de> for ThresholdVisitor {
        type Value = Option<i32>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("the score below which the game ends, or null where it goes on")
        }

        fn visit_unit<E: Error>(self) -> Result<Option<i32>, E> {
            Ok(None)
        }

        fn visit_i64<E: Error>(self, points: i64) -> Result<Option<i32>, E> {
            let many = |_| E::invalid_value(Unexpected::Signed(points), &self);
            i32::try_from(points).map(Some).map_err(many)
        }

        fn visit_u64<E: Error>(self, points: u64) -> Result<Option<i32>, E> {
            let many = |_| E::invalid_value(Unexpected::Unsigned(points), &self);
            i32::try_from(points).map(Some).map_err(many)
        }
    }
    said.deserialize_any(ThresholdVisitor)
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::*;

    fn read(said: &str) -> Result<Options, String> {
        serde_json::from_str(said).map_err(|error| error.to_string())
    }

    #[test]
    fn the_list_of_pao_is_an_object_or_names_those_that_are_meant() {
        let pao = |said: &str| read(&format!("{{\"pao\":{said}}}")).unwrap().pao;
        let only = PaoOn { daisangen: true, daisuushii: false, suukantsu: false };

        assert_eq!(pao("{}"), PaoOn::default());
        assert_eq!(pao("[\"daisangen\"]"), only);
        assert_eq!(pao("{\"daisuushii\":false,\"suukantsu\":false}"), only);
        assert_eq!(pao("[]"), PaoOn { daisangen: false, ..only });
    }

    #[test]
    fn options_are_written_as_they_are_read() {
        let options = Options { tobi: None, chombo: Chombo::Custom(8000), ..Options::STANDARD };

        let written = serde_json::to_string(&options).unwrap();

        assert_eq!(read(&written), Ok(options));
    }

    /// Names of types mean nothing to whoever wrote the request.
    #[test]
    fn what_is_refused_is_said_in_words() {
        for (said, words) in [
            ("{\"pao\":false}", "expected the yakuman somebody can be liable for"),
            ("{\"pao\":[true,false,true]}", "expected the name of a yakuman"),
            ("{\"pao\":[\"suuankou\"]}", "`daisangen`, `daisuushii`, `suukantsu`"),
            ("{\"tobi\":false}", "expected the score below which the game ends, or null"),
            (
                "{\"chombo\":\"custom\"}",
                "expected \"reverse_mangan\", \"none\" or {\"custom\": 8000}",
            ),
            ("{\"chombo\":{\"custom\":-400}}", "expected points from 0"),
            ("{\"chombo\":5}", "\"none\" or"),
            ("{\"starting_points\":\"many\"}", "expected a whole number of points"),
            ("{\"uma\":[1,2,3,true]}", "expected a whole number of points"),
        ] {
            let refused = read(said).unwrap_err();
            assert!(refused.contains(words), "{said}: {refused}");
            for name in ["i32", "u32", "struct", "variant", "PaoOn"] {
                assert!(!refused.contains(name), "{said}: {refused}");
            }
        }
    }
}
