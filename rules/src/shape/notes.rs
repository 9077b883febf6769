//! Answers that are kept as long as there is a place for them.

/// Places for notes: of a suit, a choice of a hand far from a win takes some 150.
const PLACES: usize = 256;

/// What was found last in each place.
#[derive(Clone, Debug)]
pub(super) struct Notes<T>(Box<[(u32, T); PLACES]>);

impl<T: Copy + Default> Default for Notes<T> {
    fn default() -> Self {
        let places = vec![(0, T::default()); PLACES].into_boxed_slice();
        Self(places.try_into().unwrap_or_else(|_| unreachable!("as many as were made")))
    }
}

impl<T: Copy> Notes<T> {
    /// What is noted under this key, which is not 0; looked up if nothing is.
    #[inline(always)]
    pub(super) fn note(&mut self, key: u32, look: impl FnOnce() -> T) -> T {
        let place = key.wrapping_mul(0x9e37_79b1) >> (u32::BITS - PLACES.ilog2());
        let (known, note) = &mut self.0[place as usize];
        if *known != key {
            (*known, *note) = (key, look());
        }
        *note
    }
}
