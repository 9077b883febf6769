//! One enum, two forms: an object with a `type` for people, an array that begins with a number for
//! the wire.

/// Defines an enum whose variants have a number and a name.
///
/// In formats people read a value is an object, `{"type": "drew", "seat": 2}`; in the others an
/// array of the variant's number and its fields in order, `[2, 2]`. Numbers and the order of fields
/// are for ever; new variants get new numbers.
macro_rules! wire_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident $(<$($param:ident),+>)? {
            $(
                $(#[$variant_meta:meta])*
                $tag:literal $text:literal $variant:ident {
                    $( $(#[$field_meta:meta])* $field:ident: $type:ty ),* $(,)?
                }
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name $(<$($param),+>)? {
            $( $(#[$variant_meta])* $variant { $( $(#[$field_meta])* $field: $type ),* } ),+
        }

        const _: () = {
            #[derive(serde::Deserialize)]
            #[serde(tag = "type", deny_unknown_fields)]
            enum Named $(<$($param),+>)? {
                $( #[serde(rename = $text)] $variant { $( $field: $type ),* } ),+
            }

            impl $(<$($param: serde::Serialize),+>)? serde::Serialize for $name $(<$($param),+>)? {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    use serde::ser::{SerializeMap as _, SerializeTuple as _};
                    let named = serializer.is_human_readable();
                    match self {
                        $( Self::$variant { $($field),* } => {
                            const FIELDS: usize = { let names: &[&str] = &[$(stringify!($field)),*]; names.len() };
                            if named {
                                let mut map = serializer.serialize_map(Some(1 + FIELDS))?;
                                map.serialize_entry("type", $text)?;
                                $( map.serialize_entry(stringify!($field), $field)?; )*
                                map.end()
                            } else {
                                let mut tuple = serializer.serialize_tuple(1 + FIELDS)?;
                                tuple.serialize_element(&($tag as u8))?;
                                $( tuple.serialize_element($field)?; )*
                                tuple.end()
                            }
                        } )+
                    }
                }
            }

            impl<'de $(, $($param: serde::Deserialize<'de>),+)?> serde::Deserialize<'de> for $name $(<$($param),+>)? {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    if deserializer.is_human_readable() {
                        return Ok(match Named::deserialize(deserializer)? {
                            $( Named::$variant { $($field),* } => Self::$variant { $($field),* } ),+
                        });
                    }
                    struct Numbered $(<$($param),+>)? (std::marker::PhantomData<$name $(<$($param),+>)?>);
                    impl<'de $(, $($param: serde::Deserialize<'de>),+)?> serde::de::Visitor<'de> for Numbered $(<$($param),+>)? {
                        type Value = $name $(<$($param),+>)?;

                        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                            f.write_str(concat!("an array for ", stringify!($name)))
                        }

                        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
                            let missing = || serde::de::Error::custom(concat!("too few fields for ", stringify!($name)));
                            let tag: u8 = fields.next_element()?.ok_or_else(missing)?;
                            let value = match tag {
                                $( $tag => $name::$variant {
                                    $( $field: fields.next_element()?.ok_or_else(missing)? ),*
                                }, )+
                                _ => return Err(serde::de::Error::custom(concat!("unknown number for ", stringify!($name)))),
                            };
                            match fields.next_element::<serde::de::IgnoredAny>()? {
                                None => Ok(value),
                                Some(_) => Err(serde::de::Error::custom(concat!("too many fields for ", stringify!($name)))),
                            }
                        }
                    }
                    deserializer.deserialize_seq(Numbered(std::marker::PhantomData))
                }
            }
        };
    };
}

/// Defines an enum of names: the name in formats people read, its number in the others.
macro_rules! wire_names {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$variant_meta:meta])* $tag:literal $text:literal $variant:ident ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant ),+
        }

        const _: () = {
            const ALL: &[(u8, &str, $name)] = &[$(($tag, $text, $name::$variant)),+];

            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let (number, text) = match self {
                        $( Self::$variant => ($tag as u8, $text) ),+
                    };
                    if serializer.is_human_readable() {
                        serializer.serialize_str(text)
                    } else {
                        serializer.serialize_u8(number)
                    }
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let found = if deserializer.is_human_readable() {
                        let name = String::deserialize(deserializer)?;
                        ALL.iter().find(|(_, text, _)| *text == name)
                    } else {
                        let tag = u8::deserialize(deserializer)?;
                        ALL.iter().find(|(number, _, _)| *number == tag)
                    };
                    let unknown = || serde::de::Error::custom(concat!("unknown ", stringify!($name)));
                    found.map(|(_, _, value)| *value).ok_or_else(unknown)
                }
            }
        };
    };
}

pub(crate) use {wire_enum, wire_names};
