//! A table as it may be: the hidden tiles dealt out at random, in keeping with what is shown.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rules::bonus::BonusTiles;
use rules::fujian::{CallOn, Calling, Deal, Phase, Player, Table, Turn};
use rules::hand::Hand;
use rules::meld::SETS;
use rules::seat::{BySeat, Seat};
use rules::shape;
use rules::tile::{SuitTile, Tile};
use rules::wall::Wall;

use super::calibration;
use crate::sight::{Asked, Sight};

/// Exchanges tried to bring a hand as near to winning as it probably is.
const EXCHANGES_MAX: usize = 160;

/// Everything about the hidden tiles that is the same in every world.
pub(super) struct Imagination<'a> {
    sight: &'a Sight<'a>,
    /// Suit tiles nobody has shown, but for Golds.
    pool: Vec<SuitTile>,
    golds: usize,
    /// Bonus tiles nobody has shown: all of them are in the wall.
    bonus: Vec<Tile>,
    others: [Other; 3],
    dead: usize,
}

#[derive(Clone, Copy)]
struct Other {
    seat: Seat,
    tiles: usize,
    /// Tiles it has drawn in all: a Gold among them is still held.
    drawn: usize,
    thrown: usize,
    melds: usize,
    /// Shown, and still in the hand.
    shown: Option<SuitTile>,
}

impl<'a> Imagination<'a> {
    pub(super) fn new(sight: &'a Sight<'a>) -> Self {
        let unseen = sight.unseen();
        let gold = sight.open.gold;
        let pool = unseen.tiles().filter(|tile| Some(*tile) != gold).collect();
        let golds = gold.map_or(0, |gold| usize::from(unseen.of(gold)));
        let others = sight.seat.others().map(|seat| Other::new(sight, seat));
        Self {
            sight,
            pool,
            golds,
            bonus: unseen_bonus(sight),
            others,
            dead: sight.open.rules.dead_wall.into(),
        }
    }

    /// One world; none when what is shown does not add up to a table.
    pub(super) fn world(&self, rng: &mut Pcg64Mcg) -> Option<Table> {
        let sight = self.sight;
        let mut pool = self.pool.clone();
        shuffle(&mut pool, rng);
        let held = self.deal_golds(rng);
        let mut players: BySeat<Player> = BySeat::default();
        players[sight.seat] = sight.own.clone();
        for (other, golds) in self.others.iter().zip(held) {
            players[other.seat] = other.player(sight, &mut pool, golds, rng)?;
        }
        let mut wall: Vec<Tile> = pool.into_iter().map(Tile::Suit).collect();
        let golds = self.golds - held.iter().sum::<usize>();
        wall.extend(
            sight
                .open
                .gold
                .into_iter()
                .flat_map(|gold| std::iter::repeat_n(Tile::Suit(gold), golds)),
        );
        wall.extend(&self.bonus);
        if wall.len() != sight.open.wall_left + self.dead {
            return None;
        }
        shuffle(&mut wall, rng);
        let deal = Deal {
            wall: Wall::imagined(&wall).keeping(self.dead),
            gold: sight.open.gold,
            flipped: sight.open.flipped,
            players,
            discards: sight.open.discards.iter().copied().collect(),
            outcome: None,
        };
        let open = &sight.open;
        Some(Table::imagined(*open.rules, open.dealer, open.streak, deal, self.phase()?))
    }

    fn phase(&self) -> Option<Phase> {
        match self.sight.asked {
            Asked::Turn(cause) => Some(Phase::Turn(Turn { seat: self.sight.seat, cause })),
            Asked::Call { on, from, tile } => Some(Phase::Calling(Calling::new(on, from, tile))),
            Asked::Nothing => None,
        }
    }

    /// Who holds the Golds not seen: whoever drew one has kept it.
    fn deal_golds(&self, rng: &mut Pcg64Mcg) -> [usize; 3] {
        let mut held = [0; 3];
        let in_wall = self.sight.open.wall_left + self.dead;
        let places = in_wall + self.others.iter().map(|other| other.drawn).sum::<usize>();
        for _ in 0..self.golds {
            let mut place = rng.random_range(0..places.max(1));
            for (other, held) in self.others.iter().zip(&mut held) {
                if place < other.drawn {
                    // Three Golds would have won at once.
                    if *held < 2 && *held < other.tiles {
                        *held += 1;
                    }
                    break;
                }
                place -= other.drawn;
            }
        }
        held
    }
}

impl Other {
    fn new(sight: &Sight<'_>, seat: Seat) -> Self {
        let open = &sight.open;
        let thrown = open.discards.iter().filter(|thrown| thrown.seat == seat).count();
        let melds = open.melds[seat].len();
        let shown = match sight.asked {
            Asked::Call { on: CallOn::Kong, from, tile } if from == seat => Some(tile),
            _ => None,
        };
        let tiles = sight.concealed(seat) - usize::from(shown.is_some());
        Self { seat, tiles, drawn: 16 + thrown.saturating_sub(melds), thrown, melds, shown }
    }

    fn player(
        &self,
        sight: &Sight<'_>,
        pool: &mut Vec<SuitTile>,
        golds: usize,
        rng: &mut Pcg64Mcg,
    ) -> Option<Player> {
        let naturals = self.tiles.checked_sub(golds)?;
        let rest = pool.len().checked_sub(naturals)?;
        let mut tiles = pool.split_off(rest);
        let gold = sight.open.gold;
        let all = tiles
            .iter()
            .copied()
            .chain(gold.into_iter().flat_map(|gold| std::iter::repeat_n(gold, golds)));
        let mut hand = Hand::new(gold, all);
        let sets = SETS - self.melds;
        if let Some(target) = calibration::distance(self.thrown, self.melds, rng) {
            bring_to(&mut hand, sets, target, &mut tiles, pool, rng);
        }
        if let Some(shown) = self.shown {
            hand.add(shown);
        }
        Some(Player {
            hand,
            unexposed: BonusTiles::default(),
            melds: sight.open.melds[self.seat].try_into().ok()?,
            bonus: *sight.open.bonus[self.seat],
        })
    }
}

/// Exchanges tiles of the hand for others from the pool until it is `target` away from winning.
fn bring_to(
    hand: &mut Hand,
    sets: usize,
    target: u8,
    tiles: &mut [SuitTile],
    pool: &mut [SuitTile],
    rng: &mut Pcg64Mcg,
) {
    let mut distance = shape::distance(hand, sets);
    if tiles.is_empty() || pool.is_empty() {
        return;
    }
    for _ in 0..EXCHANGES_MAX {
        if distance == target {
            return;
        }
        let (own, other) = (rng.random_range(0..tiles.len()), rng.random_range(0..pool.len()));
        let mut changed = *hand;
        changed.remove(tiles[own]);
        changed.add(pool[other]);
        let after = shape::distance(&changed, sets);
        if after.abs_diff(target) <= distance.abs_diff(target) {
            std::mem::swap(&mut tiles[own], &mut pool[other]);
            (*hand, distance) = (changed, after);
        }
    }
}

fn unseen_bonus(sight: &Sight<'_>) -> Vec<Tile> {
    let mut bonus: Vec<Tile> = sight
        .open
        .rules
        .tiles
        .tiles()
        .iter()
        .copied()
        .filter(|tile| matches!(tile, Tile::Bonus(_)))
        .collect();
    for shown in sight.open.bonus.iter().flat_map(|bonus| bonus.tiles()) {
        if let Some(place) = bonus.iter().position(|tile| *tile == Tile::Bonus(shown)) {
            bonus.swap_remove(place);
        }
    }
    bonus
}

fn shuffle<T>(items: &mut [T], rng: &mut Pcg64Mcg) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.random_range(0..=last));
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rules::fujian::Rules;

    use super::*;
    use crate::selfplay::Shuffler;
    use crate::{Bot, Easy};

    #[test]
    fn every_world_looks_to_its_seat_as_the_table_does() {
        let rules = Rules { hands: 1, dead_wall: 16, ..Rules::FULL };
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        for seed in 0..150 {
            let mut table = Table::new(rules, Seat::S0).unwrap();
            let begun = table.begin(Shuffler::new(seed).wall(rules.tiles)).unwrap();
            table.apply_all(begun, |_, _| ());
            let mut bot = Easy::new(seed);
            while let (Some(seat), false) =
                (table.awaited(), matches!(table.phase(), Phase::Finished(_)))
            {
                let sight = Sight::of(&table, seat);
                let world = Imagination::new(&sight).world(&mut rng).expect("a world");

                assert_eq!(Sight::of(&world, seat), sight);
                let action = bot.choose(&sight);
                table.play(seat, action, |_, _| ()).unwrap();
            }
        }
    }
}
