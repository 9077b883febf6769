//! Closed rooms: all steps of one in a single row.

use super::RoomId;

/// A closed room as it lies in the archive, possibly damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArchivedRoom {
    pub(crate) room: RoomId,
    /// How many steps it should have.
    pub(crate) steps: u64,
    pub(crate) version: i64,
    pub(crate) packed: Vec<u8>,
    /// The hash of its last step.
    pub(crate) hash: Vec<u8>,
    pub(crate) summary: String,
}

impl ArchivedRoom {
    /// The bodies of its steps in order, or nothing if they cannot be taken apart.
    pub(crate) fn bodies(&self) -> Option<Vec<&[u8]>> {
        let mut bodies = Vec::new();
        let mut rest = self.packed.as_slice();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk()?;
            let (body, after) =
                after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
            bodies.push(body);
            rest = after;
        }
        Some(bodies)
    }
}

/// Adds the body of a room's next step to its packed form.
pub(super) fn pack(packed: &mut Vec<u8>, body: &[u8]) {
    let length = u32::try_from(body.len()).expect("a body is at most BODY_BYTES_MAX");
    packed.extend_from_slice(&length.to_le_bytes());
    packed.extend_from_slice(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archived(packed: Vec<u8>) -> ArchivedRoom {
        ArchivedRoom {
            room: RoomId(1),
            steps: 0,
            version: 1,
            packed,
            hash: Vec::new(),
            summary: String::new(),
        }
    }

    #[test]
    fn packed_bodies_come_apart_again() {
        let mut packed = Vec::new();
        for body in [b"first".as_slice(), b"", b"third"] {
            pack(&mut packed, body);
        }

        let room = archived(packed);

        assert_eq!(room.bodies().unwrap(), [b"first".as_slice(), b"", b"third"]);
    }

    #[test]
    fn a_cut_off_archive_does_not_come_apart() {
        let mut packed = Vec::new();
        pack(&mut packed, b"first");
        packed.pop();

        assert_eq!(archived(packed).bodies(), None);
    }
}
