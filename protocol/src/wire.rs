//! One definition, two forms and a description: an object for people, an array for the wire, and
//! what [`crate::schema`] tells other languages about both.

/// Defines an enum whose variants have a number and a name.
///
/// In formats people read a value is an object, `{"type": "drew", "seat": 2}`; in the others an
/// array of the variant's number and its fields in order, `[2, 2]`. Numbers and the order of fields
/// are for ever; new variants get new numbers.
macro_rules! wire_enum {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident $(<$($param:ident),+>)? {
            $(
                $(#[doc = $variant_about:literal])*
                $tag:literal $text:literal $variant:ident {
                    $( $(#[doc = $field_about:literal])* $field:ident: $type:ty ),* $(,)?
                }
            ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name $(<$($param),+>)? {
            $( $(#[doc = $variant_about])* $variant { $( $(#[doc = $field_about])* $field: $type ),* } ),+
        }

        impl $(<$($param),+>)? $name $(<$($param),+>)? {
            pub(crate) fn schema() -> crate::schema::Type {
                let variants = vec![$( crate::schema::Variant {
                    number: $tag,
                    text: $text,
                    about: crate::schema::about(&[$($variant_about),*]),
                    fields: vec![$( crate::wire::field!($field: $type, $($field_about),*) ),*],
                } ),+];
                crate::schema::Type {
                    name: stringify!($name),
                    params: vec![$($(stringify!($param)),+)?],
                    about: crate::schema::about(&[$($about),*]),
                    shape: crate::schema::Shape::Variants(variants),
                }
            }
        }

        const _: () = {
            #[derive(serde::Deserialize)]
            #[serde(tag = "type")]
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
                                    $( $field: match fields.next_element()? {
                                        Some(field) => field,
                                        None => crate::wire::left_out().ok_or_else(missing)?,
                                    } ),*
                                }, )+
                                _ => return Err(serde::de::Error::custom(concat!("unknown number for ", stringify!($name)))),
                            };
                            // Fields a later version has added are not for us.
                            while fields.next_element::<serde::de::IgnoredAny>()?.is_some() {}
                            Ok(value)
                        }
                    }
                    deserializer.deserialize_seq(Numbered(std::marker::PhantomData))
                }
            }
        };
    };
}

/// What a field is that an older version does not send: nothing, where it can be nothing.
pub(crate) fn left_out<'de, T: serde::Deserialize<'de>>() -> Option<T> {
    let nothing = serde::de::value::UnitDeserializer::<serde::de::value::Error>::new();
    T::deserialize(nothing).ok()
}

/// Defines an enum of names: the name in formats people read, its number in the others.
macro_rules! wire_names {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident {
            $( $(#[doc = $variant_about:literal])* $tag:literal $text:literal $variant:ident ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $( $(#[doc = $variant_about])* $variant ),+
        }

        impl $name {
            pub(crate) fn schema() -> crate::schema::Type {
                let names = vec![$( crate::schema::Name {
                    number: $tag,
                    text: $text,
                    about: crate::schema::about(&[$($variant_about),*]),
                } ),+];
                crate::schema::Type {
                    name: stringify!($name),
                    params: Vec::new(),
                    about: crate::schema::about(&[$($about),*]),
                    shape: crate::schema::Shape::Names(names),
                }
            }
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

/// Defines a struct: an object in formats people read, an array of its fields in order in the
/// others. New fields go to the end.
macro_rules! wire_struct {
    (
        $(#[doc = $about:literal])*
        $(#[derive($($derive:ident),+)])?
        $(#[serde($serde:ident)])?
        pub struct $name:ident {
            $( $(#[doc = $field_about:literal])* pub $field:ident: $type:ty ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $(#[derive($($derive),+)])?
        $(#[serde($serde)])?
        pub struct $name {
            $( $(#[doc = $field_about])* pub $field: $type ),+
        }

        impl $name {
            pub(crate) fn schema() -> crate::schema::Type {
                crate::schema::Type {
                    name: stringify!($name),
                    params: Vec::new(),
                    about: crate::schema::about(&[$($about),*]),
                    shape: crate::schema::Shape::Fields(
                        vec![$( crate::wire::field!($field: $type, $($field_about),*) ),+],
                    ),
                }
            }
        }
    };
}

/// Describes one field.
macro_rules! field {
    ($field:ident: $type:ty, $($about:literal),*) => {
        crate::schema::Field {
            name: stringify!($field),
            holds: crate::schema::Ref::parse(stringify!($type)),
            about: crate::schema::about(&[$($about),*]),
        }
    };
}

pub(crate) use {field, wire_enum, wire_names, wire_struct};
