//! A hand as somebody asks about it, checked to be one that can exist.

use rules::fujian::{BadRules, Rules};
use rules::hand::Hand;
use rules::meld::{KongKind, Meld, SETS};
use rules::seat::Seat;
use rules::tile::{BonusTile, COPIES, SuitTile, Tile};
use serde::Deserialize;
use serde_json::Value;

/// Tiles of a hand that waits for one more, melds counted as three each.
const WAITING_TILES: usize = 3 * SETS + 1;

/// What is asked, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HandRequest {
    pub(super) concealed: Vec<String>,
    #[serde(default)]
    pub(super) melds: Vec<MeldRequest>,
    #[serde(default)]
    pub(super) bonus: Vec<String>,
    pub(super) gold: String,
    #[serde(default)]
    pub(super) self_draw: bool,
    #[serde(default)]
    pub(super) three_golds: bool,
    #[serde(default)]
    pub(super) rules: Option<Value>,
}

/// A meld as it is written: its tiles, or a kong that lies concealed.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum MeldRequest {
    Open(Vec<String>),
    Kong { tiles: Vec<String>, concealed: bool },
}

/// A hand that can exist, and how it is to be scored.
#[derive(Debug)]
pub(super) struct CheckedHand {
    pub(super) hand: Hand,
    pub(super) gold: SuitTile,
    pub(super) melds: Vec<Meld>,
    pub(super) bonus: Vec<BonusTile>,
    pub(super) self_draw: bool,
    pub(super) three_golds: bool,
    pub(super) rules: Rules,
}

/// Why a hand can't be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadHand {
    #[error("not a hand in JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("'{0}' is not a tile; write dots_5, bamboo_1, characters_9, wind_east, season_2")]
    UnknownTile(String),
    #[error("{0} is a bonus tile: it lies open, list it under bonus")]
    BonusInHand(BonusTile),
    #[error("{0} is not a bonus tile")]
    NotBonus(SuitTile),
    #[error("the Gold is a suit tile, and {0} is a bonus tile")]
    GoldNotSuit(BonusTile),
    #[error(
        "{tiles} concealed tiles with {melds} melds; a hand has 16 or 17 tiles, 3 fewer for each meld"
    )]
    WrongSize { tiles: usize, melds: usize },
    #[error("a hand has at most 5 melds")]
    TooManyMelds,
    #[error("a meld is a run of three, three alike or four alike")]
    BadMeld,
    #[error("{0} is the Gold, which never takes part in a call")]
    GoldInMeld(SuitTile),
    #[error("there are only {exist} of {tile}, one of which lies flipped if it is the Gold")]
    TooMany { tile: Tile, exist: u8 },
    #[error("three_golds needs three Golds in the hand")]
    NoThreeGolds,
    #[error("rules are a preset name, classic or full, or an object of options: {0}")]
    UnknownRules(String),
    #[error("the rules can't be played: {0}")]
    BadRules(BadRules),
}

impl BadHand {
    /// Its stable name.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Json(_) => "bad_json",
            Self::UnknownTile(_) => "unknown_tile",
            Self::BonusInHand(_) => "bonus_in_hand",
            Self::NotBonus(_) => "not_bonus",
            Self::GoldNotSuit(_) => "gold_not_suit",
            Self::WrongSize { .. } => "wrong_size",
            Self::TooManyMelds => "too_many_melds",
            Self::BadMeld => "bad_meld",
            Self::GoldInMeld(_) => "gold_in_meld",
            Self::TooMany { .. } => "too_many_tiles",
            Self::NoThreeGolds => "no_three_golds",
            Self::UnknownRules(_) | Self::BadRules(_) => "bad_rules",
        }
    }
}

impl HandRequest {
    /// The hand, if it can exist.
    pub(super) fn check(self) -> Result<CheckedHand, BadHand> {
        let gold = match tile(&self.gold)? {
            Tile::Suit(gold) => gold,
            Tile::Bonus(bonus) => return Err(BadHand::GoldNotSuit(bonus)),
        };
        let concealed = suit_tiles(&self.concealed)?;
        let melds =
            self.melds.iter().map(|meld| meld.check(gold)).collect::<Result<Vec<_>, _>>()?;
        let bonus =
            self.bonus.iter().map(|name| bonus_tile(name)).collect::<Result<Vec<_>, _>>()?;
        if melds.len() > SETS {
            return Err(BadHand::TooManyMelds);
        }
        let tiles = concealed.len() + 3 * melds.len();
        if tiles != WAITING_TILES && tiles != WAITING_TILES + 1 {
            return Err(BadHand::WrongSize { tiles: concealed.len(), melds: melds.len() });
        }
        check_copies(&concealed, &melds, &bonus, gold)?;
        let hand = Hand::new(Some(gold), concealed);
        if self.three_golds && hand.golds() < COPIES - 1 {
            return Err(BadHand::NoThreeGolds);
        }
        let rules = rules_of(self.rules)?;
        let Self { self_draw, three_golds, .. } = self;
        Ok(CheckedHand { hand, gold, melds, bonus, self_draw, three_golds, rules })
    }
}

impl MeldRequest {
    fn check(&self, gold: SuitTile) -> Result<Meld, BadHand> {
        let (names, concealed) = match self {
            Self::Open(tiles) => (tiles, false),
            Self::Kong { tiles, concealed } => (tiles, *concealed),
        };
        let mut tiles = suit_tiles(names)?;
        tiles.sort_unstable();
        if tiles.contains(&gold) {
            return Err(BadHand::GoldInMeld(gold));
        }
        // Whose discard it was does not matter to what it is worth.
        let from = Seat::S0;
        match tiles[..] {
            [low, b, c] if low == b && b == c && !concealed => Ok(Meld::Pung { tile: low, from }),
            [low, b, c] if low.run() == Some([low, b, c]) && !concealed => {
                Ok(Meld::Chow { low, called: low, from })
            }
            [tile, b, c, d] if tile == b && b == c && c == d => {
                let kind = if concealed { KongKind::Concealed } else { KongKind::Discard { from } };
                Ok(Meld::Kong { tile, kind })
            }
            _ => Err(BadHand::BadMeld),
        }
    }
}

/// The rules of a preset's name or of an object of options, on top of its `preset` if it has one.
pub(super) fn rules_of(asked: Option<Value>) -> Result<Rules, BadHand> {
    let preset =
        |name: &str| Rules::preset(name).ok_or_else(|| BadHand::UnknownRules(format!("'{name}'")));
    let rules = match asked {
        None | Some(Value::Null) => Rules::CLASSIC,
        Some(Value::String(name)) => preset(&name)?,
        Some(Value::Object(options)) => {
            let base = match options.get("preset") {
                Some(Value::String(name)) => preset(name)?,
                Some(other) => return Err(BadHand::UnknownRules(other.to_string())),
                None => Rules::CLASSIC,
            };
            let mut merged = serde_json::to_value(base)?;
            let fields = merged.as_object_mut().expect("rules are an object");
            fields.extend(options.into_iter().filter(|(name, _)| name != "preset"));
            serde_json::from_value(merged)
                .map_err(|error| BadHand::UnknownRules(error.to_string()))?
        }
        Some(other) => return Err(BadHand::UnknownRules(other.to_string())),
    };
    rules.check().map_err(BadHand::BadRules)?;
    Ok(rules)
}

fn tile(name: &str) -> Result<Tile, BadHand> {
    name.parse().map_err(|_| BadHand::UnknownTile(name.to_owned()))
}

fn suit_tiles(names: &[String]) -> Result<Vec<SuitTile>, BadHand> {
    let suit = |name: &String| match tile(name)? {
        Tile::Suit(tile) => Ok(tile),
        Tile::Bonus(bonus) => Err(BadHand::BonusInHand(bonus)),
    };
    names.iter().map(suit).collect()
}

fn bonus_tile(name: &str) -> Result<BonusTile, BadHand> {
    match tile(name)? {
        Tile::Bonus(bonus) => Ok(bonus),
        Tile::Suit(tile) => Err(BadHand::NotBonus(tile)),
    }
}

fn check_copies(
    concealed: &[SuitTile],
    melds: &[Meld],
    bonus: &[BonusTile],
    gold: SuitTile,
) -> Result<(), BadHand> {
    let melded = melds.iter().flat_map(|meld| meld.tiles());
    let suit = concealed.iter().copied().chain(melded).map(Tile::Suit);
    let held: Vec<Tile> = suit.chain(bonus.iter().copied().map(Tile::Bonus)).collect();
    for tile in Tile::all() {
        let exist = if tile == Tile::Suit(gold) { COPIES - 1 } else { tile.copies() };
        if held.iter().filter(|other| **other == tile).count() > exist.into() {
            return Err(BadHand::TooMany { tile, exist });
        }
    }
    Ok(())
}
