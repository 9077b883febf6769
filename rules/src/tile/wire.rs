//! Tiles on the wire: a name in formats people read, one byte in the others.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{BonusTile, SuitTile, Tile};

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u8(self.byte())
        }
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Kind;
        impl Visitor<'_> for Kind {
            type Value = Tile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a tile")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Tile, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, byte: u64) -> Result<Tile, E> {
                let kind = u8::try_from(byte).ok().and_then(Tile::from_byte);
                kind.ok_or_else(|| E::custom("not a tile byte"))
            }
        }
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Kind)
        } else {
            deserializer.deserialize_u8(Kind)
        }
    }
}

impl Serialize for SuitTile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Tile::Suit(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SuitTile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Tile::deserialize(deserializer)? {
            Tile::Suit(tile) => Ok(tile),
            Tile::Bonus(_) => Err(de::Error::custom("a bonus tile where a suit tile is needed")),
        }
    }
}

impl Serialize for BonusTile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Tile::Bonus(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BonusTile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Tile::deserialize(deserializer)? {
            Tile::Bonus(tile) => Ok(tile),
            Tile::Suit(_) => Err(de::Error::custom("a suit tile where a bonus tile is needed")),
        }
    }
}
