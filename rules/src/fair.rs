//! The fair wall: nobody, the server included, can choose what is dealt, and anybody can check.
//!
//! 1. On joining, a seat picks 32 secret bytes `x` and sends the *tip* of its chain, `x` hashed
//!    `n` times, `n` being the number of hands the chain is good for.
//! 2. Before hand `k` (counted from 1) the server draws a secret seed and publishes
//!    `commitment = SHA-256("sanjin/1/commit" || room || k || seed)`.
//! 3. Each seat then reveals its *link* for the hand: `x` hashed `n - k` times, which hashed once
//!    gives the link before it (the tip, before hand 1). For a seat that reveals nothing, or
//!    something else, `SHA-256("sanjin/1/withheld" || tip || k)` stands in, and the seat is marked.
//! 4. `key = HMAC-SHA-256(seed, "sanjin/1/wall" || room || k || link 0 || .. || link 3)`, and the
//!    wall is [`Wall::shuffled`] with the bytes of the ChaCha20 stream of that key (nonce and
//!    counter zero).
//! 5. When the hand ends the seed is revealed, and [`Proof::check`] does it all again.
//!
//! The room is its code's length in one byte and then the code; `k` is four bytes, big-endian.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::seat::{BySeat, Seat};
use crate::tile_set::TileSet;
use crate::wall::Wall;

/// 32 bytes: a seed, a hash or a link.
pub type Bytes32 = [u8; 32];

/// Hands one room can play, and so links of a chain.
pub const HANDS_MAX: u32 = 1 << 16;

/// Which hand of which room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandId<'a> {
    room: &'a str,
    hand: u32,
}

impl<'a> HandId<'a> {
    /// The `hand`th hand of a room, from 1; `None` past [`HANDS_MAX`] or for a room's code longer
    /// than 255 bytes.
    pub fn new(room: &'a str, hand: u32) -> Option<Self> {
        ((1..=HANDS_MAX).contains(&hand) && room.len() <= 255).then_some(Self { room, hand })
    }

    /// What the server publishes before the hand, so that it can't change the seed later.
    pub fn commitment(&self, seed: &Bytes32) -> Bytes32 {
        let mut hash = Sha256::new_with_prefix("sanjin/1/commit");
        self.absorb(|bytes| Digest::update(&mut hash, bytes));
        hash.chain_update(seed).finalize().into()
    }

    /// What stands in for a link that was not revealed.
    pub fn withheld_link(&self, tip: &Bytes32) -> Bytes32 {
        let hash = Sha256::new_with_prefix("sanjin/1/withheld").chain_update(tip);
        hash.chain_update(self.hand.to_be_bytes()).finalize().into()
    }

    /// The wall that the server's seed and the seats' links give.
    pub fn wall(&self, set: TileSet, seed: &Bytes32, links: &BySeat<Bytes32>) -> Wall {
        let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("a key of any length will do");
        mac.update(b"sanjin/1/wall");
        self.absorb(|bytes| mac.update(bytes));
        links.iter().for_each(|link| mac.update(link));
        let key: Bytes32 = mac.finalize().into_bytes().into();
        let mut stream = ByteStream {
            cipher: ChaCha20::new(&key.into(), &[0; 12].into()),
            block: [0; 64],
            used: 64,
        };
        Wall::shuffled(set, || stream.next_byte())
    }

    fn absorb(&self, mut take: impl FnMut(&[u8])) {
        let room = self.room.as_bytes();
        take(&[room.len() as u8]);
        take(room);
        take(&self.hand.to_be_bytes());
    }
}

struct ByteStream {
    cipher: ChaCha20,
    block: [u8; 64],
    used: usize,
}

impl ByteStream {
    fn next_byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            self.block = [0; 64];
            self.cipher.apply_keystream(&mut self.block);
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

/// The link of a chain `hashes` steps from its secret end.
pub fn link(secret: &Bytes32, hashes: u32) -> Bytes32 {
    (0..hashes).fold(*secret, |link, _| hash_link(&link))
}

/// The link that comes before this one.
pub fn hash_link(link: &Bytes32) -> Bytes32 {
    Sha256::digest(link).into()
}

/// What one seat added to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entropy {
    /// The tip of the seat's chain.
    pub tip: Bytes32,
    /// The link for this hand; `None` if it was withheld.
    pub revealed: Option<Bytes32>,
}

/// Everything needed to check one hand's wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<'a> {
    /// Which hand.
    pub id: HandId<'a>,
    /// Which tiles are in play.
    pub tiles: TileSet,
    /// What the server published before the hand.
    pub commitment: Bytes32,
    /// What it revealed after.
    pub seed: Bytes32,
    /// What each seat added.
    pub seats: BySeat<Entropy>,
}

impl Proof<'_> {
    /// The wall, if everything that was published before fits what was revealed after.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self) -> Result<Wall, Unfair> {
        if self.id.commitment(&self.seed) != self.commitment {
            return Err(Unfair::Seed);
        }
        for seat in Seat::ALL {
            let Entropy { tip, revealed } = &self.seats[seat];
            if revealed.is_some_and(|revealed| link(&revealed, self.id.hand) != *tip) {
                return Err(Unfair::Link { seat });
            }
        }
        Ok(self.id.wall(self.tiles, &self.seed, &self.links()))
    }

    fn links(&self) -> BySeat<Bytes32> {
        BySeat::from_fn(|seat| {
            let Entropy { tip, revealed } = &self.seats[seat];
            revealed.unwrap_or_else(|| self.id.withheld_link(tip))
        })
    }
}

/// Why a wall is not what was promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfair {
    /// The server revealed another seed than it committed to.
    #[error("the seed does not match the commitment")]
    Seed,
    /// A seat's link does not belong to the chain it committed to.
    #[error("the link of seat {seat} does not lead to its tip")]
    Link {
        /// Whose.
        seat: Seat,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> Proof<'static> {
        let id = HandId::new("K7Q2XM", 3).unwrap();
        let (seed, secrets) = ([7; 32], BySeat([[1; 32], [2; 32], [3; 32], [4; 32]]));
        let seats = secrets
            .map(|secret| Entropy { tip: link(&secret, 16), revealed: Some(link(&secret, 13)) });
        Proof { commitment: id.commitment(&seed), id, tiles: TileSet::WindsAndSeasons, seed, seats }
    }

    #[test]
    fn an_honest_hand_checks_and_gives_its_wall_again() {
        let wall = proof().check().unwrap();

        assert_eq!(proof().check(), Ok(wall));
    }

    #[test]
    fn a_changed_seed_is_noticed() {
        let changed = Proof { seed: [8; 32], ..proof() };

        assert_eq!(changed.check(), Err(Unfair::Seed));
    }

    #[test]
    fn a_link_of_another_chain_is_noticed() {
        let mut changed = proof();
        changed.seats[Seat::S2].revealed = Some([9; 32]);

        assert_eq!(changed.check(), Err(Unfair::Link { seat: Seat::S2 }));
    }

    #[test]
    fn a_withheld_link_still_gives_a_wall_and_another_one() {
        let mut withheld = proof();
        withheld.seats[Seat::S1].revealed = None;

        assert_ne!(withheld.check().unwrap(), proof().check().unwrap());
    }
}
