//! What was reckoned before in the same race.

use std::ops::Index;

use rules::shape::Outlook;

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
    /// What a hand that is not waiting counts.
    pub(super) fn far(golds: u8, outlook: Outlook) -> Self {
        Self {
            golds: golds.min(2),
            distance: outlook.distance,
            useful: outlook.useful.into(),
            callable: outlook.callable.into(),
            gold_makes_pair: false,
            golden: None,
        }
    }

    /// All of it in one number.
    pub(super) fn key(self) -> u64 {
        let (far, nearer) = self.golden.unwrap_or((u8::MAX, 0));
        let bytes = [self.golds, self.distance, u8::from(self.gold_makes_pair), far];
        let tiles =
            u64::from(self.useful) | u64::from(nearer) << 8 | u64::from(self.callable) << 16;
        u64::from(u32::from_le_bytes(bytes)) | tiles << 32
    }
}

/// Chains of keys: a choice of a hand far from a win has some 80 keys.
const CHAINS: usize = 128;
/// Where a chain ends.
const END: u32 = u32::MAX;

/// What hands that count alike were reckoned to be worth: thousands are looked at for one choice, and a few dozen differ.
#[derive(Debug)]
pub(super) struct Known {
    /// Where each chain begins.
    first: [u32; CHAINS],
    /// Every key, and where the one before it in its chain is.
    keys: Vec<(u64, u32)>,
    worths: Vec<Worth>,
}

impl Default for Known {
    fn default() -> Self {
        let (keys, worths) = (Vec::with_capacity(CHAINS), Vec::with_capacity(CHAINS));
        Self { first: [END; CHAINS], keys, worths }
    }
}

impl Known {
    /// Where the worth of hands that count so is kept.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let mut at = self.first[chain(key)];
        while at != END {
            let (known, before) = self.keys[at as usize];
            if known == key {
                return Some(at as usize);
            }
            at = before;
        }
        None
    }

    pub(super) fn insert(&mut self, key: u64, worth: Worth) -> usize {
        let at = self.keys.len();
        let before = std::mem::replace(&mut self.first[chain(key)], at as u32);
        self.keys.push((key, before));
        self.worths.push(worth);
        at
    }
}

/// The chain a key is in.
#[inline]
fn chain(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - CHAINS.ilog2())) as usize
}

impl Index<usize> for Known {
    type Output = Worth;

    #[inline]
    fn index(&self, at: usize) -> &Worth {
        &self.worths[at]
    }
}

#[cfg(test)]
mod tests {
    use super::super::race::CYCLES;
    use super::*;

    #[test]
    fn every_worth_is_found_under_its_own_key_however_many_share_a_chain() {
        let keys = (0..1_000).map(|useful| useful << 32);
        let worth = |key: u64| Worth { line: [key as f32; CYCLES + 1], draw: 0.0 };
        let mut known = Known::default();
        let places: Vec<_> = keys.clone().map(|key| known.insert(key, worth(key))).collect();

        for (key, place) in keys.zip(places) {
            assert_eq!(known.find(key), Some(place));
            assert_eq!(known[place].line[0], key as f32);
        }
        assert_eq!(known.find(1), None);
    }
}
