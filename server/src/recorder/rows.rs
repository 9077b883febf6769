//! The rows of a room's steps: every open room has such a list for as long as it is open, so it is kept small.

/// Numbers of rows in order. Each is written as its distance from the one before, seven bits a byte: other rooms' steps
/// lie between, a few or a few thousand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    distances: Vec<u8>,
    last: i64,
    len: u32,
}

impl Rows {
    pub(super) const EMPTY: Self = Self { distances: Vec::new(), last: 0, len: 0 };

    /// Adds a row behind the others.
    pub(super) fn push(&mut self, row: i64) {
        let mut distance = row.wrapping_sub(self.last) as u64;
        while distance >= 0x80 {
            self.distances.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        self.distances.push(distance as u8);
        (self.last, self.len) = (row, self.len + 1);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// All of them.
    pub(super) fn to_vec(&self) -> Vec<i64> {
        let (mut rows, mut last) = (Vec::with_capacity(self.len()), 0_i64);
        let (mut distance, mut bits) = (0_u64, 0);
        for byte in &self.distances {
            distance |= u64::from(byte & 0x7f) << bits;
            bits += 7;
            if byte & 0x80 == 0 {
                last = last.wrapping_add(distance as i64);
                rows.push(last);
                (distance, bits) = (0, 0);
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_rows_come_back_as_they_were(rows in prop::collection::vec(any::<i64>(), 0..40)) {
            let mut kept = Rows::EMPTY;
            rows.iter().for_each(|row| kept.push(*row));

            prop_assert_eq!(kept.len(), rows.len());
            prop_assert_eq!(kept.to_vec(), rows);
        }
    }

    #[test]
    fn rows_among_a_thousand_rooms_take_two_bytes_each() {
        let mut kept = Rows::EMPTY;

        (0..500).for_each(|step| kept.push(1_000_000 + step * 1_000));

        assert_eq!(kept.distances.len(), 3 + 499 * 2);
    }
}
