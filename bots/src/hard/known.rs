//! What was reckoned before in the same race.

use std::ops::Index;

use super::worth::Worth;

/// What tells the stands of two hands in one race apart, in tiles: hands that count alike are worth the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) golds: u8,
    pub(super) distance: u8,
    pub(super) useful: u32,
    /// Discards that can be called, over all useful tiles not seen; nothing is counted at a quick look.
    pub(super) callable: u32,
    pub(super) gold_makes_pair: bool,
    pub(super) golden: Option<(u8, u32)>,
}

impl Counts {
    /// All of it in one number.
    pub(super) fn key(self) -> u64 {
        let (far, nearer) = self.golden.unwrap_or((u8::MAX, 0));
        let bytes = [self.golds, self.distance, u8::from(self.gold_makes_pair), far];
        let tiles =
            u64::from(self.useful) | u64::from(nearer) << 8 | u64::from(self.callable) << 16;
        u64::from(u32::from_le_bytes(bytes)) | tiles << 32
    }
}

/// What hands that count alike were reckoned to be worth: thousands are looked at for one choice, and a few dozen differ.
#[derive(Debug, Default)]
pub(super) struct Known {
    keys: Vec<u64>,
    worths: Vec<Worth>,
}

impl Known {
    /// Where the worth of hands that count so is kept.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.keys.iter().position(|known| *known == key)
    }

    pub(super) fn insert(&mut self, key: u64, worth: Worth) -> usize {
        self.keys.push(key);
        self.worths.push(worth);
        self.worths.len() - 1
    }
}

impl Index<usize> for Known {
    type Output = Worth;

    fn index(&self, at: usize) -> &Worth {
        &self.worths[at]
    }
}
