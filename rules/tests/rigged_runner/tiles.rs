//! The short tile names of the cases, `123d 5b E s1`, read and written.

use rules::tile::{BonusTile, Suit, SuitTile, Tile};

const BONUS: [(&str, BonusTile); BonusTile::COUNT] = [
    ("E", BonusTile::WindEast),
    ("S", BonusTile::WindSouth),
    ("W", BonusTile::WindWest),
    ("N", BonusTile::WindNorth),
    ("R", BonusTile::DragonRed),
    ("G", BonusTile::DragonGreen),
    ("Wh", BonusTile::DragonWhite),
    ("s1", BonusTile::Season1),
    ("s2", BonusTile::Season2),
    ("s3", BonusTile::Season3),
    ("s4", BonusTile::Season4),
    ("p1", BonusTile::Plant1),
    ("p2", BonusTile::Plant2),
    ("p3", BonusTile::Plant3),
    ("p4", BonusTile::Plant4),
];

/// The tiles of a list such as `123d 5b E s1`.
pub(crate) fn read(text: &str) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::new();
    for word in text.split_whitespace() {
        if let Some((_, bonus)) = BONUS.iter().find(|(name, _)| *name == word) {
            tiles.push(Tile::Bonus(*bonus));
            continue;
        }
        let group = read_group(word).ok_or_else(|| format!("{word} is no tile"))?;
        tiles.extend(group.into_iter().map(Tile::Suit));
    }
    Ok(tiles)
}

/// The one suit tile of a text such as `5d`.
pub(crate) fn read_one(text: &str) -> Result<SuitTile, String> {
    match read(text)?[..] {
        [Tile::Suit(tile)] => Ok(tile),
        _ => Err(format!("{text} is not one suit tile")),
    }
}

/// The tiles as a list; neighbours of the same suit share its letter.
pub(crate) fn write(tiles: impl IntoIterator<Item = Tile>) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut open_suit = None;
    for tile in tiles {
        match tile {
            Tile::Suit(tile) if open_suit == Some(tile.suit()) => {
                let group = words.last_mut().expect("a group is open");
                group.insert_str(group.len() - 1, &tile.rank().to_string());
            }
            Tile::Suit(tile) => {
                words.push(format!("{}{}", tile.rank(), letter(tile.suit())));
                open_suit = Some(tile.suit());
            }
            Tile::Bonus(bonus) => {
                let (name, _) = BONUS[bonus.index()];
                words.push(name.to_owned());
                open_suit = None;
            }
        }
    }
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

/// The suit tiles as a list.
pub(crate) fn write_suit(tiles: impl IntoIterator<Item = SuitTile>) -> String {
    write(tiles.into_iter().map(Tile::Suit))
}

fn read_group(word: &str) -> Option<Vec<SuitTile>> {
    let suit = Suit::ALL.into_iter().find(|suit| word.ends_with(letter(*suit)))?;
    let ranks = &word[..word.len() - 1];
    let tile = |digit: char| SuitTile::new(suit, digit.to_digit(10)?.try_into().ok()?);
    if ranks.is_empty() { None } else { ranks.chars().map(tile).collect() }
}

fn letter(suit: Suit) -> char {
    match suit {
        Suit::Dots => 'd',
        Suit::Bamboo => 'b',
        Suit::Characters => 'c',
    }
}
